import HoldfastNetworking
import HoldfastServing
import HoldfastTrust
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Delegates that check, are told no, and leave the server to the default all the same.
///
/// Apple, `URLSession.AuthChallengeDisposition.performDefaultHandling`: "Use the default handling for the challenge as
/// though this delegate method were not implemented." So the server is accepted, and the check that failed was for
/// nothing.
@Suite("A delegate's failed check, and default handling")
struct OverruledDelegateTests {
    /// What a delegate does with the trust object before it answers.
    struct Check: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether the delegate was told that the server is not to be trusted.
        let fails: Bool
        let look: @Sendable (SecTrust) -> Void
    }

    /// Anchors that no server here has, as those of pins that were not changed with the server's.
    private static func leaveAnchors(_ trust: SecTrust) { SecTrustSetAnchorCertificates(trust, [] as NSArray) }

    static let checks = [
        Check(testDescription: "SecTrustEvaluateWithError", fails: true) { trust in
            leaveAnchors(trust)
            #expect(!SecTrustEvaluateWithError(trust, nil))
        },
        Check(testDescription: "SecTrustEvaluate", fails: true) { trust in
            leaveAnchors(trust)
            var result = SecTrustResultType.invalid
            SecTrustEvaluate(trust, &result)
            #expect(result == .recoverableTrustFailure || result == .fatalTrustFailure)
        },
        Check(testDescription: "SecTrustEvaluateAsync", fails: true) { trust in
            leaveAnchors(trust)
            let done = DispatchSemaphore(value: 0)
            SecTrustEvaluateAsync(trust, nil) { _, _ in done.signal() }
            done.wait()
        },
        Check(testDescription: "SecTrustEvaluateAsyncWithError", fails: true) { trust in
            leaveAnchors(trust)
            let done = DispatchSemaphore(value: 0)
            SecTrustEvaluateAsyncWithError(trust, .global()) { _, _, _ in done.signal() }
            done.wait()
        },
        Check(testDescription: "SecTrustGetTrustResult", fails: true) { trust in
            leaveAnchors(trust)
            _ = SecTrustGetCertificateCount(trust)
            var result = SecTrustResultType.invalid
            SecTrustGetTrustResult(trust, &result)
        },
        Check(testDescription: "a change afterwards, and no other check", fails: true) { trust in
            leaveAnchors(trust)
            SecTrustEvaluateWithError(trust, nil)
            SecTrustSetAnchorCertificatesOnly(trust, false)
        },
        Check(testDescription: "nothing", fails: false) { _ in },
        Check(testDescription: "a look at the chain", fails: false) { trust in
            leaveAnchors(trust)
            _ = SecTrustCopyCertificateChain(trust)
        },
    ]

    let bench: Loopback
    let witness = Witness()

    init() throws { bench = try Loopback() }

    private func session(
        _ server: TLSServer, isTrusted: Bool = true, _ delegate: any URLSessionDelegate
    ) throws -> URLSession {
        let configuration = isTrusted ? bench.trusting(server) : bench.configuration(server)
        configuration.observer = witness
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    private func server() throws -> TLSServer { try bench.answering { _ in ServerResponse(text: "there") } }

    private var isWarned: Bool {
        witness.warnings.contains {
            $0.contains(
                "a delegate evaluated this trust, found it not trusted, and left it to default handling, which trusts")
        }
    }

    @Test("the server is accepted, as Apple's would be, and the session warns", arguments: checks)
    func accepted(check: Check) async throws {
        let server = try server()
        let delegate = CheckingDelegate(check.look) { (.performDefaultHandling, nil) }
        let session = try session(server, delegate)
        for _ in 0..<2 { _ = try await session.data(from: try bench.url(server)) }
        #expect(isWarned == check.fails, "\(witness.warnings)")
        #expect(witness.warnings.count == (check.fails ? 1 : 0))
        #expect(witness.warnings.allSatisfy { $0.contains("\(Loopback.host), port \(server.port)") })
    }

    @Test("a check that succeeds in the end is no matter") func mended() async throws {
        let server = try server()
        let anchor = try bench.anchor()
        let delegate = CheckingDelegate { trust in
            Self.leaveAnchors(trust)
            #expect(!SecTrustEvaluateWithError(trust, nil))
            SecTrustSetAnchorCertificates(trust, [anchor] as NSArray)
            #expect(SecTrustEvaluateWithError(trust, nil))
        } answer: {
            (.performDefaultHandling, nil)
        }
        _ = try await session(server, delegate).data(from: try bench.url(server))
        #expect(witness.warnings.isEmpty)
    }

    @Test("where default handling refuses as well, nothing is lost") func refused() async throws {
        let server = try server()
        let delegate = CheckingDelegate(Self.checks[0].look) { (.performDefaultHandling, nil) }
        let session = try session(server, isTrusted: false, delegate)
        await #expect(throws: URLError.self) { try await session.data(from: try bench.url(server)) }
        #expect(witness.warnings.isEmpty)
    }

    @Test(
        "nor where the delegate refuses",
        arguments: [
            URLSession.AuthChallengeDisposition.cancelAuthenticationChallenge, .rejectProtectionSpace,
        ])
    func heeded(disposition: URLSession.AuthChallengeDisposition) async throws {
        let server = try server()
        let delegate = CheckingDelegate(Self.checks[0].look) { (disposition, nil) }
        let session = try session(server, delegate)
        await #expect(throws: URLError.self) { try await session.data(from: try bench.url(server)) }
        #expect(witness.warnings.isEmpty)
    }

    @Test("NSURLConnection's delegates too, by the challenge's sender", arguments: checks[...0] + checks[6...6])
    func connection(check: Check) async throws {
        let server = try server()
        let configuration = bench.trusting(server)
        configuration.observer = witness
        let delegate = NewestConnectionDelegate { challenge in
            if let trust = challenge.protectionSpace.serverTrust { check.look(trust) }
            challenge.sender?.performDefaultHandling(for: challenge)
        }
        let connection = NSURLConnection(
            request: URLRequest(url: try bench.url(server)), delegate: delegate, startImmediately: false,
            configuration: configuration)
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await delegate.finished.wait()
        #expect(delegate.lines.last == "finished", "\(delegate.lines)")
        #expect(isWarned == check.fails, "\(witness.warnings)")
    }
}

/// Looks at each server's trust object, and answers in one way.
final class CheckingDelegate: NSObject, URLSessionDelegate {
    private let look: @Sendable (SecTrust) -> Void
    private let answer: @Sendable () -> (URLSession.AuthChallengeDisposition, URLCredential?)

    init(
        _ look: @escaping @Sendable (SecTrust) -> Void,
        answer: @escaping @Sendable () -> (URLSession.AuthChallengeDisposition, URLCredential?)
    ) {
        self.look = look
        self.answer = answer
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        if let trust = challenge.protectionSpace.serverTrust { look(trust) }
        let (disposition, credential) = answer()
        completionHandler(disposition, credential)
    }
}
