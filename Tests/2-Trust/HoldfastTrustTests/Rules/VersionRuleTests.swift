import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Versions", .ownThread)
struct VersionRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("version: only version 3 below the anchor")
    func version() throws {
        let leaf = try test.chain { $0.downgrade(to: .v1) }
        #expect(try test.errors(leaf) == [.unsupportedVersion, .missingSubjectAltName, .hostMismatch])
        // "extensions … MUST only appear if the version is 3" (RFC 5280 §4.1.2.9)
        #expect(try test.errors(test.chain { $0.version = .v2 }) == [.unsupportedVersion])
    }
}
