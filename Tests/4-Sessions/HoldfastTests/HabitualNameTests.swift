import Foundation
import Holdfast
import HoldfastTestBed
import Testing

/// The lines that people write who come from other HTTP clients: most compile, and for the rest the compiler says what
/// is meant.
@Suite("Names that one reaches for")
struct HabitualNameTests {
    private struct Order: Codable, Equatable { var article: String }

    @Test("lines of other clients work as they stand")
    func compiled() async throws {
        let server = try TestBed.start("good")
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.dial = [try DialRule(connectTo: server.connectTo)]
        configuration.trust.anchors = .only(try server.anchors.map { try Certificate(der: $0) })
        configuration.trust.pins = TrustPins.none
        configuration.credentials.identity = nil
        // Only for a test that hangs.
        configuration.timeouts.request = .seconds(120)
        configuration.timeouts.idle = nil
        let session = HTTPSSession(configuration: configuration)
        let url = try #require(URL(string: server.url))
        #expect(try await session.data(from: url).status == 200)
        #expect(try await session.data(from: server.url).status == 200)

        var request = try HTTPSRequest(server.url)
        request["Accept"] = "text/plain"
        request.fields["X-Request-ID"] = "\(UUID())"
        request.body = Data()
        request.body = nil
        let response = try await session.data(for: request)
        #expect(response["Content-Type"] != nil && response.fields["Content-Type"] != nil)
        #expect(!response.body.isEmpty)
        #expect(throws: DecodingError.self) { _ = try JSONDecoder().decode(Order.self, from: response.body) }

        let order = Order(article: "lamp")
        let encoded = try HTTPSRequest(server.url, method: "POST", fields: ["Accept: application/json"], json: order)
        #expect(try JSONDecoder().decode(Order.self, from: try #require(encoded.body as Data?)) == order)
        #expect(HTTPSRequest(encoded.url, method: "POST", body: Data("x".utf8)).body == Array("x".utf8))
        #expect(HTTPSRequest(encoded.url, method: "POST", body: Array("x".utf8)).body == Data("x".utf8))
        await session.finishTasksAndInvalidate()
    }
}

/// What is called otherwise here: each name is there, for the compiler to say which one is meant. A function that is
/// never to be had may use what is never to be had, so that this compiles as long as all of them are.
extension HabitualNameTests {
    @available(*, unavailable)
    private func guided(_ session: HTTPSSession, _ asked: HTTPSRequest, _ response: HTTPSResponse) async throws {
        var (request, configuration) = (asked, session.configuration)
        _ = try await session.get("https://example.com/")
        _ = try await session.post("https://example.com/", json: Order(article: "lamp"))
        _ = try await session.execute(request)
        await session.shutdown()
        _ = (request.headers, request.allHTTPHeaderFields, request.httpMethod, request.httpBody)
        _ = (request.timeoutInterval, request.value(forHTTPHeaderField: "Accept"))
        request.setValue("text/html", forHTTPHeaderField: "Accept")
        request.addValue("text/html", forHTTPHeaderField: "Accept")
        _ = (response.headers["Content-Type"], response.value(forHTTPHeaderField: "Content-Type"), response.statusCode)
        _ = (configuration.identity, configuration.anchors, configuration.pins, configuration.timeout)
        _ = (configuration.timeoutIntervalForRequest, configuration.timeoutIntervalForResource)
        _ = configuration.httpAdditionalHeaders
        configuration.timeouts.idle = nil
    }
}
