import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// The status of a certificate, by the words of RFC 6960 §2.2.
enum StatedStatus: String, CaseIterable {
    case good
    case revoked
    case unknown

    init(_ status: SingleResponse.CertStatus) {
        switch status {
        case .good: self = .good
        case .revoked: self = .revoked
        case .unknown: self = .unknown
        }
    }
}

/// An OCSP response out of the options of `create ocsp`.
struct ResponseOptions {
    private let invocation: Invocation
    private let mayBeRefused: Bool

    init(_ invocation: Invocation) {
        self.invocation = invocation
        mayBeRefused = invocation.has(.allowRefused)
    }

    /// The response (DER).
    func response() throws(CommandError) -> [UInt8] {
        guard let path = invocation.value(.certificateAsked) else {
            throw .usage(
                UsageSentence.needs(option: "create ocsp", needed: "--cert FILE"),
                hint: CreateAdvice.certificateOfResponse)
        }
        let certificate = try InputCertificate.first(of: path)
        let (issuer, signer) = try signers()
        guard mayBeRefused || certificate.issuer.matches(issuer.subject) else {
            throw .refused(
                .ofOtherIssuer(
                    file: path, issuer: issuer.subject.shortDescription, own: certificate.issuer.shortDescription))
        }
        let at = try StatedTime.start(invocation)
        var template = OCSPResponseTemplate(at: at)
        (template.thisUpdate, template.nextUpdate) = try StatedTime.period(at: at, invocation)
        template.nonce = try nonce()
        let (digest, status) = (try digest(), try status(at: template.thisUpdate))
        do throws(AuthorityError) {
            let certID = try CertificateAuthority.certID(
                for: certificate.serialNumber, issuer: issuer.subject, issuerKey: issuer.subjectPublicKeyInfo,
                digest: digest)
            template.answer(certID, status)
            return try signer.issue(template)
        } catch {
            throw CommandError(error)
        }
    }

    /// The certificate of the issuer, and who signs: it, or a responder in its place.
    private func signers() throws(CommandError) -> (issuer: Certificate, signer: CertificateAuthority) {
        guard invocation.has(.responder) else {
            try invocation.refuse([.responderKey], without: "--responder", CreateAdvice.certificateOfResponder)
            let issuer = try IssuerOptions.signer(for: .ocsp, invocation)
            return (issuer.certificate, issuer.authority)
        }
        try invocation.refuse([.issuerKey, .issuerPassphraseFile], with: .responder, CreateAdvice.responderSigns)
        guard let path = invocation.value(.issuer) else {
            throw .usage(
                UsageSentence.needs(option: "create ocsp", needed: "--ca FILE"), hint: CreateAdvice.namedByAuthority)
        }
        let issuer = try InputCertificate.first(of: path)
        let responder = try IssuerOptions.signer(for: .ocsp, invocation, .responder)
        // RFC 6960 §4.2.2.2: "a certificate that is issued by the CA that issued the certificate in question" with
        // id-kp-OCSPSigning.
        let isDelegate = responder.certificate.extendedKeyUsage?.contains(.ocspSigning) == true
        guard mayBeRefused || responder.certificate == issuer || isDelegate else {
            throw .refused(.notForOCSP(name: responder.certificate.subject.shortDescription))
        }
        guard mayBeRefused || responder.certificate == issuer || responder.certificate.issuer.matches(issuer.subject)
        else {
            throw .refused(
                .noResponderOf(
                    name: responder.certificate.subject.shortDescription, issuer: issuer.subject.shortDescription))
        }
        return (issuer, responder.authority)
    }

    private func status(at thisUpdate: Instant) throws(CommandError) -> SingleResponse.CertStatus {
        let status: StatedStatus =
            try invocation.word(of: .status) { text, names in
                .usage(CreateSentence.noStatus(text: text), hint: CreateAdvice.statuses(names: names))
            } ?? .good
        if status != .revoked {
            try invocation.refuse(
                [.reason, .revokedAt], without: "--status revoked", CreateAdvice.notTakenBack(status: status.rawValue))
        }
        switch status {
        case .good: return .good
        case .unknown: return .unknown
        case .revoked:
            let date = try StatedTime.value(of: .revokedAt, invocation) ?? thisUpdate.advanced(bySeconds: -60)
            return .revoked(
                SingleResponse.RevokedInfo(
                    revocationTime: date, revocationReason: try RevokedArgument.reason(of: invocation)))
        }
    }

    private func digest() throws(CommandError) -> DigestAlgorithm {
        switch invocation.value(.digest) ?? "sha1" {
        case "sha1": return .sha1
        case "sha256": return .sha256
        case let text: throw .usage(CreateSentence.noDigest(text: text), hint: CreateAdvice.digests)
        }
    }

    private func nonce() throws(CommandError) -> OCSPNonce? {
        guard let text = invocation.value(.nonce) else { return nil }
        guard let nonce = HexString.decode(text).flatMap({ OCSPNonce($0) }) else {
            throw .usage(
                CreateSentence.noNonce(text: text), hint: CreateAdvice.writeNonce)
        }
        return nonce
    }
}
