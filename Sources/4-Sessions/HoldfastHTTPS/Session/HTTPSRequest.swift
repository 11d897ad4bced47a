public import HoldfastCredentials
public import HoldfastHTTP
public import HoldfastResolving
public import HoldfastTransport
public import HoldfastWeb

/// One request of a session: where to, what to send, and how long to wait.
public struct HTTPSRequest: Sendable {
    /// The URL of the request.
    public var url: HTTPSURL
    /// The method, a token of RFC 9110 §9; upper case by custom.
    public var method = "GET"
    /// Header fields to send. `Host` and `Content-Length` follow from the URL and the body and are ignored here.
    ///
    /// Those that belong to the connection (`Connection`, `Keep-Alive`, `Proxy-Connection`, `Expect`, `TE`, `Trailer`,
    /// `Transfer-Encoding`, `Upgrade`, `HTTP2-Settings`, `Proxy-Authorization`) end the request with the code
    /// `unusableRequest`: what they ask for could not be kept. ``closesConnection`` and ``expectsContinue`` say what
    /// may be said.
    public var fields: [HTTPField] = []
    /// The body, or nil for none. That of HEAD is sent, and the answer ends with its head all the same; its connection
    /// serves nothing else then, unless it is one of HTTP/2.
    public var body: [UInt8]?
    /// For everything, redirects included; nil for the session's limit.
    public var timeout: Duration? {
        get { rare?.value.timeout }
        set { change { $0.timeout = newValue } }
    }
    /// The longest time in which nothing comes or goes before the request fails; nil for the session's
    /// ``HTTPSSession/Configuration/Timeouts/idle``.
    public var idleTimeout: Duration? {
        get { rare?.value.idleTimeout }
        set { change { $0.idleTimeout = newValue } }
    }
    /// Whether the body waits until the server says that it wants it (RFC 9110 §10.1.1), for a second at most.
    ///
    /// Spares the sending of a body that is refused, and with it the repeating of one that can be read only once.
    /// Without effect where there is no body, and for HEAD.
    public var expectsContinue = false
    /// Whether the request has a connection of its own, which ends with the answer: `Connection: close` in HTTP/1.1
    /// (RFC 9112 §9.6). HTTP/2 has no such field (RFC 9113 §8.2.2), and its connection ends all the same.
    public var closesConnection = false
    /// Fields that were left out of ``fields`` since they belong to the connection; the observer is told their names.
    package var ignoredFields: [String] {
        get { rare?.value.ignoredFields ?? [] }
        set { change { $0.ignoredFields = newValue } }
    }
    /// Told how far the request has come, on the connection's thread, where it must not stay.
    public var progress: (@Sendable (TransferProgress) -> Void)? {
        get { rare?.value.progress }
        set { change { $0.progress = newValue } }
    }
    /// Decides about each redirect; nil for following them all (Apple,
    /// `urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)`).
    ///
    /// Given the redirect's response without its body, and the request that would follow it: with its method and its
    /// fields as RFC 9110 §15.4 has them, and without what was meant for another origin. What it returns is sent as it
    /// is, so that whoever leads it to another origin has to look at its fields. Who answers challenges, the limits and
    /// what is told of the request stay those of the first request. Nil makes the redirect the answer to the request,
    /// body and all.
    ///
    /// Not asked where ``HTTPSSession/Configuration/Limits/redirects`` is 0 or is passed, and about pages that ask for
    /// a login. It may take its time within the request's limit.
    public var redirection: (@Sendable (HTTPSResponse, HTTPSRequest) async -> HTTPSRequest?)? {
        get { rare?.value.redirection }
        set { change { $0.redirection = newValue } }
    }
    /// Told the task's figures at its end, whether it went well or not.
    ///
    /// Where the body is read as it comes, that is the body's end, or when nobody reads it any longer. Called on the
    /// thread of whoever ends the task, where it must not stay; not for what is no task: an invalid session's requests.
    public var finished: (@Sendable (TaskMetrics) -> Void)? {
        get { rare?.value.finished }
        set { change { $0.finished = newValue } }
    }
    /// The rules for where servers are dialled for this request and its redirects; they go before the session's
    /// ``HTTPSSession/Configuration/Addresses/dial``.
    public var dial: [DialRule] {
        get { rare?.value.dial ?? [] }
        set { change { $0.dial = newValue } }
    }
    /// Whether handshakes name the server; nil for the session's
    /// ``HTTPSSession/Configuration/Addresses/sendsServerName``.
    public var sendsServerName: Bool? {
        get { rare?.value.sendsServerName }
        set { change { $0.sendsServerName = newValue } }
    }
    /// A body that is read while it is sent; goes before ``body``.
    package var upload: UploadBody? {
        get { rare?.value.upload }
        set { change { $0.upload = newValue } }
    }
    /// The protocol that the server is asked to go over to, behind whose answer ``upload`` goes out; nil for none.
    var upgrade: Upgrade? {
        get { rare?.value.upgrade }
        set { change { $0.upgrade = newValue } }
    }
    /// The handler of this request's challenges; nil for the session's.
    public var challenges: (any ChallengeHandler)? {
        get { rare?.value.challenges }
        set { change { $0.challenges = newValue } }
    }
    /// Whether what ``challenges`` says about a connection holds for all of the session's requests, because they have
    /// the same handler.
    package var challengesSpeakForSession: Bool {
        get { rare?.value.challengesSpeakForSession ?? false }
        set { change { $0.challengesSpeakForSession = newValue } }
    }
    /// The value of the field `Host` in place of the URL's host; nil for that. Gone with a redirect to another origin.
    package var hostField: String? {
        get { rare?.value.hostField }
        set { change { $0.hostField = newValue } }
    }

