import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import Testing

@testable import HoldfastHTTPS

/// The state machine of one request's authentication, without network: each disposition, method and outcome.
@Suite("Authentication, response by response")
struct AuthenticationFlowTests {
    static let basic = #"Basic realm="r""#
    static let digest = #"Digest realm="r", nonce="n1", qop="auth", algorithm=SHA-256"#
    static let alice = PasswordCredential(user: "alice", password: "secret")
    let memory = AuthenticationMemory()

    static func request(_ url: String = "https://a.test/x/y", fields: [HTTPField] = []) throws -> HTTPSRequest {
        HTTPSRequest(try HTTPSURL(url), fields: fields)
    }

    static func response(_ status: Int, _ fields: [(String, String)] = []) throws -> AuthenticationReply {
        try FlowSide.server.reply(status, fields)
    }

    static func asks(_ challenges: String...) throws -> AuthenticationReply {
        try FlowSide.server.asks(challenges)
    }

    private func flow(_ request: HTTPSRequest? = nil) throws -> AuthenticationFlow {
        FlowSide.flow(AuthenticationSubject(try request ?? Self.request()), memory)
    }

    private func remember(_ url: String, realm: String? = "r") throws {
        _ = memory.remember(
            .init(
                secret: .password(Self.alice), realm: realm, scheme: .basic, asker: .server(try HTTPSURL(url))))
    }

    private func unasked(_ url: String) throws -> Bool {
        memory.unasked(for: .server(try HTTPSURL(url)), as: nil) != nil
    }

    /// The challenge that a response leads to, without a credential to propose.
    private func challenge(
        _ response: AuthenticationReply, _ flow: inout AuthenticationFlow, proposing: PasswordCredential? = nil
    ) throws -> AuthenticationChallenge {
        var step = flow.received(response)
        while case .lookUp = step { step = flow.found(proposing) }
        return try #require(step.asked)
    }

