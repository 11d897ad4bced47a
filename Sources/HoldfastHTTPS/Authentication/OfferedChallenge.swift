/// One challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110 §11.3).
package struct OfferedChallenge: Hashable, Sendable {
    /// What comes after the scheme.
    package enum Content: Hashable, Sendable {
        /// One string in the alphabet of `token68`, as Negotiate and NTLM use it.
        case token68(String)
        /// Named parameters; there may be none.
        case parameters(AuthenticationParameters)
    }

    /// How the server wants to be convinced.
    package let scheme: AuthenticationScheme
    /// What the scheme needs for it.
    package let content: Content

    /// The parameters; none where there is a `token68`.
    package var parameters: AuthenticationParameters {
        if case .parameters(let parameters) = content { return parameters }
        return AuthenticationParameters()
    }

    /// The realm, where one is named (RFC 9110 §11.5).
    package var realm: String? { parameters["realm"] }
}
