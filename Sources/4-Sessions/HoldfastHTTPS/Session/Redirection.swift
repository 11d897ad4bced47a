import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// The rules of redirects: the request that one asks for, and the fields that it may have (RFC 9110 §15.4).
enum Redirection {
    /// The statuses that name another place for the same exchange; 300, 304, 305 and 306 do not.
    private static let statuses: Set<Int> = [301, 302, 303, 307, 308]
    /// The request that a response asks for; nil where it asks for none.
    ///
    /// A URL without TLS, of a host that wants TLS, is the one with TLS (RFC 6797 §8.3); `upgraded` is then what the
    /// server has written.
    ///
    /// - Throws: ``HTTPSError`` for a redirect to something else than `https`: what was confidential until now does not
    ///   become public because a server says so. Only whoever has made the request can allow `http`, by its URL.
    static func next(
        after response: HTTPSResponse, to request: HTTPSRequest, knowing knownHosts: KnownHostStore? = nil
    ) throws(HTTPSError) -> (request: HTTPSRequest, upgraded: HTTPSURL?)? {
        guard statuses.contains(response.status), let location = response.fields.first(named: "Location") else {
            return nil
        }
        let written: HTTPSURL
        // Looked up once: a host that a second look no longer finds, since its time has ended or another process has
        // taken its word back, would be asked without TLS although nobody has allowed that.
        let upgraded: HTTPSURL?
        do throws(HTTPSURLError) {
            written = try request.url.resolving(location)
            upgraded = knownHosts?.upgrade(written)?.0
        } catch {
            let plain = error.isOtherScheme ? request.url.plainReference(location) : nil
            let withTLS = plain.flatMap { knownHosts?.upgrade($0)?.0 }
            guard let plain, let withTLS else {
                throw HTTPSError(
                    .transfer, error.isOtherScheme ? .insecureRedirect : .invalidRedirect,
                    SessionSentence.badRedirect(to: ShownURL.text(of: location), reason: error.statement),
                    advice: SessionAdvice.redirectToHTTPS, connection: response.connection,
                    redirects: response.redirects)
            }
            written = plain
            upgraded = withTLS
        }
        let url = upgraded ?? written
        var next = request
        next.url = url
        rewriteMethod(&next, status: response.status)
        if !url.isSameOrigin(as: request.url) { (next.hostField, next.tickets) = (nil, nil) }
        next.leaveBehind(ConfinedFields(from: request.url, to: url))
        return (next, upgraded == nil ? nil : written)
    }

    /// RFC 9110 §15.4.4: 303 asks for GET (or HEAD); §15.4.2 and .3: 301 and 302 turn POST into GET in practice; 307
    /// and 308 change nothing.
    private static func rewriteMethod(_ request: inout HTTPSRequest, status: Int) {
        let becomesGet =
            switch status {
            case 303: request.method != "HEAD" && request.method != "GET"
            case 301, 302: request.method == "POST"
            default: false
            }
        guard becomesGet else { return }
        request.method = "GET"
        request.body = nil
        request.upload = nil
        request.leaveBehind(.content)
    }
}

extension Redirection {
    /// The request that follows a redirect, by the request's own word; nil where the redirect is the answer.
    ///
    /// - Parameter next: what follows it where nobody has another word.
    static func decide(
        about response: HTTPSResponse, _ next: HTTPSRequest, within limit: TimeLimit
    ) async throws(HTTPSError) -> HTTPSRequest? {
        guard let redirection = next.redirection else { return next }
        let bare = response.with(body: [])
        guard
            let answer = await withDeadline(
                .now.advanced(by: limit.remaining), { await redirection(bare, next) })
        else { throw undecided(response) }
        return answer.map { $0.continuing(next) }
    }

    private static func undecided(_ response: HTTPSResponse) -> HTTPSError {
        guard !Task.isCancelled else { return .cancelled(response) }
        return HTTPSError(
            .request, .timedOut, SessionSentence.undecidedRedirect(from: "\(response.url)"),
            advice: SessionAdvice.answerRedirects,
            connection: response.connection, redirects: response.redirects)
    }
}

extension HTTPSRequest {
    /// This as a hop of another request, whose limits, answers and listeners stay.
    fileprivate func continuing(_ other: HTTPSRequest) -> HTTPSRequest {
        var hop = other
        hop.url = url
        hop.method = method
        hop.fields = fields
        hop.hostField = hostField
        if !url.isSameOrigin(as: other.url) { hop.tickets = nil }
        hop.body = body
        hop.upload = upload
        hop.expectsContinue = expectsContinue
        hop.closesConnection = closesConnection
        hop.ignoredFields = ignoredFields
        hop.handlesCookies = handlesCookies
        // What the handler wrote goes as it is; what the session would add, only where the redirect could have led.
        hop.leftBehind.formUnion(ConfinedFields(from: other.url, to: url))
        return hop
    }
}
