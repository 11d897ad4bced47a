import HoldfastCredentials
import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// Answers the logins that a site asks for by pages, for one request with its redirects: a state machine without input
/// or output.
///
/// Each answer to the request goes to ``received(_:)``, and the answer to whatever that asks for to the function that
/// the step names, until a step delivers the answer, sends the request again, or fails.
struct FormLoginFlow {
    /// The next step of the flow; by reference, since what most steps hold is large.
    indirect enum Step {
        /// Look the credential up that is proposed first, and hand it to ``found(_:)``.
        case lookUp(CredentialSpace)
        /// Ask the handlers, and hand their word to ``answered(_:)``.
        case ask(AuthenticationChallenge)
        /// Send this for the page, and hand the answer to ``fetched(_:)``.
        case fetch(HTTPSRequest)
        /// Send this with the form, and hand the answer to ``submitted(_:)``.
        case submit(HTTPSRequest)
        /// Send the request again, from its beginning.
        case again
        /// The answer stands.
        case deliver
        /// The request ends here.
        case fail(HTTPSError)
    }

    /// A password that was put into a form.
    struct Attempt {
        let credential: PasswordCredential
        let persistence: CredentialPersistence
        let space: CredentialSpace
    }

    /// Passwords that a handler may have wrong within one request.
    static let attemptLimit = AuthenticationFlow.attemptLimit
    /// Redirects on the way to one page.
    static let redirectLimit = 10

    private let request: HTTPSRequest
    private let memory: FormLoginMemory
    private let clock: @Sendable () -> Instant
    private let logins: [FormLogin]
    /// The descriptions that the answer fits, the one in hand first.
    private var candidates: [FormLogin] = []
    /// The answer that asked.
    private var response: HTTPSResponse?
    private var page: LoginPage?
    private var attempt: Attempt?
    /// The password that the site took and that is to outlast the session, until an answer shows that it helped.
    private var kept: Attempt?
    private var proposed: Credential?
    private var failures: [CredentialSpace: Int] = [:]
    private var attempts = 0
    private var redirects = 0
    /// Whether what is fetched is where the form's answer led, to see if it is the page again.
    private var isChecking = false

    init(
        _ request: HTTPSRequest, _ logins: [FormLogin], memory: FormLoginMemory,
        clock: @escaping @Sendable () -> Instant
    ) {
        self.request = request
        self.memory = memory
        self.clock = clock
        self.logins = logins
    }

    /// Whether a page may be what asks.
    var looksAtPages: Bool {
        logins.contains { $0.signs.contains { if case .form = $0 { true } else { false } } }
    }

    // MARK: What comes back

    /// Takes an answer to the request, at any of its hops.
    mutating func received(_ response: HTTPSResponse) -> Step {
        candidates = logins.filter { Self.sign(of: response, for: $0) != nil }
        guard !candidates.isEmpty else { return .deliver }
        // What was taken a moment ago did not help.
        if attempt != nil { noteRefusal() }
        self.response = response
        return open()
    }

    /// The page of the first description that fits; without one the answer stands.
    private mutating func open() -> Step {
        guard let login = candidates.first, let response else { return .deliver }
        redirects = 0
        switch Self.sign(of: response, for: login) {
        case nil: return .deliver
        case .page: return show(response)
        case .elsewhere(let url): return .fetch(LoginPage.request(url, like: request))
        }
    }

    /// Takes the answer to ``Step/fetch(_:)``.
    mutating func fetched(_ response: HTTPSResponse) -> Step {
        guard let login = candidates.first else { return .deliver }
        if let next = Self.redirect(of: response) {
            guard login.allows(next) else {
                return failure(
                    .loginFormElsewhere,
                    FormSentence.pageElsewhere(login: login.name, url: "\(next)", site: "\(login.site)"))
            }
            guard !isChecking || isPage(next, login) else { return accepted() }
            redirects += 1
            guard redirects <= Self.redirectLimit else {
                return failure(.loginFormMissing, FormSentence.tooManyRedirects(login: login.name))
            }
            return .fetch(LoginPage.request(next, like: request))
        }
        guard isChecking else { return show(response) }
        return response.status < 400 && !LoginPage.isIn(response, for: login) ? accepted() : refused(by: response)
    }

