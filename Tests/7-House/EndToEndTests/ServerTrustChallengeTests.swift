import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Testing

/// A server is a challenge: the engine judges, and a handler has the last word within what it can prove.
@Suite("Server trust challenges")
struct ServerTrustChallengeTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func session(
        _ server: TLSServer, _ handler: (any ChallengeHandler)?,
        policy: (@Sendable (ServerName) -> TrustPolicy)? = nil,
        change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = bench.configuration(
            [(Loopback.host, server.port)], policy: policy ?? bench.trusting)
        configuration.credentials.handler = handler
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    /// Proves what was presented by this bench's root, for a name.
    private func prove(_ challenge: AuthenticationChallenge, as name: String = Loopback.host) throws -> TrustEvaluation
    {
        let trust = try #require(challenge.protectionSpace.serverTrust)
        let policy = bench.trusting(try ServerName(name))
        return try TrustEngine().evaluate(trust, with: policy, at: bench.now)
    }

    @Test("the handler is shown what the server sent and what the engine says, for each connection")
    func asked() async throws {
        let server = try bench.server()
        let handler = TLSHandler { _ in
            await Task.yield()
            return .performDefaultHandling
        }
        let session = try session(server, handler)
        let url = try bench.url(server)
        for method in ["GET", "POST"] {
            #expect(try await session.data(for: HTTPSRequest(url, method: method)).status == 200)
        }
        _ = try await session.verify(url)
        #expect(handler.asked.count == 2, "two connections")
        let challenge = try #require(handler.asked.first)
        let space = challenge.protectionSpace
        #expect(space.authenticationMethod == .serverTrust && challenge.scope == .session)
        #expect(space.host == Loopback.host && space.port == server.port && space.realm == nil)
        #expect(space.serverTrust?.presented.count == 2 && space.distinguishedNames == nil)
        #expect(challenge.error == nil && challenge.failureResponse == nil && challenge.previousFailureCount == 0)
        guard case .serverTrust(let proof) = challenge.proposedCredential?.kind else {
            Issue.record("the engine's proof is proposed")
            return
        }
        #expect(proof.presented == space.serverTrust)
        #expect(Self.numbers(session) == [2, 0, 2, 1, 0, 2])
    }

    /// Verifications, remembered ones, connections opened, reused and resumed, challenges.
    private static func numbers(_ session: HTTPSSession) -> [Int] {
        let all = session.statistics
        return [
            all.verifications, all.rememberedVerifications, all.connectionsOpened, all.connectionsReused,
            all.connectionsResumed, all.challengesAsked,
        ]
    }

    @Test("what the engine refuses, a handler's own proof lets through; the connection says by which proof")
    func overridden() async throws {
        let server = try bench.server()
        let handler = TLSHandler { challenge in
            guard challenge.error?.trustFailure != nil, let proof = try? prove(challenge) else {
                return .performDefaultHandling
            }
            return .useCredential(Credential(trust: proof))
        }
        let session = try session(server, handler, policy: bench.refusing)
        let response = try await session.data(for: HTTPSRequest(try bench.url(server)))
        #expect(response.status == 200)
        #expect(response.connection.evaluation?.policy.rules.isEmpty == true)
        #expect(handler.asked.first?.proposedCredential == nil)
        #expect(handler.asked.first?.error?.code == .certificateRefused)
        #expect(handler.asked.first?.error?.trustFailure?.cause.code == FindingCode(custom: "refuse-all"))
    }

    @Test("an address in the URL, and a proof for the name that stands behind it")
    func addressed() async throws {
        let server = try bench.server()
        let handler = TLSHandler { challenge in
            (try? prove(challenge)).map { .useCredential(Credential(trust: $0)) } ?? .performDefaultHandling
        }
        let session = try session(server, handler)
        let response = try await session.data(for: HTTPSRequest(try bench.url(server, host: "127.0.0.1")))
        #expect(response.status == 200)
        #expect(handler.asked.first?.error?.trustFailure?.cause.code == .hostMismatch)
        #expect(response.connection.host == "127.0.0.1")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: HTTPSError.Code
        let answer: @Sendable (ServerTrustChallengeTests, AuthenticationChallenge) throws -> Credential?
        var disposition: AuthenticationChallenge.Disposition?
    }

    @Test(
        "whatever does not accept: its own error, and not one byte of HTTP",
        arguments: [
            Row(
                testDescription: "cancel", code: .cancelled, answer: { _, _ in nil },
                disposition: .cancelAuthenticationChallenge),
            Row(
                testDescription: "reject", code: .serverTrustRejected, answer: { _, _ in nil },
                disposition: .rejectProtectionSpace),
            Row(testDescription: "no credential", code: .serverTrustRejected, answer: { _, _ in nil }),
            Row(testDescription: "a password", code: .wrongCredential) { _, _ in
                Credential(user: "alice", password: "secret", persistence: .none)
            },
            Row(testDescription: "an identity", code: .wrongCredential) { test, _ in
                Credential(identity: try test.bench.identity(), persistence: .none)
            },
            Row(testDescription: "a proof about another server", code: .wrongCredential) { test, _ in
                let trust = try ServerTrust(derChain: try test.bench.identity().chain)
                let policy = test.bench.trusting(try ServerName(Loopback.host))
                return Credential(trust: try TrustEngine().evaluate(trust, with: policy, at: test.bench.now))
            },
            Row(testDescription: "a proof without a name", code: .wrongCredential) { test, challenge in
                let trust = try #require(challenge.protectionSpace.serverTrust)
                var policy = test.bench.trusting(try ServerName(Loopback.host))
                policy.purpose = .sslWithoutName
                return Credential(trust: try TrustEngine().evaluate(trust, with: policy, at: test.bench.now))
            },
        ])
    func refused(_ row: Row) async throws {
        let server = try bench.server()
        let handler = TLSHandler { challenge in
            if let disposition = row.disposition { return disposition }
            do { return .useCredential(try row.answer(self, challenge)) } catch {
                Issue.record(error)
                return .cancelAuthenticationChallenge
            }
        }
        let session = try session(server, handler)
        let request = HTTPSRequest(try bench.url(server), method: "POST", body: Array("secret".utf8))
        let error = await failure { () throws(HTTPSError) in try await session.data(for: request) }
        #expect(error?.code == row.code && error?.phase == .tls, "\(String(describing: error))")
        #expect(error?.certificateWasAccepted == false)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("a handshake that has failed by itself asks nobody, and is explained all the same")
    func failedAlready() async throws {
        let broken: [UInt8] = [0x30, 0x03, 0x02, 0x01]
        let flight = try RawTLS12Flight(presenting: [broken], signingBy: try PrivateKey.generate(.p256))
        let server = try RawServer { connection throws(ServingError) in try flight.serve(connection) }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        let handler = TLSHandler { _ in .performDefaultHandling }
        configuration.credentials.handler = handler
        let session = HTTPSSession(configuration: configuration)
        let request = HTTPSRequest(try HTTPSURL("https://\(Loopback.host):\(server.port)/"))
        let error = await failure { () throws(HTTPSError) in try await session.data(for: request) }
        #expect(error?.trustFailure?.cause.code == .malformedCertificate, "\(String(describing: error))")
        #expect(handler.asked.isEmpty && session.statistics.verifications == 1)
    }

    @Test("a handler that does not answer: its own time limit")
    func silent() async throws {
        let server = try bench.server()
        let handler = TLSHandler { _ in
            try? await Task.sleep(for: .seconds(600))
            return .performDefaultHandling
        }
        let session = try session(server, handler, change: { $0.timeouts.challenge = .milliseconds(100) })
        let request = HTTPSRequest(try bench.url(server))
        let error = await failure { () throws(HTTPSError) in try await session.data(for: request) }
        #expect(error?.code == .challengeTimedOut, "\(String(describing: error))")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("what a request's own handler accepts is accepted for that request and its redirects alone")
    func ownHandler() async throws {
        var configuration = TLSServerConfiguration(try bench.identity())
        configuration.applicationProtocols = ["http/1.1"]
        let server = try TLSServer(configuration) { request in
            request.target == "/first" ? .redirect(to: "/second") : ServerResponse(text: "there")
        }
        let session = try session(server, nil, policy: bench.refusing)
        let handler = TLSHandler { challenge in
            (try? prove(challenge)).map { .useCredential(Credential(trust: $0)) } ?? .performDefaultHandling
        }
        var request = HTTPSRequest(try bench.url(server, "/first"))
        request.challenges = handler
        let response = try await session.data(for: request)
        #expect(response.status == 200 && response.redirects.count == 1 && response.isReusedConnection)
        #expect(handler.asked.map(\.scope) == [.task])
        let other = HTTPSRequest(try bench.url(server, "/second"))
        let error = await failure { () throws(HTTPSError) in try await session.data(for: other) }
        #expect(error?.code == .certificateRefused, "\(String(describing: error))")
        #expect(server.counters.requestsReceived == 2)
        #expect(try await session.data(for: request).status == 200, "asked again, and answered again")
        #expect(handler.asked.count == 2)
    }

    // MARK: Remembered

    @Test("remembered for the session: not asked and not judged again, until what it rests on changes")
    func remembered() async throws {
        let identity = try bench.identity()
        var configuration = TLSServerConfiguration(identity)
        configuration.applicationProtocols = ["http/1.1"]
        let server = try TLSServer(configuration) { _ in
            ServerResponse(status: 200, fields: [HTTPField("Connection", "close")], body: [])
        }
        let handler = TLSHandler { challenge in
            (try? prove(challenge)).map { .useCredential(Credential(trust: $0)) } ?? .performDefaultHandling
        }
        let (trusting, refusing) = (bench.trusting, bench.refusing)
        let isRefusing = Flag()
        for setting in [HTTPSSession.ServerTrustChallenges.everyConnection, .rememberedForSession] {
            let session = try session(
                server, handler,
                change: {
                    $0.trust.challenges = setting
                    $0.trust.policy = { isRefusing.isSet ? refusing($0) : trusting($0) }
                })
            let request = HTTPSRequest(try bench.url(server))
            for _ in 0..<3 { #expect(try await session.data(for: request).status == 200) }
            let isRemembered = setting == .rememberedForSession
            let verified = isRemembered ? 1 : 3
            // The second and the third resume TLS sessions, whose server is judged all the same.
            #expect(Self.numbers(session) == [verified, 3 - verified, 3, 0, 2, verified])
            guard isRemembered else { continue }
            isRefusing.set()
            #expect(try await session.data(for: request).status == 200)
            #expect(session.statistics.verifications == 2 && session.statistics.challengesAsked == 2)
        }
    }

    @Test("another certificate of the same server is judged, and asked about")
    func exactly() async throws {
        let handler = TLSHandler { _ in .performDefaultHandling }
        // On an address of its own, where no other test's server can get the port.
        let first = try bench.answering(on: .secondLoopback) { _ in
            ServerResponse(text: "first")
        }
        let port = first.port
        let elsewhere = try DialRule(connectTo: "\(Loopback.host):\(port):127.0.0.2:\(port)")
        let session = try session(
            first, handler,
            change: {
                $0.trust.challenges = .rememberedForSession
                $0.addresses.dial = [elsewhere]
            })
        let url = try bench.url(first)
        for _ in 0..<2 { _ = try await session.verify(url) }
        #expect(session.statistics.verifications == 1 && handler.asked.count == 1)
        first.stop()
        let second = try bench.answering(on: .secondLoopback, port: port) { _ in
            ServerResponse(text: "second")
        }
        _ = try await session.verify(url)
        #expect(session.statistics.verifications == 2 && handler.asked.count == 2)
        second.stop()
    }

    @Test("a clock past the certificates' end, or set back, judges again")
    func clock() async throws {
        let server = try bench.server()
        let days = Days()
        let handler = TLSHandler { _ in .performDefaultHandling }
        let now = bench.now
        let session = try session(
            server, handler,
            change: {
                $0.trust.challenges = .rememberedForSession
                $0.clock = { Instant(secondsSince1970: now.secondsSince1970 + Int64(days.value) * 86_400) }
            })
        let url = try bench.url(server)
        for _ in 0..<2 { _ = try await session.verify(url) }
        #expect(session.statistics.rememberedVerifications == 1)
        days.value = 20_000
        let late = await failure { () throws(HTTPSError) in try await session.verify(url) }
        #expect(late?.trustFailure?.cause.code == .expired, "\(String(describing: late))")
        days.value = -20_000
        let early = await failure { () throws(HTTPSError) in try await session.verify(url) }
        #expect(early?.trustFailure?.cause.code == .notYetValid, "\(String(describing: early))")
        #expect(session.statistics.rememberedVerifications == 1)
    }
}
