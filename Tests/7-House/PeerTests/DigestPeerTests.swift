import Foundation
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastTransport
import TestSupport
import Testing

/// Every algorithm and option of RFC 7616 against a server that was written from it in another language.
@Suite(
    "Digest by a server of RFC 7616", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct DigestPeerTests {
    private let peer: PeerSession
    private let server: PythonServer

    init() async throws {
        peer = try PeerSession()
        server = try await PythonServer("peer-digest.py", peer.identity)
    }

    private static let alice = Credential(user: "alice", password: "secret", persistence: .forSession)
    /// RFC 7616 §3.9.2.
    private static let jason = Credential(
        user: "J\u{e4}s\u{f8}n Doe", password: "Secret, or not?", persistence: .forSession)
    private static let algorithms = ["MD5", "SHA-256", "SHA-512-256"].flatMap { [$0, $0 + "-sess"] }

    private struct Answer: Decodable {
        let user: String
        let given: [String: String]
    }

    private func send(
        _ session: HTTPSSession, _ path: String, body: [UInt8]? = nil
    ) async throws -> (status: Int, text: String, answer: Answer?) {
        let response = try await session.data(
            for: HTTPSRequest(try peer.url(server.port, path), method: body == nil ? "GET" : "POST", body: body))
        return (
            response.status, String(decoding: response.body, as: UTF8.self),
            try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        )
    }

    @Test("every algorithm, by auth and by auth-int, with a body and without, three times each")
    func algorithms() async throws {
        for algorithm in Self.algorithms {
            for quality in ["auth", "auth-int"] {
                for body in [nil, [], Array("a body".utf8)] as [[UInt8]?] {
                    let handler = PeerHandler(Self.alice)
                    let session = try peer.session(server.port, handler)
                    for count in 1...3 {
                        let result = try await send(session, "/\(algorithm)/\(quality)", body: body)
                        #expect(result.status == 200, "\(algorithm) \(quality): \(result.text)")
                        #expect(result.answer?.given["qop"] == quality)
                        #expect(result.answer?.given["nc"] == "0000000\(count)")
                    }
                    #expect(handler.asked == ["httpDigest 0"])
                }
            }
        }
    }

    @Test("a hashed user, and a user beyond ASCII")
    func users() async throws {
        for algorithm in Self.algorithms {
            for option in ["userhash", "plain"] {
                let session = try peer.session(server.port, PeerHandler(Self.jason))
                let result = try await send(session, "/\(algorithm)/auth?\(option)")
                #expect(result.status == 200, "\(algorithm) \(option): \(result.text)")
                #expect(result.answer?.user == "J\u{e4}s\u{f8}n Doe")
                #expect((result.answer?.given["userhash"] == "true") == (option == "userhash"))
            }
        }
    }

    @Test(
        "nonces for one request: replaced without asking, by the next nonce or by a stale one",
        arguments: ["stale", "next&stale"])
    func nonces(_ options: String) async throws {
        for algorithm in Self.algorithms {
            let handler = PeerHandler(Self.alice)
            let session = try peer.session(server.port, handler)
            var seen: Set<String> = []
            for _ in 0..<4 {
                let result = try await send(session, "/\(algorithm)/auth?\(options)")
                #expect(result.status == 200, "\(algorithm): \(result.text)")
                if let nonce = result.answer?.given["nonce"] { seen.insert(nonce) }
            }
            #expect(seen.count == 4)
            #expect(handler.asked == ["httpDigest 0"])
        }
    }

    @Test("a server of RFC 2069, and a choice of qop")
    func others() async throws {
        for (path, quality) in [
            ("/MD5/auth?legacy", nil), ("/SHA-256/auth,auth-int", "auth"), ("/MD5/auth-int,auth", "auth"),
        ] {
            let session = try peer.session(server.port, PeerHandler(Self.alice))
            let result = try await send(session, path)
            #expect(result.status == 200, "\(path): \(result.text)")
            #expect(result.answer?.given["qop"] == quality)
        }
    }

    @Test("a wrong password is refused by all of them")
    func refused() async throws {
        for algorithm in Self.algorithms {
            let handler = PeerHandler(Credential(user: "alice", password: "wrong", persistence: .forSession))
            let result = try await send(try peer.session(server.port, handler), "/\(algorithm)/auth")
            #expect(result.status == 401)
            #expect(result.text == "response")
            #expect(handler.asked == ["httpDigest 0", "httpDigest 1"])
        }
    }
}
