import HoldfastTransport

/// How the body of a task's response is wanted.
enum BodyDelivery: Hashable, Sendable {
    /// With the response.
    case whole
    /// Piece by piece, after it.
    case stream
}

/// What came back for one hop: the response, and where its body comes from where that is read later.
struct HopAnswer {
    let request: HTTPSRequest
    let response: HTTPSResponse
    let stream: TransportStream?
    /// What a proxy said to the request for the tunnel; nil where an open one was used, or none.
    var proxyAnswer: ProxyAnswer?
    /// What of the body was read already, where it comes as a stream.
    var begun: [UInt8] = []
}

extension HTTPSSession {
    /// A request and whatever it is redirected to.
    func follow(
        _ request: HTTPSRequest, as delivery: BodyDelivery, within limit: TimeLimit, _ journal: inout TaskJournal
    ) async throws(HTTPSError) -> HopAnswer {
        var request = try named(request, journal)
        request.family = journal.task
        var hop = request
        var logins = formLogins(for: request)
        var redirects: [HTTPSResponse.Redirect] = []
        while true {
            var answer = try await authenticated(hop, as: delivery, within: limit, redirects, &journal)
            let page = try await answer.page(for: logins)
            if try await logIn(after: page, in: &logins, of: request, within: limit, &journal) {
                await answer.stream?.skip()
                (hop, redirects) = (request, [])
                continue
            }
            let response = answer.response
            guard configuration.maximumRedirects > 0, let next = try Redirection.next(after: response, to: hop) else {
                return answer
            }
            guard redirects.count < configuration.maximumRedirects else {
                throw HTTPSError(
                    .transfer, "tooManyRedirects",
                    "the server redirected more than \(configuration.maximumRedirects) times",
                    hint: "look at where the redirects lead; they may go round in a circle",
                    connection: response.connection, redirects: redirects)
            }
            let redirect = HTTPSResponse.Redirect(
                status: response.status, url: hop.url, connection: response.connection)
            guard let following = try await decide(about: response, next, within: limit) else { return answer }
            redirects.append(redirect)
            journal.redirected(redirect, to: following.url)
            await answer.stream?.skip()
            hop = following
        }
    }

    /// One exchange of a task.
    ///
    /// - Parameter answers: to what was asked on the request's way.
    func exchange(
        _ hop: HTTPSRequest, _ answers: AuthenticationAnswers, as delivery: BodyDelivery, within limit: TimeLimit,
        _ redirects: [HTTPSResponse.Redirect], _ journal: inout TaskJournal
    ) async throws(HTTPSError) -> HopAnswer {
        journal.began(hop)
        do throws(TransportError) {
            var policyDigest: [UInt8] = []
            let (answer, stream) = try await carryOut(hop, kind: .request, within: limit) {
                (exchange, judge, transport) async throws(TransportError) -> (TransportResponse, TransportStream?) in
                var exchange = exchange
                exchange.add(answers)
                policyDigest = exchange.policyDigest
                switch delivery {
                case .whole: return (try await transport.perform(exchange, judge: judge), nil)
                case .stream:
                    // Whoever reads a stream decides how much is enough.
                    exchange.maximumResponseBytes = .max
                    let opened = try await transport.open(exchange, judge: judge)
                    return (opened.head, opened)
                }
            }
            journal.received(answer, to: hop)
            var response = HTTPSResponse(answer, from: hop.url, after: redirects)
            response.sent = OutgoingRequest(
                hop, as: answers.user,
                identity: answer.connection.clientCertificateDigest ?? identityDigest(for: hop, under: policyDigest),
                policyDigest: policyDigest)
            return HopAnswer(
                request: hop, response: response, stream: stream,
                proxyAnswer: answer.proxyAnswer)
        } catch {
            handshakes.note(error, from: hop.url)
            journal.failed(error, to: hop)
            throw HTTPSError(AddressInURL(hop)?.explain(error) ?? error, redirects: redirects)
        }
    }
}

extension HopAnswer {
    /// The response with as much of its body as it takes to see whether it is a login page.
    fileprivate mutating func page(for logins: FormLoginFlow) async throws(HTTPSError) -> HTTPSResponse {
        guard let stream, logins.looksAtPages, LoginPage.isPage(response) else { return response }
        do throws(TransportError) {
            while begun.count <= HTMLScanner.pageLimit, let piece = try await stream.next() { begun += piece }
        } catch {
            throw HTTPSError(error, redirects: response.redirects)
        }
        return response.with(body: begun)
    }
}

extension HTTPSResponse {
    func with(body: [UInt8]) -> HTTPSResponse {
        HTTPSResponse(
            url: url, status: status, httpVersion: httpVersion, fields: fields, trailers: trailers, body: body,
            connection: connection, isReusedConnection: isReusedConnection, redirects: redirects, sent: sent)
    }

    init(_ answer: TransportResponse, from url: HTTPSURL, after redirects: [Redirect]) {
        self.init(
            url: url, status: answer.status, httpVersion: answer.httpVersion, fields: answer.fields,
            trailers: answer.trailers, body: answer.body, connection: answer.connection,
            isReusedConnection: answer.isReusedConnection, redirects: redirects)
    }
}

extension TransportStream {
    /// What is read of a body that nobody wants, to keep its connection; of more, the connection is let go.
    private static let skipLimit = 256 << 10

    /// Reads what is left of a body that nobody wants, within a limit.
    func skip() async {
        var count = 0
        do throws(TransportError) {
            while count <= Self.skipLimit, let piece = try await next() { count += piece.count }
        } catch {
            // The exchange that follows says what is wrong, if it concerns it.
        }
        cancel()
    }
}
