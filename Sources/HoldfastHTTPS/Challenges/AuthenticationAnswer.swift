import HoldfastTransport

/// What a request carries to convince one who asks.
enum AuthenticationAnswer: Sendable {
    /// A field, whatever connection the request goes out on.
    case field(HTTPField)
    /// A field, on a connection that is nobody else's: the server may know the user by it from then on.
    case owned(HTTPField, ConnectionOwner)
    /// libcurl authenticates the connection.
    case ntlm(NTLMCredential)

    /// The header field, where there is one.
    var field: HTTPField? {
        switch self {
        case .field(let field), .owned(let field, _): field
        case .ntlm: nil
        }
    }

    /// Whose connection the request needs; nil where it does not matter.
    var owner: ConnectionOwner? {
        switch self {
        case .field: nil
        case .owned(_, let owner): owner
        case .ntlm(let credential): credential.owner
        }
    }

    var ntlm: NTLMCredential? { if case .ntlm(let credential) = self { credential } else { nil } }
}

/// What one exchange carries, for each of those on its way.
struct AuthenticationAnswers: Sendable {
    var server: AuthenticationAnswer?
    /// The user whom ``server`` stands for, of any scheme; nil for nobody.
    var user: AuthenticationSecret?
    var proxy: AuthenticationAnswer?
}
