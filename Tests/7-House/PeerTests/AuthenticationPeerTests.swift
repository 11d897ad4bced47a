import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization
import TestSupport
import Testing

/// Basic and Digest against Apache's own modules.
@Suite(
    "Authentication by Apache", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct AuthenticationPeerTests {
    private static let host = "www.holdfast.test"

    /// Knows the password, and counts how often it is asked.
    private final class Handler: ChallengeHandler {
        private let asked = Mutex<[String]>([])
        private let password: String

        init(_ password: String = Apache.password) { self.password = password }

        var methods: [String] { asked.withLock { $0 } }

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            let method = challenge.protectionSpace.authenticationMethod
            guard method != .serverTrust else { return .performDefaultHandling }
            asked.withLock { $0.append("\(method)") }
            guard challenge.previousFailureCount == 0 else { return .performDefaultHandling }
            return .useCredential(Credential(user: "alice", password: password, persistence: .forSession))
        }
    }

    private let peer: PeerSession
    private var identity: Identity { peer.identity }

    init() throws { peer = try PeerSession() }

    private func session(_ server: Apache, _ handler: Handler) throws -> HTTPSSession {
        try peer.session(server.port, handler)
    }

    private func get(_ path: String, _ session: HTTPSSession, _ server: Apache) async throws -> HTTPSResponse {
        try await session.data(for: HTTPSRequest(try HTTPSURL("https://\(Self.host):\(server.port)\(path)")))
    }

    @Test("accepted, asked once for each realm, and remembered", arguments: ["basic", "digest"])
    func accepted(_ scheme: String) async throws {
        let server = try await Apache(identity)
        let handler = Handler()
        let session = try session(server, handler)
        for path in ["/\(scheme)/page.txt", "/\(scheme)/page.txt?a=b"] {
            let response = try await get(path, session, server)
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == "htdocs/\(scheme)")
        }
        #expect(handler.methods == [scheme == "basic" ? "httpBasic" : "httpDigest"])
    }

    @Test("a wrong password: the 401 stands", arguments: ["basic", "digest"])
    func refused(_ scheme: String) async throws {
        let server = try await Apache(identity)
        let handler = Handler("wrong")
        let response = try await get("/\(scheme)/page.txt", try session(server, handler), server)
        #expect(response.status == 401)
        #expect(handler.methods.count == 2)
    }

    @Test("a nonce that has become stale is replaced without asking anybody")
    func stale() async throws {
        let server = try await Apache(identity, nonceLifetime: 1)
        let handler = Handler()
        let session = try session(server, handler)
        #expect(try await get("/digest/page.txt", session, server).status == 200)
        try await Task.sleep(for: .seconds(2.5))
        #expect(try await get("/digest/page.txt", session, server).status == 200)
        #expect(handler.methods == ["httpDigest"])
    }

    @Test("many requests at once, one nonce, each count once")
    func concurrent() async throws {
        let server = try await Apache(identity)
        let handler = Handler()
        let session = try session(server, handler)
        #expect(try await get("/digest/page.txt", session, server).status == 200)
        let request = HTTPSRequest(try HTTPSURL("https://\(Self.host):\(server.port)/digest/page.txt"))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<40 {
                group.addTask { try await session.data(for: request).status }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(handler.methods == ["httpDigest"])
    }
}
