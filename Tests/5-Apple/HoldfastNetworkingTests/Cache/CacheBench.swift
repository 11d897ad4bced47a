import Foundation
import HoldfastNetworking
import Testing

/// Requests and responses at a time that stands still: Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110 §5.6.7.
enum CacheBench {
    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let hourAgo = "Sun, 06 Nov 1994 07:49:37 GMT"

    static func request(_ fields: [String: String] = [:], _ text: String = "https://example.com/a") throws -> URLRequest
    {
        var request = URLRequest(url: try #require(URL(string: text)))
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    static func response(_ fields: [String: String], status: Int = 200) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "https://example.com/a"))
        return try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
    }
}
