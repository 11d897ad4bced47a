import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// Lists of certificates that are made to keep a verifier busy, the leaf first, with the anchor to judge them by.
struct HostileChain {
    static let moment = Instant(secondsSince1970: 1_780_300_800)
    static let host = "www.holdfast.test"

    let presented: [[UInt8]]
    let anchor: [UInt8]

    private static func server(_ change: (inout CertificateTemplate) -> Void = { _ in }) -> CertificateTemplate {
        var template = CertificateTemplate.server(names: [host], at: moment)
        change(&template)
        return template
    }

    /// How the authorities of a clique are connected to the anchor.
    enum Exit {
        case none
        /// The last of them is signed by it.
        case last
        /// The last of them names it, and has another's signature.
        case forged
    }

    /// `count` authorities which all sign each other.
    static func mesh(_ count: Int, exit: Exit = .none, host: String = host) throws -> HostileChain {
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        let impostor = try CertificateAuthority.root(name: "Root", at: moment)
        let authorities = try (0..<count).map { try CertificateAuthority.root(name: "Mesh \($0)", at: moment) }
        func template() -> CertificateTemplate { .intermediate(name: "", at: moment, pathLength: nil) }
        var presented = [try authorities[0].issue(server { $0.names = [host] }).certificate]
        for issuer in authorities {
            for subject in authorities where subject.identity.subject != issuer.identity.subject {
                presented.append(try issuer.certify(subject, template()))
            }
        }
        switch exit {
        case .none: break
        case .last: presented.append(try root.certify(authorities[count - 1], template()))
        case .forged: presented.append(try impostor.certify(authorities[count - 1], template()))
        }
        return HostileChain(presented: presented, anchor: root.certificate)
    }

    /// `count` authorities of one name, of which the right one is tried last; no key identifier tells them apart.
    static func sameName(_ count: Int, identifiers: Bool = false) throws -> HostileChain {
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        let impostor = try CertificateAuthority.root(name: "Root", at: moment)
        var template = CertificateTemplate.intermediate(name: "Same", at: moment)
        if !identifiers {
            template.subjectKeyIdentifier = .omitted
            template.authorityKeyIdentifier = .omitted
        }
        let right = try root.issue(template)
        template.notAfter = template.notAfter.advanced(byDays: 1)
        let leaf = try CertificateAuthority(right).issue(
            server { if !identifiers { $0.authorityKeyIdentifier = .omitted } })
        var others = try (1..<count).map { _ in try impostor.issue(template).certificate }
        others.insert(right.certificate, at: others.count / 2)
        return HostileChain(presented: [leaf.certificate] + others, anchor: root.certificate)
    }

    /// `count` excluded DNS subtrees against `count` names, none of them within one.
    static func constraints(_ count: Int) throws -> HostileChain {
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        var template = CertificateTemplate.intermediate(name: "Constrained", at: moment)
        template.nameConstraints = NameConstraints(
            excludedSubtrees: (0..<count).compactMap { IA5String("x\($0).invalid") }.map {
                GeneralSubtree(.dnsName($0))
            })
        let leaf = try CertificateAuthority(root.issue(template)).issue(
            server { $0.names += (1..<count).map { "n\($0).holdfast.test" } })
        return HostileChain(presented: leaf.chain, anchor: root.certificate)
    }

    /// One certificate of so many names.
    static func names(_ count: Int) throws -> HostileChain {
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        let leaf = try root.issue(server { $0.names += (1..<count).map { "n\($0).holdfast.test" } })
        return HostileChain(presented: leaf.chain, anchor: root.certificate)
    }

    /// An unknown extension of so many bytes.
    static func bytes(_ count: Int) throws -> HostileChain {
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        let unknown = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 9)
        let leaf = try root.issue(
            server { $0.additionalExtensions = [Extension(unknown, value: Array(repeating: 5, count: count))] })
        return HostileChain(presented: leaf.chain, anchor: root.certificate)
    }
}
