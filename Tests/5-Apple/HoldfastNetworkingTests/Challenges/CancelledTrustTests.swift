import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// Delegates that evaluate a server's trust, are told no, and refuse the server.
///
/// Apple, "Performing manual server trust authentication": where the evaluation fails, the delegate answers with
/// `cancelAuthenticationChallenge`. The error that comes of it, -999 of a session and -1012 of a connection, says no
/// more than that; what was found stands under `HoldfastFindingsKey`.
@Suite("The findings of a delegate's own evaluation, in the error of its refusal")
struct CancelledTrustTests {
    typealias Disposition = URLSession.AuthChallengeDisposition

    /// What `SecTrustEvaluateWithError` gave to the delegate.
    private final class Told: Sendable {
        let codes = Notes<[String]>()
        let advice = Notes<String>()

        func evaluate(_ trust: SecTrust) {
            var error: CFError?
            #expect(!SecTrustEvaluateWithError(trust, &error))
            codes.add(CancelledTrustTests.codes(error?.userInfo ?? [:]))
            advice.add(error?.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String ?? "")
        }
    }

    private static func codes(_ info: [String: Any]) -> [String] {
        (info[HoldfastFindingsKey] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    }

    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func server() throws -> TLSServer { try bench.answering { _ in ServerResponse(text: "there") } }

    private func failure(
        of server: TLSServer, isTrusted: Bool, _ delegate: any URLSessionDelegate
    ) async throws -> URLError? {
        let configuration = isTrusted ? bench.trusting(server) : bench.configuration(server)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        return await #expect(throws: URLError.self) { try await session.data(from: try bench.url(server)) }
    }

    @Test(
        "a session that trusts the server, and a delegate whose anchors do not",
        arguments: [(.cancelAuthenticationChallenge, -999), (.rejectProtectionSpace, -1202), (.useCredential, -1202)]
            as [(Disposition, Int)])
    func own(_ row: (disposition: Disposition, code: Int)) async throws {
        let told = Told()
        let delegate = CheckingDelegate { trust in
            SecTrustSetAnchorCertificates(trust, [] as NSArray)
            told.evaluate(trust)
        } answer: {
            (row.disposition, nil)
        }
        let error = try #require(await failure(of: server(), isTrusted: true, delegate))
        #expect(error.code.rawValue == row.code)
        #expect(Self.codes(error.userInfo) == told.codes.all.first && told.codes.all.first == ["issuerNotFound"])
        #expect(error.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String == told.advice.all.first)
        let reason = try #require(error.userInfo[NSLocalizedFailureReasonErrorKey] as? String)
        #expect(reason.contains("issuerNotFound"), "\(reason)")
    }

    @Test("where the session does not trust it either, the findings are those that the delegate was told")
    func other() async throws {
        let told = Told()
        let anchor = HandedAnchor(try bench.anchor())
        let delegate = CheckingDelegate { trust in
            SecTrustSetAnchorCertificates(trust, [anchor.value] as NSArray)
            SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "other.test" as CFString))
            told.evaluate(trust)
        } answer: {
            (.cancelAuthenticationChallenge, nil)
        }
        let error = try #require(await failure(of: server(), isTrusted: false, delegate))
        #expect(error.code.rawValue == -999)
        #expect(told.codes.all.first == ["hostMismatch"] && Self.codes(error.userInfo) == ["hostMismatch"])
    }

    @Test("under several policies, those of each") func several() async throws {
        let told = Told()
        let anchor = HandedAnchor(try bench.anchor())
        let delegate = CheckingDelegate { trust in
            SecTrustSetAnchorCertificates(trust, [anchor.value] as NSArray)
            let names = ["other.test", "another.test"]
            SecTrustSetPolicies(trust, names.map { SecPolicyCreateSSL(true, $0 as CFString) } as CFArray)
            told.evaluate(trust)
        } answer: {
            (.cancelAuthenticationChallenge, nil)
        }
        let error = try #require(await failure(of: server(), isTrusted: true, delegate))
        #expect(told.codes.all.first == ["hostMismatch", "hostMismatch"])
        #expect(Self.codes(error.userInfo) == told.codes.all.first)
    }

    @Test("default handling that refuses: the findings of what refused") func byDefault() async throws {
        let delegate = CheckingDelegate { trust in
            SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "other.test" as CFString))
            #expect(!SecTrustEvaluateWithError(trust, nil))
        } answer: {
            (.performDefaultHandling, nil)
        }
        let error = try #require(await failure(of: server(), isTrusted: false, delegate))
        let codes = Self.codes(error.userInfo)
        #expect(error.code.rawValue == -1202)
        #expect(codes.first == "issuerNotFound" && !codes.contains("hostMismatch"), "\(codes)")
    }

    /// The delegate's own evaluation said yes: what the session would find is not why it cancels.
    @Test(
        "a delegate that is told yes and refuses: its pins are named, and no finding, whatever the session finds",
        arguments: [(.cancelAuthenticationChallenge, -999), (.rejectProtectionSpace, -1202), (.useCredential, -1202)]
            as [(Disposition, Int)], [true, false])
    func pins(_ row: (disposition: Disposition, code: Int), isTrusted: Bool) async throws {
        let anchor = HandedAnchor(try bench.anchor())
        let delegate = CheckingDelegate { trust in
            SecTrustSetAnchorCertificates(trust, [anchor.value] as NSArray)
            #expect(SecTrustEvaluateWithError(trust, nil))
        } answer: {
            (row.disposition, nil)
        }
        let error = try #require(await failure(of: server(), isTrusted: isTrusted, delegate))
        #expect(error.code.rawValue == row.code && error.userInfo[HoldfastFindingsKey] == nil)
        let reason = try #require(error.userInfo[NSLocalizedFailureReasonErrorKey] as? String)
        let saying = row.code == -999 ? "had trusted the server: look at its pins" : "had trusted it: look at its pins"
        #expect(reason.contains(saying), "\(reason)")
        #expect(!reason.contains("issuerNotFound"), "\(reason)")
    }

    @Test("a delegate that evaluates nothing, or is told yes at last, adds no finding", arguments: [true, false])
    func nothing(evaluates: Bool) async throws {
        let anchor = HandedAnchor(try bench.anchor())
        let delegate = CheckingDelegate { trust in
            guard evaluates else { return }
            SecTrustSetAnchorCertificates(trust, [] as NSArray)
            #expect(!SecTrustEvaluateWithError(trust, nil))
            SecTrustSetAnchorCertificates(trust, [anchor.value] as NSArray)
            #expect(SecTrustEvaluateWithError(trust, nil))
        } answer: {
            (.cancelAuthenticationChallenge, nil)
        }
        let error = try #require(await failure(of: server(), isTrusted: true, delegate))
        #expect(error.code.rawValue == -999 && error.userInfo[HoldfastFindingsKey] == nil)
        let reason = try #require(error.userInfo[NSLocalizedFailureReasonErrorKey] as? String)
        #expect(reason.contains("look at its pins") == evaluates, "\(reason)")
    }

    @Test("NSURLConnection's delegate, told yes, which cancels: its pins are named") func connectionPins() async throws
    {
        let server = try server()
        let anchor = HandedAnchor(try bench.anchor())
        let delegate = NewestConnectionDelegate { challenge in
            guard let trust = challenge.protectionSpace.serverTrust else { return }
            SecTrustSetAnchorCertificates(trust, [anchor.value] as NSArray)
            #expect(SecTrustEvaluateWithError(trust, nil))
            challenge.sender?.cancel(challenge)
        }
        let connection = NSURLConnection(
            request: URLRequest(url: try bench.url(server)), delegate: delegate, startImmediately: false,
            configuration: bench.configuration(server))
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await delegate.finished.wait()
        let error = try #require(delegate.failures.all.first)
        #expect(error.code.rawValue == -1012 && error.userInfo[HoldfastFindingsKey] == nil)
        let reason = try #require(error.userInfo[NSLocalizedFailureReasonErrorKey] as? String)
        #expect(reason.contains("look at its pins"), "\(reason)")
    }

    @Test("NSURLConnection's, which has a code of its own", arguments: ["cancel", "reject"])
    func connection(answer: String) async throws {
        let server = try server()
        let told = Told()
        let delegate = NewestConnectionDelegate { challenge in
            guard let trust = challenge.protectionSpace.serverTrust else { return }
            SecTrustSetAnchorCertificates(trust, [] as NSArray)
            told.evaluate(trust)
            if answer == "cancel" {
                challenge.sender?.cancel(challenge)
            } else {
                challenge.sender?.rejectProtectionSpaceAndContinue(with: challenge)
            }
        }
        let connection = NSURLConnection(
            request: URLRequest(url: try bench.url(server)), delegate: delegate, startImmediately: false,
            configuration: bench.trusting(server))
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await delegate.finished.wait()
        let error = try #require(delegate.failures.all.first)
        #expect(error.code.rawValue == (answer == "cancel" ? -1012 : -1202))
        #expect(Self.codes(error.userInfo) == told.codes.all.first)
    }
}