    private mutating func show(_ response: HTTPSResponse) -> Step {
        guard let login = candidates.first else { return .deliver }
        do throws(HTTPSError) {
            guard let page = try LoginPage(response, for: login) else {
                return failure(
                    .loginFormMissing, FormSentence.noForm(url: "\(response.url)", login: login.name))
            }
            self.page = page
        } catch {
            return .fail(error)
        }
        proposed = nil
        let space = self.space(login)
        guard failures[space.credentialSpace, default: 0] == 0 else { return ask() }
        return memory.credential(for: space.credentialSpace).map { found($0) } ?? .lookUp(space.credentialSpace)
    }

    /// Takes the answer to ``Step/submit(_:)``.
    mutating func submitted(_ response: HTTPSResponse) -> Step {
        guard let login = candidates.first else { return .deliver }
        guard login.proofs.allSatisfy({ holds($0, of: response, login) }) else { return refused(by: response) }
        // The page may be one that shows the form to strangers alone: whoever is sent there has to look.
        if let target = Self.redirect(of: response), isPage(target, login),
            login.proofs.contains(.formIsGone) || login.proofs.contains(.redirect)
        {
            (isChecking, redirects) = (true, 0)
            return .fetch(LoginPage.request(target, like: request))
        }
        return accepted()
    }

    private mutating func accepted() -> Step {
        isChecking = false
        if let attempt, attempt.persistence != .none {
            memory.remember(attempt.credential, for: attempt.space)
            if attempt.persistence != .forSession { kept = attempt }
        }
        return .again
    }

    /// Hands out the password that is to outlast the session, once. A site may answer a wrong one as it answers a
    /// right one; only the answer to the request, which asks for no login and is no error, tells them apart.
    mutating func takeKept(after answer: HTTPSResponse) -> Attempt? {
        defer { kept = nil }
        return AuthenticationReply(answer).isSuccess ? kept : nil
    }

    /// Asks again: with the form of this answer where it has one, whose token is still good, else with the page's.
    private mutating func refused(by response: HTTPSResponse) -> Step {
        guard let login = candidates.first, let page else { return .deliver }
        isChecking = false
        noteRefusal()
        self.response = response
        if LoginPage.isIn(response, for: login) { return show(response) }
        redirects = 0
        let back = Self.redirect(of: response).flatMap { login.allows($0) ? $0 : nil }
        return .fetch(LoginPage.request(back ?? page.url, like: request))
    }

    private mutating func noteRefusal() {
        kept = nil
        guard let attempt else { return }
        failures[attempt.space, default: 0] += 1
        memory.forget(attempt.credential, for: attempt.space)
        self.attempt = nil
    }

    private func holds(_ proof: FormLogin.Proof, of response: HTTPSResponse, _ login: FormLogin) -> Bool {
        switch proof {
        case .status(let status): return response.status == status
        case .redirect: return Self.redirect(of: response) != nil
        case .formIsGone: return response.status < 400 && !LoginPage.isIn(response, for: login)
        case .cookie(let name):
            return response.fields.contains { field in
                guard field.isNamed("Set-Cookie"), let cookie = Cookie(field.value, from: response.url, at: clock())
                else { return false }
                return cookie.name == name && !cookie.isExpired(at: clock())
            }
        }
    }

    /// Whether a place is that of the page, whatever its query.
    private func isPage(_ url: HTTPSURL, _ login: FormLogin) -> Bool {
        let path = CookieScope.path(of: url)
        if let page, path == CookieScope.path(of: page.url), url.isSameOrigin(as: page.url) { return true }
        return login.allows(url) && login.signs.contains(.redirect(to: path))
    }

    // MARK: Who answers

