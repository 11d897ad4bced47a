package import HoldfastCredentials
import HoldfastX509

/// The name of a way to authenticate (RFC 9110 §11.1), compared without regard to case.
package enum AuthenticationScheme: Hashable, Sendable, CustomStringConvertible {
    case basic
    case digest
    case negotiate
    case ntlm
    case bearer
    /// A scheme that is not known here, in lower case.
    case other(String)

    /// The scheme that a token names.
    init(_ token: String) {
        let name = token.asciiLowercased()
        self = Self.known.first { $0.description.asciiLowercased() == name } ?? .other(name)
    }

    private static let known: [AuthenticationScheme] = [.basic, .digest, .negotiate, .ntlm, .bearer]

    /// Whether a challenge of it makes no sense without a realm, which RFC 7617 §2 and RFC 7616 §3.3 ask for.
    ///
    /// The response of Digest is made with it. A server that says `Basic` alone is asked for as one whose realm has no
    /// name; a token68 in its place is no challenge of Basic.
    func requiresRealm(in content: OfferedChallenge.Content) -> Bool {
        switch (self, content) {
        case (.digest, _), (.basic, .token68): true
        default: false
        }
    }

    /// Whether a user and a password, or tickets, answer it here.
    package var isAnswered: Bool {
        switch self {
        case .basic, .digest, .negotiate, .ntlm: true
        case .bearer, .other: false
        }
    }

    /// The name as IANA's registry spells it; one that is not known, in lower case.
    package var description: String {
        switch self {
        case .basic: "Basic"
        case .digest: "Digest"
        case .negotiate: "Negotiate"
        case .ntlm: "NTLM"
        case .bearer: "Bearer"
        case .other(let name): name
        }
    }
}

/// The Basic scheme (RFC 7617): the password itself, in Base64. Only for connections that are encrypted.
///
/// User and password are always sent as UTF-8. That is what `charset="UTF-8"` asks for (§2.1), the one value that the
/// parameter can have; without it the RFC leaves the encoding open but for ASCII, where UTF-8 is no other.
package enum BasicAuthentication {
    /// The value of an `Authorization` or `Proxy-Authorization` field. It is as secret as the password.
    ///
    /// - Throws: ``PasswordCredentialError`` for a user with a colon, a control character, or text not in NFC.
    package static func fieldValue(for credential: PasswordCredential) throws(PasswordCredentialError) -> String {
        guard !credential.user.utf8.contains(UInt8(ascii: ":")) else { throw .colonInUser }
        try credential.check()
        return "Basic " + Base64.encode("\(credential.user):\(credential.password)".utf8)
    }

    /// Whether a credential that was accepted for one URL may be sent for another before the server asks (§2.2): on the
    /// same origin, for what begins with the accepted path up to its last slash.
    package static func covers(_ url: HTTPSURL, acceptedAt accepted: HTTPSURL) -> Bool {
        guard url.isSameOrigin(as: accepted) else { return false }
        let path = accepted.target.prefix { $0 != "?" }
        guard let slash = path.lastIndex(of: "/") else { return false }
        return url.target.hasPrefix(path[...slash])
    }
}
