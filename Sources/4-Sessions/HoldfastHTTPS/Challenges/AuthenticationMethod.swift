import HoldfastCredentials
import HoldfastTransport
import HoldfastWeb

/// A method by which one side of a connection is to prove who it is (Apple, `NSURLAuthenticationMethod…`).
public enum AuthenticationMethod: String, Hashable, Sendable, CaseIterable {
    case serverTrust = "NSURLAuthenticationMethodServerTrust"
    case clientCertificate = "NSURLAuthenticationMethodClientCertificate"
    case negotiate = "NSURLAuthenticationMethodNegotiate"
    case ntlm = "NSURLAuthenticationMethodNTLM"
    case `default` = "NSURLAuthenticationMethodDefault"
    case httpBasic = "NSURLAuthenticationMethodHTTPBasic"
    case httpDigest = "NSURLAuthenticationMethodHTTPDigest"
    case htmlForm = "NSURLAuthenticationMethodHTMLForm"

    /// The handler that is asked first: the session's about a connection, the task's about a request (Apple,
    /// "Handling an authentication challenge").
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

/// The schemes that this machine can carry out.
enum AuthenticationSchemes {
    /// The reason why a method cannot be used; nil where it can.
    typealias Obstacle = @Sendable (AuthenticationMethod) -> String?

    /// The obstacles by the libraries that are installed here.
    static let here: Obstacle = { method in
        switch method {
        case .negotiate: GSSAPINegotiation.obstacle
        case .ntlm: NTLMCredential.obstacle
        default: nil
        }
    }

    /// The method that a scheme stands for; nil for one that is not answered here.
    static func method(_ scheme: AuthenticationScheme) -> AuthenticationMethod? {
        switch scheme {
        case .negotiate: .negotiate
        case .ntlm: .ntlm
        case .digest: .httpDigest
        case .basic: .httpBasic
        case .bearer, .other: nil
        }
    }
}
