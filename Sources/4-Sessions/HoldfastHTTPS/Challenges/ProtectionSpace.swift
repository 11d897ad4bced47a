public import HoldfastCredentials
public import HoldfastTrust
public import HoldfastX509

/// A server or proxy that asks for authentication, for what, and by which method (Apple, `URLProtectionSpace`).
public struct ProtectionSpace: Sendable {
    /// The party that asks: the server of the URL, or a proxy.
    public let asker: CredentialSpace.Asker
    /// The host as it was asked for: A-labels, or an IP literal without brackets.
    public let host: String
    public let port: UInt16
    /// The realm that a scheme of HTTP names; nil for methods of TLS, and where `Basic` names none, which is another
    /// space than one of the name "".
    public let realm: String?
    public let authenticationMethod: AuthenticationMethod
    /// The names of the authorities whose certificates the server accepts of a client; nil for other methods, empty
    /// where it accepts any (RFC 8446 §4.3.2, §4.2.4).
    public let distinguishedNames: [DistinguishedName]?
    /// The certificates that the server presented; nil for other methods than ``AuthenticationMethod/serverTrust``.
    public let serverTrust: ServerTrust?

    /// The protocol that is spoken with who asks.
    public var `protocol`: String {
        switch asker {
        case .server, .httpsProxy: "https"
        case .httpServer, .httpProxy: "http"
        case .socksProxy: "SOCKS"
        }
    }

    /// Whether a password cannot be read on its way: all but Basic over a connection without TLS.
    public var receivesCredentialSecurely: Bool {
        switch asker {
        case .server, .httpsProxy: true
        case .httpServer, .httpProxy, .socksProxy:
            authenticationMethod != .httpBasic && authenticationMethod != .htmlForm
        }
    }

    /// The key under which a store keeps credentials for it.
    public var credentialSpace: CredentialSpace {
        CredentialSpace(
            asker: asker, host: host, port: port, realm: realm, method: authenticationMethod.rawValue)
    }

    init(
        _ authenticationMethod: AuthenticationMethod, asker: CredentialSpace.Asker = .server, host: String,
        port: UInt16, realm: String? = nil, distinguishedNames: [DistinguishedName]? = nil,
        serverTrust: ServerTrust? = nil
    ) {
        self.authenticationMethod = authenticationMethod
        self.asker = asker
        self.host = host
        self.port = port
        self.realm = realm
        self.distinguishedNames = distinguishedNames
        self.serverTrust = serverTrust
    }
}
