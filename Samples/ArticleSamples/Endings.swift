import HoldfastNetworking
import HoldfastServing

/// The outcome of a session's request, in words.
func outcome(
    of request: URLRequest, at server: TLSServer, _ configuration: URLSessionConfiguration,
    _ delegate: (any URLSessionDelegate)? = nil
) async -> String {
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    return await outcome(of: request, at: server, in: session)
}

func outcome(of request: URLRequest, at server: TLSServer, in session: URLSession) async -> String {
    let before = server.counters.requestsReceived
    do {
        let (_, response) = try await session.data(for: request)
        return Ending(response).told(of: server, since: before)
    } catch {
        return Ending(error).told(of: server, since: before)
    }
}

/// How a request ended: with a response, or with an error's number.
enum Ending {
    case status(Int)
    case error(Int)

    init(_ response: URLResponse?) { self = .status((response as? HTTPURLResponse)?.statusCode ?? 0) }

    init(_ error: any Error) { self = .error((error as NSError).code) }

    /// In words. Of a server that was refused, no request has come to it.
    ///
    /// - Parameter before: how many requests the server had read when it began.
    func told(of server: TLSServer, since before: Int) -> String {
        switch self {
        case .status(let status): return "accepted: \(status)"
        case .error(let code):
            let count = server.counters.requestsReceived - before
            guard count > 0 else { return "refused: \(code), before any request" }
            return "failed: \(code), after \(count == 1 ? "a request" : "\(count) requests")"
        }
    }
}

/// The messages that say how a connection ends, for delegates that answer its challenges.
///
/// It does not say that it is a delegate: its subclasses do, since a class that says so cannot be given the methods
/// that it lacks.
class ConnectionEnding: NSObject, @unchecked Sendable {
    private let ends: AsyncStream<Ending>
    private let put: AsyncStream<Ending>.Continuation
    private let responses = Notes<URLResponse>()

    override init() { (ends, put) = AsyncStream.makeStream() }

    func connection(_ connection: NSURLConnection, didReceive response: URLResponse) { responses.add(response) }

    func connectionDidFinishLoading(_ connection: NSURLConnection) { put.yield(Ending(responses.all.last)) }

    func connection(_ connection: NSURLConnection, didFailWithError error: any Error) { put.yield(Ending(error)) }

    /// Loads a request with this delegate, and tells the outcome in words.
    ///
    /// An app lets the main run loop call the delegate; this program has a queue instead. A connection has no
    /// configuration of its own, so the process's leads the name to loopback.
    func outcome(
        of request: URLRequest, at server: TLSServer, _ configuration: URLSessionConfiguration
    ) async -> String {
        let before = server.counters.requestsReceived
        NSURLConnection.processConfiguration = configuration
        let connection = NSURLConnection(request: request, delegate: self, startImmediately: false)
        connection?.setDelegateQueue(OperationQueue())
        connection?.start()
        for await ending in ends { return ending.told(of: server, since: before) }
        return "no connection"
    }
}

/// A list that is written on any thread.
final class Notes<Note>: @unchecked Sendable {
    private let lock = NSLock()
    private var notes: [Note] = []

    var all: [Note] { lock.withLock { notes } }

    func add(_ note: Note) { lock.withLock { notes.append(note) } }
}
