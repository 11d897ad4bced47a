import HoldfastX509

/// One challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110 §11.3).
package struct OfferedChallenge: Hashable, Sendable {
    /// The part of a challenge after its scheme.
    package enum Content: Hashable, Sendable {
        /// One string in the alphabet of `token68`, as Negotiate and NTLM use it.
        case token68(String)
        /// Named parameters; there may be none.
        case parameters(AuthenticationParameters)
    }

    /// The authentication scheme that the server asks for.
    package let scheme: AuthenticationScheme
    /// The parameters or the token that the scheme sends.
    package let content: Content

    /// The parameters; none where there is a `token68`.
    package var parameters: AuthenticationParameters {
        if case .parameters(let parameters) = content { return parameters }
        return AuthenticationParameters()
    }

    /// The realm, where one is named (RFC 9110 §11.5).
    package var realm: String? { parameters["realm"] }
}

/// The parameters of a challenge or of an `Authentication-Info` field (RFC 9110 §11.2): no name occurs twice.
package struct AuthenticationParameters: Hashable, Sendable, Sequence {
    /// One parameter.
    package struct Parameter: Hashable, Sendable {
        /// The name in lower case; names are compared without regard to case.
        package let name: String
        /// The value, without quotes and without the backslashes of quoted pairs.
        package let value: String
    }

    private var list: [Parameter] = []

    init() {}

    /// The value of the parameter with this name, written in lower case.
    package subscript(name: String) -> String? { list.first { $0.name == name }?.value }

    /// The number of parameters.
    package var count: Int { list.count }

    package func makeIterator() -> some IteratorProtocol<Parameter> { list.makeIterator() }

    /// Adds a parameter.
    ///
    /// - Throws: the defect for a name that is there already, and for one more than ``ChallengeHeader/Limits`` allows.
    mutating func add(_ name: String, _ value: String) throws(ChallengeHeader.ReadingError) {
        let name = name.asciiLowercased()
        guard self[name] == nil else { throw .duplicateParameter(name) }
        guard list.count < ChallengeHeader.Limits.parameters else { throw .tooManyParameters }
        list.append(Parameter(name: name, value: value))
    }
}
