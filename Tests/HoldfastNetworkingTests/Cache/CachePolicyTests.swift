import Foundation
import HoldfastNetworking
import Testing

@testable import HoldfastNetworkingNames

@Suite("A request's cache policy (Apple, NSURLRequest.CachePolicy)")
struct CachePolicyTests {
    private typealias Bench = CacheBench

    private static let fresh = ["Cache-Control": "max-age=60", "ETag": "\"v\"", "Last-Modified": CacheBench.hourAgo]

    @Test(
        "what each does with what is fresh, stale, and absent",
        arguments: [
            (URLRequest.CachePolicy.useProtocolCachePolicy, "use revalidate load load"),
            (.reloadIgnoringLocalCacheData, "load load load load"),
            (.reloadIgnoringLocalAndRemoteCacheData, "load load load load"),
            (.returnCacheDataElseLoad, "use use load use"),
            (.returnCacheDataDontLoad, "use use unavailable use"),
            (.reloadRevalidatingCacheData, "revalidate revalidate load load"),
        ])
    func table(_ policy: URLRequest.CachePolicy, _ expected: String) throws {
        let unasked = ["Cache-Control": "max-age=0"]
        let found = [
            try Bench.decision(Self.fresh, after: 1, policy: policy),
            try Bench.decision(Self.fresh, after: 61, policy: policy),
            try Bench.decision(nil, policy: policy), try Bench.decision(unasked, after: 1, policy: policy),
        ]
        #expect(found.joined(separator: " ") == expected)
    }

    @Test("the question names both validators, and nothing else changes") func question() throws {
        let cached = try #require(try Bench.kept(Self.fresh))
        let request = try Bench.request(["Accept": "a/b"])
        guard
            case .revalidate(let question, let same) = try Bench.decide(
                request, cached: cached, policy: .reloadRevalidatingCacheData)
        else { throw CancellationError() }
        #expect(same === cached)
        #expect(
            question.allHTTPHeaderFields == [
                "Accept": "a/b", "If-None-Match": "\"v\"", "If-Modified-Since": Bench.hourAgo,
            ])
    }

    @Test("caches on the way are told too, where they are to be ignored") func remote() throws {
        guard
            case .load(let request) = try Bench.decide(
                cached: nil, policy: .reloadIgnoringLocalAndRemoteCacheData)
        else { throw CancellationError() }
        #expect(request.allHTTPHeaderFields == ["Cache-Control": "no-cache", "Pragma": "no-cache"])
    }

    @Test("what asks for a part, asks itself, or changes something, goes to the server") func others() throws {
        for name in ["Range", "If-None-Match", "If-Modified-Since", "If-Range", "If-Match"] {
            #expect(try Bench.decision(Self.fresh, request: try Bench.request([name: "x"])) == "load", "\(name)")
        }
        for method in ["POST", "HEAD", "DELETE", "FOO"] {
            var request = try Bench.request()
            request.httpMethod = method
            #expect(try Bench.decision(Self.fresh, request: request) == "load", "\(method)")
        }
    }

    @Test("what the program has stored itself is as old as its Date says") func ownResponses() throws {
        func decision(_ fields: [String: String]) throws -> String {
            let cached = CachedURLResponse(response: try Bench.response(fields), data: Data())
            let found = try Bench.decide(cached: cached)
            return if case .use = found { "use" } else { "other" }
        }
        #expect(try decision(["Cache-Control": "max-age=60", "Date": Bench.date]) == "use")
        #expect(try decision(["Cache-Control": "max-age=60", "Date": Bench.hourAgo]) == "other")
        #expect(try decision(["Cache-Control": "max-age=60"]) == "other")
        #expect(try decision(["Cache-Control": "max-age=60", "Date": Bench.date, "Vary": "Accept"]) == "other")
    }
}
