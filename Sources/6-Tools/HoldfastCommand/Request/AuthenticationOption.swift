import HoldfastCredentials
import HoldfastHTTPS

/// The scheme of `--auth`: servers and proxies that ask for a login are answered by it alone.
struct AuthenticationOption: Sendable {
    /// The schemes, and the methods by which a session answers them.
    static let schemes: [(word: String, method: AuthenticationMethod)] = [
        ("basic", .httpBasic), ("digest", .httpDigest), ("ntlm", .ntlm), ("negotiate", .negotiate),
    ]

    /// Nil for whatever is offered.
    private let method: AuthenticationMethod?

    init(_ invocation: Invocation) throws(CommandError) {
        guard let text = invocation.value(.authentication) else {
            method = nil
            return
        }
        guard let scheme = Self.schemes.first(where: { $0.word == text.lowercased() }) else {
            throw .usage(
                RequestSentence.noAuth(text: text),
                hint: RequestAdvice.schemes(names: Self.schemes.map(\.word).joined(separator: ", ")))
        }
        method = scheme.method
    }

    /// Restricts the session to the scheme, and lets the request show the user's own tickets where it is Negotiate and
    /// the URL names nobody.
    func apply(to configuration: inout HTTPSSession.Configuration, _ request: inout HTTPSRequest) {
        guard let method else { return }
        configuration.credentials.methods = [method]
        if method == .negotiate { request.tickets = KerberosCredential(.defaultCache) }
    }
}
