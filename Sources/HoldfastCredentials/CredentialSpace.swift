/// For whom a credential is meant: what the key of a credential store is.
///
/// Two spaces that differ in any member share nothing: a password for one realm of a server is none for another.
public struct CredentialSpace: Hashable, Sendable {
    /// Who asks: the server of a URL, or a proxy on the way to it.
    public enum Asker: String, Hashable, Sendable {
        /// The server of an `https` URL.
        case server
        /// The server of an `http` URL, which may be anybody.
        case httpServer
        case httpProxy
        case httpsProxy
        case socksProxy
    }

    /// Who asks.
    public let asker: Asker
    /// The host as it was asked for: A-labels in lower case, or an IP literal without brackets.
    public let host: String
    public let port: UInt16
    /// The realm, as the server spells it; nil where there is none, which is another space than one of the name "".
    public let realm: String?
    /// Apple's name of the method, for example `NSURLAuthenticationMethodHTTPDigest`.
    public let method: String

    public init(asker: Asker = .server, host: String, port: UInt16, realm: String?, method: String) {
        self.asker = asker
        self.host = host.lowercased()
        self.port = port
        self.realm = realm
        self.method = method
    }
}
