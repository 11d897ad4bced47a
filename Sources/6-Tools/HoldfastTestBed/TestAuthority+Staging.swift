import HoldfastAuthority
import HoldfastX509

extension TestAuthority {
    /// A server at the end of a chain of so many certificates, the anchor included.
    func chain(of count: Int, for host: String) throws(TestBedError) -> Staging {
        var issuer = root
        for number in 1...(count - 2) {
            issuer = try intermediate("Holdfast Test Link \(number)", issuedBy: issuer) { link, _ in
                link.basicConstraints?.pathLengthConstraint = nil
            }
        }
        return .tls(try server(host, issuedBy: issuer), anchor: root.certificate)
    }

    /// A server whose authority may issue for some names only.
    func constrained(
        permitting permitted: [ConstraintBase] = [], excluding excluded: [ConstraintBase] = [], _ host: String,
        change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws(TestBedError) -> Staging {
        func subtrees(_ bases: [ConstraintBase]) -> [GeneralSubtree]? {
            bases.isEmpty ? nil : bases.compactMap(\.name).map { GeneralSubtree($0) }
        }
        let issuer = try intermediate("Holdfast Test Constrained") { authority, _ in
            authority.nameConstraints = NameConstraints(
                permittedSubtrees: subtrees(permitted), excludedSubtrees: subtrees(excluded))
        }
        let identity = try server(host, issuedBy: issuer) { leaf, _ in change(&leaf) }
        return .tls(identity, anchor: root.certificate)
    }
}

/// The base of a subtree of a name constraint (RFC 5280 §4.2.1.10).
enum ConstraintBase {
    case dnsName(String)
    case addresses([UInt8], mask: [UInt8])
    case organization(String)

    /// As RFC 5280 §4.2.1.10 writes it; nil for a name that is not ASCII.
    var name: GeneralName? {
        switch self {
        case .dnsName(let name): IA5String(name).map(GeneralName.dnsName)
        case .addresses(let address, let mask): .ipAddress((address + mask)[...])
        case .organization(let name): .directoryName(DistinguishedName([(.organizationName, name)]))
        }
    }
}

extension ByteEdit {
    /// Writes the TRUE of the critical keyUsage as 01. X.690 §11.1: "If the encoding represents the boolean value TRUE,
    /// its single contents octet shall have all eight bits set to one." OpenSSL takes any value but 0.
    static let laxTrue = ByteEdit { tbs in
        var tbs = tbs
        let start: [UInt8] = [0x06, 0x03, 0x55, 0x1D, 0x0F, 0x01, 0x01, 0xFF]
        if let range = tbs.firstRange(of: start) { tbs[range.upperBound - 1] = 0x01 }
        return tbs
    }
}
