import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Duplicate extensions", .ownThread)
struct DuplicateExtensionRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("an extension twice (RFC 5280 §4.2: \"A certificate MUST NOT include more than one instance\")")
    func duplicateExtension() throws {
        let chain = try test.chain { $0.add(.extendedKeyUsage, ExtendedKeyUsage([.serverAuth])) }
        #expect(try test.errors(chain) == [.duplicateExtension])
    }
}
