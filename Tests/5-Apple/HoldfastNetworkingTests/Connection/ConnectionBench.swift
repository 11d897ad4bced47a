import HoldfastHTTP
import HoldfastNetworking
import HoldfastNetworkingNames
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// A server, and connections to it whose delegates are called on a queue.
struct ConnectionBench {
    let bench: Loopback
    let server: TLSServer
    /// What the server was asked.
    let log = Notes<String>()

    init() throws {
        bench = try Loopback()
        server = try bench.answering { [log] request in
            log.add(request.target)
            return switch request.target {
            case "/redirect": ServerResponse.redirect(to: "/there", status: 302)
            case "/login":
                request["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
                    ? ServerResponse(text: "welcome")
                    : ServerResponse(
                        status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=\"here\"")],
                        body: Array("who".utf8))
            default: ServerResponse(text: "\(request.method) \(request.target) \(request.body.count)")
            }
        }
    }

    func request(_ path: String) throws -> URLRequest { URLRequest(url: try bench.url(server, path)) }

    /// - Parameter isTrusting: whether the server is trusted without a delegate.
    func configuration(isTrusting: Bool) throws -> URLSessionConfiguration {
        isTrusting ? bench.trusting(server) : bench.configuration(server)
    }

    /// A connection that has not been started.
    func connection(
        _ request: URLRequest, _ delegate: ConnectionRecorder, isTrusting: Bool
    ) throws -> NSURLConnection {
        let connection = NSURLConnection(
            request: request, delegate: delegate, startImmediately: false,
            configuration: try configuration(isTrusting: isTrusting))
        connection.setDelegateQueue(OperationQueue())
        return connection
    }

    /// What a delegate has written when its connection is over.
    func lines(
        of delegate: ConnectionRecorder, _ path: String, isTrusting: Bool = true,
        _ change: (inout URLRequest) -> Void = { _ in }
    ) async throws -> [String] {
        var request = try request(path)
        change(&request)
        try connection(request, delegate, isTrusting: isTrusting).start()
        await delegate.finished.wait()
        return delegate.lines
    }
}

/// Writes down what it is told. Its subclasses say that they are delegates, and have the methods for challenges: what a
/// class that has said so lacks cannot be added by its subclasses.
class ConnectionRecorder: NSObject, @unchecked Sendable {
    static let right = URLCredential(user: "Aladdin", password: "open sesame", persistence: .none)
    static let wrong = URLCredential(user: "Aladdin", password: "open", persistence: .none)

    private let written = Notes<String>()
    let failures = Notes<URLError>()
    let finished = Finished()
    var usesStorage = true
    var follows = true

    var lines: [String] { written.all }

    func write(_ line: String) { written.add(line) }

    func write(_ word: String, _ challenge: URLAuthenticationChallenge) {
        let method = challenge.protectionSpace.authenticationMethod
        write("\(word) \(method.replacing("NSURLAuthenticationMethod", with: "")) \(challenge.previousFailureCount)")
    }

    func connectionShouldUseCredentialStorage(_ connection: NSURLConnection) -> Bool {
        write("storage")
        return usesStorage
    }

    func connection(
        _ connection: NSURLConnection, willSend request: URLRequest, redirectResponse response: URLResponse?
    ) -> URLRequest? {
        let status = (response as? HTTPURLResponse).map { "\($0.statusCode) " } ?? ""
        write("send \(status)\(request.httpMethod ?? "") \(request.url?.path ?? "")")
        return follows || response == nil ? request : nil
    }

    func connection(_ connection: NSURLConnection, didReceive response: URLResponse) {
        write("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
    }

    func connection(_ connection: NSURLConnection, didReceive data: Data) {
        write("data \(String(decoding: data, as: UTF8.self))")
    }

    func connection(
        _ connection: NSURLConnection, didSendBodyData bytesWritten: Int, totalBytesWritten: Int,
        totalBytesExpectedToWrite: Int
    ) {
        write("sent \(bytesWritten) \(totalBytesWritten) of \(totalBytesExpectedToWrite)")
    }

    func connectionDidFinishLoading(_ connection: NSURLConnection) {
        write("finished")
        finished.happen()
    }

    func connection(_ connection: NSURLConnection, didFailWithError error: any Error) {
        if let error = error as? URLError { failures.add(error) }
        write("failed \((error as? URLError)?.code.rawValue ?? 0)")
        finished.happen()
    }
}

/// Has no method for challenges.
final class SilentConnectionDelegate: ConnectionRecorder, NSURLConnectionDataDelegate, @unchecked Sendable {}

/// Answers by the newest method; the others are there, and are not to be called.
final class NewestConnectionDelegate: ConnectionRecorder, NSURLConnectionDataDelegate, @unchecked Sendable {
    typealias Answer = @Sendable (URLAuthenticationChallenge) -> Void

    let answer: Answer

    init(_ answer: @escaping Answer) { self.answer = answer }

    func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
        write("newest", challenge)
        answer(challenge)
    }

    func connection(
        _ connection: NSURLConnection, canAuthenticateAgainstProtectionSpace protectionSpace: URLProtectionSpace
    ) -> Bool {
        write("can")
        return true
    }

    func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        write("received", challenge)
    }
}

/// Is asked whether it can answer, and answers then.
final class AskedConnectionDelegate: ConnectionRecorder, NSURLConnectionDataDelegate, @unchecked Sendable {
    let methods: [String]
    let answer: NewestConnectionDelegate.Answer

    init(for methods: [String], _ answer: @escaping NewestConnectionDelegate.Answer) {
        self.methods = methods
        self.answer = answer
    }

    func connection(
        _ connection: NSURLConnection, canAuthenticateAgainstProtectionSpace protectionSpace: URLProtectionSpace
    ) -> Bool {
        let method = protectionSpace.authenticationMethod
        write("can \(method.replacing("NSURLAuthenticationMethod", with: ""))")
        return methods.contains(method)
    }

    func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        write("received", challenge)
        answer(challenge)
    }

    func connection(_ connection: NSURLConnection, didCancel challenge: URLAuthenticationChallenge) {
        write("cancelled", challenge)
    }
}

/// Has the oldest method alone.
final class OldestConnectionDelegate: ConnectionRecorder, NSURLConnectionDataDelegate, @unchecked Sendable {
    let answer: NewestConnectionDelegate.Answer

    init(_ answer: @escaping NewestConnectionDelegate.Answer) { self.answer = answer }

    func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        write("received", challenge)
        answer(challenge)
    }
}
