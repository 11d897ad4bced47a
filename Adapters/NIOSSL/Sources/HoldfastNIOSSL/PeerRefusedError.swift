public import HoldfastTrust

/// An error for a peer that was refused: why, with every finding, and what TLS said of it.
///
/// It comes in the place of NIOSSL's own error through the channel's pipeline, and ends the future of
/// ``NIOCore/Channel/judgedPeer()``.
public struct PeerRefusedError: Error, CustomStringConvertible {
    /// The reason of a refusal.
    public enum Reason: Sendable {
        /// The chain was judged and refused.
        case untrusted(TrustFailure)
        /// The client's certificate was accepted, and nobody of its names is admitted.
        case notAdmitted(NotAdmittedError)
        /// The peer showed no certificate.
        case noCertificate
        /// The list of certificates was over the policy's limits.
        case overLimits(ServerTrustError)
        /// A certificate could not be written by the TLS library.
        case unreadable
        /// The policy that the program gave is for another purpose than this connection's.
        case policyForAnotherPurpose(TrustPurpose)
        /// The policy lets evidence be fetched, and the judge has nothing to fetch it with.
        case noEvidenceSource
        /// The handshake was completed, and nobody had judged the peer.
        case notJudged
    }

    /// The reason.
    public let reason: Reason
    /// The server that was to be proven; nil for a client.
    public let serverName: ServerName?
    /// The error of NIOSSL in whose place this one comes; nil where it had none.
    public internal(set) var tlsError: (any Error)?

    init(_ reason: Reason, serverName: ServerName?) { (self.reason, self.serverName) = (reason, serverName) }

    /// The refusal of the chain; nil where it was refused for another reason.
    public var failure: TrustFailure? { if case .untrusted(let failure) = reason { failure } else { nil } }

    /// Everything that was found of the chain, errors first; empty where it was refused for another reason.
    public var findings: [Finding] { failure?.findings ?? [] }

    /// The reason in one line.
    public var description: String {
        switch reason {
        case .untrusted(let failure): failure.description
        case .notAdmitted(let error): error.description
        case .noCertificate: "the peer showed no certificate"
        case .overLimits(let error): "the list of certificates is over the limits: \(error)"
        case .unreadable: "a certificate of the peer could not be written by the TLS library"
        case .policyForAnotherPurpose(let purpose): "the policy is for another purpose: \(purpose.name)"
        case .noEvidenceSource: "the policy lets evidence be fetched, and JudgeSettings.evidence is nil"
        case .notJudged: "the handshake was completed without a verdict"
        }
    }
}
