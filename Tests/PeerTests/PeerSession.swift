import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509
import Synchronization

/// An authority for one server on loopback, and sessions that trust it.
struct PeerSession {
    static let host = "www.holdfast.test"

    let identity: Identity
    let root: CertificateAuthority
    let now = SystemClock.now()

    init() throws {
        root = try CertificateAuthority.root(name: "Peer Root", at: now)
        identity = try root.intermediate(name: "Peer Intermediate", at: now).issue(.server(names: [Self.host], at: now))
    }

    var rootPEM: String { PEMBlock(label: "CERTIFICATE", contents: root.certificate).encoded }

    func session(
        _ port: UInt16, _ handler: (any ChallengeHandler)?,
        _ change: (inout HTTPSSession.Configuration) throws -> Void = { _ in }
    ) throws -> HTTPSSession {
        let anchors = TrustAnchors.only([try Certificate(der: root.certificate)])
        var configuration = HTTPSSession.Configuration()
        configuration.connectTo = ["\(Self.host):\(port):127.0.0.1:\(port)"]
        // Only for a test that hangs.
        configuration.timeout = .seconds(600)
        configuration.idleTimeout = nil
        configuration.challengeTimeout = .seconds(600)
        configuration.challenges = handler
        configuration.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        try change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    func url(_ port: UInt16, _ path: String) throws -> HTTPSURL { try HTTPSURL("https://\(Self.host):\(port)\(path)") }
}

/// Answers as it is told, and keeps what it was asked.
final class PeerHandler: ChallengeHandler {
    private let log = Mutex<[String]>([])
    private let answer: @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition

    init(_ answer: @escaping @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition) {
        self.answer = answer
    }

    /// Answers the first time, and leaves it at that.
    convenience init(_ credential: Credential) {
        self.init { $0.previousFailureCount == 0 ? .useCredential(credential) : .performDefaultHandling }
    }

    var asked: [String] { log.withLock { $0 } }

    func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
        guard challenge.protectionSpace.authenticationMethod != .serverTrust else { return .notImplemented }
        log.withLock {
            $0.append("\(challenge.protectionSpace.authenticationMethod) \(challenge.previousFailureCount)")
        }
        return answer(challenge)
    }
}
