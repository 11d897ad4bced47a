/// The last question before a request is sent: was this very connection accepted, for this request?
///
/// libcurl picks a pooled connection without regard to how its handshake was decided, so what must not be sent is held
/// back here and nowhere else.
enum PreRequestCheck {
    /// Why a request must not be sent.
    enum Denial: String, Hashable {
        case noConnection = "it has no TLS connection"
        case unknownConnection = "its connection was not opened by this partition"
        case notAccepted = "its connection's certificate was not accepted"
        case unfinished = "its connection's handshake is not finished"
        case otherServer = "its connection was accepted for another server"
        case otherPolicy = "its connection was accepted under another policy"
        case otherKey = "its connection's certificate has another key than the judged one"
        case otherRequest = "what was answered in its connection's handshake was for another request"
    }

    /// What a connection of this partition was accepted for.
    struct Standing {
        var host: String
        var port: UInt16
        var policyDigest: [UInt8]
        /// The key that was judged, as a DER SubjectPublicKeyInfo; nil where no certificate was accepted.
        var acceptedKey: ArraySlice<UInt8>?
        /// Whether the handshake came to its end.
        var isFinished: Bool
        /// What the answers that the handshake was given hold for: about the server, and about the client.
        var scopes: [AnswerScope] = [.everyRequest]
    }

    /// Nil if the request may be sent.
    ///
    /// - Parameters:
    ///   - hasConnection: whether libcurl has a TLS connection for the request.
    ///   - standing: what this partition knows about that connection.
    ///   - peerHasKey: whether the connection's peer certificate has a key.
    static func denial(
        _ request: TransportRequest, hasConnection: Bool, standing: Standing?,
        peerHasKey: (ArraySlice<UInt8>) -> Bool
    ) -> Denial? {
        guard hasConnection else { return .noConnection }
        guard let standing else { return .unknownConnection }
        guard let key = standing.acceptedKey else { return .notAccepted }
        guard standing.isFinished else { return .unfinished }
        guard standing.host == request.host, standing.port == request.port else { return .otherServer }
        guard standing.policyDigest == request.policyDigest else { return .otherPolicy }
        guard standing.scopes.allSatisfy({ $0.covers(request) }) else { return .otherRequest }
        guard peerHasKey(key) else { return .otherKey }
        return nil
    }
}
