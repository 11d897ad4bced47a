public import HoldfastX509

/// Constraints on what may be below an anchor: the anchor is trusted within them, and for nothing else.
///
/// They are a relying party's, and stand beside an anchor, as root programmes have them: NSS's
/// `CKA_NSS_SERVER_DISTRUST_AFTER`, the constraints of Chrome's root store, those of Apple's root programme (5.1). For
/// public roots they come from data, by the profile; these are one's own (``TrustPolicy/anchorConstraints``), for any
/// anchor, and each that is not met is an error under every profile. What the anchor's certificate itself says, as its
/// name constraints, is judged besides.
public struct AnchorConstraints: Hashable, Sendable {
    /// SHA-256 of the anchor's DER octets; nil for every anchor.
    public let anchor: [UInt8]?
    /// The last instant at which a certificate below may begin to be valid (NSS, `SERVER_DISTRUST_AFTER`).
    ///
    /// An authority that is not honest writes an earlier date; ``timestampNotAfter`` does not rest on its word alone.
    public var distrustAfter: Instant?
    /// The last instant that the earliest timestamp of a log may state (Chrome, `sct_not_after`).
    ///
    /// Where the policy asks for transparency with a list of logs, verified timestamps alone count; without one they
    /// are taken at their word, and the certificate must not begin to be valid later either. One without a timestamp
    /// is refused.
    public var timestampNotAfter: Instant?
    /// The most days that a certificate below may be valid for, a begun one counted whole.
    public var maximumLifetimeDays: Int?
    /// The domains at or below which every DNS name of a certificate below has to be; empty for no bound. With a bound,
    /// addresses are refused: none is below a domain.
    public var permittedDNSNames: [DNSName] = []
    /// The extended key usages that the anchor is trusted for; empty for no bound. With a bound, a chain that is judged
    /// for no use (``TrustPolicy/Purpose/basicX509``) needs `anyExtendedKeyUsage` among them.
    public var permittedUses: Set<ObjectIdentifier> = []

    /// Makes constraints on every anchor that constrain nothing yet.
    public init() { anchor = nil }

    /// Makes constraints on one anchor that constrain nothing yet.
    ///
    /// - Parameter anchor: SHA-256 of its DER octets.
    /// - Throws: ``AnchorConstraintError`` where it is none: such constraints would be on no anchor, and say nothing.
    public init(anchor: [UInt8]) throws(AnchorConstraintError) {
        guard anchor.count == 32 else { throw .notAFingerprint(octets: anchor.count) }
        self.anchor = anchor
    }

    /// Makes constraints on one anchor that constrain nothing yet.
    public init(on anchor: Certificate) { self.anchor = anchor.fingerprint }

    /// Whether it bounds nothing.
    package var constrainsNothing: Bool {
        distrustAfter == nil && timestampNotAfter == nil && maximumLifetimeDays == nil && permittedDNSNames.isEmpty
            && permittedUses.isEmpty
    }

    /// Everything of it that can change a verdict, in one text.
    var digestText: String {
        let texts: [String] = [
            anchor.map { HexString.encode($0) } ?? "every", distrustAfter?.description ?? "-",
            timestampNotAfter?.description ?? "-", "\(maximumLifetimeDays ?? -1)",
            permittedDNSNames.map(\.text).joined(separator: " "),
            permittedUses.map(\.description).sorted().joined(separator: " "),
        ]
        return texts.joined(separator: ",")
    }
}

/// The reason why constraints on an anchor cannot be made.
public enum AnchorConstraintError: Error, Hashable, Sendable {
    /// The anchor is named by octets that are no SHA-256, which has 32; the number of them that was given.
    case notAFingerprint(octets: Int)
}
