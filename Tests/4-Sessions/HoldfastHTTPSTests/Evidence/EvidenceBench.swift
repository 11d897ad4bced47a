import HoldfastAuthority
import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import HoldfastX509
import TestSupport

@testable import HoldfastHTTPS

/// An authority with a certificate that names a responder and a list, and a folder for evidence; gone when the test
/// ends.
struct EvidenceBench: Sendable {
    static let now = Instant(secondsSince1970: 1_800_000_000)

    let folder: TemporaryFolder
    let issuer: CertificateAuthority
    let certificate: Certificate
    let told = Notes<StoreError.Reason>()

    init() throws {
        folder = try TemporaryFolder()
        issuer = try CertificateAuthority.root(name: "Evidence", at: Self.now)
        var template = CertificateTemplate.server(names: ["www.example.com"], at: Self.now)
        try template.addInformationAccess(ocspResponders: ["http://ocsp.example/"])
        try template.addRevocationLists(["http://crl.example/a.crl"])
        certificate = try Certificate(der: issuer.issue(template).certificate)
    }

    var path: String { folder.path("evidence") }

    /// The evidence on the disk, as another process would have it.
    func disk(bytes: Int = 1 << 20, entries: Int = 100) -> EvidenceDisk {
        var storage = EvidenceFetcher.Storage(folder: path) { [told] in told.add($0.reason) }
        (storage.bytes, storage.entries) = (bytes, entries)
        return EvidenceDisk(storage)
    }

    /// The index, as another process would open it.
    func index() throws -> SQLiteDatabase {
        try SQLiteDatabase(
            at: try StoreFile(path: path + "/evidence.sqlite", unnamed: "").prepare(), waitingFor: 100)
    }

    // MARK: Questions

    func asking(
        at place: String = "http://ocsp.example/", nonce: Bool = false
    ) throws -> EvidenceQuestion {
        let issuer = try Certificate(der: self.issuer.certificate)
        var configuration = EvidenceFetcher.Configuration()
        configuration.sendsNonce = nonce
        guard
            let question = EvidenceQuestion(
                .ocspResponse(certificate: certificate, issuer: issuer), at: place, configuration)
        else { throw SystemError.absent }
        return question
    }

    func list(at place: String = "http://crl.example/a.crl") throws -> EvidenceQuestion {
        guard let question = EvidenceQuestion(.revocationLists(certificate: certificate), at: place, .init()) else {
            throw SystemError.absent
        }
        return question
    }

    // MARK: Answers

    func response(nonce: OCSPNonce? = nil, until end: Instant? = now.advanced(byDays: 1)) throws -> [UInt8] {
        var template = OCSPResponseTemplate(at: Self.now)
        (template.nonce, template.nextUpdate) = (nonce, end)
        template.answer(try issuer.certID(for: certificate.serialNumber), .good)
        return try issuer.issue(template)
    }

    /// A list of so many certificates; 40 octets or so each.
    func list(_ count: Int) throws -> [UInt8] {
        var template = RevocationListTemplate(at: Self.now)
        for number in 0..<count { template.revoke(SerialNumber(UInt64(number) + 1 << 40), for: .superseded) }
        return try issuer.issue(template)
    }

    /// An answer as a verdict has verified it.
    func kept(
        _ bytes: [UInt8], to question: EvidenceQuestion, tag: String? = nil, at instant: Instant = now
    ) throws -> KeptEvidence {
        var fetch = EvidenceFetch(url: question.place, try question.read(bytes), bytes: bytes, duration: .zero)
        fetch.validators = EvidenceValidators(entityTag: tag)
        guard let kept = KeptEvidence(fetch, at: instant) else { throw SystemError.absent }
        return kept
    }

    func keep(_ bytes: [UInt8], _ question: EvidenceQuestion, in disk: EvidenceDisk, tag: String? = nil) throws {
        disk.keep(try kept(bytes, to: question, tag: tag), for: question, at: Self.now)
    }
}
