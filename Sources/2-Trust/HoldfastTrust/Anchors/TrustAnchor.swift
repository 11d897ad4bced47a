import HoldfastCrypto
public import HoldfastX509

/// One certificate that ends a path, and where it came from.
public struct TrustAnchor: Hashable, Sendable {
    /// Trust settings as a file has them beside the certificate.
    enum Settings: Hashable, Sendable {
        case read(CertificateTrustSettings)
        /// Octets that are none, and may be a rejection.
        case unreadable(DERError)
    }

    /// The certificate; its name and key are what is trusted (RFC 5280 §6.1.1(d)).
    public let certificate: Certificate
    /// The file it was read from, or nil for one given in memory.
    public let source: String?
    /// Whether it is judged as one of the public web although no root programme has it.
    var countsAsPublic = false
    /// The trust settings of every file that has some for it: each of them counts.
    var settings: [Settings] = []

    /// Whether it belongs to the public web or to the user.
    public var kind: AnchorKind {
        countsAsPublic || PublicRoots.current.contains(certificate) ? .publicWeb : .own
    }

    /// The trust settings beside it that could be read; empty where its files have none.
    public var trustSettings: [CertificateTrustSettings] {
        settings.compactMap { if case .read(let settings) = $0 { settings } else { nil } }
    }

    /// Whether its files let it end a path for a purpose.
    ///
    /// A file that rejects it for the purpose, or trusts it for others alone, has the last word: it is no anchor then,
    /// and a path that leads to it, or through it, is refused (`anchorRejected`).
    public func permits(_ purpose: TrustPurpose) -> Bool { rejection(for: purpose) == nil }

    /// The reason why its files do not let it end a path for a purpose; nil where they do.
    func rejection(for purpose: TrustPurpose) -> Rejection? {
        for settings in settings {
            switch settings {
            case .unreadable(let error): return .unreadable(error)
            case .read(let words) where words.permits(purpose.extendedKeyUsage): continue
            case .read(let words):
                if !words.rejectedUses.isEmpty, words.permitsWhatIsTrusted(purpose.extendedKeyUsage) {
                    return .rejected(words.rejectedUses)
                }
                return .trustedOtherwise(words.trustedUses ?? [])
            }
        }
        return nil
    }

    /// The reason why an anchor is none for a purpose.
    enum Rejection: Hashable, Sendable {
        /// Uses that it is rejected for, the one that is asked for among them.
        case rejected([ObjectIdentifier])
        /// Uses that it is trusted for, and the one that is asked for is none of them.
        case trustedOtherwise([ObjectIdentifier])
        /// Trust settings that cannot be read.
        case unreadable(DERError)
    }

    /// An anchor without words, for whatever its authority signs: signers of revocation lists and of OCSP responses are
    /// believed where their authority's path was, whatever its purpose.
    var forSigners: TrustAnchor {
        TrustAnchor(certificate: certificate, source: source, countsAsPublic: countsAsPublic)
    }

    /// Everything of it that can change a verdict.
    var digestInput: [UInt8] {
        let words = settings.map { "\($0)" }.sorted().joined(separator: "\n")
        return certificate.fingerprint + (settings.isEmpty ? [] : Digest.sha256(Array(words.utf8)))
    }
}

extension CertificateTrustSettings {
    /// Whether a use would be permitted were nothing rejected.
    fileprivate func permitsWhatIsTrusted(_ use: ObjectIdentifier?) -> Bool {
        guard let trustedUses else { return true }
        return trustedUses.contains { $0 == .anyExtendedKeyUsage || $0 == use }
    }
}

/// The kind of anchor that a path ends at, by which the `default` profile chooses its strictness.
public enum AnchorKind: String, Hashable, Sendable {
    /// An anchor of the public web: one that a root programme has or had (``PublicRoots``).
    case publicWeb
    /// The user's own: anything else that was given as an anchor.
    case own
    /// The path ends at no anchor; judged as strictly as the public web, but for a leaf that signed itself, which is
    /// judged as an anchor of one's own would be, its key aside.
    case none
}
