package import HoldfastCredentials
import HoldfastX509

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
