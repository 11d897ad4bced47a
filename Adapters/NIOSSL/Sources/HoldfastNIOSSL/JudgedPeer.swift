public import HoldfastTrust
public import HoldfastX509

/// A peer that was judged and accepted: the proof, and how it came about.
public struct JudgedPeer: Sendable {
    /// The proof, with the path that was built, its anchor, warnings and notes.
    public let evaluation: TrustEvaluation
    /// The identity by which a client was admitted (``ClientAdmission``); nil for servers, and where anyone is.
    public let admitted: ClientIdentity?
    /// Whether the peer resumed an earlier session: it did not show its certificate again, and what it showed then was
    /// judged anew.
    public let isResumed: Bool

    /// The path that was built, the peer's certificate first.
    public var chain: [Certificate] { evaluation.chain }
    /// The peer's certificate.
    public var certificate: Certificate? { chain.first }
    /// Warnings and notes.
    public var findings: [Finding] { evaluation.findings }
}
