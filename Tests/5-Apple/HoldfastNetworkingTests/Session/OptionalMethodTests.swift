import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// Apple, NSURLAuthenticationChallenge.h: `performDefaultHandlingForAuthenticationChallenge:` and
/// `rejectProtectionSpaceAndContinueWithChallenge:` are `@optional`, as are the methods of the delegates; Swift calls
/// such a method by `?(…)`.
@Suite("Methods that are optional on Apple's platforms")
struct OptionalMethodTests {
    /// As programs' own tests make one. On Apple's platforms it is NSObject's initializer.
    @Test("a challenge of nobody, and methods that are optional there") func challenges() {
        let empty = URLAuthenticationChallenge()
        #expect(empty.sender == nil && empty.proposedCredential == nil && empty.previousFailureCount == 0)
        #expect(empty.protectionSpace.host.isEmpty && empty.error == nil && empty.failureResponse == nil)
        let (all, least) = (FullSender(), LeastSender())
        for sender in [all, least] as [any URLAuthenticationChallengeSender] {
            let credential = URLCredential(user: "u", password: "p", persistence: .none)
            let challenge = URLAuthenticationChallenge(
                protectionSpace: empty.protectionSpace, proposedCredential: credential, previousFailureCount: 0,
                failureResponse: nil, error: nil, sender: sender)
            challenge.sender?.performDefaultHandling?(for: challenge)
            challenge.sender?.rejectProtectionSpaceAndContinue?(with: challenge)
            challenge.sender?.performDefaultHandling(for: challenge)
            challenge.sender?.rejectProtectionSpaceAndContinue(with: challenge)
            challenge.sender?.use(credential, for: challenge)
            challenge.sender?.continueWithoutCredential(for: challenge)
            challenge.sender?.cancel(challenge)
        }
        #expect(all.log.lines == ["default", "reject", "default", "reject", "use u", "without", "cancel"])
        // Apple: without the method, the delegate's caller goes on as it can.
        #expect(least.log.lines == ["use u", "without", "use u", "without", "use u", "without", "cancel"])
    }

    /// As code for Apple's platforms has to call them, where the methods are optional.
    @Test("a delegate that forwards by optional calls, and has a property of the methods' name")
    func optionalForwarding() async throws {
        let bench = try Loopback()
        let server = try bench.server()
        let (inner, least) = (RecordingDelegate(), LeastDelegate())
        let outer = OptionalForwarder(inner, least)
        let session = URLSession(configuration: bench.trusting(server), delegate: outer, delegateQueue: nil)
        session.dataTask(with: try bench.url(server, "/a")).resume()
        #expect(
            await inner.linesAtEnd() == ["challenge ServerTrust 0", "response 200", "data GET /a", "complete well"])
        await least.finished.wait()
        #expect(outer.urlSession.configuration.timeoutIntervalForRequest == 60)
    }
}

/// Apple, NSURLConnection.h: all methods of `NSURLConnectionDelegate`, and all of `NSURLConnectionDataDelegate`, are
/// `@optional`; of `NSURLConnectionDownloadDelegate` two of three.
extension OptionalMethodTests {
    @Test("NSURLConnection's delegates, called by those that forward to them; and the sender of its challenges")
    func connections() async throws {
        let bench = try Loopback()
        let server = try bench.server()
        let inner = InnerConnectionDelegate()
        let outer = ForwardingConnectionDelegate(inner)
        let connection = NSURLConnection(
            request: URLRequest(url: try bench.url(server, "/a")), delegate: outer, startImmediately: false,
            configuration: bench.trusting(server))
        outer.connection = connection
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await outer.finished.wait()
        #expect(inner.log.lines.contains("storage"))
        #expect(
            inner.log.lines.filter { $0 != "storage" } == [
                "send /a", "asks ServerTrust", "challenge ServerTrust", "response 200", "data GET /a", "end",
            ])
        #expect(outer.connection === connection)
        // What the inner one lacks has the effect of a delegate without it.
        let request = URLRequest(url: try bench.url(server))
        let response = URLResponse(
            url: try bench.url(server), mimeType: nil, expectedContentLength: 1, textEncodingName: nil)
        let cached = CachedURLResponse(response: response, data: Data([7]))
        #expect(inner.connection?(connection, willCacheResponse: cached)?.data == Data([7]))
        #expect(inner.connection?(connection, needNewBodyStream: request) == nil)
        let least: any NSURLConnectionDelegate = LeastConnectionDelegate()
        #expect(least.connectionShouldUseCredentialStorage?(connection) == true)
        #expect(least.connection?(connection, willSend: request, redirectResponse: nil) == request)
        #expect(least.connection?(connection, willCacheResponse: cached) === cached)
        least.connection?(connection, didReceive: Data())
        least.connection?(connection, didFailWithError: URLError(.cancelled))
        let download: any NSURLConnectionDownloadDelegate = LeastDownloadDelegate()
        download.connection?(connection, didWriteData: 1, totalBytesWritten: 1, expectedTotalBytes: 2)
        download.connectionDidResumeDownloading?(connection, totalBytesWritten: 1, expectedTotalBytes: 2)
    }
}

/// Has no method of the protocol.
private final class LeastConnectionDelegate: NSObject, NSURLConnectionDelegate {}

private final class LeastDownloadDelegate: NSObject, NSURLConnectionDownloadDelegate {
    func connectionDidFinishDownloading(_ connection: NSURLConnection, destinationURL: URL) {}
}

