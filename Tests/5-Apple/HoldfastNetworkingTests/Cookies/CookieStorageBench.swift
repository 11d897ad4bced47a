import Foundation
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastNetworkingNames

/// A storage with a clock that stands still, and the public suffixes `com` and `co.uk`.
enum CookieStorageBench {
    static let now = Instant(secondsSince1970: 1_800_000_000)
    static let suffixes = PublicSuffixes(identity: "test") { ["com", "co.uk", "uk"].contains($0) ? .icann : nil }

    static func storage() -> HTTPCookieStorage { HTTPCookieStorage(publicSuffixes: suffixes) { now } }

    static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    static func cookie(_ name: String, _ more: [HTTPCookiePropertyKey: Any] = [:]) throws -> HTTPCookie {
        let usual: [HTTPCookiePropertyKey: Any] = [.name: name, .value: "1", .domain: "www.example.com", .path: "/"]
        return try #require(HTTPCookie(properties: usual.merging(more) { $1 }))
    }

    static func sent(_ storage: HTTPCookieStorage, _ text: String) throws -> [String]? {
        storage.cookies(for: try url(text))?.map { "\($0.name)=\($0.value)" }
    }
}
