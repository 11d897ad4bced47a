public import HoldfastTransport
import HoldfastTrust
import Synchronization

/// Sends requests to servers that were judged first: no byte of a request leaves before a `TrustEvaluation` is there.
///
/// A session owns its connections and their threads, which end with it. Safe to use from any task.
///
/// ```swift
/// let session = HTTPSSession()
/// let response = try await session.data(for: HTTPSRequest(try HTTPSURL("https://example.com/")))
/// ```
public final class HTTPSSession: Sendable {
    /// What the session was made with.
    public let configuration: Configuration
    let transport: Result<TransportEngine, TransportError>
    /// What servers took; gone with the session.
    let authentications = AuthenticationMemory()

    /// A session. The libraries are looked at now, and tried before the first request of the process: where they cannot
    /// be relied upon, every request says so.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        do throws(TransportError) {
            transport = .success(try TransportEngine())
        } catch {
            transport = .failure(error)
        }
    }

    /// Closes all connections; requests under way fail as cancelled. Also done when the session is released.
    public func close() {
        authentications.removeAll()
        if case .success(let transport) = transport { transport.shutdown() }
    }

    deinit { close() }

    /// Sends a request, answers what the server asks for, follows redirects, and returns the answer, whatever its status.
    ///
    /// A 401 with a scheme that can be answered is a challenge: the credentials of the configuration and the handlers
    /// are asked, and the request is sent again. A request with an `Authorization` field of its own is left alone.
    ///
    /// - Throws: ``HTTPSError``; where the server is not trusted, with the `TrustFailure`. Cancelling the task ends the
    ///   exchange with the code `cancelled`.
    public func data(for request: HTTPSRequest) async throws(HTTPSError) -> HTTPSResponse {
        let limit = TimeLimit(request.timeout ?? configuration.timeout)
        var hop = request
        var redirects: [HTTPSResponse.Redirect] = []
        while true {
            let response = try await authenticated(hop, within: limit, redirects)
            guard configuration.maximumRedirects > 0,
                let next = try Redirection.next(after: response, to: hop)
            else { return response }
            guard redirects.count < configuration.maximumRedirects else {
                throw HTTPSError(
                    .transfer, "tooManyRedirects",
                    "the server redirected more than \(configuration.maximumRedirects) times",
                    hint: "look at where the redirects lead; they may go round in a circle",
                    connection: response.connection, redirects: redirects)
            }
            redirects.append(
                HTTPSResponse.Redirect(status: response.status, url: hop.url, connection: response.connection))
            hop = next
        }
    }

    /// Opens a connection of its own, judges the server, and closes it again; not one HTTP byte is sent.
    ///
    /// - Parameters:
    ///   - url: the server; only host and port are used.
    ///   - timeout: for name, connection and handshake together; nil for the session's limit.
    /// - Returns: the record of the connection, with the proof that the server was accepted.
    /// - Throws: ``HTTPSError``; where the server is not trusted, with the `TrustFailure`.
    public func verify(_ url: HTTPSURL, timeout: Duration? = nil) async throws(HTTPSError) -> ConnectionRecord {
        let limit = TimeLimit(timeout ?? configuration.timeout)
        return try await exchange(HTTPSRequest(url), kind: .handshakeOnly, within: limit, []).connection
    }

    /// - Parameter dial: where to connect instead of where the session's settings lead.
    func exchange(
        _ request: HTTPSRequest, kind: TransportRequest.Kind, within limit: TimeLimit,
        _ redirects: [HTTPSResponse.Redirect], via dial: DialTargets? = nil
    ) async throws(HTTPSError) -> TransportResponse {
        let policy = try policy(for: request.url)
        do throws(TransportError) {
            let transport = try transport.get()
            var exchange = TransportRequest(
                kind: kind, host: request.url.host, port: request.url.port,
                sharing: policy.digestWithoutIdentity.map { .shared(key: $0) } ?? .never,
                policyDigest: policy.digest(at: configuration.clock()))
            exchange.method = request.method
            exchange.target = request.url.target
            exchange.fields = request.fields.filter { !$0.isNamed("Host") && !$0.isNamed("Content-Length") }
            exchange.body = request.body
            exchange.versions = configuration.offersHTTP2 ? .http2Preferred : .http11
            exchange.dial =
                dial ?? DialTargets(connectTo: configuration.connectTo, resolve: configuration.resolve)
            exchange.addressFamily = dial == nil ? configuration.addressFamily.forTransport : .any
            exchange.timeout = limit.rest
            exchange.statedTimeout = limit.whole
            exchange.maximumResponseBytes = configuration.maximumResponseBytes
            let judge = SessionJudge(policy: policy, engine: configuration.engine, clock: configuration.clock)
            return try await transport.perform(exchange, judge: judge)
        } catch {
            throw HTTPSError(error, redirects: redirects)
        }
    }

    /// The policy for a URL's host; one that would prove something else is refused.
    private func policy(for url: HTTPSURL) throws(HTTPSError) -> TrustPolicy {
        let policy = configuration.policy(url.serverName)
        guard policy.purpose == .ssl(url.serverName) else {
            throw HTTPSError(
                .internal, "policyForAnotherServer",
                "the session's policy is for another purpose or name than the server \(url.serverName)",
                hint: "let Configuration.policy return TrustPolicy.ssl(name) for the name that it is given")
        }
        return policy
    }
}
