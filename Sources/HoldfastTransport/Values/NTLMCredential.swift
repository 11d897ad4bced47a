/// What libcurl authenticates a connection by NTLM with (MS-NLMP), and whose connections that makes them.
///
/// No text form shows user or password.
package struct NTLMCredential: Hashable, Sendable {
    /// A user's name, or `DOMAIN\user`.
    package let user: String
    package let password: String
    /// The connections are this owner's, and nobody else's.
    package let owner: ConnectionOwner

    /// Whether the libcurl that is used here knows NTLM.
    package static var isAvailable: Bool { Library.knowsNTLM }

    /// Nil for a user or a password beyond printable ASCII: libcurl would hash other characters than the server does.
    package init?(user: String, password: String, owner: ConnectionOwner) {
        guard !user.isEmpty, (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else { return nil }
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
