import Foundation
import HoldfastNetworking
import Testing

@testable import HoldfastNetworkingNames

/// Requests and responses at a time that stands still: Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110 §5.6.7.
enum CacheBench {
    static let now = Date(timeIntervalSince1970: 784_111_777)
    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let hourAgo = "Sun, 06 Nov 1994 07:49:37 GMT"
    static let inAnHour = "Sun, 06 Nov 1994 09:49:37 GMT"

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

    /// A response of now, if it may be kept.
    static func kept(
        _ fields: [String: String], status: Int = 200, request: URLRequest? = nil, challenged: Bool = false
    ) throws -> CachedURLResponse? {
        CacheRules.storable(
            request: try request ?? Self.request(), response: try response(fields, status: status),
            data: Data("x".utf8), answeredChallenge: challenged, requestTime: now, now: now)
    }

    /// The decision in one word, seconds after the response came.
    static func decision(
        _ fields: [String: String]?, after seconds: Double = 0, request: URLRequest? = nil,
        policy: URLRequest.CachePolicy = .useProtocolCachePolicy
    ) throws -> String {
        let cached = try fields.flatMap { try kept($0) }
        let decision = CacheRules.decide(
            for: try request ?? Self.request(), cached: cached, policy: policy, now: now.addingTimeInterval(seconds))
        return switch decision {
        case .load: "load"
        case .use: "use"
        case .revalidate: "revalidate"
        case .fail(let error): error.code == .resourceUnavailable ? "unavailable" : "\(error)"
        }
    }
}
