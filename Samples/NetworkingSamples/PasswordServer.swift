import HoldfastCrypto
import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing

/// A server that lets Aladdin in, by Basic (RFC 7617) or by Digest (RFC 7616).
enum PasswordServer {
    static let user = "Aladdin"
    static let password = "open sesame"
    static let realm = "cave"
    private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"

    static let answers: [(String, method: String, @Sendable (ServerRequest) -> ServerResponse)] = [
        ("Basic", NSURLAuthenticationMethodHTTPBasic, { basic($0) }),
        ("Digest", NSURLAuthenticationMethodHTTPDigest, { digest($0) }),
    ]

    static func basic(_ request: ServerRequest) -> ServerResponse {
        let expected = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        return request["Authorization"] == expected ? ServerResponse(text: "welcome") : asks("Basic realm=\"\(realm)\"")
    }

    /// RFC 7616 §3.4.1: the response is H(H(user:realm:password):nonce:nc:cnonce:qop:H(method:uri)).
    static func digest(_ request: ServerRequest) -> ServerResponse {
        let parts = request["Authorization"].map(parameters) ?? [:]
        let secret = hash("\(user):\(realm):\(password)")
        let what = hash("\(request.method):\(request.target)")
        let expected = hash(
            [secret, nonce, parts["nc"] ?? "", parts["cnonce"] ?? "", "auth", what].joined(separator: ":"))
        guard parts["username"] == user, parts["nonce"] == nonce, parts["uri"] == request.target,
            parts["response"] == expected
        else { return asks("Digest realm=\"\(realm)\", nonce=\"\(nonce)\", qop=\"auth\", algorithm=SHA-256") }
        return ServerResponse(text: "welcome")
    }

    private static func asks(_ challenge: String) -> ServerResponse {
        ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", challenge)])
    }

    private static func hash(_ text: String) -> String {
        Digest.sha256(Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    private static func parameters(_ field: String) -> [String: String] {
        guard field.hasPrefix("Digest ") else { return [:] }
        var parts: [String: String] = [:]
        for part in field.dropFirst(7).components(separatedBy: ", ") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { parts[String(pair[0])] = pair[1].trimmingCharacters(in: ["\""]) }
        }
        return parts
    }
}
