import Foundation
import FoundationNetworking
import HoldfastHTTPS
import HoldfastTransport

extension HTTPURLResponse {
    /// An answer as programs know it.
    ///
    /// - Parameter url: as the program wrote it, where no redirect led elsewhere.
    /// - Throws: `URLError.cannotParseResponse` for what Foundation takes for no response.
    static func made(of response: HTTPSResponse, from url: URL?) throws -> HTTPURLResponse {
        let place = url ?? URL(string: response.url.description) ?? URL(fileURLWithPath: "/")
        var fields: [String: String] = [:]
        var names: [String: String] = [:]
        fields.reserveCapacity(response.fields.count)
        names.reserveCapacity(response.fields.count)
        for field in response.fields {
            // Names are compared without regard to case, and the first spelling stays (RFC 9110 §5.1, §5.3).
            let lowered = field.name.lowercased()
            if let name = names[lowered] {
                fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
            } else {
                names[lowered] = field.name
                fields[field.name] = field.value
            }
        }
        let made = HTTPURLResponse(
            url: place, statusCode: response.status, httpVersion: "HTTP/\(response.httpVersion)", headerFields: fields)
        guard let made else {
            throw URLError(.cannotParseResponse, "the response has a status that is none", for: place)
        }
        return made
    }
}
