package import HoldfastTrust
import HoldfastX509

/// Whether a judge's acceptance is about the handshake that waits for it.
package enum AcceptanceCheck {
    package enum Objection: String, Hashable, Sendable {
        case otherCertificates = "the certificates that were judged are not those that the server sent"
        case otherKey = "the key that was judged is not the one that TLS goes on with"
        case noName = "the judgement compared no name"
    }

    /// Nil if the acceptance counts.
    ///
    /// - Parameters:
    ///   - presented: what was read from the server's Certificate message.
    ///   - offersKey: whether the certificate that libssl asks about has a key.
    package static func objection(
        _ evaluation: TrustEvaluation, presented: ServerTrust?, offersKey: (ArraySlice<UInt8>) -> Bool
    ) -> Objection? {
        guard evaluation.presented == presented, let leaf = evaluation.chain.first else { return .otherCertificates }
        guard offersKey(leaf.subjectPublicKeyInfo.bytes) else { return .otherKey }
        guard case .ssl = evaluation.policy.purpose else { return .noName }
        return nil
    }
}
