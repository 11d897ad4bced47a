package import HoldfastHTTP
import HoldfastStatements

/// HTTP/1.1 as a client says and hears it over one connection (RFC 9112), one exchange after the other.
///
/// Requests go into ``takeOutput()``, what the server sends goes in by ``receive(_:_:)``, and what it means comes out
/// as events. Responses are read as ``MessageLeniency/lenient`` says; whatever could belong to two of them ends the
/// connection.
package final class HTTP1Connection {
    private enum Place {
        case idle
        /// A head is awaited, of which some may have come.
        case head
        case content(ContentReader, endsWithConnection: Bool)
        /// Bytes of another protocol, behind a 2xx to CONNECT or a 101.
        case tunnel
        /// Nothing more is read: of what comes nobody knows what it is.
        case over
    }

    private enum Sending {
        case ended
        case octets
        case chunks
    }

    private var place = Place.idle
    private var sending = Sending.ended
    private var output: [UInt8] = []
    private var method = ""
    /// The protocol that the server was asked to go over to; nil for none.
    private var upgrade: String?
    private var limits = MessageLimits(headBytes: 0, fields: 0)
    /// Octets of heads and trailers that may still come in this exchange.
    private var fieldBytesLeft = 0
    /// The octets of a head that is not all there.
    private var begun: [UInt8] = []
    private var scanner = HeadScanner(HeadReader(.lenient, MessageLimits(headBytes: 0, fields: 0)))
    private var isLastExchange = false
    /// Whether an octet of a response has come since the request began: the server is alive, and may have acted on it.
    package private(set) var hasHeard = false

    package init() {}

    /// Octets of heads and trailers that have come in this exchange, as far as they were whole.
    package var fieldBytes: Int { limits.headBytes - fieldBytesLeft }

    /// Whether no exchange is under way: the response has ended, and the request's content too.
    package var isIdle: Bool { if case .idle = place, case .ended = sending { true } else { false } }

    /// Whether the connection serves one more request.
    package var isReusable: Bool { isIdle && !isLastExchange }

    /// Whether the connection is kept behind the exchange, as far as both sides have said.
    package var keepsConnection: Bool { !isLastExchange }

    /// Whether all of the request has been said.
    package var hasEndedContent: Bool { if case .ended = sending { true } else { false } }

    // MARK: The request

    /// Says a request. The connection has to be idle.
    ///
    /// - Parameter limits: those of all that comes before the response's end and is no content, together: interim
    ///   responses, head and trailers.
    package func begin(_ request: ExchangeRequest, limits: MessageLimits) {
        (method, upgrade) = (request.method, request.upgrade)
        self.limits = limits
        fieldBytesLeft = limits.headBytes
        (place, hasHeard) = (.head, false)
        begun.removeAll(keepingCapacity: true)
        scanner = HeadScanner(reader)
        isLastExchange = request.fields.has("close", in: "connection")
        write(request)
    }

    /// Octets that the head of a request has as a rule, and hardly more.
    private static let usualHeadBytes = 512

    private func write(_ request: ExchangeRequest) {
        let target = request.asksForTunnel ? request.authority : request.path
        output.reserveCapacity(Self.usualHeadBytes)
        for part in [request.method, " ", target, " HTTP/1.1\r\nHost: ", request.authority, "\r\n"] {
            output.append(contentsOf: part.utf8)
        }
        if let upgrade = request.upgrade {
            output.append(contentsOf: "Connection: Upgrade\r\nUpgrade: \(upgrade)\r\n".utf8)
        }
        for field in request.fields { field.write(to: &output) }
        switch request.content {
        case .none: sending = .ended
        case .octets(let count):
            sending = count == 0 ? .ended : .octets
            output.append(contentsOf: "Content-Length: \(count)\r\n".utf8)
        case .unknown:
            sending = .chunks
            output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
        }
        if request.expectsContinue { output.append(contentsOf: "Expect: 100-continue\r\n".utf8) }
        output.append(contentsOf: [13, 10])
    }

    /// Sends a piece of the request's content, or bytes through a tunnel.
    package func send(_ piece: ArraySlice<UInt8>) {
        guard !piece.isEmpty else { return }
        if case .chunks = sending {
            output.append(contentsOf: "\(String(piece.count, radix: 16))\r\n".utf8)
            output.append(contentsOf: piece)
            output.append(contentsOf: [13, 10])
        } else {
            output.append(contentsOf: piece)
        }
    }

    /// Says that all of the content has been sent.
    package func endContent() {
        if case .chunks = sending { output.append(contentsOf: ChunkReader.end([])) }
        sending = .ended
    }

    /// Takes what is to be sent.
    package func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    // MARK: The response

    /// Takes what the server sent.
    package func receive(_ bytes: ArraySlice<UInt8>, _ tell: (ExchangeEvent) -> Void) {
        var rest = bytes
        while !rest.isEmpty {
            switch place {
            case .head:
                hasHeard = true
                guard let head = takeHead(&rest, tell) else { continue }
                begin(head, tell)
            case .content(let reader, let endsWithConnection):
                // The reader is moved out and in again, so that it is not copied.
                place = .over
                takeContent(&rest, reader, endsWithConnection, tell)
            case .tunnel:
                tell(.body(rest))
                return
            case .idle:
                // Octets that belong to no request: the next response would begin with them.
                place = .over
            case .over: return
            }
        }
    }

    /// Takes the end of what the server sends.
    ///
    /// - Parameter isClean: whether the server has said so itself, where it can: by close_notify in TLS (RFC 9112
    ///   §9.8).
    package func receiveEnd(isClean: Bool, _ tell: (ExchangeEvent) -> Void) {
        let before = place
        place = .over
        switch before {
        case .head: tell(.failed(begun.isEmpty ? .closedBeforeResponse : .closedInHead))
        case .content(_, endsWithConnection: true), .tunnel: tell(isClean ? .end : .failed(.closedInContent))
        case .content: tell(.failed(.closedInContent))
        case .idle, .over: break
        }
    }

    private var reader: HeadReader {
        var left = limits
        (left.headBytes, left.trailerBytes) = (fieldBytesLeft, fieldBytesLeft)
        return HeadReader(.lenient, left)
    }

    /// Takes a head off the front; nil where it is not all there, or is none.
    private func takeHead(_ rest: inout ArraySlice<UInt8>, _ tell: (ExchangeEvent) -> Void) -> ResponseHead? {
        let known = begun.count
        // As a rule a head comes in one piece, and is read where it lies.
        var bytes = rest
        if known > 0 {
            begun.append(contentsOf: rest)
            bytes = begun[...]
        }
        do throws(MessageError) {
            // What stands behind the limit does not count: it may not have come.
            guard Self.mayBegin(bytes.prefix(fieldBytesLeft)) else { throw MessageError(502, .otherVersion) }
            guard let length = try scanner.length(of: bytes) else {
                if known == 0 { begun.append(contentsOf: rest) }
                rest = rest[rest.endIndex...]
                return nil
            }
            let head = try reader.response(bytes.prefix(length))
            rest = rest.dropFirst(length - known)
            fieldBytesLeft -= length
            begun.removeAll(keepingCapacity: true)
            return head
        } catch {
            fail(error, tell)
            return nil
        }
    }

    /// Whether octets may be the first ones of a head: other protocols have a server speak first, and wait then.
    ///
    /// Each octet is judged by those before it alone, so that a server is told the same in pieces of any size.
    private static func mayBegin(_ bytes: ArraySlice<UInt8>) -> Bool {
        // Empty lines may stand before the first line, and white space within it. A line of white space alone is a
        // first line that is none: an empty one behind it would be the end of a head.
        var line = bytes.prefix(64)
        while let first = line.first, first == 10 || first == 13 && line.dropFirst().first == 10 {
            line = line.dropFirst(first == 10 ? 1 : 2)
        }
        if line.count == 1, line.first == 13 { return true }
        return "HTTP/".utf8.starts(with: line.drop { FieldGrammar.isSpace($0) }.prefix(5))
    }

    private func begin(_ head: ResponseHead, _ tell: (ExchangeEvent) -> Void) {
        guard head.status != 101 else { return switchProtocols(head, tell) }
        guard !head.isInterim else {
            scanner = HeadScanner(reader)
            return tell(.informational(head))
        }
        if method == "CONNECT", (200..<300).contains(head.status) {
            (place, isLastExchange) = (.tunnel, true)
            return tell(.head(head))
        }
        do throws(MessageError) {
            let framing = try MessageFraming(of: head, to: method, .lenient)
            let content = ContentReader(framing, reader)
            if framing == .connection || !head.keepsConnection || framing == .chunked && Self.hasDoubtfulEnd(head) {
                isLastExchange = true
            }
            place = content.hasEnded ? .idle : .content(content, endsWithConnection: framing == .connection)
            tell(.head(head))
            if content.hasEnded { tell(.end) }
        } catch {
            guard error.statement != MessageFault.contentLength.statement else {
                place = .over
                return tell(.failed(.badLength))
            }
            fail(error, tell)
        }
    }

    /// RFC 9110 §15.2.2: the server "MUST generate an Upgrade header field in the response that indicates which
    /// protocol(s) will be in effect after this response", and §7.8: "MUST NOT switch to a protocol that was not
    /// indicated by the client".
    private func switchProtocols(_ head: ResponseHead, _ tell: (ExchangeEvent) -> Void) {
        guard let upgrade, head.fields.list("upgrade") == [upgrade] else {
            place = .over
            return tell(.failed(.unaskedUpgrade))
        }
        (place, isLastExchange) = (.tunnel, true)
        tell(.head(head))
    }

    /// Whether somebody on the way may have seen the end of chunks elsewhere.
    ///
    /// RFC 9112 §6.1: whoever receives a coding in HTTP/1.0 "MUST […] close the connection after processing the
    /// message", and a server that is sent a length beside a coding does; what it says of servers is as true here.
    private static func hasDoubtfulEnd(_ head: ResponseHead) -> Bool {
        head.minorVersion == 0 || head.fields.contains { $0.isNamed("content-length") }
    }

    private func takeContent(
        _ rest: inout ArraySlice<UInt8>, _ given: ContentReader, _ endsWithConnection: Bool,
        _ tell: (ExchangeEvent) -> Void
    ) {
        var reader = given
        do throws(MessageError) {
            while !rest.isEmpty, !reader.hasEnded {
                if let piece = try reader.take(&rest), !piece.isEmpty { tell(.body(piece)) }
            }
        } catch {
            return fail(error, tell)
        }
        guard reader.hasEnded else {
            place = .content(reader, endsWithConnection: endsWithConnection)
            return
        }
        place = .idle
        if !reader.trailers.isEmpty { tell(.trailers(reader.trailers)) }
        tell(.end)
    }

    private func fail(_ error: MessageError, _ tell: (ExchangeEvent) -> Void) {
        place = .over
        // RFC 6585 §5: 431 is what is too long, on whichever side.
        tell(.failed(error.status == 431 ? .longFields(limit: limits.headBytes) : .malformed(error)))
    }
}