    /// The tickets of Kerberos that are proposed where the URL's own server asks by Negotiate, and neither the URL nor
    /// ``HTTPSSession/Configuration/Credentials/store`` names a user; nil for none. Gone with a redirect to another
    /// origin.
    public var tickets: KerberosCredential? {
        get { rare?.value.tickets }
        set { change { $0.tickets = newValue } }
    }
    /// The descriptions of sites that ask for a login by a page; nil for those of the session.
    public var forms: [FormLogin]? {
        get { rare?.value.forms }
        set { change { $0.forms = newValue } }
    }
    /// The part that kept responses may play in the answer; where there is no cache, nothing is kept: under
    /// `returnCacheDataDontLoad` the request fails.
    public var cachePolicy = HoldfastWeb.CachePolicy.useProtocolCachePolicy
    /// The cache of this request and its redirects in the place of the session's; nil for that.
    package var answerStore: (any AnswerStore)? {
        get { rare?.value.answerStore }
        set { change { $0.answerStore = newValue } }
    }
    /// Whether no cache answers it, and none keeps its answer; what it changes is dropped there all the same.
    package var bypassesCache: Bool {
        get { rare?.value.bypassesCache ?? false }
        set { change { $0.bypassesCache = newValue } }
    }
    /// Decides about a response that is to be kept: the one that is, or nil for none; nil for keeping it as it is.
    package var keeping: (@Sendable (KeptAnswer) async -> KeptAnswer?)? {
        get { rare?.value.keeping }
        set { change { $0.keeping = newValue } }
    }
    /// Whether the session's cookies go along, and those of the answer are kept (Apple, `httpShouldHandleCookies`).
    public var handlesCookies = true
    /// The document that causes the request, by whose site cookies with `SameSite` go along and are kept
    /// (draft-ietf-httpbis-rfc6265bis §5.2); nil for a request that no document causes, which is one of its own site.
    ///
    /// Redirects keep it; a request that one of them has led through another site is one of another site, wherever it
    /// goes then. Two URLs are of one site where they have one scheme and one owner below a public suffix.
    public var siteForCookies: HTTPSURL? {
        get { rare?.value.siteForCookies }
        set { change { $0.siteForCookies = newValue } }
    }
    /// Whether the user goes where the request leads, from the document of ``siteForCookies``: then cookies with
    /// `SameSite=Lax`, or without a word, go along with methods that are safe, and all are kept.
    public var isTopLevelNavigation: Bool {
        get { rare?.value.isTopLevelNavigation ?? false }
        set { change { $0.isTopLevelNavigation = newValue } }
    }
    /// Fields that redirects have left behind: the session's own of the kind stay away too.
    var leftBehind: ConfinedFields = []
    /// Identifies the caller's request; redirects and retries keep it. 0: none.
    var taskID: UInt64 = 0
    /// Nil where nothing of it was set.
    private var rare: Shared<Rare>?

