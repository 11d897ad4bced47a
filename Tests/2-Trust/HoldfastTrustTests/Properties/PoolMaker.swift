import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Makes pools of authorities that sign each other as chance has it: few names and keys, so that they meet; some
/// certificates are flawed. The shape is seeded; keys and signatures are not.
struct PoolMaker {
    private static let names = ["North", "South", "East", "West"]
    private static let keys: [PrivateKey] = (0..<5).compactMap { _ in try? PrivateKey.generate(.p256) }

    private struct Authority {
        let name: String
        let key: PrivateKey
        /// One that holds the key, under the name.
        func issuer() throws -> CertificateAuthority {
            CertificateAuthority(try Identity.selfSigned(.root(name: name, at: TestChain.moment), key: key))
        }
    }

    private var generator: SeededGenerator

    private init(seed: UInt64) { generator = SeededGenerator(seed) }

    static func pool(seed: UInt64) throws -> PropertyCase {
        var maker = PoolMaker(seed: seed)
        return try maker.pool()
    }

    private mutating func authority() -> Authority {
        Authority(name: generator.pick(Self.names), key: generator.pick(Self.keys))
    }

    private mutating func pool() throws -> PropertyCase {
        let authorities = (0..<5).map { _ in authority() }
        let root = authorities[0]
        var others: [[UInt8]] = []
        for _ in 0..<Int.random(in: 6...14, using: &generator) {
            let issuer = generator.oneIn(3) ? root : generator.pick(authorities)
            let subject = generator.pick(Array(authorities.dropFirst()))
            others.append(try issuer.issuer().issue(template(subject.name), key: subject.key).certificate)
        }
        var server = TestChain.server()
        if generator.oneIn(2) { server.authorityKeyIdentifier = .omitted }
        // By one below the root, so that a way has to be found.
        let leaf = try generator.pick(Array(authorities.dropFirst())).issuer().issue(server).certificate
        var policy = TrustPolicy.ssl(try ServerName(TestChain.host))
        policy.profile = .rfc5280
        return PropertyCase(
            name: "pool", leaf: leaf, others: others, anchors: [try Certificate(der: root.issuer().certificate)],
            policy: policy, at: TestChain.moment)
    }

    private mutating func template(_ name: String) -> CertificateTemplate {
        var template = CertificateTemplate.intermediate(
            name: name, at: TestChain.moment, pathLength: generator.oneIn(10) ? 0 : nil)
        if generator.oneIn(8) { template.notAfter = TestChain.moment.advanced(byDays: -2) }
        if generator.oneIn(12) { template.keyUsage = [.cRLSign] }
        if generator.oneIn(12) { template.basicConstraints = nil }
        if generator.oneIn(5) { template.authorityKeyIdentifier = .omitted }
        if generator.oneIn(5) { template.subjectKeyIdentifier = .omitted }
        if generator.oneIn(12) { template.authorityKeyIdentifier = .value([1, 2, 3]) }
        if generator.oneIn(12) { template.extendedKeyUsage = [.clientAuth] }
        if generator.oneIn(12) { template.signatureEdit = .flippingBit(at: -1) }
        return template
    }
}
