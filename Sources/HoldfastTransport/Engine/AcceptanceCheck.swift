import HoldfastTrust
import HoldfastX509

/// Whether a judge's acceptance is about the handshake that waits for it.
enum AcceptanceCheck {
    enum Objection: String, Hashable {
        case otherCertificates = "the certificates that were judged are not those that the server sent"
        case otherKey = "the key that was judged is not the one that TLS goes on with"
    }

    /// Nil if the acceptance counts.
    ///
    /// - Parameters:
    ///   - presented: what was read from the server's Certificate message.
    ///   - offersKey: whether the certificate that libssl asks about has a key.
    static func objection(
        _ evaluation: TrustEvaluation, presented: ServerTrust?, offersKey: (ArraySlice<UInt8>) -> Bool
    ) -> Objection? {
        guard evaluation.presented == presented, let leaf = evaluation.chain.first else { return .otherCertificates }
        guard offersKey(leaf.subjectPublicKeyInfo.bytes) else { return .otherKey }
        return nil
    }
}
