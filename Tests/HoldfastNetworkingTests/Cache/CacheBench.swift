import Foundation
import HoldfastCredentials
import HoldfastNetworking
import HoldfastTransport
import Testing

@testable import HoldfastHTTPS
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

    /// A request as it goes out: with nothing but its own fields, unless told otherwise.
    static func sent(
        _ request: URLRequest? = nil, user: String? = nil, identity: UInt8? = nil, policy: UInt8 = 1
    ) throws -> OutgoingRequest {
        let request = try request ?? Self.request()
        var https = HTTPSRequest(try HTTPSURL(try #require(request.url).absoluteString))
        https.method = request.httpMethod ?? "GET"
        https.fields = try (request.allHTTPHeaderFields ?? [:]).map { name, value in
            try #require(HTTPField(name: name, value: value))
        }
        return OutgoingRequest(
            https, as: user.map { .password(PasswordCredential(user: $0, password: "of \($0)")) },
            identity: identity.map { [$0] }, policyDigest: [policy])
    }

    /// A response of now, if it may be kept.
    static func kept(
        _ fields: [String: String], status: Int = 200, request: URLRequest? = nil, sent: OutgoingRequest? = nil
    ) throws -> CachedURLResponse? {
        CacheRules.storable(
            sent: try sent ?? Self.sent(request), response: try response(fields, status: status),
            data: Data("x".utf8), requestTime: now, now: now)
    }

    /// What becomes of a request for which something is kept.
    static func decide(
        _ request: URLRequest? = nil, sent: OutgoingRequest? = nil, cached: CachedURLResponse?,
        policy: URLRequest.CachePolicy? = nil, now: Date = now
    ) throws -> CacheDecision {
        let request = try request ?? Self.request()
        return CacheRules.decide(
            for: request, as: try sent ?? Self.sent(request), cached: [cached].compactMap(\.self), policy: policy,
            now: now)
    }

    /// The decision in one word, seconds after the response came.
    static func decision(
        _ fields: [String: String]?, after seconds: Double = 0, request: URLRequest? = nil,
        policy: URLRequest.CachePolicy = .useProtocolCachePolicy
    ) throws -> String {
        let cached = try fields.flatMap { try kept($0) }
        let decision = try decide(request, cached: cached, policy: policy, now: now.addingTimeInterval(seconds))
        return switch decision {
        case .load: "load"
        case .use: "use"
        case .revalidate: "revalidate"
        case .fail(let error): error.code == .resourceUnavailable ? "unavailable" : "\(error)"
        }
    }
}
