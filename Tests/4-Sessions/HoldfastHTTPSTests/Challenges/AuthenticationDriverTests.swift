import HoldfastCredentials
import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
import Synchronization
import TestSupport
import Testing

@testable import HoldfastHTTPS

/// One request through a proxy and to its server, with both played by the test.
@Suite("Authentication, exchange by exchange")
struct AuthenticationDriverTests {
    /// Knows passwords for whoever asks, one after the other, and keeps who did.
    private final class Handler: ChallengeHandler {
        private let log = Mutex<[String]>([])
        private let persistence: CredentialPersistence
        private let passwords: [String]
        private let isRefusingServer: Bool

        init(
            _ persistence: CredentialPersistence = .forSession, _ passwords: [String] = ["secret"],
            isRefusingServer: Bool = false
        ) {
            self.persistence = persistence
            self.passwords = passwords
            self.isRefusingServer = isRefusingServer
        }

        var asked: [String] { log.withLock { $0 } }

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            let space = challenge.protectionSpace
            log.withLock { $0.append("\(space.asker) \(space.authenticationMethod) \(challenge.previousFailureCount)") }
            if isRefusingServer, space.asker == .server { return .cancelAuthenticationChallenge }
            guard challenge.previousFailureCount < passwords.count else { return .performDefaultHandling }
            let (user, password) = (
                space.asker == .server ? "origin" : "proxy", passwords[challenge.previousFailureCount]
            )
            return .useCredential(Credential(user: user, password: password, persistence: persistence))
        }
    }

    /// Plays Kerberos: gives tokens, and counts.
    private struct Tokens: Negotiation {
        let turns: [NegotiationTurn]
        let count = Counter()

        func step(
            _ token: [UInt8]?, until end: ContinuousClock.Instant
        ) async -> Result<NegotiationTurn, NegotiationError> {
            let number = count.next()
            return number < turns.count
                ? .success(turns[number]) : .failure(NegotiationError(.refused, "no more tokens"))
        }
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)
        func next() -> Int {
            value.withLock { value in
                defer { value += 1 }
                return value
            }
        }
    }

    /// What an exchange is answered with.
    private enum Played {
        case proxyRefuses(Int, [String])
        case origin(Int, [String])
    }

    private static func field(_ name: String, _ value: String) throws -> HTTPField {
        try #require(HTTPField(name: name, value: value))
    }

    private let memory = AuthenticationMemory()

    /// What a driver is made with, but for who asks.
    private struct Side {
        let handler: Handler?
        let limit: Duration
        let negotiator: AuthenticationDriver.Negotiator
        var store: (any CredentialStore)?
    }

    private func driver(
        _ handler: Handler?, limit: Duration = .seconds(600), store: (any CredentialStore)? = nil,
        negotiator: @escaping AuthenticationDriver.Negotiator = { _, _, _ in Tokens(turns: []) }
    ) -> Side {
        Side(handler: handler, limit: limit, negotiator: negotiator, store: store)
    }

    /// Notes what is to be kept, and for how long; waits at its gates, where it has some, until they are open.
    private final class Keeper: CredentialStore {
        private let log = Notes<String>()
        private let lookups: Gate?
        private let changes: Gate?

        init(lookups: Gate? = nil, changes: Gate? = nil) {
            self.lookups = lookups
            self.changes = changes
        }

        var kept: [String] { log.all }

        /// As one that waits for another process: cancelling whoever asks changes nothing.
        private func wait(at gate: Gate?) async {
            guard let gate else { return }
            await Task { await gate.pass() }.value
        }

        func defaultCredential(for space: CredentialSpace) async -> PasswordCredential? {
            await wait(at: lookups)
            return nil
        }

        func set(_ credential: PasswordCredential, for space: CredentialSpace, isDefault: Bool) async {}
        func remove(_ credential: PasswordCredential, for space: CredentialSpace) async {}

        func set(
            _ credential: PasswordCredential, for space: CredentialSpace, persistence: CredentialPersistence,
            isDefault: Bool
        ) async {
            await wait(at: changes)
            log.add(
                "\(space.asker) \(space.realm ?? "-") \(credential.user) \(credential.password) \(persistence)"
                    + (isDefault ? " default" : ""))
        }
    }

    private static let basic = [FlowScheme.basic.challenge]

    /// Apple, URLCredential.Persistence: "The credential should be stored in the keychain" of what is permanent.
    @Test("what was taken and is to outlast the session goes to the store, once; what was refused does not")
    func kept() async throws {
        let ways: [([Played], [String])] = [
            (
                [.proxyRefuses(407, Self.basic), .origin(401, Self.basic), .origin(200, [])],
                ["httpProxy r proxy right", "server r origin right"]
            ),
            ([.origin(401, Self.basic), .origin(302, [])], ["server r origin right"]),
            ([.origin(401, Self.basic), .origin(401, Self.basic)], []),
            ([.origin(401, Self.basic), .origin(401, [])], []),
            ([.proxyRefuses(407, Self.basic), .proxyRefuses(407, Self.basic)], []),
        ]
        for persistence in CredentialPersistence.allCases {
            for (played, lines) in ways {
                memory.removeAll()
                let keeper = Keeper()
                _ = try await play(played, driver(Handler(persistence, ["right"]), store: keeper))
                let lasts = persistence == .permanent || persistence == .synchronizable
                #expect(keeper.kept == (lasts ? lines.map { "\($0) \(persistence) default" } : []))
            }
        }
    }

    @Test("of several passwords the one that was taken is kept, of each space its own")
    func keptAfterFailures() async throws {
        let keeper = Keeper()
        let handler = Handler(.permanent, ["wrong", "right"])
        let other = [#"Basic realm="other""#]
        _ = try await play(
            [
                .origin(401, Self.basic), .origin(401, Self.basic), .origin(401, other), .origin(401, other),
                .origin(200, []),
            ], driver(handler, store: keeper), isProxied: false)
        #expect(keeper.kept == ["server other origin right permanent default"])
    }

    /// RFC 9110 §15.5.4: with 403 "the server considers them insufficient to grant access"; RFC 6585 §4: 429 is for
    /// whoever "has sent too many requests".
    @Test("an error is no word about a password: it is kept with the first answer that lets somebody in, once")
    func keptAfterError() async throws {
        for status in [400, 403, 404, 407, 429, 500, 503] {
            memory.removeAll()
            let keeper = Keeper()
            _ = try await play(
                [.origin(401, Self.basic), .origin(status, [])], driver(Handler(.permanent), store: keeper),
                isProxied: false)
            #expect(keeper.kept.isEmpty, "\(status)")
            // The next requests carry it unasked.
            for _ in 0..<2 {
                _ = try await play([.origin(200, [])], driver(nil, store: keeper), isProxied: false)
                #expect(keeper.kept == ["server r origin secret permanent default"], "\(status)")
            }
        }
        // And one that is refused then is kept by nobody.
        memory.removeAll()
        let keeper = Keeper()
        _ = try await play(
            [.origin(401, Self.basic), .origin(503, [])], driver(Handler(.permanent), store: keeper), isProxied: false)
        for status in [401, 200] {
            _ = try await play(
                [.origin(status, Self.basic)], driver(nil, store: keeper), isProxied: false)
        }
        #expect(keeper.kept.isEmpty)
    }

    @Test("what a proxy took is kept, whatever becomes of what its server asks")
    func keptOfProxy() async throws {
        let keeper = Keeper()
        let result = try await play(
            [.proxyRefuses(407, Self.basic), .origin(401, Self.basic)],
            driver(Handler(.permanent, isRefusingServer: true), store: keeper))
        #expect(result.error?.isCancelled == true)
        #expect(keeper.kept == ["httpProxy r proxy secret permanent default"])
    }

    @Test("a proxy that takes another password for a later tunnel has that one kept in the end")
    func keptOfProxyTwice() async throws {
        let keeper = Keeper()
        _ = try await play(
            [
                .proxyRefuses(407, Self.basic), .origin(401, Self.basic), .proxyRefuses(407, Self.basic),
                .origin(200, []),
            ], driver(Handler(.permanent, ["old", "new"]), store: keeper))
        #expect(
            keeper.kept == [
                "httpProxy r proxy old permanent default", "httpProxy r proxy new permanent default",
                "server r origin old permanent default",
            ])
    }

    @Test("a store that does not answer takes no more than the request's time", .hangLimit)
    func lateStore() async throws {
        let gate = Gate()
        defer { gate.open() }
        let result = try await play(
            [.origin(401, Self.basic)], driver(nil, limit: .milliseconds(100), store: Keeper(lookups: gate)),
            isProxied: false)
        #expect(result.error?.code == .timedOut)
    }

    @Test("cancelling a request that waits for a store ends it at once", .hangLimit)
    func cancelledLookup() async throws {
        let gate = Gate()
        defer { gate.open() }
        let side = driver(nil, store: Keeper(lookups: gate))
        let task = Task { try await play([.origin(401, Self.basic)], side, isProxied: false) }
        try await eventually("a look into the store") { gate.waiting == 1 }
        task.cancel()
        #expect(try await task.value.error?.isCancelled == true)
    }

    @Test("what was taken is stored to the end, though its request is cancelled", .hangLimit)
    func cancelledKeeping() async throws {
        let gate = Gate()
        let keeper = Keeper(changes: gate)
        let side = driver(Handler(.permanent), store: keeper)
        let task = Task {
            try await play([.origin(401, Self.basic), .origin(200, [])], side, isProxied: false)
        }
        try await eventually("a change of the store") { gate.waiting == 1 }
        task.cancel()
        #expect(try await task.value.status == 200)
        #expect(keeper.kept.isEmpty)
        gate.open()
        try await eventually("the password in the store") { !keeper.kept.isEmpty }
        #expect(keeper.kept == ["server r origin secret permanent default"])
    }

    /// Plays the exchanges in their order, and keeps what each carried.
    private func play(
        _ played: [Played], _ side: Side, isProxied: Bool = true
    ) async throws -> (status: Int?, error: HTTPSError?, sent: [Authorizations], retired: Set<ConnectionOwner>) {
        let server = FlowSide.flow(try FlowSide.server.subject(), memory)
        let proxy = FlowSide.flow(try FlowSide.proxy.subject(), memory)
        let replies = try played.map { played -> (ProxyAnswer?, HTTPSResponse?) in
            switch played {
            case .proxyRefuses(let status, let challenges):
                let fields = try challenges.map { try Self.field("Proxy-Authenticate", $0) }
                return (ProxyAnswer(status: status, fields: fields), nil)
            case .origin(let status, let challenges):
                let fields = try challenges.map { try Self.field("WWW-Authenticate", $0) }
                return (nil, try FlowSide.response(status, fields))
            }
        }
        let driver = AuthenticationDriver(
            server: server, proxy: isProxied ? proxy : nil,
            asking: ChallengeAsking(session: side.handler, task: nil), credentials: side.store,
            challengeTimeout: .seconds(600), limit: TimeLimit(side.limit), negotiator: side.negotiator)
        var sent: [Authorizations] = []
        do throws(HTTPSError) {
            sent.append(try await driver.begin())
            for (refusal, response) in replies {
                let next: Authorizations?
                if let response {
                    next = try await driver.answers(after: response, nil)
                    if next == nil { return (response.status, nil, sent, driver.finish()) }
                } else {
                    var error = TransportError(.connect, .proxyRefused, Verbatim("the proxy refused"), advice: nil)
                    error.proxyAnswer = refusal
                    next = if let refusal { try await driver.answers(after: refusal) } else { nil }
                    if next == nil { throw HTTPSError(error) }
                }
                if let next { sent.append(next) }
            }
            throw HTTPSError(.internal, .init(rawValue: "played"), Verbatim("nothing more is played"), advice: nil)
        } catch {
            return (nil, error, sent, driver.finish())
        }
    }

    @Test("the proxy's questions first, then the origin's; neither hears what is the other's")
    func both() async throws {
        let handler = Handler()
        let (digest, basic) = (FlowScheme.digest.challenge, FlowScheme.basic.challenge)
        let first = try await play(
            [.proxyRefuses(407, [digest]), .origin(401, [basic]), .origin(200, [])], driver(handler))
        #expect(first.status == 200)
        #expect(handler.asked == ["httpProxy httpDigest 0", "server httpBasic 0"])
        #expect(first.sent.map { $0.proxy?.field?.name } == [nil, "Proxy-Authorization", "Proxy-Authorization"])
        #expect(first.sent.map { $0.server?.field?.name } == [nil, nil, "Authorization"])
        for answers in first.sent {
            #expect(answers.proxy?.field?.value.contains("origin") != true)
            #expect(answers.server?.field?.value.contains("proxy") != true)
        }
        // Each tunnel that may be asked for has a count of its own.
        #expect(first.sent[1].proxy?.field?.value.contains("nc=00000001") == true)
        #expect(first.sent[2].proxy?.field?.value.contains("nc=00000002") == true)
        // Both are known from then on.
        let second = try await play([.origin(200, [])], driver(handler))
        #expect(second.sent.map { $0.proxy?.field?.name } == ["Proxy-Authorization"])
        #expect(second.sent.map { $0.server?.field?.name } == ["Authorization"])
        #expect(handler.asked.count == 2)
        // Straight to the server, the proxy's is not sent to anybody.
        let straight = try await play([.origin(200, [])], driver(handler), isProxied: false)
        #expect(straight.sent[0].proxy == nil)
    }

    @Test("a refusal by the proxy that nobody can answer is the error it was")
    func refusals() async throws {
        for (status, challenges) in [
            (403, []), (407, []), (407, ["Bearer"]), (502, [FlowScheme.basic.challenge]),
        ] as [(Int, [String])] {
            let handler = Handler()
            let result = try await play([.proxyRefuses(status, challenges)], driver(handler))
            #expect(result.error?.code == .proxyRefused)
            #expect(result.error?.proxyAnswer?.status == status)
            #expect(handler.asked.isEmpty)
        }
        let handler = Handler()
        let basic = FlowScheme.basic.challenge
        let result = try await play([.proxyRefuses(407, [basic]), .proxyRefuses(407, [basic])], driver(handler))
        #expect(result.error?.code == .proxyRefused)
        #expect(handler.asked == ["httpProxy httpBasic 0", "httpProxy httpBasic 1"])
    }

    @Test("an origin's 407 is no proxy's, and a proxy's 401 no origin's")
    func confused() async throws {
        let handler = Handler()
        let origin = try await play([.origin(407, [FlowScheme.basic.challenge])], driver(handler))
        #expect(origin.status == 407)
        let proxy = try await play([.proxyRefuses(401, [FlowScheme.basic.challenge])], driver(handler))
        #expect(proxy.error?.code == .proxyRefused)
        #expect(handler.asked.isEmpty)
    }

    @Test("NTLM of both sides, each with an owner of its own; given for one request, the owners are given up")
    func ntlm() async throws {
        for persistence in CredentialPersistence.allCases {
            memory.removeAll()
            let result = try await play(
                [.proxyRefuses(407, ["NTLM"]), .origin(401, ["NTLM"]), .origin(200, [])], driver(Handler(persistence)))
            #expect(result.status == 200)
            let (server, proxy) = (result.sent[2].server?.ntlm, result.sent[2].proxy?.ntlm)
            #expect(server?.user == "origin" && proxy?.user == "proxy")
            #expect(server?.owner != proxy?.owner)
            #expect(result.sent[1].proxy?.owner == result.sent[2].proxy?.owner)
            let owners = Set([server?.owner, proxy?.owner].compactMap(\.self))
            #expect(result.retired == (persistence == .none ? owners : []))
        }
    }

    @Test("Negotiate's tokens go the way they came")
    func negotiate() async throws {
        let turns = [
            NegotiationTurn(token: [1], isComplete: false), NegotiationTurn(token: [2], isComplete: false),
            NegotiationTurn(token: nil, isComplete: true),
        ]
        let hosts = Mutex<[String]>([])
        let driver = driver(Handler()) { _, host, _ in
            hosts.withLock { $0.append(host) }
            return Tokens(turns: turns)
        }
        let result = try await play(
            [.origin(401, ["Negotiate"]), .origin(401, ["Negotiate Aw=="]), .origin(200, ["Negotiate BA=="])], driver,
            isProxied: false)
        #expect(result.status == 200)
        #expect(result.sent.map { $0.server?.field?.value } == [nil, "Negotiate AQ==", "Negotiate Ag=="])
        #expect(hosts.withLock { $0 } == ["a.test"])
    }

    @Test("a proxy's Kerberos is asked for the proxy's host")
    func negotiateWithProxy() async throws {
        let hosts = Mutex<[String]>([])
        let driver = driver(Handler(.none)) { _, host, _ in
            hosts.withLock { $0.append(host) }
            return Tokens(turns: [NegotiationTurn(token: [1], isComplete: false)])
        }
        let result = try await play([.proxyRefuses(407, ["Negotiate"]), .origin(200, [])], driver)
        #expect(result.status == 200)
        #expect(result.sent[1].proxy?.field?.name == "Proxy-Authorization")
        #expect(result.sent[1].server == nil)
        #expect(hosts.withLock { $0 } == ["proxy.test"])
    }

    @Test("whatever is cancelled while Kerberos works ends as cancelled")
    func cancelled() async throws {
        struct Cancelling: Negotiation {
            func step(
                _ token: [UInt8]?, until end: ContinuousClock.Instant
            ) async -> Result<NegotiationTurn, NegotiationError> {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return .failure(NegotiationError(.late, "cancelled"))
            }
        }
        let driver = driver(Handler()) { _, _, _ in Cancelling() }
        let task = Task { try await play([.origin(401, ["Negotiate"])], driver, isProxied: false) }
        #expect(try await task.value.error?.isCancelled == true)
    }
}
