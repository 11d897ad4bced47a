import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// A server that asks who the client is, and what a session answers.
@Suite("Client certificate challenges")
struct ClientCertificateChallengeTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func client(_ name: String, _ kind: KeyKind = .p256) throws -> Identity {
        try bench.intermediate.issue(.client(name: name, at: bench.now), key: try PrivateKey.generate(kind))
    }

    /// A server that answers with the name in the client's certificate, and closes each connection if so wished.
    private func server(
        closes: Bool = false, _ change: (inout TLSServerConfiguration) -> Void = { $0.requestsClientCertificate = true }
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try bench.identity())
        configuration.applicationProtocols = ["http/1.1"]
        change(&configuration)
        return try TLSServer(configuration) { request in
            let certificate = request.connection.clientCertificate.flatMap { try? Certificate(der: $0) }
            let fields = closes ? [HTTPField("Connection", "close")] : []
            return ServerResponse(
                status: 200, fields: fields, body: Array((certificate?.subject.commonName ?? "nobody").utf8))
        }
    }

    private func session(
        _ server: TLSServer, _ handler: (any ChallengeHandler)?, identity: Identity? = nil
    ) throws -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.credentials.handler = handler
        configuration.credentials.identity = identity
        return HTTPSSession(configuration: configuration)
    }

    private func name(
        _ session: HTTPSSession, _ server: TLSServer, _ handler: (any ChallengeHandler)? = nil
    ) async throws -> String {
        var request = HTTPSRequest(try bench.url(server))
        request.challenges = handler
        return String(decoding: try await session.data(for: request).body, as: UTF8.self)
    }

    /// Leaves servers to the engine, and answers who the client is.
    private static func saying(
        _ answer: @escaping @Sendable () -> AuthenticationChallenge.Disposition
    ) -> TLSHandler {
        TLSHandler { challenge in
            guard challenge.protectionSpace.authenticationMethod == .clientCertificate else {
                return .performDefaultHandling
            }
            await Task.yield()
            return answer()
        }
    }

    private static func questions(_ handler: TLSHandler) -> [AuthenticationChallenge] {
        handler.asked.filter { $0.protectionSpace.authenticationMethod == .clientCertificate }
    }

    @Test("the handler is told whose certificates the server takes, and its identity is used")
    func asked() async throws {
        let alice = try client("Alice")
        let issuer = try Certificate(der: alice.certificate).issuer
        let server = try server {
            $0.requiresClientCertificate = true
            $0.acceptedAuthorities = [Array(issuer.bytes)]
        }
        let handler = Self.saying { .useCredential(Credential(identity: alice, persistence: .none)) }
        let session = try session(server, handler)
        #expect(try await name(session, server) == "Alice")
        let challenge = try #require(Self.questions(handler).first)
        #expect(challenge.scope == .session && challenge.proposedCredential == nil)
        let space = challenge.protectionSpace
        #expect(space.host == Loopback.host && space.port == server.port)
        #expect(space.distinguishedNames == [issuer] && space.serverTrust == nil)
        #expect(session.statistics.challengesAsked == 2 && session.statistics.verifications == 1)
    }

    @Test(
        "for the session, or longer, it is asked once, otherwise for each connection; a store is given none",
        arguments: CredentialPersistence.allCases)
    func persistence(_ persistence: CredentialPersistence) async throws {
        let alice = try client("Alice")
        let server = try server(closes: true)
        let handler = Self.saying { .useCredential(Credential(identity: alice, persistence: persistence)) }
        let store = KeepingStore()
        var configuration = try session(server, handler).configuration
        configuration.credentials.store = store
        let session = HTTPSSession(configuration: configuration)
        for _ in 0..<3 { #expect(try await name(session, server) == "Alice") }
        let asked = persistence == .none ? 3 : 1
        #expect(Self.questions(handler).count == asked)
        // Another server is another question, and so is another session.
        let other = try self.server()
        configuration.addresses.dial.append(.loopback(other.port))
        #expect(try await name(HTTPSSession(configuration: configuration), other) == "Alice")
        #expect(Self.questions(handler).count == asked + 1)
        #expect(try await name(HTTPSSession(configuration: configuration), server) == "Alice")
        #expect(Self.questions(handler).count == asked + 2)
        #expect(store.kept.isEmpty)
    }

    @Test("what a request's own handler gives for the session serves that request alone")
    func ownHandler() async throws {
        let (alice, bob) = (try client("Alice"), try client("Bob"))
        let server = try server()
        let session = try session(server, nil)
        func saying(_ identity: Identity) -> TLSHandler {
            Self.saying { .useCredential(Credential(identity: identity, persistence: .forSession)) }
        }
        #expect(try await name(session, server, saying(alice)) == "Alice")
        #expect(try await name(session, server) == "nobody")
        #expect(try await name(session, server, saying(bob)) == "Bob")
        #expect(try await name(session, server) == "nobody")
    }

    @Test("an identity is remembered for the policy that its server was accepted under")
    func otherPolicy() async throws {
        let alice = try client("Alice")
        let server = try server(closes: true)
        let handler = Self.saying { .useCredential(Credential(identity: alice, persistence: .forSession)) }
        let (trusting, days) = (bench.trusting, Days())
        var configuration = bench.configuration([(Loopback.host, server.port)]) { name in
            var policy = trusting(name)
            policy.maximumIntermediates = 1 + days.value
            return policy
        }
        configuration.credentials.handler = handler
        let session = HTTPSSession(configuration: configuration)
        for expected in [1, 1] {
            #expect(try await name(session, server) == "Alice")
            #expect(Self.questions(handler).count == expected)
        }
        days.value = 1
        #expect(try await name(session, server) == "Alice")
        #expect(Self.questions(handler).count == 2)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let said: @Sendable (Identity) -> AuthenticationChallenge.Disposition
        /// The name that the server sees, or the error's code: where it allows none, and where it requires one.
        let allowed: String
        let required: String
    }

    @Test(
        "each disposition has its documented effect", .hangLimit,
        arguments: [
            Row(
                testDescription: "an identity",
                said: { .useCredential(Credential(identity: $0, persistence: .none)) }, allowed: "Bob",
                required: "Bob"),
            Row(
                testDescription: "no credential", said: { _ in .useCredential(nil) }, allowed: "nobody",
                required: "clientCertificateRequired"),
            Row(
                testDescription: "rejected", said: { _ in .rejectProtectionSpace }, allowed: "nobody",
                required: "clientCertificateRequired"),
            Row(
                testDescription: "default", said: { _ in .performDefaultHandling },
                allowed: "Alice", required: "Alice"),
            Row(testDescription: "nothing to say", said: { _ in .notImplemented }, allowed: "Alice", required: "Alice"),
            Row(
                testDescription: "cancelled", said: { _ in .cancelAuthenticationChallenge }, allowed: "cancelled",
                required: "cancelled"),
            Row(
                testDescription: "a password",
                said: { _ in .useCredential(Credential(user: "a", password: "b", persistence: .none)) },
                allowed: "wrongCredential", required: "wrongCredential"),
        ], [TLSVersion.tls12, .tls13])
    func dispositions(_ row: Row, version: TLSVersion) async throws {
        let (alice, bob) = (try client("Alice"), try client("Bob", .ed25519))
        for isRequired in [false, true] {
            let server = try server {
                $0.requestsClientCertificate = true
                $0.requiresClientCertificate = isRequired
                $0.maximumVersion = version
            }
            let handler = Self.saying { row.said(bob) }
            let session = try session(server, handler, identity: alice)
            let request = HTTPSRequest(try bench.url(server))
            var outcome = ""
            let error = await failure { () throws(HTTPSError) in
                outcome = String(decoding: try await session.data(for: request).body, as: UTF8.self)
            }
            if let error { outcome = error.code.rawValue }
            #expect(outcome == (isRequired ? row.required : row.allowed), "\(String(describing: error))")
            let proposed = Self.questions(handler).first?.proposedCredential
            #expect(proposed?.description.contains("Alice") == true)
        }
    }

    @Test("the session's own identity: sent where it is asked for and may be wanted, and nowhere else")
    func ownIdentity() async throws {
        let alice = try client("Alice")
        let silent = try server { _ in }
        #expect(try await name(try session(silent, nil, identity: alice), silent) == "nobody")
        let asking = try server()
        #expect(try await name(try session(asking, nil, identity: alice), asking) == "Alice")
        let elsewhere = try server {
            $0.requestsClientCertificate = true
            $0.acceptedAuthorities = [Array(DistinguishedName([(.commonName, "Somebody else")]).bytes)]
        }
        #expect(try await name(try session(elsewhere, nil, identity: alice), elsewhere) == "nobody")
        let strict = try server {
            $0.requiresClientCertificate = true
            $0.acceptedAuthorities = [Array(DistinguishedName([(.commonName, "Somebody else")]).bytes)]
        }
        for (identity, hint) in [(alice, "compare its issuer"), (nil, "give the session an identity")] {
            let session = try session(strict, nil, identity: identity)
            let request = HTTPSRequest(try bench.url(strict))
            let error = await failure { () throws(HTTPSError) in try await session.data(for: request) }
            #expect(error?.code == .clientCertificateRequired && error?.hint.hasPrefix(hint) == true)
        }
        // Two sessions of one process say who they are each for itself.
        let bob = try client("Bob", .rsa(bits: 2048))
        let sessions = [try session(asking, nil, identity: bob), try session(asking, nil), try session(asking, nil)]
        var names: [String] = []
        for session in sessions { names.append(try await name(session, asking)) }
        #expect(names == ["Bob", "nobody", "nobody"])
    }

    /// RFC 8446 §4.6.2: "If the client declines to authenticate, it MUST respond with a Certificate message containing
    /// no certificates, followed by Finished."
    @Test("asked after the handshake, where nobody could be asked: the session's own identity, or none")
    func late() async throws {
        let alice = try client("Alice")
        let handler = Self.saying { .useCredential(Credential(identity: alice, persistence: .none)) }
        for (handler, identity, name) in [
            (nil, alice, "Alice"), (nil, nil, "nobody"), (handler, alice, "nobody"),
        ] as [(TLSHandler?, Identity?, String)] {
            let server = try server {
                $0.minimumVersion = .tls13
                $0.provocation = Provocation(.clientCertificate, .beforeResponse)
            }
            let session = try session(server, handler, identity: identity)
            #expect(try await self.name(session, server) == name)
            session.invalidateAndCancel()
            #expect(await server.becomesIdle(afterAtLeast: 1))
            #expect(server.counters.laterHandshakesCompleted == 1)
        }
        #expect(Self.questions(handler).isEmpty)
    }

    @Test("a request with a handler does not use a connection that may yet say who the session is")
    func apart() async throws {
        let server = try server { _ in }
        let session = try session(server, nil, identity: try client("Alice"))
        var request = HTTPSRequest(try bench.url(server))
        let first = try await session.data(for: request)
        request.challenges = Self.saying { .useCredential(nil) }
        let second = try await session.data(for: request)
        #expect(!second.isReusedConnection && second.connection.id != first.connection.id)
        request.challenges = nil
        #expect(try await session.data(for: request).connection.id == first.connection.id)
    }

    @Test("requests with handlers of their own, at once and in turn: nobody goes out as somebody else")
    func nobodyAsSomebodyElse() async throws {
        let server = try server { $0.requestsClientCertificate = true }
        let names = ["Alice", "Bob", "Carol"]
        var handlers: [String: TLSHandler] = [:]
        for name in names {
            let identity = try client(name)
            handlers[name] = Self.saying { .useCredential(Credential(identity: identity, persistence: .none)) }
        }
        let session = try session(server, nil)
        let known = handlers
        try await withThrowingTaskGroup(of: (String, String).self) { group in
            for round in 0..<24 {
                let wanted = round % 4 == 3 ? "nobody" : names[round % 4]
                group.addTask { (wanted, try await name(session, server, known[wanted])) }
            }
            for try await (wanted, seen) in group { #expect(seen == wanted) }
        }
        for wanted in ["Alice", "nobody", "Bob", "nobody", "Alice", "Alice", "nobody"] {
            #expect(try await name(session, server, known[wanted]) == wanted)
        }
    }

    @Test("cancelling the task while the handler thinks leaves nothing open")
    func cancelled() async throws {
        let server = try server()
        let handler = TLSHandler { challenge in
            guard challenge.protectionSpace.authenticationMethod == .clientCertificate else {
                return .performDefaultHandling
            }
            try? await Task.sleep(for: .seconds(600))
            return .useCredential(nil)
        }
        let session = try session(server, handler)
        let request = HTTPSRequest(try bench.url(server))
        let task = Task { try await session.data(for: request) }
        try await eventually("a question") { !Self.questions(handler).isEmpty }
        task.cancel()
        guard case .failure(let error as HTTPSError) = await task.result else {
            Issue.record("answered")
            return
        }
        #expect(error.isCancelled, "\(error)")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0)
    }

    @Test("the key log is told by a name that says what it is, and the environment's wish is not heard")
    func keyLog() async throws {
        let server = try server { _ in }
        let lines = Notes<String>()
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.dangerousKeyLog = { lines.add($0) }
        let session = HTTPSSession(configuration: configuration)
        _ = try await session.data(for: HTTPSRequest(try bench.url(server)))
        #expect(lines.lines.filter { $0.hasPrefix("CLIENT_TRAFFIC_SECRET_0 ") }.count == 1)
        #expect(lines.lines.count == 5)
    }
}
