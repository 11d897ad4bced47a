import Foundation
import Holdfast

/// Our side of Docs/from-foundationnetworking.md and Docs/from-asynchttpclient.md.
enum FromOtherClients {
    struct Order: Codable { var article: String }
    struct Receipt: Codable { var number: Int }
    struct Refused: Error { var status: Int }

    static let session = HTTPSSession()

    static func place(_ order: Order, at url: URL) async throws -> Receipt {
        var request = try HTTPSRequest(url, json: order)
        request.timeout = .seconds(10)
        let response = try await session.data(for: request)
        guard response.status == 201 else { throw Refused(status: response.status) }
        return try JSONDecoder().decode(Receipt.self, from: response.body)
    }

    static func post(_ data: [UInt8]) async throws -> [UInt8] {
        var request = try HTTPSRequest("https://api.example.com/orders", method: "POST", body: data)
        request["Content-Type"] = "application/json"
        request.timeout = .seconds(30)
        let response = try await session.data(for: request)
        guard response.status == 201 else { throw Refused(status: response.status) }
        return response.body
    }

    static func client() throws -> HTTPSSession {
        var configuration = HTTPSSession.Configuration()
        configuration.trust.anchors = try TrustAnchors.only(paths: ["ca.pem"])
        configuration.credentials.identity = try Identity(contentsOf: ["client.pem", "client.key"])
        configuration.addresses.dial = [try DialRule(connectTo: "api.example.com:443:127.0.0.1:8443")]
        configuration.timeouts.idle = .seconds(30)
        return HTTPSSession(configuration: configuration)
    }

    static func count() async throws -> Int {
        let (body, response) = try await session.bytes(for: HTTPSRequest("https://example.com/log"))
        guard response.status == 200 else { throw Refused(status: response.status) }
        var count = 0
        for try await piece in body.pieces { count += piece.count }
        return count
    }
}