    // MARK: Dispositions

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let offered: [String]
        var proposed: PasswordCredential?
        let said: AuthenticationChallenge.Disposition
        /// `deliver`, the error's code, `ask METHOD`, or the scheme that is sent.
        let expected: String
        var testDescription: String { name }
    }

    private static func password(_ persistence: CredentialPersistence = .none) -> Credential {
        Credential(user: "alice", password: "secret", persistence: persistence)
    }

    /// Apple, "Handling an authentication challenge" and `URLSession.AuthChallengeDisposition`.
    static let rows: [Row] = [
        Row(name: "a credential, Basic", offered: [basic], said: .useCredential(password()), expected: "Basic"),
        Row(name: "a credential, Digest", offered: [digest], said: .useCredential(password()), expected: "Digest"),
        Row(
            name: "the stronger scheme first", offered: [basic, digest], said: .useCredential(password()),
            expected: "Digest"),
        Row(name: "no credential", offered: [basic], said: .useCredential(nil), expected: "deliver"),
        Row(name: "default, nothing proposed", offered: [basic], said: .performDefaultHandling, expected: "deliver"),
        Row(
            name: "default, proposed", offered: [basic], proposed: alice, said: .performDefaultHandling,
            expected: "Basic"),
        Row(
            name: "nobody answers, proposed", offered: [digest], proposed: alice, said: .notImplemented,
            expected: "Digest"),
        Row(name: "nobody answers, nothing proposed", offered: [digest], said: .notImplemented, expected: "deliver"),
        Row(
            name: "cancelled", offered: [digest], proposed: alice, said: .cancelAuthenticationChallenge,
            expected: "cancelled"),
        Row(
            name: "rejected, another is offered", offered: [basic, digest], said: .rejectProtectionSpace,
            expected: "look up NSURLAuthenticationMethodHTTPBasic"),
        Row(name: "rejected, nothing else", offered: [basic], said: .rejectProtectionSpace, expected: "deliver"),
        Row(
            name: "a user that Basic cannot send", offered: [basic],
            said: .useCredential(Credential(user: "a:b", password: "c", persistence: .none)),
            expected: "credentialUnusable"),
        Row(
            name: "a password with a line break", offered: [digest],
            said: .useCredential(Credential(user: "a", password: "b\r\nX: y", persistence: .none)),
            expected: "credentialUnusable"),
    ]

    @Test("each disposition has its documented effect", arguments: rows)
    func disposition(_ row: Row) throws {
        var flow = try flow()
        #expect(flow.begin().inWords == "nothing")
        let response = try Self.response(401, row.offered.map { ("WWW-Authenticate", $0) })
        let challenge = try challenge(response, &flow, proposing: row.proposed)
        #expect(challenge.scope == .task)
        #expect(challenge.previousFailureCount == 0)
        #expect(challenge.failureResponse?.status == 401)
        #expect((challenge.proposedCredential == nil) == (row.proposed == nil))
        #expect(flow.answered(row.said).inWords == row.expected)
    }

    @Test("the protection space says who asks, and how")
    func space() throws {
        var flow = try flow(Self.request("https://A.test:8443/x"))
        let space = try challenge(Self.asks(Self.digest), &flow).protectionSpace
        #expect(space.host == "a.test")
        #expect(space.port == 8443)
        #expect(space.realm == "r")
        #expect(space.protocol == "https")
        #expect(space.receivesCredentialSecurely)
        #expect(space.authenticationMethod == .httpDigest)
        #expect(space.distinguishedNames == nil && space.serverTrust == nil)
        #expect(space.asker == .server)
    }

    // MARK: What asks, and what does not

    @Test("what is no challenge that can be answered stands as it is")
    func unanswerable() throws {
        for fields in [
            [], [("WWW-Authenticate", "Bearer realm=\"x\"")], [("WWW-Authenticate", "Basic abc=")],
            [("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\", algorithm=SHA-3")], [("WWW-Authenticate", ",,\"")],
        ] {
            var flow = try flow()
            #expect(flow.received(try Self.response(401, fields)).inWords == "deliver", "\(fields)")
        }
        for status in [200, 403, 404, 407, 500] {
            var flow = try flow()
            #expect(flow.received(try Self.response(status, [("WWW-Authenticate", Self.basic)])).inWords == "deliver")
        }
    }

    /// RFC 9110 §11.6.2: a refused request may be sent again "with a new or replaced Authorization header field".
    @Test(
        "a field of the caller's own goes out alone; the handlers are asked where it is refused, nothing is proposed",
        arguments: [
            Row(name: "default", offered: [basic], said: .performDefaultHandling, expected: "deliver"),
            Row(name: "nobody answers", offered: [basic], said: .notImplemented, expected: "deliver"),
            Row(name: "rejected", offered: [basic], said: .rejectProtectionSpace, expected: "deliver"),
            Row(name: "no credential", offered: [basic], said: .useCredential(nil), expected: "deliver"),
            Row(name: "a credential", offered: [digest], said: .useCredential(password()), expected: "Digest"),
            Row(name: "cancelled", offered: [basic], said: .cancelAuthenticationChallenge, expected: "cancelled"),
        ])
    func callersOwn(row: Row) throws {
        try remember("https://a.test/x/z")
        let own = try #require(HTTPField(name: "authorization", value: "Bearer t"))
        var flow = try flow(Self.request(fields: [own]))
        #expect(flow.begin().inWords == "nothing")
        let fields = row.offered.map { ("WWW-Authenticate", $0) }
        let challenge = try #require(flow.received(try Self.response(401, fields)).asked)
        #expect(challenge.proposedCredential == nil)
        #expect(challenge.previousFailureCount == 0)
        #expect(flow.answered(row.said).inWords == row.expected)
    }

    // MARK: Failures

    @Test("a refused password counts, is not proposed again, and ends after sixteen")
    func failures() throws {
        var flow = try flow()
        for count in 0..<AuthenticationFlow.attemptLimit {
            let challenge = try challenge(Self.asks(Self.basic), &flow, proposing: Self.alice)
            #expect(challenge.previousFailureCount == count)
            #expect((challenge.proposedCredential != nil) == (count == 0))
            #expect(flow.answered(.useCredential(Self.password())).inWords == "Basic")
        }
        _ = try challenge(Self.asks(Self.basic), &flow)
        #expect(flow.answered(.useCredential(Self.password())).inWords == "tooManyAttempts")
    }

    @Test("failures count for their own protection space")
    func failuresPerSpace() throws {
        var flow = try flow()
        _ = try challenge(Self.asks(Self.basic), &flow)
        _ = flow.answered(.useCredential(Self.password()))
        let other = try challenge(Self.asks(#"Basic realm="other""#), &flow)
        #expect(other.previousFailureCount == 0)
        _ = flow.answered(.useCredential(Self.password()))
        #expect(try challenge(Self.asks(Self.basic), &flow).previousFailureCount == 1)
    }

    @Test("default handling does not send a refused credential again")
    func defaultAfterFailure() throws {
        var flow = try flow()
        _ = try challenge(Self.asks(Self.basic), &flow, proposing: Self.alice)
        #expect(flow.answered(.performDefaultHandling).inWords == "Basic")
        _ = try challenge(Self.asks(Self.basic), &flow, proposing: Self.alice)
        #expect(flow.answered(.performDefaultHandling).inWords == "deliver")
    }

    @Test("a stale nonce is answered without asking anybody, and without end is an error")
    func stale() throws {
        var flow = try flow()
        _ = try challenge(Self.asks(Self.digest), &flow)
        #expect(flow.answered(.useCredential(Self.password())).inWords == "Digest")
        for number in 2...4 {
            let stale = #"Digest realm="r", nonce="n\#(number)", qop="auth", algorithm=SHA-256, stale=true"#
            #expect(flow.received(try Self.asks(stale)).inWords == "Digest", "nonce \(number)")
        }
        let again = #"Digest realm="r", nonce="n5", qop="auth", algorithm=SHA-256, stale=true"#
        #expect(flow.received(try Self.asks(again, Self.basic)).inWords == "digestRefused")
    }

    @Test("a weaker Digest than before is refused, and Basic does not take its place")
    func downgrade() throws {
        var flow = try flow()
        _ = try challenge(Self.asks(Self.digest), &flow)
        _ = flow.answered(.useCredential(Self.password()))
        let weaker = #"Digest realm="r", nonce="n2", qop="auth", algorithm=MD5"#
        #expect(flow.received(try Self.asks(weaker, Self.basic)).inWords == "digestRefused")
    }

    @Test("a server that proves it knows the password wrongly is refused")
    func wrongProof() throws {
        var flow = try flow()
        _ = try challenge(Self.asks(Self.digest), &flow)
        _ = flow.answered(.useCredential(Self.password(.forSession)))
        let wrong = try Self.response(200, [("Authentication-Info", #"rspauth="00", qop=auth"#)])
        #expect(flow.received(wrong).inWords == "digestProofWrong")
        #expect(try !unasked("https://a.test/x/y"))
    }

    // MARK: What is remembered

    @Test("what was taken for the session is sent unasked, in its space and on its origin only")
    func unasked() throws {
        for offered in [Self.basic, Self.digest] {
            let memory = AuthenticationMemory()
            var flow = AuthenticationFlow(AuthenticationSubject(try Self.request()), memory: memory)
            _ = try challenge(Self.asks(offered), &flow)
            _ = flow.answered(.useCredential(Self.password(.forSession)))
            #expect(flow.received(try Self.response(200)).inWords == "deliver")
            for (url, isSent) in [
                ("https://a.test/x/z", true), ("https://a.test/x/y/z", true), ("https://b.test/x/y", false),
                ("https://a.test:8443/x/y", false),
            ] {
                var next = AuthenticationFlow(AuthenticationSubject(try Self.request(url)), memory: memory)
                #expect((next.begin().inWords != "nothing") == isSent, "\(offered) \(url)")
            }
            // RFC 7617 §2.2: paths "at or deeper than the depth of the last symbolic element"; RFC 7616 §3.3: without
            // `domain` all of the server.
            var outside = AuthenticationFlow(
                AuthenticationSubject(try Self.request("https://a.test/other")), memory: memory)
            #expect((outside.begin().inWords != "nothing") == (offered == Self.digest))
        }
    }

    @Test("outside of what it covers a remembered password is proposed, for its own realm and scheme only")
    func proposedFromMemory() throws {
        try remember("https://a.test/other/z")
        for (offered, isProposed) in [
            (Self.basic, true), (#"Basic realm="other""#, false), (Self.digest, false),
        ] {
            var flow = try flow()
            #expect(flow.begin().inWords == "nothing")
            let challenge = try challenge(Self.asks(offered), &flow)
            #expect((challenge.proposedCredential != nil) == isProposed, "\(offered)")
        }
    }

    /// RFC 7617 §2 requires a realm; a server that names none protects something that no realm of a name is.
    @Test(
        "Basic without a realm is asked about, as a space of its own",
        arguments: [nil, "", "r"] as [String?], [nil, "", "r"] as [String?])
    func nameless(known: String?, asked: String?) throws {
        try remember("https://a.test/private/x", realm: known)
        var flow = try flow()
        _ = flow.begin()
        let step = flow.received(try Self.asks(asked.map { "Basic realm=\"\($0)\"" } ?? "Basic"))
        if known == asked {
            let challenge = try #require(step.asked)
            #expect(challenge.proposedCredential != nil && challenge.protectionSpace.realm == asked)
        } else {
            guard case .lookUp(let space) = step else { return #expect(Bool(false), "\(step.inWords)") }
            #expect(space.realm == asked)
        }
    }

    @Test("what was given for one request is not remembered")
    func notRemembered() throws {
        var flow = try flow()
        _ = try challenge(Self.asks(Self.basic), &flow)
        _ = flow.answered(.useCredential(Self.password(.none)))
        #expect(flow.received(try Self.response(200)).inWords == "deliver")
        #expect(try !unasked("https://a.test/x/y"))
    }

    @Test("a remembered password that is refused is forgotten, and counts as a failure")
    func forgotten() throws {
        try remember("https://a.test/x/y")
        var flow = try flow()
        #expect(flow.begin().inWords == "Basic")
        let challenge = try challenge(Self.asks(Self.basic), &flow, proposing: Self.alice)
        #expect(challenge.previousFailureCount == 1)
        #expect(challenge.proposedCredential == nil)
        #expect(try !unasked("https://a.test/x/y"))
    }

    /// RFC 9110 §15.5.2: 401 says that the request "lacks valid authentication credentials"; §15.5.8: 407 is "similar
    /// to 401 (Unauthorized), but it indicates that the client needs to authenticate itself in order to use a proxy".
    @Test("a proxy that answers a login with 401 has not taken it")
    func otherStatus() throws {
        let side = FlowSide.proxy
        let memory = AuthenticationMemory()
        let login = Credential(user: "ann", password: "wrong", persistence: .forSession)
        func answered(_ status: Int) throws {
            var flow = try side.flow(memory)
            _ = flow.begin()
            if flow.attempt == nil {
                _ = flow.goOn(try side.asks(["Basic realm=\"r\""]))
                #expect(flow.say(.useCredential(login)).inWords == "Basic")
            }
            #expect(flow.received(try side.reply(status)).inWords == "deliver")
        }
        let other = 401
        try answered(other)
        #expect(memory.unasked(for: try side.subject().asker, as: nil) == nil)
        // What was taken, and is refused so later on, is sent unasked no longer.
        try answered(200)
        #expect(memory.unasked(for: try side.subject().asker, as: nil) != nil)
        try answered(other)
        #expect(memory.unasked(for: try side.subject().asker, as: nil) == nil)
    }

    @Test("the memory is bounded")
    func bounds() throws {
        for number in 0..<(AuthenticationMemory.limitPerOrigin + 5) {
            try remember("https://a.test/\(number)/", realm: "\(number)")
        }
        #expect(try !unasked("https://a.test/0/"))
        #expect(try unasked("https://a.test/20/"))
        memory.removeAll()
        #expect(try !unasked("https://a.test/20/"))
    }
}
