package import HoldfastStatements
package import HoldfastTrust
import HoldfastX509

/// The last question before a request is sent: was this very connection accepted, for this request?
///
/// The pool finds a connection by server and policy; whether it may carry this request, by its keys, its scope and what
/// is known by now, is asked here, whatever the pool has found.
package enum PreRequestCheck {
    /// The reason why a request must not be sent.
    package enum Denial: String, Sentence {
        case noConnection = "it has no TLS connection"
        case unknownConnection = "its connection was not opened by this partition"
        case notAccepted = "its connection's certificate was not accepted"
        case unfinished = "its connection's handshake is not finished"
        case otherServer = "its connection was accepted for another server"
        case otherPolicy = "its connection was accepted under another policy"
        case avoidedAddress = "its connection leads to an address that is not to be used for its server any more"
        case outdatedPolicy = "the policy has changed since it was prepared"
        case outdatedAcceptance = "what its connection's acceptance rested on has ended, or is known better since"
        case otherKey = "its connection's certificate has another key than the judged one"
        case noExtendedMasterSecret = "its connection has no extended master secret (RFC 7627)"
        case otherGroup = "its connection's keys were agreed on by none of the groups that the settings ask for"
        case encrypted = "it is for a connection without TLS, and this one has TLS"
        case notIdempotent = "it went out over a connection that has ended since, and must not go out twice"
        case repeatedAlready = "it went out twice, over connections that have ended since"
        case keptAgain = "it went out over a kept connection that has ended since, and this one was kept as well"
        case otherRequest = "what was answered in its connection's handshake was for another request"

        package static let topic = "denial"

        package var words: LocalizedText {
            switch self {
            case .noConnection: LocalizedText(rawValue, "没有 TLS 连接")
            case .unknownConnection: LocalizedText(rawValue, "连接不是由该分区打开的")
            case .notAccepted: LocalizedText(rawValue, "连接的证书没有被接受")
            case .unfinished: LocalizedText(rawValue, "连接的握手没有完成")
            case .otherServer: LocalizedText(rawValue, "连接是为另一服务器接受的")
            case .otherPolicy: LocalizedText(rawValue, "连接是在另一策略下接受的")
            case .avoidedAddress: LocalizedText(rawValue, "连接通往的地址已不再用于该服务器")
            case .outdatedPolicy: LocalizedText(rawValue, "准备请求之后策略已改变")
            case .outdatedAcceptance: LocalizedText(rawValue, "接受连接的依据已失效，或此后有了更确切的了解")
            case .otherKey: LocalizedText(rawValue, "连接的证书与所判定的证书密钥不同")
            case .noExtendedMasterSecret: LocalizedText(rawValue, "连接没有扩展主密钥（RFC 7627）")
            case .otherGroup: LocalizedText(rawValue, "连接的密钥不是由设置所要求的任何一个群协商的")
            case .encrypted: LocalizedText(rawValue, "请求应走没有 TLS 的连接，而该连接有 TLS")
            case .notIdempotent: LocalizedText(rawValue, "请求已通过一条此后结束的连接发出，不得发送两次")
            case .repeatedAlready: LocalizedText(rawValue, "请求已发出两次，所用的连接此后都已结束")
            case .keptAgain: LocalizedText(rawValue, "请求已通过一条此后结束的保留连接发出，而该连接也是保留的")
            case .otherRequest: LocalizedText(rawValue, "连接握手中的应答是给另一请求的")
            }
        }
    }

    /// The terms on which a connection of this partition was accepted.
    struct Acceptance {
        var role = HandshakeRole.server
        var host: String
        var port: UInt16
        var policyDigest: [UInt8]
        /// The key that was judged, as a DER SubjectPublicKeyInfo; nil where no certificate was accepted.
        var acceptedKey: ArraySlice<UInt8>?
        /// Whether the handshake came to its end.
        var isFinished: Bool
        /// The scopes of the answers that the handshake was given: about the server, and about the client.
        var scopes: [AnswerScope] = [.everyRequest]
        /// The proof that the certificate was accepted.
        var evaluation: TrustEvaluation?
    }

    /// Nil if the request may be sent.
    ///
    /// - Parameters:
    ///   - role: whose connection it has to be.
    ///   - hasConnection: whether there is a TLS connection for the request.
    ///   - acceptance: what this partition knows about that connection.
    ///   - peerHasKey: whether the connection's peer certificate has a key.
    static func denial(
        _ request: TransportRequest, by role: HandshakeRole = .server, hasConnection: Bool, acceptance: Acceptance?,
        peerHasKey: (ArraySlice<UInt8>) -> Bool
    ) -> Denial? {
        guard !request.isPlain else { return .encrypted }
        guard hasConnection else { return .noConnection }
        guard let acceptance else { return .unknownConnection }
        guard let key = acceptance.acceptedKey else { return .notAccepted }
        guard acceptance.isFinished else { return .unfinished }
        guard acceptance.host == request.host, acceptance.port == request.port else { return .otherServer }
        guard acceptance.role == role else { return .otherServer }
        guard acceptance.policyDigest == request.tls.policyDigest else { return .otherPolicy }
        guard request.tls.isCurrent?() ?? true else { return .outdatedPolicy }
        if let holds = request.tls.acceptanceHolds {
            guard let proof = acceptance.evaluation, holds(proof) else { return .outdatedAcceptance }
        }
        guard acceptance.scopes.allSatisfy({ $0.covers(request) }) else { return .otherRequest }
        guard peerHasKey(key) else { return .otherKey }
        return nil
    }

    /// Nil if a request without TLS may be sent: on a connection of this partition's own, to its server, where nothing
    /// is encrypted but the way to a proxy, and that as it was accepted.
    ///
    /// - Parameters:
    ///   - server: where the partition's connection leads; nil for one that it does not know.
    ///   - hasTLS: whether there is a TLS connection for the request.
    ///   - acceptance: what this partition knows about that.
    static func denial(
        ofPlain request: TransportRequest, server: (host: String, port: UInt16)?, hasTLS: Bool, acceptance: Acceptance?,
        peerHasKey: (ArraySlice<UInt8>) -> Bool
    ) -> Denial? {
        guard let server else { return .unknownConnection }
        guard server.host == request.host, server.port == request.port else { return .otherServer }
        guard let proxy = request.connection.proxy, proxy.kind == .https else { return hasTLS ? .encrypted : nil }
        var tunnel = request
        tunnel.isPlain = false
        (tunnel.host, tunnel.port, tunnel.tls.policyDigest) = (proxy.host, proxy.port, proxy.policyDigest)
        return denial(tunnel, by: .proxy, hasConnection: hasTLS, acceptance: acceptance, peerHasKey: peerHasKey)
    }
}

/// Whether a judge's acceptance is about the handshake that waits for it.
package enum AcceptanceCheck {
    package enum Objection: String, Sentence {
        case otherCertificates = "the certificates that were judged are not those that the server sent"
        case otherKey = "the key that was judged is not the one that TLS goes on with"
        case noName = "the judgement compared no name"

        package static let topic = "acceptance"

        package var words: LocalizedText {
            switch self {
            case .otherCertificates: LocalizedText(rawValue, "所判定的证书不是服务器所发送的证书")
            case .otherKey: LocalizedText(rawValue, "所判定的密钥不是 TLS 接下来使用的密钥")
            case .noName: LocalizedText(rawValue, "判定没有核对名称")
            }
        }
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
