import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Server names")
struct ServerNameRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("name: the alternative names alone, and each kind with its own (RFC 9525 §6)")
    func names() throws {
        #expect(try test.errors(test.chain { $0.names = ["other.test"] }) == [.hostMismatch])
        #expect(try test.errors(test.chain { $0.names = ["*.holdfast.test"] }) == [])
        #expect(try test.errors(test.chain { $0.names = [] }) == [.hostMismatch, .missingSubjectAltName])
        var policy = try test.policy()
        policy.purpose = .ssl(try ServerName("192.0.2.1"))
        #expect(try test.errors(test.chain { $0.names = ["192.0.2.1"] }, policy: policy) == [])
        #expect(try test.errors(test.chain { $0.names = ["192.0.2.2"] }, policy: policy) == [.hostMismatch])
        // An address written as a dNSName is no address.
        let name = try #require(IA5String("192.0.2.1"))
        let asName = try test.chain {
            $0.names = []
            $0.alternativeNames = [.dnsName(name)]
        }
        #expect(try test.errors(asName, policy: policy) == [.hostMismatch])
    }

    @Test("a NUL in a name hides nothing (CVE-2009-2408)")
    func nulInName() throws {
        let name = try #require(IA5String(TestChain.host + "\u{0}.evil.test"))
        let chain = try test.chain {
            $0.names = []
            $0.alternativeNames = [.dnsName(name)]
        }
        let failure = try #require(try test.judge(chain).failure)
        #expect(failure.cause.code == .hostMismatch)
        #expect(failure.cause.seen.contains("\\00"), "\(failure.cause.seen)")
    }
}