    /// A request for a URL.
    public init(_ url: HTTPSURL, method: String = "GET", fields: [HTTPField] = [], body: [UInt8]? = nil) {
        self.url = url
        self.method = method
        self.fields = fields
        self.body = body
    }
}

extension HTTPSRequest {
    /// The part that kept responses may play in a request's answer (Apple, `NSURLRequest.CachePolicy`).
    public typealias CachePolicy = HoldfastWeb.CachePolicy
}

extension HTTPSRequest {
    /// A protocol that a server is asked to go over to.
    struct Upgrade: Sendable {
        let name: String
        /// Fields that go along over HTTP/1.1 alone.
        let fields: [HTTPField]
        let http2: WebSocketOptions.HTTP2Use
        /// The longest silence behind that; nil for none.
        let idleTimeout: Duration?

        init(
            to name: String, _ fields: [HTTPField], over http2: WebSocketOptions.HTTP2Use, idleTimeout: Duration?
        ) { (self.name, self.fields, self.http2, self.idleTimeout) = (name, fields, http2, idleTimeout) }

        /// Whether a server goes over to it: by 101, over HTTP/2 by 2xx (RFC 8441 §5).
        func isDone(by response: HTTPSResponse) -> Bool {
            response.httpVersion == "2" ? (200...299).contains(response.status) : response.status == 101
        }
    }

    /// The settings that most requests leave alone: apart from the others, since a request is copied several times.
    private struct Rare: Sendable {
        var timeout: Duration?
        var idleTimeout: Duration?
        var ignoredFields: [String] = []
        var progress: (@Sendable (TransferProgress) -> Void)?
        var redirection: (@Sendable (HTTPSResponse, HTTPSRequest) async -> HTTPSRequest?)?
        var finished: (@Sendable (TaskMetrics) -> Void)?
        var dial: [DialRule] = []
        var sendsServerName: Bool?
        var upload: UploadBody?
        var upgrade: Upgrade?
        var challenges: (any ChallengeHandler)?
        var challengesSpeakForSession: Bool = false
        var hostField: String?
        var tickets: KerberosCredential?
        var forms: [FormLogin]?
        var answerStore: (any AnswerStore)?
        var bypassesCache: Bool = false
        var keeping: (@Sendable (KeptAnswer) async -> KeptAnswer?)?
        var siteForCookies: HTTPSURL?
        var isTopLevelNavigation = false
    }

    /// A value that several requests have. Changed only where one has it alone.
    private final class Shared<Value: Sendable>: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private mutating func change(_ body: (inout Rare) -> Void) {
        if !isKnownUniquelyReferenced(&rare) { rare = Shared(rare?.value ?? Rare()) }
        if let rare { body(&rare.value) }
    }
}

extension HTTPSRequest {
    /// The body as far as a digest over it can be made.
    var digestBody: DigestSession.Body {
        guard let upload else { return .bytes(body ?? []) }
        return upload.bytes.map { .bytes($0) } ?? .notAtHand
    }
}
