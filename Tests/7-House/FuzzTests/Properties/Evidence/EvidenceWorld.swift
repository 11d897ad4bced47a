import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

@testable import HoldfastHTTPS

/// A server below an authority below a root, whose certificate names a responder, a list and its issuer's certificate;
/// and what its authority says at each.
struct EvidenceWorld: Sendable {
    static let shared = Result { try EvidenceWorld() }

    let anchor: Certificate
    let leaf: Certificate
    let issuer: Certificate
    /// The issuer's certificate, the list and the response, as they would be asked for.
    let questions: [EvidenceQuestion]
    /// Of the list and the response: that the certificate is good, and that it was revoked.
    let lists: [[UInt8]]
    let responses: [[UInt8]]
    /// The status of the issuer itself, of which nothing is asked.
    let rootList: SuppliedRevocationList

    private init() throws {
        let root = try FixedKeys.root("Root", key: 80)
        var template = CertificateTemplate.intermediate(name: "Authority", at: FixedKeys.moment)
        template.serialNumber = SerialNumber(8_000)
        let authority = CertificateAuthority(try root.issue(template, key: FixedKeys.key(81)))
        var server = CertificateTemplate.server(names: ["www.example.com"], at: FixedKeys.moment)
        let serial = SerialNumber(8_001)
        server.serialNumber = serial
        let place = "http://pki.example.com/"
        try server.addInformationAccess(ocspResponders: [place + "ocsp"], issuerCertificates: [place + "ca"])
        try server.addRevocationLists([place + "crl"])
        leaf = try Certificate(der: authority.issue(server, key: FixedKeys.key(82)).certificate)
        issuer = try Certificate(der: authority.certificate)
        anchor = try Certificate(der: root.certificate)
        let requests: [EvidenceRequest] = [
            .issuer(of: leaf), .revocationLists(certificate: leaf), .ocspResponse(certificate: leaf, issuer: issuer),
        ]
        questions = requests.flatMap { EvidenceQuestion.all(for: $0, EvidenceFetcher.Configuration()) }
        let since = FixedKeys.moment.advanced(byDays: -2)
        let revoked = SingleResponse.RevokedInfo(revocationTime: since, revocationReason: .keyCompromise)
        lists = try [false, true].map { isRevoked in
            var template = RevocationListTemplate(at: FixedKeys.moment)
            if isRevoked { template.revoke(serial, on: since, for: .keyCompromise) }
            return try authority.issue(template)
        }
        responses = try [SingleResponse.CertStatus.good, .revoked(revoked)].map { status in
            var template = OCSPResponseTemplate(at: FixedKeys.moment)
            template.answer(try authority.certID(for: serial), status)
            return try authority.issue(template)
        }
        rootList = SuppliedRevocationList(der: try root.issue(RevocationListTemplate(at: FixedKeys.moment)))
    }
}
