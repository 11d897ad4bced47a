import Foundation

/// A line of `holdfast resolve --json`.
struct Resolution: Decodable {
    struct Address: Decodable {
        let address: String
        let verdict: String?
        let findings: [String]?
        let milliseconds: Double?
        let error: Failure?
    }

    struct Failure: Decodable {
        let code: String
        let message: String
    }

    let schema: String
    let name: String
    let host: String
    let source: String
    let kind: String
    let addresses: [Address]
    let ttl: Int?
    let milliseconds: Double
    let error: Failure?

    /// One for each line.
    static func all(_ lines: String) throws -> [Resolution] {
        try lines.split(separator: "\n").map { try JSONDecoder().decode(Resolution.self, from: Data($0.utf8)) }
    }
}
