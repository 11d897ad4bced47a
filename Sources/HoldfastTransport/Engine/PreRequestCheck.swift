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
        case avoidedAddress = "its connection leads to an address that is not to be used for its server any more"
        case outdatedPolicy = "the policy has changed since it was prepared"
        case otherKey = "its connection's certificate has another key than the judged one"
        case encrypted = "it is for a connection without TLS, and this one has TLS"
        case otherRequest = "what was answered in its connection's handshake was for another request"
    }

    /// What a connection of this partition was accepted for.
    struct Standing {
        var role = HandshakeRole.server
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
    ///   - role: whose connection it has to be.
    ///   - hasConnection: whether libcurl has a TLS connection for the request.
    ///   - standing: what this partition knows about that connection.
    ///   - peerHasKey: whether the connection's peer certificate has a key.
    static func denial(
        _ request: TransportRequest, by role: HandshakeRole = .server, hasConnection: Bool, standing: Standing?,
        peerHasKey: (ArraySlice<UInt8>) -> Bool
    ) -> Denial? {
        guard !request.isPlain else { return .encrypted }
        guard hasConnection else { return .noConnection }
        guard let standing else { return .unknownConnection }
        guard let key = standing.acceptedKey else { return .notAccepted }
        guard standing.isFinished else { return .unfinished }
        guard standing.host == request.host, standing.port == request.port else { return .otherServer }
        guard standing.role == role else { return .otherServer }
        guard standing.policyDigest == request.policyDigest else { return .otherPolicy }
        guard request.isCurrent?() ?? true else { return .outdatedPolicy }
        guard standing.scopes.allSatisfy({ $0.covers(request) }) else { return .otherRequest }
        guard peerHasKey(key) else { return .otherKey }
        return nil
    }

    /// The same for a request that goes out without TLS: on a connection of this partition's own, to its server, where
    /// nothing is encrypted but the way to a proxy, and that as it was accepted.
    ///
    /// - Parameters:
    ///   - server: where the partition's connection leads; nil for one that it does not know.
    ///   - hasTLS: whether libcurl has a TLS connection for the request.
    ///   - standing: what this partition knows about that.
    static func denial(
        ofPlain request: TransportRequest, server: (host: String, port: UInt16)?, hasTLS: Bool, standing: Standing?,
        peerHasKey: (ArraySlice<UInt8>) -> Bool
    ) -> Denial? {
        guard let server else { return .unknownConnection }
        guard server.host == request.host, server.port == request.port else { return .otherServer }
        guard let proxy = request.proxy, proxy.kind == .https else { return hasTLS ? .encrypted : nil }
        var tunnel = request
        tunnel.isPlain = false
        (tunnel.host, tunnel.port, tunnel.policyDigest) = (proxy.host, proxy.port, proxy.policyDigest)
        return denial(tunnel, by: .proxy, hasConnection: hasTLS, standing: standing, peerHasKey: peerHasKey)
    }
}
