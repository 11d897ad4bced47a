import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport

/// The identity of one server on loopback, and sessions that trust its authority.
struct PeerSession {
    static let host = Loopback.host

    let bench: Loopback
    let identity: Identity

    init(keys: KeyKind = .p256, hasIntermediate: Bool = true) throws {
        bench = try Loopback(keys: keys, hasIntermediate: hasIntermediate)
        identity = try bench.identity()
    }

    var root: CertificateAuthority { bench.root }
    var now: Instant { bench.now }
    var rootPEM: String { root.identity.chainPEM }

    func session(
        _ port: UInt16, _ handler: (any ChallengeHandler)?,
        _ change: (inout HTTPSSession.Configuration) throws -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.dial = [.loopback(port)]
        // Only for a test that hangs.
        configuration.timeouts.request = .seconds(600)
        configuration.timeouts.idle = nil
        configuration.timeouts.challenge = .seconds(600)
        configuration.credentials.handler = handler
        configuration.trust.policy = bench.trusting
        try change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    func url(_ port: UInt16, _ path: String) throws -> HTTPSURL { try HTTPSURL("https://\(Self.host):\(port)\(path)") }
}

/// Answers as it is told, and keeps what it was asked.
final class PeerHandler: ChallengeHandler {
    private let log = Notes<String>()
    private let answer: @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition

    init(_ answer: @escaping @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition) {
        self.answer = answer
    }

    /// Answers the first time, and leaves it at that.
    convenience init(_ credential: Credential) {
        self.init { $0.previousFailureCount == 0 ? .useCredential(credential) : .performDefaultHandling }
    }

    var asked: [String] { log.all }

    func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
        guard challenge.protectionSpace.authenticationMethod != .serverTrust else { return .notImplemented }
        log.add("\(challenge.protectionSpace.authenticationMethod) \(challenge.previousFailureCount)")
        return answer(challenge)
    }
}

extension DialRule {
    /// Leads a name and a port to that port of this machine.
    static func loopback(_ port: UInt16, host: String = Loopback.host) -> DialRule {
        guard let name = try? ServerName(host), let address = IPAddress("127.0.0.1") else {
            preconditionFailure("\(host) is no host")
        }
        return DialRule(name, port: port, to: [Target(address, port: port)])
    }
}