/// Answers challenges in the style of the second generation, as articles teach it.
private final class InnerConnectionDelegate: NSObject, NSURLConnectionDataDelegate {
    let log = Notes<String>()

    func connectionShouldUseCredentialStorage(_ connection: NSURLConnection) -> Bool {
        log.add("storage")
        return true
    }

    func connection(
        _ connection: NSURLConnection, canAuthenticateAgainstProtectionSpace protectionSpace: URLProtectionSpace
    ) -> Bool {
        log.add("asks \(protectionSpace.authenticationMethod.dropFirst("NSURLAuthenticationMethod".count))")
        return true
    }

    func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        let method = challenge.protectionSpace.authenticationMethod
        log.add("challenge \(method.dropFirst("NSURLAuthenticationMethod".count))")
        if method == NSURLAuthenticationMethodServerTrust {
            challenge.sender?.performDefaultHandling?(for: challenge)
        } else {
            challenge.sender?.rejectProtectionSpaceAndContinue?(with: challenge)
        }
    }

    func connection(
        _ connection: NSURLConnection, willSend request: URLRequest, redirectResponse response: URLResponse?
    ) -> URLRequest? {
        log.add("send \(request.url?.path ?? "")")
        return request
    }

    func connection(_ connection: NSURLConnection, didReceive response: URLResponse) {
        log.add("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
    }

    func connection(_ connection: NSURLConnection, didReceive data: Data) {
        log.add("data \(String(decoding: data, as: UTF8.self))")
    }

    func connectionDidFinishLoading(_ connection: NSURLConnection) { log.add("end") }
}

/// Hands each call on as one that need not be there, and has a property of the methods' name, as programs have.
private final class ForwardingConnectionDelegate: NSObject, NSURLConnectionDataDelegate {
    var connection: NSURLConnection?
    let finished = Finished()
    private weak var inner: (any NSURLConnectionDataDelegate)?

    init(_ inner: any NSURLConnectionDataDelegate) { self.inner = inner }

    deinit { connection?.cancel() }

    func connectionShouldUseCredentialStorage(_ connection: NSURLConnection) -> Bool {
        inner?.connectionShouldUseCredentialStorage?(connection) ?? true
    }

    func connection(
        _ connection: NSURLConnection, canAuthenticateAgainstProtectionSpace protectionSpace: URLProtectionSpace
    ) -> Bool {
        inner?.connection?(connection, canAuthenticateAgainstProtectionSpace: protectionSpace) ?? false
    }

    func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        inner?.connection?(connection, didReceive: challenge)
    }

    func connection(
        _ connection: NSURLConnection, willSend request: URLRequest, redirectResponse response: URLResponse?
    ) -> URLRequest? {
        inner?.connection?(connection, willSend: request, redirectResponse: response)
    }

    func connection(_ connection: NSURLConnection, didReceive response: URLResponse) {
        inner?.connection?(connection, didReceive: response)
    }

    func connection(_ connection: NSURLConnection, didReceive data: Data) {
        inner?.connection?(connection, didReceive: data)
    }

    func connectionDidFinishLoading(_ connection: NSURLConnection) {
        inner?.connectionDidFinishLoading?(connection)
        if self.connection != nil { finished.happen() }
    }

    func connection(_ connection: NSURLConnection, didFailWithError error: any Error) {
        inner?.connection?(connection, didFailWithError: error)
        finished.happen()
    }
}

/// Takes answers, with the methods alone that Apple's protocol requires.
private class LeastSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    let log = Notes<String>()

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        log.add("use \(credential.user ?? "-")")
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { log.add("without") }

    func cancel(_ challenge: URLAuthenticationChallenge) { log.add("cancel") }
}

/// Takes answers by every method.
private final class FullSender: NSObject, URLAuthenticationChallengeSender {
    let log = Notes<String>()

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        log.add("use \(credential.user ?? "-")")
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { log.add("without") }

    func cancel(_ challenge: URLAuthenticationChallenge) { log.add("cancel") }

    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { log.add("default") }

    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) { log.add("reject") }
}

/// Hands calls on as methods that need not be there; the last one that is told decides.
private final class OptionalForwarder: NSObject, URLSessionDataDelegate {
    /// Programs call their session so.
    let urlSession = URLSession(configuration: .ephemeral)
    private let inner: (any URLSessionDataDelegate)?
    private let task: (any URLSessionTaskDelegate)?

    init(_ inner: any URLSessionDataDelegate, _ task: any URLSessionTaskDelegate) {
        (self.inner, self.task) = (inner, task)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        inner?.urlSession?(session, task: task, didReceive: challenge, completionHandler: completionHandler)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        inner?.urlSession?(session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        inner?.urlSession?(session, dataTask: dataTask, didReceive: data)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        inner?.urlSession?(
            session, dataTask: dataTask, willCacheResponse: proposedResponse, completionHandler: completionHandler)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        self.task?.urlSession?(session, task: task, didFinishCollecting: metrics)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        inner?.urlSession?(session, task: task, didCompleteWithError: error)
        self.task?.urlSession?(session, task: task, didCompleteWithError: error)
    }
}

/// Hears the end of a task, and has no other method.
private final class LeastDelegate: NSObject, URLSessionTaskDelegate {
    let finished = Finished()

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finished.happen()
    }
}
