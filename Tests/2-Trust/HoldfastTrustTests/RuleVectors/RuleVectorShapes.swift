import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import Testing

@testable import HoldfastTrust

/// Steps of making chains that several rules' cases have in common.
extension RootProgramChain {
    /// The root, and the intermediate below it, each with a key of its own.
    func authorities() throws -> (root: CertificateAuthority, intermediate: CertificateAuthority) {
        let top = CertificateAuthority(try Identity.selfSigned(root, key: rootKey))
        return (top, CertificateAuthority(try top.issue(intermediate, key: intermediateKey)))
    }

    /// The intermediate's template with another name.
    func authority(named name: String, pathLength: Int?) -> CertificateTemplate {
        var template = intermediate
        template.subject = Self.name(name)
        template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: pathLength)
        return template
    }

    /// A server's chain below these authorities, from the root's side down.
    func made(below authorities: [CertificateTemplate]) throws -> RuleVector.Made {
        let top = CertificateAuthority(try Identity.selfSigned(root))
        var issuer = top
        for template in authorities { issuer = CertificateAuthority(try issuer.issue(template)) }
        return (try issuer.issue(leaf).chain, top.certificate)
    }

    /// A server's certificate for a key that nobody has.
    func made(for key: SubjectPublicKeyInfo) throws -> RuleVector.Made {
        let (root, intermediate) = try authorities()
        return ([try intermediate.issue(leaf, for: key), intermediate.certificate], root.certificate)
    }

    /// The server's certificate is issued at `start` for so many days, its last second included.
    mutating func serverLasts(_ days: Int64, from start: Instant) {
        leaf.notBefore = start
        leaf.notAfter = start.advanced(byDays: days).advanced(bySeconds: -1)
        for path in [\Self.intermediate, \Self.root] {
            self[keyPath: path].notBefore = min(self[keyPath: path].notBefore, start)
        }
    }

    /// The policies of a certificate in place of those that the good one has.
    static func policies(
        _ policies: [PolicyInformation], isCritical: Bool = false, of template: inout CertificateTemplate
    ) {
        remove(.certificatePolicies, from: &template)
        template.add(.certificatePolicies, CertificatePolicies(policies), isCritical: isCritical)
    }

    static func policies(_ policies: [ObjectIdentifier], of template: inout CertificateTemplate) {
        Self.policies(policies.map { PolicyInformation($0) }, of: &template)
    }

    /// A subject of common names alone.
    static func subject(_ commonNames: String...) -> DistinguishedName {
        DistinguishedName(commonNames.map { (type: .commonName, text: $0) })
    }

    /// A subject of nothing.
    static let nobody = DistinguishedName([RelativeDistinguishedName]())
    /// An extension that no rule knows.
    static let unknown = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 1)

    static func dns(_ text: String) throws -> GeneralName { .dnsName(try #require(IA5String(text))) }
    static func mail(_ text: String) throws -> GeneralName { .rfc822Name(try #require(IA5String(text))) }
}
