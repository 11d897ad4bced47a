import Foundation
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastTransport
import TestSupport
import Testing

/// NTLM against pyspnego's side of it.
@Suite(
    "NTLM by pyspnego", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .enabled(if: PythonServer.knowsNTLM, "pyspnego is not installed (scripts/setup peers)"))
struct NTLMPeerTests {
    private let peer: PeerSession
    private let server: PythonServer

    init() async throws {
        peer = try PeerSession()
        server = try await PythonServer(
            "peer-ntlm.py", peer.identity,
            files: [
                "NTLM_USER_FILE": "DOMAIN:alice:Secret 1\nDOMAIN:bob:Secret 2\n"
                    + Self.others.map { "\($0.domain):\($0.user):\($0.password)\n" }.joined()
            ])
    }

    private static let others: [(domain: String, user: String, password: String)] = [
        ("Dömäne", "jürgen", "Pässwörd"), ("τομέας", "μαρία", "κωδικός"),
        ("域", "用户\u{1F600}a", "密码\u{1D11E}"),
    ]

    private static func credential(
        _ user: String, _ password: String, _ persistence: CredentialPersistence = .forSession
    ) -> Credential {
        Credential(user: #"DOMAIN\"# + user, password: password, persistence: persistence)
    }

    private func post(_ session: HTTPSSession) async throws -> (status: Int, words: [String]) {
        let response = try await session.data(
            for: HTTPSRequest(try peer.url(server.port, "/"), method: "POST", body: Array("four".utf8)))
        return (response.status, String(decoding: response.body, as: UTF8.self).split(separator: " ").map(String.init))
    }

    @Test("accepted, asked once, on a connection that is used again; two users of two sessions share none")
    func accepted() async throws {
        var connections: [String: String] = [:]
        for (user, password) in [("alice", "Secret 1"), ("bob", "Secret 2")] {
            let handler = PeerHandler(Self.credential(user, password))
            let session = try peer.session(server.port, handler)
            for _ in 0..<3 {
                let (status, words) = try await post(session)
                #expect(status == 200)
                #expect(words.count == 3 && words[0] == #"DOMAIN\"# + user && words[2] == "4")
                #expect(connections[user] == nil || connections[user] == words[1])
                connections[user] = words[1]
            }
            #expect(handler.asked == ["ntlm 0"])
        }
        #expect(connections["alice"] != connections["bob"])
    }

    @Test("users, domains and passwords beyond ASCII, and no other passwords", arguments: others)
    func unicode(domain: String, user: String, password: String) async throws {
        for (secret, status) in [(password, 200), (password + "é", 401)] {
            let account = Credential(user: "\(domain)\\\(user)", password: secret, persistence: .forSession)
            let session = try peer.session(server.port, PeerHandler(account))
            let (answered, words) = try await post(session)
            #expect(answered == status && (status == 401 || words.first == "\(domain)\\\(user)"))
        }
    }

    @Test("one session, one user after the other: what was given for one request is over with it")
    func inTurn() async throws {
        let users = ["alice": "Secret 1", "bob": "Secret 2"]
        for (user, password) in users.sorted(by: { $0.key < $1.key }) + [("alice", "Secret 1")] {
            let session = try peer.session(server.port, nil)
            for (name, secret) in [(user, password), ("bob", "Secret 2"), ("alice", "Secret 1")] {
                var request = HTTPSRequest(try peer.url(server.port, "/"))
                request.challenges = PeerHandler(Self.credential(name, secret, .none))
                let response = try await session.data(for: request)
                #expect(String(decoding: response.body, as: UTF8.self).hasPrefix(#"DOMAIN\"# + name + " "))
            }
            #expect(try await post(session).status == 401)
        }
    }

    @Test("a wrong password: asked again, and the 401 stands")
    func refused() async throws {
        let handler = PeerHandler(Self.credential("alice", "wrong"))
        let session = try peer.session(server.port, handler)
        #expect(try await post(session).status == 401)
        #expect(handler.asked == ["ntlm 0", "ntlm 1"])
    }

    @Test("many requests at once, each connection alice's")
    func concurrent() async throws {
        let session = try peer.session(server.port, PeerHandler(Self.credential("alice", "Secret 1")))
        #expect(try await post(session).status == 200)
        let request = HTTPSRequest(try peer.url(server.port, "/"))
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 {
                group.addTask { String(decoding: try await session.data(for: request).body, as: UTF8.self) }
            }
            for try await text in group { #expect(text.hasPrefix(#"DOMAIN\alice "#)) }
        }
    }
}
