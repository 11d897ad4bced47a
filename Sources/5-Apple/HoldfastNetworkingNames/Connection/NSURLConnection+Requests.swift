import Dispatch
public import Foundation
public import FoundationNetworking
import HoldfastHTTPS
import HoldfastWeb
import HoldfastX509
import Synchronization

extension NSURLConnection {
    /// Whether there is a way to load a request: a registered protocol class, or a URL with one of the schemes `https`,
    /// `http`, `data` and `file`. Whether it succeeds is another matter.
    public class func canHandle(_ request: URLRequest) -> Bool {
        if URLProtocol.registeredClasses.contains(where: { $0.canInit(with: request) }) { return true }
        guard let url = request.url else { return false }
        switch url.scheme?.asciiLowercased() {
        case "https", "http": return (try? HTTPSURL(dangerouslyAllowingPlainHTTP: url)) != nil
        case "data", "file": return true
        default: return false
        }
    }

    /// Loads a request, and blocks the thread meanwhile.
    ///
    /// Nobody is asked anything: a user and a password come from the URL or from `URLCredentialStorage.shared`; without
    /// them the server's 401 is the response. Not to be called by Swift tasks, whose few threads the loading itself
    /// needs.
    ///
    /// - Parameters:
    ///   - request: what is sent.
    ///   - response: where the response goes. Apple's is an `AutoreleasingUnsafeMutablePointer`; `&response` fits both.
    /// - Throws: `URLError`.
    public class func sendSynchronousRequest(
        _ request: URLRequest, returning response: UnsafeMutablePointer<URLResponse?>?
    ) throws -> Data {
        let (data, answer) = try wait(for: request, in: ConnectionSessions(nil))
        unsafe response?.pointee = answer
        return data
    }

    /// Loads a request, and calls a handler on a queue.
    ///
    /// Nobody is asked anything, as by ``sendSynchronousRequest(_:returning:)``.
    ///
    /// - Parameter handler: with the response and all of its body, or with a `URLError`.
    public class func sendAsynchronousRequest(
        _ request: URLRequest, queue: OperationQueue,
        completionHandler handler: @escaping @Sendable (URLResponse?, Data?, (any Error)?) -> Void
    ) {
        load(request, in: ConnectionSessions(nil)) { data, response, error in
            queue.addOperation { handler(response, data, error) }
        }
    }

    /// As ``sendSynchronousRequest(_:returning:)``, with settings in the place of the process's.
    package class func sendSynchronousRequest(
        _ request: URLRequest, configuration: URLSessionConfiguration
    ) throws -> (Data, URLResponse?) {
        try wait(for: request, in: ConnectionSessions(configuration))
    }

    /// As ``sendAsynchronousRequest(_:queue:completionHandler:)``, with settings in the place of the process's.
    package class func sendAsynchronousRequest(
        _ request: URLRequest, queue: OperationQueue, configuration: URLSessionConfiguration,
        completionHandler handler: @escaping @Sendable (URLResponse?, Data?, (any Error)?) -> Void
    ) {
        load(request, in: ConnectionSessions(configuration)) { data, response, error in
            queue.addOperation { handler(response, data, error) }
        }
    }

    private static func wait(for request: URLRequest, in sessions: ConnectionSessions) throws -> (Data, URLResponse?) {
        let done = DispatchSemaphore(value: 0)
        let answer = Mutex<Result<(Data, URLResponse?), any Error>?>(nil)
        load(request, in: sessions) { data, response, error in
            answer.withLock { answer in
                answer = error.map { .failure($0) } ?? .success((data ?? Data(), response))
            }
            done.signal()
        }
        done.wait()
        guard let answer = answer.withLock({ $0 }) else { throw URLError(.unknown) }
        return try answer.get()
    }

    private static func load(
        _ request: URLRequest, in sessions: ConnectionSessions,
        _ handler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        let session = sessions.session(withCredentialStorage: true)
        URLSessionDataTask(session, request, .none, .awaitedData(handler)).resume()
    }
}
