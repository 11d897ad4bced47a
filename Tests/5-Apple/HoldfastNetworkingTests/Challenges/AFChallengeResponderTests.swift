import HoldfastAuthority
import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// What becomes of a challenge by each of a handler's results (AFNetworking 4, `setAuthenticationChallengeHandler:`:
/// an error "will be reported in the completion handler of the task", a credential "will be used to fulfil the
/// challenge", a disposition, or nil from a handler that calls the completion handler itself).
@Suite("AFNetworking's challenge handler")
struct AFChallengeResponderTests {
    typealias Handler = AFURLSessionTaskAuthenticationChallengeHandler

    private struct Refused: Error {}

    /// The end of a task: its status, or its error.
    private struct Ending: Sendable {
        let status: Int?
        let error: (any Error)?

        var code: URLError.Code? { (error as? URLError)?.code }
    }

    let bench: Loopback
    let server: TLSServer
    /// The policy that knows the servers' root.
    let good: AFSecurityPolicy
    /// The policy that knows somebody else's.
    let bad: AFSecurityPolicy
    let asked = Notes<String>()

    init() throws {
        bench = try Loopback()
        server = try bench.answering { request in
            guard request.target == "/login" else { return ServerResponse(text: "there") }
            return request["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
                ? ServerResponse(text: "welcome")
                : ServerResponse(
                    status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=\"here\"")], body: [])
        }
        good = AFSecurityPolicy(
            pinningMode: .certificate, withPinnedCertificates: [Data(bench.root.certificate)])
        bad = AFSecurityPolicy(
            pinningMode: .certificate, withPinnedCertificates: [Data(try Loopback().root.certificate)])
    }

    /// Runs a task whose session has the responder for its delegate.
    private func ending(_ responder: AFChallengeResponder, _ path: String = "/") async throws -> Ending {
        let session = URLSession(
            configuration: bench.configuration(server), delegate: responder, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: try bench.url(server, path))
        return await withCheckedContinuation { continuation in
            responder.setTaskDidComplete { _, task, error in
                let status = (task.response as? HTTPURLResponse)?.statusCode
                continuation.resume(returning: Ending(status: status, error: error))
            }
            task.resume()
        }
    }

    private func ending(_ policy: AFSecurityPolicy, _ path: String = "/", _ handler: @escaping Handler) async throws
        -> Ending
    {
        try await ending(
            AFChallengeResponder(securityPolicy: policy) { [asked] session, task, challenge, completion in
                asked.add(
                    challenge.protectionSpace.authenticationMethod
                        .replacing("NSURLAuthenticationMethod", with: ""))
                return handler(session, task, challenge, completion)
            }, path)
    }

    private static func isServer(_ challenge: URLAuthenticationChallenge) -> Bool {
        challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
    }

    @Test("without a handler the policy judges the server, by the task's method") func policyAlone() async throws {
        let ending = try await ending(AFChallengeResponder(securityPolicy: good))
        #expect(ending.status == 200 && ending.error == nil)
        // The default policy knows the system's anchors alone.
        for policy in [bad, AFSecurityPolicy.defaultPolicy()] {
            let refused = try await self.ending(AFChallengeResponder(securityPolicy: policy))
            let error = try #require(refused.error as? URLError)
            #expect(error.code == .serverCertificateUntrusted)
            #expect(error.localizedDescription.hasPrefix("The certificate for this server is invalid."))
            #expect(error.failureURLPeerTrust != nil)
            #expect(error.failingURL == (try bench.url(server)))
            #expect(error.userInfo[NSLocalizedFailureReasonErrorKey] as? String != nil)
        }
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("without a handler other challenges get the default handling") func otherChallenges() async throws {
        #expect(try await ending(AFChallengeResponder(securityPolicy: good), "/login").status == 401)
    }

    @Test("an error cancels, and is what the task's completion reports") func error() async throws {
        let ending = try await ending(good) { _, _, _, _ in .error(Refused()) }
        #expect(ending.error is Refused && ending.status == nil)
        #expect(server.counters.requestsReceived == 0)
        #expect(asked.all == ["ServerTrust"])
    }

    @Test("a task with a completion handler of its own ends with the handler's error") func errorOfTask() async throws {
        let responder = AFChallengeResponder(securityPolicy: good) { _, _, _, _ in .error(Refused()) }
        let session = URLSession(
            configuration: bench.configuration(server), delegate: responder, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let url = try bench.url(server)
        let (task, error) = await withCheckedContinuation { continuation in
            let made = Mutex<URLSessionDataTask?>(nil)
            let task = session.dataTask(with: url) { _, _, error in
                continuation.resume(returning: (made.withLock { $0 }, error))
            }
            made.withLock { $0 = task }
            task.resume()
        }
        #expect(error is Refused)
        #expect(responder.error(of: try #require(task)) is Refused)
        #expect(responder.error(of: URLSessionTask()) == nil)
    }

    @Test("a credential is used: of a trust that nobody evaluated, too") func credential() async throws {
        let trusting = try await ending(bad) { _, _, challenge, _ in
            challenge.protectionSpace.serverTrust.map { .credential(URLCredential(trust: $0)) } ?? .error(Refused())
        }
        #expect(trusting.status == 200)
        let password = try await ending(good, "/login") { _, _, challenge, _ in
            Self.isServer(challenge) ? .disposition(.performDefaultHandling) : .credential(ConnectionRecorder.right)
        }
        #expect(password.status == 200)
        #expect(asked.all == ["ServerTrust", "ServerTrust", "HTTPBasic"])
    }

    @Test("a disposition: default handling of a server is the policy's") func disposition() async throws {
        func ending(_ policy: AFSecurityPolicy, _ disposition: URLSession.AuthChallengeDisposition) async throws
            -> Ending
        {
            try await self.ending(policy) { _, _, _, _ in .disposition(disposition) }
        }
        #expect(try await ending(good, .performDefaultHandling).status == 200)
        #expect(try await ending(bad, .performDefaultHandling).code == .serverCertificateUntrusted)
        #expect(try await ending(good, .cancelAuthenticationChallenge).code == .cancelled)
        #expect(try await ending(good, .rejectProtectionSpace).code == .serverCertificateUntrusted)
        #expect(server.counters.requestsReceived == 1)
    }

    /// AFNetworking 4 asserts that it is none of the dispositions that a handler returns.
    @Test("the disposition useCredential without a credential refuses") func emptyHanded() async throws {
        let ending = try await ending(good) { _, _, _, _ in .disposition(.useCredential) }
        #expect(ending.error as? AFChallengeError == .useCredentialWithoutCredential)
        #expect(server.counters.requestsReceived == 0)
    }

    @Test("a handler that answers by its completion handler, now or later") func completion() async throws {
        let now = try await ending(bad) { _, _, challenge, completion in
            completion(.useCredential, challenge.protectionSpace.serverTrust.map(URLCredential.init(trust:)))
            return .unhandled
        }
        #expect(now.status == 200)
        let later = try await ending(good, "/login") { _, _, challenge, completion in
            guard !Self.isServer(challenge) else { return .disposition(.performDefaultHandling) }
            let transfer = UnsafeTransfer(completion)
            Thread.detachNewThread { transfer.value(.useCredential, ConnectionRecorder.right) }
            return .unhandled
        }
        #expect(later.status == 200)
    }

    @Test("a handler that answers nothing: the policy for servers, the default for others") func nothing() async throws
    {
        #expect(try await ending(good, "/login") { _, _, _, _ in .unhandled }.status == 401)
        #expect(try await ending(bad) { _, _, _, _ in .unhandled }.code == .serverCertificateUntrusted)
        #expect(asked.all == ["ServerTrust", "HTTPBasic", "ServerTrust"])
    }

    @Test("the first answer counts") func first() async throws {
        let ending = try await ending(good) { _, _, challenge, completion in
            completion(.cancelAuthenticationChallenge, nil)
            return challenge.protectionSpace.serverTrust.map { .credential(URLCredential(trust: $0)) } ?? .unhandled
        }
        #expect(ending.code == .cancelled)
        #expect(server.counters.requestsReceived == 0)
    }

    /// Sets anchors of its own, and then judges as AFNetworking's.
    private final class AnchoredPolicy: AFSecurityPolicy, @unchecked Sendable {
        private let anchor: SecCertificate

        init(_ mode: AFSSLPinningMode, _ pins: Set<Data>, anchor: SecCertificate) {
            self.anchor = anchor
            super.init(pinningMode: mode, withPinnedCertificates: pins)
        }

        override func evaluateServerTrust(_ serverTrust: SecTrust, forDomain domain: String?) -> Bool {
            SecTrustSetAnchorCertificates(serverTrust, [anchor] as NSArray)
            return super.evaluateServerTrust(serverTrust, forDomain: domain)
        }
    }

    @Test("the other modes on the wire, by a policy that sets its anchors first; the handler's setter") func modes()
        async throws
    {
        let root = Data(bench.root.certificate)
        let stranger = Data(try Loopback().root.certificate)
        for (mode, pins, isGood) in [
            (AFSSLPinningMode.none, [], true), (.publicKey, [root], true), (.publicKey, [stranger], false),
        ] as [(AFSSLPinningMode, Set<Data>, Bool)] {
            let responder = AFChallengeResponder()
            responder.securityPolicy = AnchoredPolicy(mode, pins, anchor: try bench.anchor())
            responder.setAuthenticationChallengeHandler { _, _, _, _ in .unhandled }
            let ending = try await ending(responder)
            #expect((ending.status == 200) == isGood)
            #expect(isGood || ending.code == .serverCertificateUntrusted)
        }
    }

    @Test("a task's own delegate as well as a session's") func ownDelegate() async throws {
        let session = URLSession(configuration: bench.configuration(server))
        defer { session.invalidateAndCancel() }
        let (data, _) = try await session.data(
            from: try bench.url(server), delegate: AFChallengeResponder(securityPolicy: good))
        #expect(String(decoding: data, as: UTF8.self) == "there")
    }
}
