import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// Certificates that have nothing to do with a chain, though some of them look as if.
struct Strangers {
    private static let keys: [PrivateKey] = (0..<2).compactMap { _ in try? PrivateKey.generate(.p256) }

    let all: [(kind: String, bytes: [UInt8])]

    init(to chain: PropertyCase) throws {
        let root = try CertificateAuthority.root(name: "Stranger", at: chain.at, key: Self.keys.first)
        var all: [(kind: String, bytes: [UInt8])] = [
            ("a stranger's root", root.certificate),
            (
                "a stranger's intermediate",
                try root.intermediate(name: "Strange", at: chain.at, key: Self.keys.last).certificate
            ),
            ("the leaf again", chain.leaf), ("no certificate", [0x30, 0x03, 0x02, 0x01]), ("nothing", []),
            ("a certificate cut short", Array(root.certificate.dropLast(5))),
        ]
        let presented = chain.others.compactMap { try? Certificate(der: $0) }
        let upper = Set(presented + chain.anchors)
        for certificate in upper.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }).prefix(2) {
            for (kind, bytes) in try Self.impostors(of: certificate, root, chain.at) {
                all.append(("\(kind) \(certificate.subject)", bytes))
            }
        }
        self.all = all
    }

    private static func impostors(
        of certificate: Certificate, _ root: CertificateAuthority, _ at: Instant
    ) throws -> [(kind: String, bytes: [UInt8])] {
        var template = CertificateTemplate.intermediate(name: "", at: at, pathLength: nil)
        template.subject = certificate.subject
        // The key identifier that the certificates below ask for, and another key.
        if let identifier = certificate.subjectKeyIdentifier {
            template.subjectKeyIdentifier = .value(Array(identifier))
        }
        let impostor = try root.issue(template, key: keys.last).certificate
        let selfSigned = try Identity.selfSigned(template, key: keys.last).certificate
        // The right name and key, from nobody that is known.
        let crossed = try root.issue(template, for: certificate.subjectPublicKeyInfo)
        template.notAfter = at.advanced(byDays: -1)
        template.notBefore = at.advanced(byDays: -2)
        let expired = try root.issue(template, for: certificate.subjectPublicKeyInfo)
        // The names of a chain that holds, with a signature by another key.
        template = CertificateTemplate.intermediate(name: "", at: at, pathLength: nil)
        template.subject = certificate.subject
        template.issuer = certificate.issuer
        let forged = try root.issue(template, for: certificate.subjectPublicKeyInfo)
        return [
            ("an impostor of", impostor), ("a self-signed copy of the name of", selfSigned),
            ("a cross-certificate of", crossed), ("an expired cross-certificate of", expired), ("a forgery of", forged),
        ]
    }
}
