import HoldfastHTTP
import HoldfastTransport
public import HoldfastWeb
import HoldfastWebSocket
import HoldfastX509

extension HTTPSSession {
    /// Opens a WebSocket (RFC 6455): judges the server as for any request, asks it to go over to the protocol, and
    /// checks that it does. Proxies, pins, client certificates, cookies and challenges are those of a request; a
    /// redirect is not followed.
    ///
    /// It has a connection of its own, by HTTP/1.1, or is a stream of one of HTTP/2 (RFC 8441), as
    /// ``WebSocketOptions/http2`` says. The request's limits of time are for the opening.
    ///
    /// - Parameters:
    ///   - request: a GET without a body; `https` stands for `wss`, and `http`, where its URL allows that, for `ws`
    ///     (``HoldfastWeb/HTTPSURL/init(webSocket:)``).
    ///   - protocols: the subprotocols that are offered, the best first: tokens, each one once.
    /// - Throws: ``HTTPSError`` as ``data(for:)``; with the code `webSocketRefused` where the server answers with
    ///   anything else than the switch that it was asked for.
    public func webSocket(
        _ request: HTTPSRequest, protocols: [String] = [], options: WebSocketOptions = WebSocketOptions()
    ) async throws(HTTPSError) -> WebSocket {
        let pipeline = try RequestPipeline(
            self, asking: request.url, within: request.timeout ?? configuration.timeouts.request,
            telling: request.finished)
        let port = ContentPort()
        do throws(HTTPSError) {
            let (opening, handshake) = try Self.opening(request, protocols, options, through: port)
            let answer = try await pipeline.run(opening, as: .stream)
            guard let stream = answer.stream else {
                throw HTTPSError(.internal, .noStream, SessionSentence.noStream, advice: SessionAdvice.report)
            }
            let agreement: OpeningHandshake.Agreement
            do throws(WebSocketError) {
                agreement = try handshake.check(
                    status: answer.response.status, answer.response.fields,
                    isHTTP2: answer.response.httpVersion == "2")
            } catch {
                stream.cancel()
                throw .webSocketRefused(error, answer.response)
            }
            let source = BodySource(
                stream, begun: answer.begun, of: answer.request, on: answer.response.connection,
                after: answer.response.redirects, journal: pipeline.journal, in: self)
            let wire = WebSocketWire(source, port, agreement.deflate, answer.response, options)
            return WebSocket(wire, answer.response, agreement)
        } catch {
            throw pipeline.leave(error)
        }
    }

    /// The names of the fields that the handshake makes.
    package static let webSocketFields = OpeningHandshake.fieldNames

    private static func opening(
        _ request: HTTPSRequest, _ protocols: [String], _ options: WebSocketOptions, through port: ContentPort
    ) throws(HTTPSError) -> (HTTPSRequest, OpeningHandshake) {
        guard OpeningHandshake.areProtocols(protocols) else { throw .unusableOpening(.subprotocols) }
        guard request.method == "GET", request.body == nil, request.upload == nil else {
            throw .unusableOpening(.withContent)
        }
        if let field = request.fields.first(where: { OpeningHandshake.fieldNames.contains($0.name.asciiLowercased()) })
        {
            throw .unusableOpening(.field(name: field.name))
        }
        let handshake: OpeningHandshake
        do throws(WebSocketError) {
            handshake = try OpeningHandshake(offering: protocols, options.offer)
        } catch {
            throw HTTPSError(
                TransportError(.internal, .unusableLibrary, error.statement, adviceStatement: nil))
        }
        var opening = request
        opening.fields += handshake.commonFields
        opening.upload = UploadBody(port)
        opening.upgrade = HTTPSRequest.Upgrade(
            to: OpeningHandshake.upgrade, [handshake.keyField], over: options.http2, idleTimeout: options.idleTimeout)
        opening.bypassesCache = true
        // RFC 6455 §4.1 lets a client follow; what was to be asked there is another server, whose user may not want it.
        opening.redirection = { _, _ in nil }
        return (opening, handshake)
    }
}

extension HTTPSURL {
    /// Reads a `wss` URL (RFC 6455 §3), or the `https` URL of the same server.
    ///
    /// - Throws: ``HTTPSURLError`` as ``init(_:)`` does; `ws` is another scheme, which nobody proves.
    public init(webSocket text: String) throws(HTTPSURLError) { try self.init(Self.withHTTP(text, "wss", "https")) }

    /// Reads a `wss` or `ws` URL: with the latter nothing is encrypted, and nobody proves who the server is
    /// (``init(dangerouslyAllowingPlainHTTP:)``).
    public init(dangerouslyAllowingPlainWebSocket text: String) throws(HTTPSURLError) {
        try self.init(
            dangerouslyAllowingPlainHTTP: Self.withHTTP(Self.withHTTP(text, "wss", "https"), "ws", "http"))
    }

    private static func withHTTP(_ text: String, _ scheme: String, _ other: String) -> String {
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        guard rest.first == UInt8(ascii: ":"), text.prefix(scheme.utf8.count).asciiLowercased() == scheme else {
            return text
        }
        return other + String(decoding: rest, as: UTF8.self)
    }
}
