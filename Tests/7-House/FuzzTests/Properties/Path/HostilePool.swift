import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

/// Six authorities that have signed each other in every way that there is, a root that has signed them, one that nobody
/// trusts which has too, and a server below each.
struct HostilePool: Sendable {
    /// What is wrong with a certificate of an authority, if anything.
    enum Variant: Int, CaseIterable {
        case good
        /// No authority may follow, or one (RFC 5280 §4.2.1.9).
        case noneBelow, oneBelow
        case expired
        case notAnAuthority
        case mayNotSign
        /// The server's name is excluded.
        case excludesTheServer
        case brokenSignature
        /// In the name of the signer, by another key.
        case forgedSignature

        /// How many authorities may stand below it; nil where it is of no use.
        var depth: Int? {
            switch self {
            case .good: .max
            case .noneBelow: 0
            case .oneBelow: 1
            default: nil
            }
        }
    }

    struct Entry: Sendable {
        let der: [UInt8]
        /// `signer` is below `authorities` for one of them; the root is `root`.
        let signer: Int
        let subject: Int
        let variant: Variant
    }

    static let shared = Result { try HostilePool() }

    static let authorities = 6
    static let root = authorities
    static let stranger = authorities + 1

    let anchor: Certificate
    let entries: [Entry]
    /// The server's certificate by each authority.
    let leaves: [[UInt8]]

    private init() throws {
        let names = (0..<Self.authorities).map { "Authority \($0)" } + ["Root", "Stranger"]
        let signers = try names.enumerated().map { try FixedKeys.root($1, key: UInt8($0)) }
        var entries: [Entry] = []
        for (signer, authority) in signers.enumerated() {
            for subject in 0..<Self.authorities {
                for variant in Variant.allCases {
                    let template = Self.template(variant, serial: entries.count)
                    var by = authority
                    if variant == .forgedSignature {
                        by = CertificateAuthority(
                            Identity(
                                key: try FixedKeys.key(99), certificate: try Certificate(der: authority.certificate)))
                    }
                    entries.append(
                        Entry(
                            der: try by.certify(signers[subject], template), signer: signer, subject: subject,
                            variant: variant))
                }
            }
        }
        // The anchors themselves, as servers send them; both lead nowhere that the names do not lead.
        for index in [Self.root, Self.stranger] {
            entries.append(
                Entry(der: signers[index].certificate, signer: index, subject: index, variant: .good))
        }
        self.entries = entries
        leaves = try (0..<Self.authorities).map { index in
            var template = CertificateTemplate.server(names: ["www.example.com"], at: FixedKeys.moment)
            template.serialNumber = SerialNumber(UInt64(5_000 + index))
            return try signers[index].issue(template, key: FixedKeys.key(50)).certificate
        }
        anchor = try Certificate(der: signers[Self.root].certificate)
    }

    private static func template(_ variant: Variant, serial: Int) -> CertificateTemplate {
        var template = CertificateTemplate.intermediate(name: "", at: FixedKeys.moment, pathLength: nil)
        template.serialNumber = SerialNumber(UInt64(serial) + 10_000)
        switch variant {
        case .good, .forgedSignature: break
        case .noneBelow: template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: 0)
        case .oneBelow: template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: 1)
        case .expired:
            template.notBefore = FixedKeys.moment.advanced(byDays: -20)
            template.notAfter = FixedKeys.moment.advanced(byDays: -10)
        case .notAnAuthority:
            template.basicConstraints = BasicConstraints(isCA: false)
            template.keyUsage = .digitalSignature
        case .mayNotSign: template.keyUsage = .cRLSign
        case .excludesTheServer:
            if let name = IA5String("example.com") {
                template.nameConstraints = NameConstraints(excludedSubtrees: [GeneralSubtree(.dnsName(name))])
            }
        case .brokenSignature: template.signatureEdit = .flippingBit(at: 9)
        }
        return template
    }
}