    /// Takes the answer to ``Step/lookUp(_:)``.
    mutating func found(_ credential: PasswordCredential?) -> Step {
        proposed = credential.map { Credential($0, persistence: .forSession) }
        return ask()
    }

    private func ask() -> Step {
        guard let login = candidates.first, page != nil else { return .deliver }
        let space = space(login)
        return .ask(
            AuthenticationChallenge(
                space, proposed: proposed, previousFailureCount: failures[space.credentialSpace, default: 0],
                failureResponse: response))
    }

    /// Takes the answer to ``Step/ask(_:)``.
    mutating func answered(_ disposition: AuthenticationChallenge.Disposition) -> Step {
        switch disposition {
        case .useCredential(nil): return .deliver
        case .useCredential(let credential?):
            guard let password = credential.password else {
                return failure(
                    .wrongCredential,
                    AuthenticationSentence.wrongAnswer(
                        method: AuthenticationMethod.htmlForm.rawValue, given: "\(credential)",
                        wanted: .userAndPassword))
            }
            return submit(password, credential.persistence)
        case .performDefaultHandling, .notImplemented:
            guard let password = proposed?.password else { return .deliver }
            return submit(password, .forSession)
        case .cancelAuthenticationChallenge:
            return failure(.cancelled, AuthenticationSentence.challengeCancelled)
        case .rejectProtectionSpace:
            candidates.removeFirst()
            page = nil
            return open()
        }
    }

    private mutating func submit(_ credential: PasswordCredential, _ persistence: CredentialPersistence) -> Step {
        guard let login = candidates.first, let page else { return .deliver }
        attempts += 1
        guard attempts <= Self.attemptLimit else {
            return failure(.tooManyAttempts, FormSentence.tooManyAnswers(limit: Self.attemptLimit))
        }
        do throws(PasswordCredentialError) { try credential.check() } catch {
            return failure(.credentialUnusable, FormSentence.credential(error.statement))
        }
        attempt = Attempt(credential: credential, persistence: persistence, space: space(login).credentialSpace)
        do throws(HTTPSError) {
            return .submit(try page.submission(credential, login, like: request))
        } catch {
            return .fail(error)
        }
    }

    // MARK: Parts

    /// The place of the login page that an answer asks for.
    private enum Place {
        case page
        case elsewhere(HTTPSURL)
    }

    /// Whether an answer means "log in", and where the page is then.
    private static func sign(of response: HTTPSResponse, for login: FormLogin) -> Place? {
        for sign in login.signs {
            switch sign {
            case .redirect(let path):
                guard response.url.isSameOrigin(as: login.site), let target = redirect(of: response),
                    login.allows(target), CookieScope.path(of: target) == path
                else { continue }
                return .elsewhere(target)
            case .form(let path):
                guard login.allows(response.url), path.map({ $0 == CookieScope.path(of: response.url) }) ?? true,
                    redirect(of: response) == nil, LoginPage.isIn(response, for: login)
                else { continue }
                return .page
            case .status(let status, let page):
                guard response.url.isSameOrigin(as: login.site), response.status == status,
                    let url = try? response.url.resolving(page), login.allows(url)
                else { continue }
                return .elsewhere(url)
            }
        }
        return nil
    }

    /// The URL that a response redirects to; nil where it does not, or where that is no place for a session.
    private static func redirect(of response: HTTPSResponse) -> HTTPSURL? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.fields.first(named: "Location")
        else { return nil }
        return try? response.url.resolving(location)
    }

    /// The protection space of a login: the party that gets the password asks for it.
    private func space(_ login: FormLogin) -> ProtectionSpace {
        let target = page?.target ?? login.site
        return ProtectionSpace(.htmlForm, asker: target.asker, host: target.host, port: target.port, realm: login.name)
    }

    private func failure(_ code: HTTPSError.Code, _ sentence: any Sentence) -> Step {
        .fail(
            HTTPSError(
                .request, code, sentence, advice: FormAdvice.seePages, connection: response?.connection,
                redirects: response?.redirects ?? []))
    }
}
