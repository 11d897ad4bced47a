public import HoldfastX509

/// A path from the leaf towards an anchor, as the builder hands it to the rules.
public struct CertificationPath: Sendable {
    /// The upper end of a path.
    public enum End: Hashable, Sendable {
        /// At this anchor, which is the last certificate.
        case anchor(TrustAnchor)
        /// At this certificate, which is the last one, and which its file rejects for the purpose
        /// (``TrustAnchor/permits(_:)``): it is no anchor.
        case rejected(TrustAnchor)
        /// No certificate at hand has the issuer's name.
        case issuerNotFound
        /// The last certificate is self-signed, or only leads back into the path, and is no anchor.
        case notAnchored
        /// The limit ``Limits/pathCertificates`` was reached; what comes above was not looked at.
        case workLimit
    }

    /// The state of the signature by which one certificate of the path vouches for the one below.
    public enum Signature: Hashable, Sendable {
        case verified
        case failed
        /// The algorithm or the key is of a kind that is not supported, and so was not checked.
        case unsupported
        /// Not checked: the path cannot be trusted anyhow, or the work limit was reached.
        case unchecked
    }

    /// The certificates, leaf first.
    public let certificates: [Certificate]
    /// `signatures[i]` is the signature on `certificates[i]` by the key of `certificates[i + 1]`.
    public let signatures: [Signature]
    /// The upper end of the path.
    public let end: End

    /// The leaf: the certificate that is judged.
    public var leaf: Certificate { certificates[0] }

    /// The anchor, where the path reached one.
    public var anchor: TrustAnchor? {
        if case .anchor(let anchor) = end { anchor } else { nil }
    }

    /// Whether the certificate at this depth was given as an anchor, and is so exempt from rules about itself.
    public func isAnchor(depth: Int) -> Bool { top != nil && depth == certificates.count - 1 }

    /// The anchor, or the certificate that would be it were it not rejected: its rules are not the finding then.
    private var top: TrustAnchor? { if case .rejected(let anchor) = end { anchor } else { anchor } }

    /// Whether the path is one certificate that signed itself and is no anchor.
    var isSelfSignedLeaf: Bool { end == .notAnchored && certificates.count == 1 }

    /// The kind of anchor that ends the path.
    var anchorKind: AnchorKind { top?.kind ?? .none }

    /// The path as it is for a purpose: one that ends at an anchor whose file rejects it ends at none.
    func held(to purpose: TrustPurpose) -> CertificationPath {
        guard let anchor, !anchor.permits(purpose) else { return self }
        return CertificationPath(certificates: certificates, signatures: signatures, end: .rejected(anchor))
    }
}
