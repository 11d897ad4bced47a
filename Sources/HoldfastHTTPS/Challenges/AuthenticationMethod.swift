/// How one side of a connection is to prove who it is (Apple, `NSURLAuthenticationMethod…`).
public enum AuthenticationMethod: String, Hashable, Sendable, CaseIterable {
    case serverTrust = "NSURLAuthenticationMethodServerTrust"
    case clientCertificate = "NSURLAuthenticationMethodClientCertificate"
    case negotiate = "NSURLAuthenticationMethodNegotiate"
    case ntlm = "NSURLAuthenticationMethodNTLM"
    case `default` = "NSURLAuthenticationMethodDefault"
    case httpBasic = "NSURLAuthenticationMethodHTTPBasic"
    case httpDigest = "NSURLAuthenticationMethodHTTPDigest"
    case htmlForm = "NSURLAuthenticationMethodHTMLForm"

    /// Who is asked first: what concerns a connection is asked of the session, what concerns a request of its task
    /// (Apple, "Handling an authentication challenge").
    public var scope: AuthenticationChallenge.Scope {
        switch self {
        case .serverTrust, .clientCertificate, .negotiate, .ntlm: .session
        case .default, .httpBasic, .httpDigest, .htmlForm: .task
        }
    }

    /// Whether a user and a password answer it.
    var takesPassword: Bool {
        switch self {
        case .serverTrust, .clientCertificate: false
        case .negotiate, .ntlm, .default, .httpBasic, .httpDigest, .htmlForm: true
        }
    }
}
