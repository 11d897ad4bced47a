public import HoldfastStatements

/// A user and a password, which no text form of the value shows.
///
/// Both have to be in Unicode's Normalization Form C, which RFC 7616 §4 and RFC 7617 §2.1 ask for: of another form a
/// server would compute another digest. Foundation's `precomposedStringWithCanonicalMapping` makes it; what is not in
/// it is refused where the credential is used.
public struct PasswordCredential: Hashable, Sendable {
    /// The user's name.
    public let user: String
    /// The password. Swift's strings are copied and not wiped; keep the value no longer than it is needed.
    public let password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Checks the form that every scheme here asks for.
    ///
    /// - Throws: ``PasswordCredentialError`` for a control character, or for another form than NFC.
    package func check() throws(PasswordCredentialError) {
        for (part, text) in [(PasswordCredentialError.Part.user, user), (.password, password)] {
            guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { throw .controlCharacter(part) }
            guard text.isNormalized else { throw .notNormalized(part) }
        }
    }

    /// Whether both are ASCII, so that it does not matter which encoding a server expects.
    package var isASCII: Bool { user.utf8.allSatisfy { $0 < 0x80 } && password.utf8.allSatisfy { $0 < 0x80 } }
}

extension PasswordCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "user and password (hidden)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A reason why a user and a password cannot be sent; it holds neither.
public enum PasswordCredentialError: Error, Hashable, Sendable {
    /// The user or the password.
    public enum Part: String, Hashable, Sendable { case user, password }

    /// An ASCII control character. RFC 7617 §2 forbids them, and no quoted string of RFC 9110 §5.6.4 can have one.
    case controlCharacter(Part)
    /// Text that is not in Normalization Form C.
    case notNormalized(Part)
    /// A colon in the user of Basic, where it would end the name (RFC 7617 §2).
    case colonInUser
}

extension PasswordCredentialError: Sentence, CustomStringConvertible {
    package static let topic = "password"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .controlCharacter(.user): LocalizedText("the user has a control character", "用户名含有控制字符")
        case .controlCharacter(.password): LocalizedText("the password has a control character", "密码含有控制字符")
        case .notNormalized(.user):
            LocalizedText("the user is not in Unicode's Normalization Form C", "用户名不是 Unicode 的 NFC 形式")
        case .notNormalized(.password):
            LocalizedText("the password is not in Unicode's Normalization Form C", "密码不是 Unicode 的 NFC 形式")
        case .colonInUser:
            LocalizedText(
                "the user has a colon, which Basic authentication cannot send", "用户名含有冒号，Basic 认证无法发送")
        }
    }

    package var plainName: String { self == .colonInUser ? "colonInUser" : "" }
}

extension String {
    fileprivate var isNormalized: Bool {
        var text = self
        text.makeContiguousUTF8()
        var span = text.utf8Span
        return span.checkForNFC(quickCheck: false)
    }
}
