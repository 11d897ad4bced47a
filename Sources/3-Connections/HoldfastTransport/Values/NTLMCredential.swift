package import HoldfastCredentials

/// The user and password by which a connection is authenticated by NTLM (MS-NLMP), and the owner that it then has.
///
/// No text form shows user or password.
package struct NTLMCredential: Hashable, Sendable {
    /// A user's name, or `DOMAIN\user`.
    package let user: String
    package let password: String
    /// The connections are this owner's, and nobody else's.
    package let owner: ConnectionOwner

    /// The reason why no connection can be authenticated by NTLM here; nil where it can.
    package static var obstacle: String? { NTLMExchange.obstacle }

    /// Makes a credential.
    ///
    /// - Parameter owner: the owner of the connections that it authenticates.
    package init(user: String, password: String, owner: ConnectionOwner) throws(NTLMAccountError) {
        try NTLMExchange.check(PasswordCredential(user: user, password: password))
        self.user = user
        self.password = password
        self.owner = owner
    }
}

extension NTLMCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "user and password for NTLM (hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
