import Foundation
import FoundationNetworking

/// The old side of Docs/from-foundationnetworking.md: what a program says to Foundation on Linux.
enum FromFoundationNetworkingOld {
    struct Order: Codable { var article: String }
    struct Receipt: Codable { var number: Int }

    static func place(_ order: Order, at url: URL) async throws -> Receipt {
        var request = URLRequest(url: url, timeoutInterval: 10)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(order)
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse, response.statusCode == 201 else {
            throw URLError(.badServerResponse)
        }
        return try JSONDecoder().decode(Receipt.self, from: data)
    }
}
