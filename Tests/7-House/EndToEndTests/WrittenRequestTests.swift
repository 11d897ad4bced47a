import Foundation
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastStatements
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

/// Requests as programs write them: JSON, fields as lines, `Data`.
@Suite("Requests as they are written", .hangLimit)
struct WrittenRequestTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private struct Order: Codable, Equatable {
        var article: String
        var count: Int
    }

    private struct Price: Encodable { var amount: Double }

    /// A server that answers with what it was sent.
    private func echo() throws -> TLSServer {
        try bench.answering { request in
            ServerResponse(
                fields: [
                    HTTPField("Content-Type", request["Content-Type"] ?? "none"),
                    HTTPField("X-Method", request.method),
                    HTTPField("X-List", "a"), HTTPField("x-list", "b, c"),
                ], body: request.body)
        }
    }

    @Test("a value goes out as JSON by POST, and what comes is decoded from the body as it is")
    func json() async throws {
        let server = try echo()
        let session = bench.session(server, policy: bench.trusting)
        let order = Order(article: "lamp", count: 2)
        let response = try await session.data(for: HTTPSRequest(try bench.url(server), json: order))
        #expect(response["X-Method"] == "POST")
        // RFC 8259 §11: "The media type for JSON text is application/json."
        #expect(response["content-type"] == "application/json")
        #expect(try JSONDecoder().decode(Order.self, from: response.body) == order)
        // RFC 9110 §5.3: "a recipient MAY combine multiple field lines […] separated by a comma".
        #expect(response["X-List"] == "a, b, c" && response["X-None"] == nil)
    }

    @Test("method, type and encoder are the program's where it says them")
    func ownWay() async throws {
        let server = try echo()
        let session = bench.session(server, policy: bench.trusting)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let request = try HTTPSRequest(
            "\(bench.url(server))", method: "PATCH", fields: ["content-type: application/merge-patch+json"],
            json: Order(article: "lamp", count: 3), encoder: encoder)
        let response = try await session.data(for: request)
        #expect(response["X-Method"] == "PATCH" && response["Content-Type"] == "application/merge-patch+json")
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"article":"lamp","count":3}"#)
        var other = HTTPSRequest(try bench.url(server), method: "PUT", body: Data("four".utf8))
        #expect(try await session.data(for: other).body == Data("four".utf8))
        other.body = Data("five!".utf8)
        #expect(try await session.data(for: other).body == Array("five!".utf8))
        other.body = nil
        #expect(try await session.data(for: other).body.isEmpty)
    }

    @Test("a value that JSON cannot hold is an error that says where, and not what")
    func unencodable() throws {
        let error = #expect(throws: HTTPSError.self) {
            _ = try HTTPSRequest("https://example.com/", json: [Price(amount: 1), Price(amount: .nan)])
        }
        #expect(error?.code == .uploadFailed && error?.phase == .request)
        #expect(error?.message.contains("amount") == true, "\(error as Any)")
    }

    /// Encodes itself, and complains of what it holds as programs do.
    private struct Card: Encodable {
        private struct Complaint: Error, CustomStringConvertible { let description: String }

        private enum CodingKeys: String, CodingKey { case number }

        let number: String
        var isOfTheProgram = false

        func encode(to encoder: any Encoder) throws {
            let text = "'\(number)' has no check digit"
            if isOfTheProgram { throw Complaint(description: text) }
            throw EncodingError.invalidValue(
                number,
                EncodingError.Context(
                    codingPath: encoder.codingPath + [CodingKeys.number], debugDescription: text,
                    underlyingError: Complaint(description: text)))
        }
    }

    @Test("what a program says of a value that it does not encode is no part of the error", arguments: [false, true])
    func saidByTheProgram(_ isOfTheProgram: Bool) throws {
        let card = Card(number: "4111111111111112", isOfTheProgram: isOfTheProgram)
        let error = try #require(
            #expect(throws: HTTPSError.self) { _ = try HTTPSRequest("https://example.com/", json: ["card": card]) })
        #expect(error.code == .uploadFailed)
        #expect(error.message.contains(isOfTheProgram ? "Complaint" : "card.number"), "\(error)")
        let said = [error.statement, error.adviceStatement].compactMap { $0 }
        let texts = said.flatMap { [$0.text(in: .english), $0.text(in: .chinese), "\($0.arguments)"] }
        for text in texts + ["\(error)", error.localizedDescription] {
            #expect(!text.contains("4111111111111112"), "\(text)")
        }
    }

    @Test(
        "a text that is no URL is an error of the request", arguments: ["http://example.com/", "https://a b/", "x", ""])
    func unreadable(text: String) async throws {
        let error = #expect(throws: HTTPSError.self) { _ = try HTTPSRequest(text) }
        #expect(error?.code == .unusableRequest && error?.phase == .request)
        let asked = await #expect(throws: HTTPSError.self) { _ = try await HTTPSSession().data(from: text) }
        #expect(asked?.code == .unusableRequest)
        #expect(throws: HTTPSError.self) { _ = try HTTPSRequest(text, json: 1) }
    }

    @Test("the three kinds of URL lead to one place")
    func urls() async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.trusting)
        let url = try bench.url(server, "/a")
        let foundation = try #require(URL(string: url.description))
        #expect(try await session.data(from: url).body == Array("GET /a".utf8))
        #expect(try await session.data(from: url.description).body == Array("GET /a".utf8))
        #expect(try await session.data(from: foundation).body == Array("GET /a".utf8))
        #expect(try HTTPSRequest(foundation).url == url)
    }

    private static let injected = "1\r\nAuthorization: Basic Zm9v"

    /// RFC 9110 §5.5: "Field values containing CR, LF, or NUL characters are invalid and dangerous".
    @Test(
        "a field that would be two is never sent, wherever it is written",
        arguments: [
            { $0.fields = ["X-Request-ID: \(injected)"] }, { $0["X-Request-ID"] = injected },
            { $0.fields.append("X-Request-ID: 1\nX-Other: 2") }, { $0.fields = ["X-Request-ID: \u{0}"] },
            { $0.fields = ["X-Request-ID"] }, { $0.fields = ["\("X-Request-ID"): 1"] }, { $0.fields = [": 1"] },
            { $0["X-Request-ID: 1\r\nX"] = "2" }, { $0[""] = "1" },
        ] as [@Sendable (inout HTTPSRequest) -> Void])
    func injection(_ change: @Sendable (inout HTTPSRequest) -> Void) async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.trusting)
        var request = HTTPSRequest(try bench.url(server))
        change(&request)
        let sent = request
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: sent) }
        #expect(error?.code == .unusableRequest && error?.phase == .request, "\(error as Any)")
        #expect(error.map { "\($0)" }?.contains("Zm9v") == false)
        #expect(server.counters.connections == 0)
    }

    @Test("nor is one of the session's own, or of the request that a redirect leads to")
    func elsewhere() async throws {
        let server = try bench.answering { request in
            request.target == "/" ? .redirect(to: "next", status: 302) : ServerResponse(text: "there")
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        let url = try bench.url(server)
        configuration.additionalFields = ["X-Program: \(Self.injected)"]
        let own = HTTPSSession(configuration: configuration)
        let error = await #expect(throws: HTTPSError.self) { _ = try await own.data(from: url) }
        #expect(error?.code == .unusableRequest && server.counters.connections == 0)
        var request = HTTPSRequest(url)
        request.redirection = { _, next in
            var next = next
            next["X-Hop"] = Self.injected
            return next
        }
        let sent = request
        let session = bench.session(server, policy: bench.trusting)
        let later = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: sent) }
        #expect(later?.code == .unusableRequest && server.counters.requestsReceived == 1)
    }
}
