import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport

/// The answer to a challenge, as a request carries it: a header field, or a login of the connection.
enum Authorization: Sendable {
    /// A field, whatever connection the request goes out on.
    case field(HTTPField)
    /// A field that is another each time, though the password is the same (RFC 7616).
    case digest(HTTPField, PasswordCredential)
    /// A field, on a connection that is nobody else's: the server may know the user by it from then on.
    case owned(HTTPField, ConnectionOwner)
    /// The connection is authenticated, by the transport.
    case ntlm(NTLMCredential)

    /// The header field, where there is one.
    var field: HTTPField? {
        switch self {
        case .field(let field), .digest(let field, _), .owned(let field, _): field
        case .ntlm: nil
        }
    }

    /// The owner of the connection that the request needs; nil where it does not matter.
    var owner: ConnectionOwner? {
        switch self {
        case .field, .digest: nil
        case .owned(_, let owner): owner
        case .ntlm(let credential): credential.owner
        }
    }

    /// The account that a tunnel is for, where the field alone does not tell.
    var account: ProxyTarget.Account? {
        switch self {
        case .field, .ntlm: nil
        case .digest(_, let credential): ProxyTarget.Account(user: credential.user, password: credential.password)
        case .owned(_, let owner): ProxyTarget.Account(owner)
        }
    }

    var ntlm: NTLMCredential? { if case .ntlm(let credential) = self { credential } else { nil } }
}

extension HTTPSRequest {
    /// The request as it carries answers to challenges: the handlers' takes the place of the caller's own, which was
    /// refused.
    func yielding(to answers: Authorizations) -> HTTPSRequest {
        guard answers.server != nil else { return self }
        var request = self
        request.fields.removeAll { $0.isNamed("Authorization") }
        return request
    }
}

/// The answers that one exchange carries, for its server and for the proxy in front of it.
struct Authorizations: Sendable {
    var server: Authorization?
    /// The user whom ``server`` stands for, of any scheme; nil for nobody.
    var user: AuthenticationSecret?
    var proxy: Authorization?
}
