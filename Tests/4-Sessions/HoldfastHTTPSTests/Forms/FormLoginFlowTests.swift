import HoldfastCredentials
import HoldfastTransport
import HoldfastWeb
import HoldfastX509
import Testing

@testable import HoldfastHTTPS

/// The state machine of a login by form, without network: each sign, disposition and outcome.
@Suite("Login by form, answer by answer")
struct FormLoginFlowTests {
    private let memory = FormLoginMemory()

    private func flow(
        _ logins: [FormLogin]? = nil, _ change: (inout FormLogin) -> Void = { _ in }
    ) throws -> FormLoginFlow {
        FormLoginFlow(
            HTTPSRequest(try HTTPSURL("https://a.test/x")), try logins ?? [FormBench.login(change)], memory: memory
        ) { Instant(secondsSince1970: 1_800_000_000) }
    }

    private static func credential(_ persistence: CredentialPersistence = .none) -> Credential {
        Credential(user: "alice", password: "s&cret", persistence: persistence)
    }

    /// What a step is, in short.
    private static func name(_ step: FormLoginFlow.Step) -> String {
        switch step {
        case .lookUp(let space): "lookUp \(space.realm ?? "-")"
        case .ask(let challenge): "ask \(challenge.protectionSpace.realm ?? "-") \(challenge.previousFailureCount)"
        case .fetch(let request): "fetch \(request.url.target)"
        case .submit(let request): "submit \(request.url.target)"
        case .again: "again"
        case .deliver: "deliver"
        case .fail(let error): error.code.rawValue
        }
    }

    /// Goes on to the challenge.
    private func asked(
        _ step: FormLoginFlow.Step, _ flow: inout FormLoginFlow, page: String = FormBench.form,
        proposing: PasswordCredential? = nil
    ) throws -> AuthenticationChallenge? {
        var step = step
        if case .fetch(let request) = step {
            step = flow.fetched(try FormBench.response(200, request.url.target, page: page))
        }
        if case .lookUp = step { step = flow.found(proposing) }
        guard case .ask(let challenge) = step else { return nil }
        return challenge
    }

    // MARK: Signs

    @Test("which answers mean that somebody has to log in")
    func signs() throws {
        let redirect = { try FormBench.response(302, "/x", [("Location", $0)]) }
        let page = { try FormBench.response($0, $1, page: FormBench.form) }
        let rows: [(sign: FormLogin.Sign, response: HTTPSResponse, expected: String)] = [
            (.redirect(to: "/login"), try redirect("/login?next=/x"), "fetch /login?next=/x"),
            (.redirect(to: "/login"), try redirect("https://a.test/login"), "fetch /login"),
            (.redirect(to: "/login"), try redirect("/login/"), "deliver"),
            (.redirect(to: "/login"), try redirect("https://evil.test/login"), "deliver"),
            (.redirect(to: "/login"), try redirect("http://a.test/login"), "deliver"),
            (.redirect(to: "/login"), try page(200, "/login"), "deliver"),
            (.form(at: nil), try page(200, "/any"), "lookUp staff"),
            (.form(at: nil), try page(403, "/any"), "lookUp staff"),
            (.form(at: "/login"), try page(200, "/login?x"), "lookUp staff"),
            (.form(at: "/login"), try page(200, "/x"), "deliver"),
            (.form(at: nil), try page(200, "https://evil.test/login"), "deliver"),
            (.form(at: nil), try FormBench.response(200, page: "<p>"), "deliver"),
            (.status(401, page: "/in?x"), try FormBench.response(401), "fetch /in?x"),
            (.status(401, page: "https://evil.test/"), try FormBench.response(401), "deliver"),
            (.status(401, page: "/in"), try FormBench.response(403), "deliver"),
        ]
        for row in rows {
            var flow = try flow { $0.signs = [.status(599, page: "/"), row.sign] }
            #expect(Self.name(flow.received(row.response)) == row.expected, "\(row.sign)")
        }
    }

    @Test("a login server's page is taken where it is named, and its form goes where the site said")
    func otherOrigin() throws {
        let sso = try HTTPSURL("https://sso.test/")
        var flow = try flow {
            $0.signs = [.redirect(to: "/in")]
            $0.otherOrigins = [sso]
        }
        let step = flow.received(try FormBench.response(302, "/x", [("Location", "https://sso.test/in")]))
        #expect(Self.name(step) == "fetch /in")
        let away = flow.fetched(
            try FormBench.response(302, "https://sso.test/in", [("Location", "https://evil.test/in")]))
        #expect(Self.name(away) == "loginFormElsewhere")
    }

