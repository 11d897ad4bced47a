import Foundation
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
import HoldfastWeb
import TestSupport
import Testing

/// Kept answers of servers that make their own validators and ranges.
@Suite(
    "Caching what nginx and Apache serve", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct CachePeerTests {
    private let peer: PeerSession
    private let folder: TemporaryFolder

    init() throws {
        peer = try PeerSession()
        folder = try TemporaryFolder()
    }

    /// A server with `/page.txt`, `/fresh/page.txt` (ten minutes) and `/never/page.txt` (no-store).
    private struct Origin {
        let port: UInt16
        let put: (_ text: String, _ path: String) throws -> Void
    }

    private func nginx() async throws -> Origin {
        let nginx = try await Nginx(
            peer.identity, clients: .off, authorities: peer.rootPEM, version: "TLSv1.2 TLSv1.3", http2: true,
            lines: [
                "location /fresh { add_header Cache-Control max-age=600; }",
                "location /never { add_header Cache-Control no-store; }",
                "location /vary { add_header Cache-Control max-age=600; add_header Vary Accept-Language; }",
            ])
        return Origin(port: nginx.port) { try nginx.put($0, at: $1) }
    }

    private func apache() async throws -> Origin {
        let apache = try await Apache(
            peer.identity,
            further: (
                ["headers"],
                [
                    "<Location /fresh>", "Header set Cache-Control max-age=600", "</Location>", "<Location /never>",
                    "Header set Cache-Control no-store", "</Location>", "<Location /vary>",
                    "Header set Cache-Control max-age=600", "Header set Vary Accept-Language", "</Location>",
                ], []
            ))
        return Origin(port: apache.port) { try apache.put($0, at: $1) }
    }

    private func session(_ origin: Origin) throws -> HTTPSSession {
        let path = folder.path("cache-\(origin.port)")
        return try peer.session(origin.port, nil) {
            $0.cache = HTTPCache(memoryCapacity: 0, folder: path) { Issue.record("\($0)") }
        }
    }

    private func get(
        _ origin: Origin, _ path: String, _ fields: [(String, String)] = [],
        _ policy: HTTPSRequest.CachePolicy = .useProtocolCachePolicy
    ) async throws -> String {
        var request = HTTPSRequest(try peer.url(origin.port, path))
        request.fields = fields.compactMap { HTTPField(name: $0.0, value: $0.1) }
        request.cachePolicy = policy
        // A session of its own each time: what answers, lies in the folder.
        let response = try await session(origin).data(for: request)
        return "\(response.status) \(String(decoding: response.body.prefix(12), as: UTF8.self)) "
            + (response.cacheUse?.kind.rawValue ?? "server")
    }

    @Test("validators: a page that has not changed, and one that has", arguments: ["nginx", "Apache"])
    func validators(_ name: String) async throws {
        let origin = try await name == "nginx" ? nginx() : apache()
        try origin.put("one", "page.txt")
        #expect(try await get(origin, "/page.txt") == "200 one server")
        for _ in 0..<2 {
            #expect(try await get(origin, "/page.txt", [], .reloadRevalidatingCacheData) == "200 one validated")
        }
        // Another size: another validator, within one second too.
        try origin.put("another", "page.txt")
        #expect(try await get(origin, "/page.txt", [], .reloadRevalidatingCacheData) == "200 another server")
        #expect(try await get(origin, "/page.txt", [], .reloadRevalidatingCacheData) == "200 another validated")
    }

    @Test("freshness, no-store, Vary, and what is not there", arguments: ["nginx", "Apache"])
    func freshness(_ name: String) async throws {
        let origin = try await name == "nginx" ? nginx() : apache()
        for path in ["fresh", "never", "vary"] { try origin.put(path, "\(path)/page.txt") }
        #expect(try await get(origin, "/fresh/page.txt") == "200 fresh server")
        #expect(try await get(origin, "/fresh/page.txt") == "200 fresh fresh")
        for _ in 0..<2 { #expect(try await get(origin, "/never/page.txt") == "200 never server") }
        let (german, french) = ([("Accept-Language", "de")], [("Accept-Language", "fr")])
        #expect(try await get(origin, "/vary/page.txt", german) == "200 vary server")
        #expect(try await get(origin, "/vary/page.txt", german) == "200 vary fresh")
        #expect(try await get(origin, "/vary/page.txt", french) == "200 vary server")
        #expect(try await get(origin, "/vary/page.txt", german) == "200 vary fresh")
    }

    @Test("ranges: parts are put together, and dropped where the page has changed", arguments: ["nginx", "Apache"])
    func ranges(_ name: String) async throws {
        let origin = try await name == "nginx" ? nginx() : apache()
        let text = String(repeating: "0123456789", count: 1_000)
        try origin.put(text, "fresh/page.txt")
        #expect(try await get(origin, "/fresh/page.txt", [("Range", "bytes=0-99")]) == "206 012345678901 server")
        #expect(try await get(origin, "/fresh/page.txt", [("Range", "bytes=5-9")]) == "206 56789 fresh")
        #expect(try await get(origin, "/fresh/page.txt", [("Range", "bytes=100-199")]) == "206 012345678901 server")
        #expect(try await get(origin, "/fresh/page.txt", [("Range", "bytes=95-104")]) == "206 5678901234 fresh")
        #expect(try await get(origin, "/fresh/page.txt") == "200 012345678901 completed")
        #expect(try await get(origin, "/fresh/page.txt") == "200 012345678901 fresh")
        // A part of what is no more: If-Range makes it the whole.
        try origin.put(text, "fresh/other.txt")
        _ = try await get(origin, "/fresh/other.txt", [("Range", "bytes=0-99")])
        try origin.put("changed", "fresh/other.txt")
        #expect(try await get(origin, "/fresh/other.txt") == "200 changed server")
    }
}
