import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb

/// The party that asks for authentication, and the parts of HTTP in which it asks and is answered (RFC 9110 §11.6,
/// §11.7).
enum AuthenticationAsker: Hashable, Sendable {
    /// The server of the URL that is asked for.
    case server(HTTPSURL)
    /// A proxy, asked for a tunnel: nothing of the URL is its business.
    case proxy(CredentialSpace.Asker, host: String, port: UInt16)

    var kind: CredentialSpace.Asker {
        switch self {
        case .server(let url): url.asker
        case .proxy(let kind, _, _): kind
        }
    }

    var host: String {
        switch self {
        case .server(let url): url.host
        case .proxy(_, let host, _): host
        }
    }

    var port: UInt16 {
        switch self {
        case .server(let url): url.port
        case .proxy(_, _, let port): port
        }
    }

    /// The status that asks.
    var status: Int { isProxy ? 407 : 401 }
    var challengeField: String { isProxy ? "Proxy-Authenticate" : "WWW-Authenticate" }
    var answerField: String { isProxy ? "Proxy-Authorization" : "Authorization" }
    var informationField: String { isProxy ? "Proxy-Authentication-Info" : "Authentication-Info" }

    var digestTarget: DigestSession.Target {
        switch self {
        case .server(let url): .server(url)
        case .proxy: .proxy
        }
    }

    /// For a sentence.
    var noun: TransferSentence.Asker { isProxy ? .proxy : .server }

    private var isProxy: Bool { if case .proxy = self { true } else { false } }
}

extension HTTPSURL {
    /// The party that its server is to a credential: one with TLS, or without.
    var asker: CredentialSpace.Asker { isPlainHTTP ? .httpServer : .server }
}

/// One request, as far as its answers to challenges depend on it.
struct AuthenticationSubject: Sendable {
    let asker: AuthenticationAsker
    let method: String
    /// The target on the request line.
    let uri: String
    let body: DigestSession.Body
    /// Whether the caller has written an answer before anybody asked: the session adds none by itself then, and what
    /// the handlers answer takes its place.
    let isCallersOwn: Bool
    /// The user whom the URL or the proxy's settings name: proposed before anybody else, and never replaced by anybody
    /// else.
    let named: NamedUser?
    /// The tickets that are proposed for Negotiate where nobody is named; nil for none.
    let tickets: KerberosCredential?

    /// A request to a server.
    init(_ request: HTTPSRequest) {
        asker = .server(request.url)
        method = request.method
        uri = request.url.target
        body = request.digestBody
        isCallersOwn = request.fields.contains { $0.isNamed("Authorization") }
        named = request.url.namedUser
        tickets = request.tickets
    }

    /// A request for a tunnel (RFC 9110 §9.3.6, RFC 9112 §3.2.3).
    ///
    /// - Parameters:
    ///   - server: where the tunnel is to lead: a name, or an address without brackets.
    ///   - serverPort: its port.
    init(
        tunnelTo server: String, _ serverPort: UInt16, by kind: CredentialSpace.Asker, host: String, port: UInt16,
        named: NamedUser? = nil
    ) {
        asker = .proxy(kind, host: host, port: port)
        method = "CONNECT"
        uri = "\(URLParts.literal(server)):\(serverPort)"
        body = .bytes([])
        isCallersOwn = false
        self.named = named
        tickets = nil
    }
}

/// A reply, as far as it is about authentication.
struct AuthenticationReply: Sendable {
    let status: Int
    let fields: [HTTPField]
    /// Nil for what a proxy says.
    let response: HTTPSResponse?
    /// Nil for what a server says.
    let proxyAnswer: ProxyAnswer?

    /// A server's.
    init(_ response: HTTPSResponse) {
        status = response.status
        fields = response.fields
        self.response = response
        proxyAnswer = nil
    }

    /// A proxy's.
    init(_ answer: ProxyAnswer) {
        status = answer.status
        fields = answer.fields
        response = nil
        proxyAnswer = answer
    }

    /// The values of all fields of a name, in the order received.
    func values(of name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }

    /// Whether it shows that whoever answered was let in. An error does not: 403 may be for a user who is not known
    /// well enough (RFC 9110 §15.5.4), 429 or 503 for one who has tried too often, before any password was looked at.
    var isSuccess: Bool { status < 400 }
}
