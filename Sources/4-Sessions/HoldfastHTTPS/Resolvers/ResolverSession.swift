import HoldfastHTTP
import HoldfastResolving
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// The session that a resolver asks its server with: one for all its questions, and nothing that could lead them
/// elsewhere.
struct ResolverSession: Sendable {
    /// A response whose status is not looked at yet.
    struct Response {
        let status: Int
        let fields: [HTTPField]
        let body: [UInt8]
    }

    let resolver: String
    private let session: HTTPSSession
    private let limit: Int

    /// Makes the session that a resolver asks its server with.
    ///
    /// - Parameters:
    ///   - url: the server; its name is only looked up where `bootstrap` is empty.
    ///   - limit: bytes of a body.
    /// - Throws: `unusable` for settings that would have the server's own name looked up by resolvers.
    init(
        of resolver: String, at url: HTTPSURL, bootstrap: [IPAddress], limit: Int,
        _ given: HTTPSSession.Configuration
    ) throws(ResolverError) {
        guard given.addresses.resolution == nil else {
            throw ResolverError(.unusable(ResolverUseSentence.ownResolvers.statement), from: resolver)
        }
        guard !url.hasCredential else {
            throw ResolverError(.unusable(ResolverUseSentence.credentialInURL.statement), from: resolver)
        }
        var configuration = given
        configuration.cookies.handling = .none
        configuration.cookies.areSent = false
        configuration.credentials.forms = []
        configuration.limits.redirects = min(given.limits.redirects, 3)
        configuration.limits.responseBytes = limit
        if !bootstrap.isEmpty {
            configuration.addresses.dial.append(
                DialRule(url.serverName, port: url.port, to: bootstrap.map { DialRule.Target($0) }))
        }
        self.resolver = resolver
        self.limit = limit
        session = HTTPSSession(configuration: configuration)
    }

    /// Asks, and follows redirects on the server's own origin.
    ///
    /// - Parameter hidden: what no error may show, since it is secret.
    func response(
        to request: HTTPSRequest, within timeout: Duration, hiding hidden: [String] = []
    ) async throws(ResolverError) -> Response {
        var request = request
        request.timeout = timeout
        request.handlesCookies = false
        let origin = request.url
        request.redirection = { _, next in next.url.isSameOrigin(as: origin) ? next : nil }
        do throws(HTTPSError) {
            let answer = try await session.data(for: request)
            return Response(status: answer.status, fields: answer.fields, body: answer.body)
        } catch {
            throw ResolverError(reason(error, hiding: hidden), from: resolver)
        }
    }

    private func reason(_ error: HTTPSError, hiding hidden: [String]) -> ResolverError.Reason {
        if error.isCancelled { return .cancelled }
        if error.isTimeout { return .timedOut }
        if error.code == .responseTooLarge { return .tooLarge(limit: limit) }
        if let failure = error.trustFailure { return .untrusted(failure.namedStatement) }
        if let failure = error.proxyTrustFailure {
            return .untrusted(ResolverUseSentence.ofProxy(failure.namedStatement).statement)
        }
        let shows = hidden.contains { !$0.isEmpty && error.message.contains($0) }
        let shown = ResolverUseSentence.phase(error.phase.rawValue, code: "\(error.code)").statement
        return .unreachable(shows ? shown : error.statement)
    }
}

/// The time that a response has been in caches (RFC 9111 §5.1).
struct HTTPAge: Hashable, Sendable {
    let seconds: Int64

    /// The first `Age` field's; nothing where it is none.
    static func of(_ fields: [HTTPField]) -> HTTPAge {
        let digits = fields.first { $0.isNamed("Age") }?.value ?? ""
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return HTTPAge(seconds: 0) }
        // RFC 9111 §1.2.2: what is too large for a number is 2^31.
        return HTTPAge(seconds: min(Int64(digits) ?? 1 << 31, 1 << 31))
    }

    /// The rest of a time to live.
    func shortening(_ time: Duration?) -> Duration? {
        time.map { max($0 - .seconds(seconds), .zero) }
    }
}
