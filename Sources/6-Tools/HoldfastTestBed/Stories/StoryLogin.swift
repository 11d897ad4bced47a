import HoldfastCrypto
import HoldfastHTTP
import HoldfastServing
import HoldfastX509
import Synchronization

/// The user of the stories' servers.
enum StoryUser {
    static let name = "alice"
    static let password = "looking-glass"
    static let realm = "Staff"
    /// As a URL carries them (RFC 3986 §3.2.1).
    static let inURL = "\(name):\(password)"
}

/// The Basic scheme at a server (RFC 7617).
enum BasicGate {
    static let challenge = HTTPField("WWW-Authenticate", "Basic realm=\"\(StoryUser.realm)\", charset=\"UTF-8\"")
    /// The value of `Authorization` that is right.
    static let answer = "Basic " + Base64.encode("\(StoryUser.name):\(StoryUser.password)".utf8)

    static func admits(_ request: ServerRequest) -> Bool { request["Authorization"] == answer }
}

/// The Digest scheme at a server (RFC 7616): SHA-256, `qop=auth`, one nonce for as long as the server runs, and each
/// count of it once.
final class DigestGate: Sendable {
    private static let start = "Digest "

    private let nonce: String
    private let seen = Mutex<Set<String>>([])

    init() throws(TestBedError) { nonce = try StoryBench.random(16) }

    /// Forgets the counts that it has seen.
    func reset() { seen.withLock { $0 = [] } }

    var challenge: HTTPField {
        HTTPField(
            "WWW-Authenticate",
            "Digest realm=\"\(StoryUser.realm)\", qop=\"auth\", algorithm=SHA-256, nonce=\"\(nonce)\", charset=UTF-8")
    }

    /// The server's own proof for `Authentication-Info` (§3.5), where the request's is right; nil where it is not.
    func proof(for request: ServerRequest) -> String? {
        guard let value = request["Authorization"], value.hasPrefix(Self.start) else { return nil }
        let parameters = Self.parameters(value.dropFirst(Self.start.count))
        guard let response = parameters["response"], let count = parameters["nc"], let client = parameters["cnonce"],
            parameters["username"] == StoryUser.name, parameters["realm"] == StoryUser.realm,
            parameters["nonce"] == nonce, parameters["qop"] == "auth", parameters["uri"] == request.target
        else { return nil }
        // §3.4.2: A1 = user:realm:password, A2 = method:uri, and of the server's proof A2 = :uri (§3.5).
        let user = Self.hash("\(StoryUser.name):\(StoryUser.realm):\(StoryUser.password)")
        func proof(of method: String) -> String {
            Self.hash("\(user):\(nonce):\(count):\(client):auth:\(Self.hash("\(method):\(request.target)"))")
        }
        // §3.4: the count "enables the server to detect request replays".
        guard response == proof(of: request.method), seen.withLock({ $0.insert("\(count):\(client)").inserted }) else {
            return nil
        }
        return "qop=auth, rspauth=\"\(proof(of: ""))\", cnonce=\"\(client)\", nc=\(count)"
    }

    private static func hash(_ text: String) -> String { HexString.encode(Digest.sha256(Array(text.utf8))) }

    /// The parameters of a challenge's answer (RFC 9110 §11.4), up to what is none.
    static func parameters(_ text: Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        var scanner = FieldScanner(String(text))
        while true {
            scanner.skipSeparators()
            guard let name = scanner.token(), scanner.isAt("=") else { return parameters }
            scanner.advance()
            guard let value = try? scanner.value() else { return parameters }
            parameters[name.asciiLowercased()] = value
        }
    }
}

/// A login by a page at a server: a form with a token, and a cookie for who has filled it in.
final class FormGate: Sendable {
    /// The place of the form, which is sent there too.
    static let path = "/login"

    /// The hidden field that the form brings along, so that no other site's page can send it (CSRF).
    let token: String
    private let session: String
    /// Whether somebody has logged in, since the start or the last reset.
    private let isOpen = Mutex(false)

    init() throws(TestBedError) {
        token = try StoryBench.random(8)
        session = try StoryBench.random(16)
    }

    /// Logs everybody out.
    func reset() { isOpen.withLock { $0 = false } }

    /// The body of a right answer.
    func form(password: String = StoryUser.password) -> String {
        "user=\(StoryUser.name)&password=\(password)&token=\(token)"
    }

    func answer(_ request: ServerRequest) -> ServerResponse {
        let path = request.target.prefix { $0 != "?" }
        if path == Self.path { return request.method == "POST" ? posted(request) : page() }
        guard isKnown(request) else { return .redirect(to: Self.path, status: 303) }
        return ServerResponse(text: "the page of \(StoryUser.name), let in by a form\n")
    }

    private func posted(_ request: ServerRequest) -> ServerResponse {
        guard String(decoding: request.body, as: UTF8.self) == form() else {
            return page(saying: "user and password do not fit")
        }
        isOpen.withLock { $0 = true }
        var response = ServerResponse.redirect(to: "/", status: 303)
        // A session's cookie would end with the command: RFC 6265bis §5.5, Max-Age.
        response.fields.append(
            HTTPField("Set-Cookie", "__Host-session=\(session); Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Lax")
        )
        return response
    }

    private func isKnown(_ request: ServerRequest) -> Bool {
        isOpen.withLock(\.self)
            && request.fields.contains { field in
                field.name.asciiLowercased() == "cookie"
                    && field.value.split(separator: ";").contains { part in
                        part.drop { $0 == " " } == "__Host-session=\(session)"
                    }
            }
    }

    private func page(saying word: String = "who are you?") -> ServerResponse {
        let html = """
            <!DOCTYPE html><title>Log in</title><p>\(word)</p>
            <form method="post" action="\(Self.path)">
              <input name="user"><input name="password" type="password">
              <input name="token" type="hidden" value="\(token)"><button>Log in</button>
            </form>

            """
        return ServerResponse(
            fields: [
                HTTPField("Content-Type", "text/html; charset=utf-8"), HTTPField("Cache-Control", "no-store"),
            ], body: Array(html.utf8))
    }
}
