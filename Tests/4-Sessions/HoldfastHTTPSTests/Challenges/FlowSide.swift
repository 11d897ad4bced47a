import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import Testing

@testable import HoldfastHTTPS

/// Who asks in a test without network: the server `a.test`, or a proxy before it.
enum FlowSide: String, Sendable, CaseIterable {
    case server
    case proxy

    var status: Int { self == .server ? 401 : 407 }
    var challengeField: String { self == .server ? "WWW-Authenticate" : "Proxy-Authenticate" }
    var answerField: String { self == .server ? "Authorization" : "Proxy-Authorization" }
    var informationField: String { self == .server ? "Authentication-Info" : "Proxy-Authentication-Info" }

    func subject(_ url: String = "https://a.test/x/y") throws -> AuthenticationSubject {
        let url = try HTTPSURL(url)
        return switch self {
        case .server: AuthenticationSubject(HTTPSRequest(url))
        case .proxy: AuthenticationSubject(tunnelTo: url.host, url.port, by: .httpProxy, host: "proxy.test", port: 3128)
        }
    }

    /// The subject that names a user.
    func named(_ user: String, _ password: String?) throws -> AuthenticationSubject {
        let login = password.map { "\(user):\($0)" } ?? user
        switch self {
        case .server: return try subject("https://\(login)@a.test/x/y")
        case .proxy:
            return AuthenticationSubject(
                tunnelTo: "a.test", 443, by: .httpProxy, host: "proxy.test", port: 3128,
                named: NamedUser(name: user, password: password))
        }
    }

    /// Every scheme can be carried out, and random bytes are always the same.
    static func flow(
        _ subject: AuthenticationSubject, _ memory: AuthenticationMemory,
        obstacle: @escaping AuthenticationSchemes.Obstacle = { _ in nil }
    ) -> AuthenticationFlow {
        AuthenticationFlow(subject, memory: memory, obstacle: obstacle) { (count) in
            [UInt8](repeating: 7, count: count)
        }
    }

    func flow(_ memory: AuthenticationMemory = AuthenticationMemory()) throws -> AuthenticationFlow {
        Self.flow(try subject(), memory)
    }

    func reply(_ status: Int, _ fields: [(String, String)] = []) throws -> AuthenticationReply {
        let fields = try fields.map { try #require(HTTPField(name: $0.0, value: $0.1)) }
        guard self == .server else { return AuthenticationReply(ProxyAnswer(status: status, fields: fields)) }
        return AuthenticationReply(try Self.response(status, fields))
    }

    func asks(_ challenges: [String]) throws -> AuthenticationReply {
        try reply(status, challenges.map { (challengeField, $0) })
    }

    static func response(_ status: Int, _ fields: [HTTPField] = []) throws -> HTTPSResponse {
        HTTPSResponse(
            url: try HTTPSURL("https://a.test/x/y"), status: status, httpVersion: "1.1", fields: fields, trailers: [],
            body: [], connection: FlowConnection.record, isReusedConnection: false, redirects: [])
    }
}

/// The four schemes, as they are offered and answered.
enum FlowScheme: String, Sendable, CaseIterable {
    case negotiate = "Negotiate"
    case ntlm = "NTLM"
    case digest = "Digest"
    case basic = "Basic"

    var challenge: String {
        switch self {
        case .negotiate, .ntlm: rawValue
        case .digest: #"Digest realm="r", nonce="n1", qop="auth", algorithm=SHA-256"#
        case .basic: #"Basic realm="r""#
        }
    }

    var method: AuthenticationMethod {
        switch self {
        case .negotiate: .negotiate
        case .ntlm: .ntlm
        case .digest: .httpDigest
        case .basic: .httpBasic
        }
    }
}

extension AuthenticationFlow {
    /// Takes a reply, finds `proposing` in the store, and lets Kerberos give a token.
    mutating func goOn(_ reply: AuthenticationReply, proposing: PasswordCredential? = nil) -> Step {
        var step = received(reply)
        while case .lookUp = step { step = found(proposing) }
        return withToken(step)
    }

    /// Answers a challenge, and lets Kerberos give a token.
    mutating func say(_ disposition: AuthenticationChallenge.Disposition) -> Step {
        var step = answered(disposition)
        while case .lookUp = step { step = found(nil) }
        return withToken(step)
    }

    mutating func withToken(_ step: Step) -> Step {
        guard case .negotiate = step else { return step }
        return negotiated(.success(NegotiationTurn(token: [1, 2, 3], isComplete: false)))
    }
}

extension AuthenticationFlow.Step {
    var asked: AuthenticationChallenge? { if case .ask(let challenge) = self { challenge } else { nil } }
    var sent: Authorization? { if case .send(let answer) = self { answer } else { nil } }

    /// `deliver`, `nothing`, the error's code, `ask METHOD`, or the scheme that is sent.
    var inWords: String {
        switch self {
        case .lookUp(let space): "look up \(space.method)"
        case .ask(let challenge): "ask \(challenge.protectionSpace.authenticationMethod.rawValue)"
        case .negotiate(.begin): "begin to negotiate"
        case .negotiate(.take(let token)): "take \(token)"
        case .send(.ntlm?): "NTLM"
        case .send(let answer?): String(answer.field?.value.prefix { $0 != " " } ?? "no field")
        case .send(nil): "nothing"
        case .deliver: "deliver"
        case .fail(let error): error.code.rawValue
        }
    }
}
