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
            throw .usage("create ocsp needs --cert FILE", hint: "name the certificate that the response speaks of")
        }
        let certificate = try InputCertificate.first(of: path)
        let (issuer, signer) = try signers()
        guard mayBeRefused || certificate.issuer.matches(issuer.subject) else {
            throw .refused(
                "\(Wording.quoted(path)) is not of \(issuer.subject.shortDescription), but of "
                    + certificate.issuer.shortDescription)
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
            if invocation.has(.responderKey) {
                throw .usage("--responder-key needs --responder", hint: "name the certificate of the key")
            }
            let issuer = try IssuerOptions.signer(for: .ocsp, invocation)
            return (issuer.certificate, issuer.authority)
        }
        for option in [CommandOption.issuerKey, .issuerPassphraseFile] where invocation.has(option) {
            throw .usage(
                "\(option.name) does not go with --responder", hint: "the responder signs, not the authority")
        }
        guard let path = invocation.value(.issuer) else {
            throw .usage("create ocsp needs --ca FILE", hint: "the response names the certificate by its authority")
        }
        let issuer = try InputCertificate.first(of: path)
        let responder = try IssuerOptions.signer(for: .ocsp, invocation, .responder)
        // RFC 6960 §4.2.2.2: "a certificate that is issued by the CA that issued the certificate in question" with
        // id-kp-OCSPSigning.
        let isDelegate = responder.certificate.extendedKeyUsage?.contains(.ocspSigning) == true
        guard mayBeRefused || responder.certificate == issuer || isDelegate else {
            throw .refused("\(responder.certificate.subject.shortDescription) is not for signing OCSP responses")
        }
        guard mayBeRefused || responder.certificate == issuer || responder.certificate.issuer.matches(issuer.subject)
        else {
            throw .refused(
                "\(responder.certificate.subject.shortDescription) is no responder of "
                    + issuer.subject.shortDescription)
        }
        return (issuer, responder.authority)
    }

    private func status(at thisUpdate: Instant) throws(CommandError) -> SingleResponse.CertStatus {
        let text = invocation.value(.status) ?? StatedStatus.good.rawValue
        guard let status = StatedStatus(rawValue: text) else {
            throw .usage(
                "--status: \(Wording.quoted(text)) is no status",
                hint: "a certificate is \(StatedStatus.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        for option in [CommandOption.reason, .revokedAt] where status != .revoked && invocation.has(option) {
            throw .usage("\(option.name) needs --status revoked", hint: "what is \(text) has not been taken back")
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
        case let text: throw .usage("--digest: \(Wording.quoted(text)) is none", hint: "it is sha1 or sha256")
        }
    }

    private func nonce() throws(CommandError) -> OCSPNonce? {
        guard let text = invocation.value(.nonce) else { return nil }
        guard let nonce = HexString.decode(text).flatMap({ OCSPNonce($0) }) else {
            throw .usage(
                "--nonce: \(Wording.quoted(text)) is no nonce", hint: "write 1 to 128 octets in hexadecimal (RFC 9654)")
        }
        return nonce
    }
}
