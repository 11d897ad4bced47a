import HoldfastHTTP
import HoldfastTransport
import LoopbackSupport

/// The outcome of a request: all that a caller sees of the answer, or of the error.
struct OddOutcome: Hashable, Sendable {
    /// One answer, or the error in its place.
    enum Part: Hashable, Sendable {
        case answer(
            status: Int, version: String, fields: [HTTPField], body: [UInt8], trailers: [HTTPField], isKept: Bool)
        case error(TransportError.Code)
    }

    private(set) var parts: [Part] = []
    /// The number of requests that the server has heard.
    private(set) var asked = 0

    /// The answers in words: status, fields but those that frame, content, trailers, or the code of the error; then the
    /// answer to the second request, and whether it came over the same connection.
    var summary: String {
        let texts = parts.enumerated().map { $1.text(isFirst: $0 == 0) }
        return texts.joined(separator: " | ") + (asked > parts.count ? " ×\(asked)" : "")
    }

    /// Octets as they are printed: those that are none of ASCII's marks by their numbers.
    static func printed(_ octets: [UInt8]) -> String {
        octets.map { octet in
            (0x20..<0x7F).contains(octet)
                ? String(UnicodeScalar(octet))
                : "%" + (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
        }.joined()
    }

    /// Asks for an answer.
    static func of(
        _ answer: OddAnswer, _ number: Int, from server: OddServer, by engine: TransportEngine, _ world: Loopback
    ) async -> OddOutcome {
        let judge = world.trusting()
        let request = answer.request(number, server, world)
        var outcome = OddOutcome()
        for _ in 0..<(answer.ask.asksAgain ? 2 : 1) {
            do throws(TransportError) {
                let response = try await engine.perform(request, judge: judge)
                outcome.parts.append(
                    .answer(
                        status: response.status, version: response.httpVersion, fields: response.fields,
                        body: response.body, trailers: response.trailers, isKept: response.isReusedConnection))
            } catch {
                outcome.parts.append(.error(error.code))
            }
        }
        outcome.asked = server.asked(number)
        return outcome
    }
}

extension OddAnswer {
    fileprivate func request(_ number: Int, _ server: OddServer, _ world: Loopback) -> TransportRequest {
        let isPlain = ask.wire == .plain
        var request = world.request(
            to: Self.name(of: number, in: world), port: server.port(ask.wire), under: isPlain ? "" : "p")
        request.isPlain = isPlain
        request.connection.versions = ask.wire == .http2 ? .http2Preferred : .http11
        request.message.target = "/\(number)"
        request.message.method = ask.method
        request.message.expectsContinue = ask.expectsContinue
        if let count = ask.content {
            let content = [UInt8](repeating: 0x78, count: count)
            if ask.isChunked {
                request.message.upload = UploadBody(length: nil, { Self.pieces(content) })
            } else {
                request.message.body = content
            }
        }
        (request.limits.headerBytes, request.limits.responseBytes) = (ask.headerBytes, ask.responseBytes)
        return request
    }

    private static func pieces(_ content: [UInt8]) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            continuation.yield(content)
            continuation.finish()
        }
    }
}

extension OddOutcome.Part {
    fileprivate func text(isFirst: Bool) -> String {
        switch self {
        case .error(let code): return code.rawValue
        case .answer(let status, _, let fields, let body, let trailers, let isKept):
            let shown = fields.filter { !$0.isNamed("Content-Length") && !$0.isNamed("Transfer-Encoding") }
            var text = ([String(status)] + (isFirst ? [] : [isKept ? "kept" : "fresh"]) + shown.map(Self.text))
                .joined(separator: " ")
            if body.count > 40 {
                text += "; \(body.count) octets"
            } else if !body.isEmpty {
                text += "; " + OddOutcome.printed(body)
            }
            if !trailers.isEmpty { text += "; " + trailers.map(Self.text).joined(separator: " ") }
            return text
        }
    }

    private static func text(_ field: HTTPField) -> String {
        let value = field.octetCount > 40 ? "\(field.octetCount) octets" : OddOutcome.printed(field.octets)
        return "[\(OddOutcome.printed(Array(field.name.utf8)))=\(value)]"
    }
}
