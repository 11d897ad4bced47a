import HoldfastStatements
import HoldfastX509

/// Whether somebody who signs lists or responses in an authority's place is believed.
enum SignerStanding: Hashable, Sendable {
    /// A path leads from it to the anchor, obeys the profile, and nothing in it is revoked.
    case trusted
    /// An authority made it a signer, and something is missing now: nothing good is believed of it, a revocation is.
    case doubted(SignerDoubt)
    case distrusted(SignerFault)

    /// The standing by what a profile's rules find in the path of a signer: an error of its own certificate that makes
    /// it no other's leaves a doubt, any other error makes it nobody's.
    init(of signer: Certificate, errors: [Finding]) {
        let doubts = errors.map { finding -> SignerDoubt? in
            guard finding.position == .certificate(depth: 0) else { return nil }
            return switch finding.code {
            case .expired: .expired(signer.validity.notAfter.instant)
            case .weakKey, .weakSignature: .weak
            case .unsupportedAlgorithm: .unsupported
            default: nil
            }
        }
        guard !doubts.contains(nil) else {
            let fault = zip(errors, doubts).first { $0.1 == nil }?.0
            self = .distrusted(.path(because: fault?.statements.message))
            return
        }
        // An end bounds what is believed by the time of a statement; it is told before a weakness.
        let found = doubts.compactMap(\.self)
        self = (found.first { $0 != .weak } ?? found.first).map { .doubted($0) } ?? .trusted
    }

    private var rank: Int {
        switch self {
        case .trusted: 2
        case .doubted: 1
        case .distrusted: 0
        }
    }

    /// The better of the standings by two paths.
    func orBetter(_ other: SignerStanding) -> SignerStanding { other.rank > rank ? other : self }
}

/// A lack of a signer's own certificate: a fault that only ever refuses.
///
/// What it says to be good is not believed, and what it says to be revoked is, since whoever took the lack for a reason
/// to hear nothing would trust what stands revoked.
enum SignerDoubt: Sentence {
    /// RFC 6960 §3.2(4): "The signer is currently authorized". It was when the statement was made.
    case expired(Instant)
    /// RFC 6960 §4.2.2.2.1, RFC 5280 §6.3.3(f): whether its certificate was revoked is asked, and nobody answers.
    case statusUnknown
    /// The profile refuses its key, or the signature on its certificate.
    case weak
    /// A key, or a signature on the signer's certificate, of an algorithm that is not verified here.
    case unsupported
    /// RFC 5280 §6.3.3(f) asks for cRLSign where there is a key usage, and §4.2.1.3 for a key usage.
    case noKeyUsage

    /// Whether a hold that is said with this lack counts: it may have ended since the signer's certificate did.
    var letsHoldCount: Bool { if case .expired = self { false } else { true } }
}

extension SignerDoubt {
    static let topic = "signerDoubt"

    /// The end of a sentence that begins with the list or the response.
    var words: LocalizedText {
        switch self {
        case .expired(let end):
            LocalizedText(
                "was signed by somebody whose own certificate expired on \(end)", "的签署者自身的证书已于 \(end) 过期")
        case .statusUnknown:
            LocalizedText(
                "was signed by somebody of whose own certificate it is not known whether it was revoked",
                "的签署者自身的证书是否已被吊销无法得知")
        case .weak:
            LocalizedText(
                "was signed by somebody whose own certificate has a key or a signature that is too weak",
                "的签署者自身的证书密钥或签名过弱")
        case .unsupported:
            LocalizedText(
                "was signed by somebody whose own certificate has a key or a signature that is not supported",
                "的签署者自身的证书密钥或签名不受支持")
        case .noKeyUsage:
            LocalizedText(
                "was signed by somebody whose own certificate does not say that it signs lists",
                "的签署者自身的证书没有写明可签署吊销列表")
        }
    }
}

/// A reason why a signer is not believed at all.
enum SignerFault: Sentence {
    /// There is no path that obeys the profile; what is wrong with the best one.
    case path(because: Statement?)
    /// The certificate had ended when it signed.
    case expired(Instant)
    /// The certificate was revoked, by the word of somebody who may say it.
    case revoked

    static let topic = "signerFault"

    /// The end of a sentence that begins with the list or the response.
    var words: LocalizedText {
        switch self {
        case .path(nil):
            LocalizedText("was signed by somebody whose own certificate is not trusted", "的签署者自身的证书不受信任")
        case .path(let reason?):
            LocalizedText(
                "was signed by somebody whose own certificate is not trusted: \(reason.english)",
                "的签署者自身的证书不受信任：\(reason.chinese)")
        case .expired(let end):
            LocalizedText(
                "was signed by somebody whose own certificate had expired on \(end)",
                "的签署者自身的证书在签署之前已于 \(end) 过期")
        case .revoked: LocalizedText("was signed by somebody whose own certificate was revoked", "的签署者自身的证书已被吊销")
        }
    }
}
