import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

/// A server below an authority below a root, and those who sign revocation lists in the authority's name.
struct ListWorld: Sendable {
    static let shared = Result { try ListWorld() }

    enum Signer: Int, CaseIterable {
        /// The authority itself.
        case authority
        /// One that the root gave the authority's name, to sign its lists.
        case listSigner
        /// One that calls itself so.
        case impostor
        /// The server, which may not.
        case server

        /// Whether its word counts about the server's certificate.
        var mayRevoke: Bool { self == .authority || self == .listSigner }
    }

    static let serial = SerialNumber(7_000)

    let anchor: Certificate
    let chain: [[UInt8]]
    private let signers: [Signer: CertificateAuthority]
    /// The root's list, with nothing on it.
    let rootList: SuppliedRevocationList

    private init() throws {
        let root = try FixedKeys.root("Root", key: 70)
        let name = DistinguishedName([(type: .commonName, text: "Authority")])

        func below(_ signer: CertificateAuthority, _ number: UInt8, isAuthority: Bool) throws -> CertificateAuthority {
            var template = CertificateTemplate.intermediate(name: "", at: FixedKeys.moment)
            template.subject = name
            template.serialNumber = SerialNumber(UInt64(number) + 6_000)
            if !isAuthority {
                template.basicConstraints = BasicConstraints(isCA: false)
                template.keyUsage = .cRLSign
            }
            return CertificateAuthority(try signer.issue(template, key: FixedKeys.key(number)))
        }

        let authority = try below(root, 71, isAuthority: true)
        let listSigner = try below(root, 72, isAuthority: false)
        let impostor = try below(FixedKeys.root("Root", key: 73), 74, isAuthority: true)
        var template = CertificateTemplate.server(names: ["www.example.com"], at: FixedKeys.moment)
        template.serialNumber = Self.serial
        let server = try authority.issue(template, key: FixedKeys.key(75))
        signers = [
            .authority: authority, .listSigner: listSigner, .impostor: impostor,
            .server: CertificateAuthority(server),
        ]
        chain = [server.certificate, authority.certificate, listSigner.certificate, impostor.certificate]
        anchor = try Certificate(der: root.certificate)
        rootList = SuppliedRevocationList(der: try root.issue(RevocationListTemplate(at: FixedKeys.moment)))
    }

    func sign(_ template: RevocationListTemplate, by signer: Signer) throws -> [UInt8] {
        var template = template
        // A server signs in the authority's name.
        template.issuer = DistinguishedName([(type: .commonName, text: "Authority")])
        return try signers[signer]?.issue(template) ?? []
    }
}
