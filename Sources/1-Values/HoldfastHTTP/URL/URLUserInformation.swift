/// The user and the password of a URL (RFC 3986 §3.2.1), as they are written there.
///
/// They are no part of what the URL names: all values are equal and hash alike, and no text form shows anything.
package struct URLUserInformation: Hashable, Sendable {
    private let user: String?
    private let password: String?

    /// Neither.
    package static let none = URLUserInformation(user: nil, password: nil)

    package init(user: String?, password: String?) {
        self.user = user
        self.password = password
    }

    /// Whether there is a user or a password.
    package var isThere: Bool { user != nil || password != nil }

    /// Both, with percent-encoding undone (RFC 3986 §2.1); nil where there is no user, and where the octets are no
    /// UTF-8.
    ///
    /// A user without a password has none; one with a colon and nothing behind it has an empty one.
    package var decoded: (user: String, password: String?)? {
        guard let user = user.flatMap(PercentEncoding.decoded), !user.isEmpty else { return nil }
        guard let password else { return (user, nil) }
        return PercentEncoding.decoded(password).map { (user, $0) }
    }

    package static func == (first: Self, second: Self) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

extension URLUserInformation: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { isThere ? "user information (hidden)" : "no user information" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