    @Test("a page without the form, one behind too many redirects, and one that may not be sent")
    func missing() throws {
        let sign: (inout FormLogin) -> Void = { $0.signs = [.status(401, page: "/in")] }
        var flow = try flow(nil, sign)
        _ = flow.received(try FormBench.response(401))
        #expect(Self.name(flow.fetched(try FormBench.response(200, page: "<p>"))) == "loginFormMissing")
        flow = try self.flow(nil, sign)
        var step = flow.received(try FormBench.response(401))
        var fetches = 0
        while case .fetch = step {
            fetches += 1
            step = flow.fetched(try FormBench.response(302, "/in", [("Location", "/in?\(fetches)")]))
        }
        #expect(fetches == 11 && Self.name(step) == "loginFormMissing")
        flow = try self.flow(nil, sign)
        _ = flow.received(try FormBench.response(401))
        let elsewhere = FormBench.form.replacing("/login", with: "https://evil.test/")
        #expect(Self.name(flow.fetched(try FormBench.response(200, page: elsewhere))) == "loginFormElsewhere")
    }

    // MARK: Dispositions

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let said: AuthenticationChallenge.Disposition
        var proposed: PasswordCredential?
        let expected: String
        var testDescription: String { name }
    }

    @Test(
        "each disposition",
        arguments: [
            Row(name: "a password", said: .useCredential(credential()), expected: "submit /login"),
            Row(name: "no credential", said: .useCredential(nil), expected: "deliver"),
            Row(name: "default, nothing known", said: .performDefaultHandling, expected: "deliver"),
            Row(
                name: "default, proposed", said: .performDefaultHandling, proposed: FormBench.alice,
                expected: "submit /login"),
            Row(
                name: "nothing to say, proposed", said: .notImplemented, proposed: FormBench.alice,
                expected: "submit /login"),
            Row(name: "nothing to say", said: .notImplemented, expected: "deliver"),
            Row(name: "cancel", said: .cancelAuthenticationChallenge, expected: "cancelled"),
            Row(name: "reject", said: .rejectProtectionSpace, proposed: FormBench.alice, expected: "lookUp second"),
            Row(
                name: "a password that no field can have",
                said: .useCredential(Credential(user: "a", password: "x\u{0}", persistence: .none)),
                expected: "credentialUnusable"),
        ])
    func dispositions(row: Row) throws {
        var second = try FormBench.login()
        second.name = "second"
        var flow = try flow([try FormBench.login(), second])
        let challenge = try #require(
            try asked(flow.received(try FormBench.response(page: FormBench.form)), &flow, proposing: row.proposed))
        #expect(challenge.protectionSpace.authenticationMethod == .htmlForm && challenge.scope == .task)
        #expect(challenge.protectionSpace.host == "a.test" && challenge.protectionSpace.realm == "staff")
        #expect(challenge.protectionSpace.receivesCredentialSecurely)
        #expect(challenge.proposedCredential?.password == row.proposed)
        #expect(challenge.failureResponse?.status == 200)
        #expect(Self.name(flow.answered(row.said)) == row.expected)
    }

    @Test("rejecting every description leaves the answer as it is")
    func rejectAll() throws {
        var flow = try flow()
        _ = try asked(flow.received(try FormBench.response(page: FormBench.form)), &flow)
        #expect(Self.name(flow.answered(.rejectProtectionSpace)) == "deliver")
    }

    // MARK: Outcomes

    @Test("what shows that a login went well")
    func proofs() throws {
        let away = try FormBench.response(302, "/login", [("Location", "/x")])
        let back = try FormBench.response(302, "/login", [("Location", "/login?error")])
        let form = try FormBench.response(200, page: FormBench.form)
        let plain = try FormBench.response(200, page: "<p>welcome")
        let refused = try FormBench.response(403, page: "<p>no")
        let cookie = try FormBench.response(200, "/login", [("Set-Cookie", "sid=1; Secure")], page: "<p>")
        let ended = try FormBench.response(200, "/login", [("Set-Cookie", "sid=; Max-Age=0")], page: "<p>")
        let rows: [(proofs: [FormLogin.Proof], response: HTTPSResponse, isGood: Bool)] = [
            ([.formIsGone], away, true), ([.formIsGone], plain, true), ([.formIsGone], back, false),
            ([.formIsGone], form, false), ([.formIsGone], refused, false), ([.redirect], away, true),
            ([.redirect], back, false), ([.redirect], plain, false), ([.status(403)], refused, true),
            ([.status(200)], away, false), ([.cookie("sid")], cookie, true), ([.cookie("sid")], ended, false),
            ([.cookie("other")], cookie, false), ([.formIsGone, .cookie("sid")], plain, false), ([], form, true),
        ]
        for row in rows {
            var flow = try flow { $0.proofs = row.proofs }
            _ = try asked(flow.received(form), &flow)
            _ = flow.answered(.useCredential(Self.credential()))
            let step = flow.submitted(row.response)
            #expect(
                (Self.name(step) == "again") == row.isGood, "\(row.proofs) \(row.response.status) \(Self.name(step))")
        }
    }

    @Test("whoever is led back to the page looks whether the form is still there")
    func ledBack() throws {
        let answers = [
            (try FormBench.response(200, page: "<p>welcome"), "again"),
            (try FormBench.response(200, page: FormBench.form), "ask staff 1"),
            (try FormBench.response(403, page: "<p>no"), "fetch /login"),
            (try FormBench.response(302, "/login?2", [("Location", "/x")]), "again"),
            (try FormBench.response(302, "/login?2", [("Location", "/login?3")]), "fetch /login?3"),
            (try FormBench.response(302, "/login?2", [("Location", "https://evil.test/login")]), "loginFormElsewhere"),
        ]
        for (answer, expected) in answers {
            var flow = try flow()
            _ = try asked(flow.received(try FormBench.response(page: FormBench.form)), &flow)
            _ = flow.answered(.useCredential(Self.credential()))
            let step = flow.submitted(try FormBench.response(302, "/login", [("Location", "/login?2")]))
            #expect(Self.name(step) == "fetch /login?2")
            #expect(Self.name(flow.fetched(answer)) == expected)
        }
    }

    @Test("a wrong password is asked for again: with the new form where there is one, else with the page read anew")
    func wrong() throws {
        var flow = try flow()
        let first = try #require(try asked(flow.received(try FormBench.response(page: FormBench.form)), &flow))
        #expect(first.previousFailureCount == 0)
        _ = flow.answered(.useCredential(Self.credential()))
        let second = flow.submitted(
            try FormBench.response(200, page: FormBench.form.replacing("t1", with: "t2")))
        #expect(Self.name(second) == "ask staff 1")
        guard case .submit(let request) = flow.answered(.useCredential(Self.credential())) else {
            return #expect(Bool(false))
        }
        #expect(String(decoding: request.body ?? [], as: UTF8.self).hasPrefix("token=t2&"))
        #expect(
            Self.name(flow.submitted(try FormBench.response(302, "/login", [("Location", "/login?e=1")])))
                == "fetch /login?e=1")
        #expect(Self.name(flow.fetched(try FormBench.response(200, page: FormBench.form))) == "ask staff 2")
        _ = flow.answered(.useCredential(Self.credential()))
        #expect(Self.name(flow.submitted(try FormBench.response(403, page: "<p>no"))) == "fetch /login")
        #expect(Self.name(flow.fetched(try FormBench.response(200, page: FormBench.form))) == "ask staff 3")
        #expect(Self.name(flow.answered(.performDefaultHandling)) == "deliver")
    }

    @Test("a site that never takes a password, or takes it and asks again, is left after so many times")
    func endless() throws {
        for takes in [true, false] {
            var flow = try flow()
            let form = try FormBench.response(page: FormBench.form)
            var step = flow.received(form)
            var submissions = 0
            for _ in 0..<1_000 {
                switch step {
                case .lookUp: step = flow.found(nil)
                case .ask(let challenge):
                    #expect(challenge.previousFailureCount == submissions)
                    step = flow.answered(.useCredential(Self.credential(.forSession)))
                case .submit:
                    submissions += 1
                    step = flow.submitted(takes ? try FormBench.response(302, "/login", [("Location", "/x")]) : form)
                case .again: step = flow.received(form)
                default: break
                }
            }
            #expect(submissions == FormLoginFlow.attemptLimit)
            #expect(Self.name(step) == "tooManyAttempts")
        }
    }

    /// Answers a challenge, and has the form taken.
    private func takes(_ persistence: CredentialPersistence, _ flow: inout FormLoginFlow) throws {
        _ = flow.answered(.useCredential(Self.credential(persistence)))
        let step = flow.submitted(try FormBench.response(302, "/login", [("Location", "/x")]))
        #expect(Self.name(step) == "again")
    }

    @Test("what is to outlast the session is handed out once, when the request's answer shows that the login helped")
    func lasting() throws {
        let form = try FormBench.response(page: FormBench.form)
        for persistence in CredentialPersistence.allCases {
            let lasts = persistence == .permanent || persistence == .synchronizable
            for (status, isSuccess) in [(200, true), (304, true), (403, false), (429, false), (503, false)] {
                var flow = try flow()
                _ = try asked(flow.received(form), &flow)
                try takes(persistence, &flow)
                let answer = try FormBench.response(status, "/x")
                #expect(Self.name(flow.received(answer)) == "deliver")
                let kept = flow.takeKept(after: answer)
                #expect((kept != nil) == (lasts && isSuccess), "\(persistence) \(status)")
                if let kept {
                    #expect(kept.credential == FormBench.alice && kept.persistence == persistence)
                    let space = CredentialSpace(
                        host: "a.test", port: 443, realm: "staff", method: AuthenticationMethod.htmlForm.rawValue)
                    #expect(kept.space == space)
                }
                let again = flow.takeKept(after: answer)
                #expect(again == nil)
            }
        }
    }

    @Test("what a site took and did not help is not kept, nor that in the place of what is given for once after it")
    func takenInVain() throws {
        let form = try FormBench.response(page: FormBench.form)
        let answer = try FormBench.response(200, "/x")
        for second in CredentialPersistence.allCases {
            var flow = try flow()
            _ = try asked(flow.received(form), &flow)
            try takes(.permanent, &flow)
            // Asked again, as if there had been no login; nobody goes on, and the page is the answer.
            let challenge = try #require(try asked(flow.received(form), &flow))
            #expect(challenge.previousFailureCount == 1)
            var left = flow
            #expect(Self.name(left.answered(.useCredential(nil))) == "deliver")
            let ofNobody = left.takeKept(after: form)
            #expect(ofNobody == nil)
            // Somebody does.
            try takes(second, &flow)
            #expect(Self.name(flow.received(answer)) == "deliver")
            let kept = flow.takeKept(after: answer)
            let isKept = second == .permanent || second == .synchronizable
            #expect(kept?.persistence == (isKept ? second : nil), "\(second)")
        }
    }

    @Test("a password that the form refused is not kept, and the one after it is")
    func refusedAndTaken() throws {
        let form = try FormBench.response(page: FormBench.form)
        var flow = try flow()
        _ = try asked(flow.received(form), &flow)
        let wrong = Credential(user: "alice", password: "wrong", persistence: .permanent)
        _ = flow.answered(.useCredential(wrong))
        #expect(Self.name(flow.submitted(form)) == "ask staff 1")
        var left = flow
        #expect(Self.name(left.answered(.performDefaultHandling)) == "deliver")
        let ofNobody = left.takeKept(after: form)
        #expect(ofNobody == nil)
        try takes(.permanent, &flow)
        let answer = try FormBench.response(200, "/x")
        _ = flow.received(answer)
        let kept = flow.takeKept(after: answer)
        #expect(kept?.credential == FormBench.alice)
    }

    @Test("what a site took for the session is proposed when it asks again, and forgotten when it is refused")
    func remembered() throws {
        let form = try FormBench.response(page: FormBench.form)
        for persistence in CredentialPersistence.allCases {
            var flow = try flow()
            _ = try asked(flow.received(form), &flow)
            try takes(persistence, &flow)
            #expect(Self.name(flow.received(try FormBench.response(200, "/x"))) == "deliver")
            var next = try self.flow()
            let step = next.received(form)
            guard persistence != .none else {
                #expect(Self.name(step) == "lookUp staff")
                continue
            }
            #expect(try asked(step, &next)?.proposedCredential?.password == FormBench.alice)
            #expect(Self.name(next.answered(.performDefaultHandling)) == "submit /login")
            #expect(Self.name(next.submitted(form)) == "ask staff 1")
            var last = try self.flow()
            #expect(Self.name(last.received(form)) == "lookUp staff")
        }
    }
}
