import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastNetworkingNames

/// A server in the middle of its handshake, what the session thinks of it, and the challenge that comes of it.
struct BridgeBench {
    let fixture: PeerFixture
    let host: String
    private let given: ServerTrust?
    private let policy: TrustPolicy

    /// - Parameters:
    ///   - fixture: who the server is.
    ///   - host: what the URL says.
    ///   - presented: what is sent in the place of the fixture's certificates.
    ///   - isTrusted: whether the session's anchors have the server's root.
    ///   - rules: of the session's policy.
    init(
        fixture: @autoclosure () throws -> PeerFixture = try PeerFixture(), host: String = "a.test",
        presented: ServerTrust? = nil, isTrusted: Bool = false, rules: [any TrustRule] = []
    ) throws {
        self.fixture = try fixture()
        self.host = host
        given = presented
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.anchors = .only(isTrusted ? [try Certificate(der: self.fixture.root.certificate)] : [])
        policy.rules = rules
        self.policy = policy
    }

    func presented() throws -> ServerTrust { try given ?? fixture.presented() }

    private func judgement() throws -> HandshakeVerdict.Judgement {
        let presented = try presented()
        return Result { () throws(TrustFailure) in
            try TrustEngine().evaluate(presented, with: policy, at: PeerFixture.moment)
        }
    }

    /// As the session asks it.
    func challenge() throws -> BridgedChallenge {
        let space = ProtectionSpace(.serverTrust, host: host, port: 443, serverTrust: try presented())
        let challenge =
            switch try judgement() {
            case .success(let proof): AuthenticationChallenge(space, proposed: Credential(trust: proof))
            case .failure(let failure): AuthenticationChallenge(space, error: HTTPSError(.certificateRefused(failure)))
            }
        return BridgedChallenge(
            challenge, failureResponse: nil, error: nil, sender: SilentSender(), clock: { PeerFixture.moment })
    }

    /// What the session makes of an answer.
    func verdict(_ disposition: AuthenticationChallenge.Disposition) throws -> HandshakeVerdict {
        HandshakeVerdict.of(
            ChallengeAsking.Answer(disposition: disposition, speaker: .session), try judgement(),
            presented: try presented(), mayAccept: true, taskID: 1)
    }

    /// Gives a trust object the server's root, and the fixture's time.
    func anchor(_ trust: SecTrust, at instant: Instant = PeerFixture.moment) throws {
        SecTrustSetAnchorCertificates(trust, try fixture.rootCertificates() as CFArray)
        SecTrustSetVerifyDate(trust, PeerFixture.date(instant))
    }
}

/// Takes answers, and does nothing with them.
final class SilentSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
}
