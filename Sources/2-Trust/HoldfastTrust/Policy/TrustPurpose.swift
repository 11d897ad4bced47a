import HoldfastX509

/// The purpose that a chain is judged for.
public enum TrustPurpose: Hashable, Sendable {
    /// A TLS server of this name.
    case ssl(ServerName)
    /// A TLS server, whichever it is: no name is compared, as by Apple's `SecPolicyCreateSSL(true, nil)`. A success
    /// says that the certificate is some server's, and nothing about whose: the name is then compared elsewhere, or
    /// anyone with a certificate of their own can stand in between.
    case sslWithoutName
    /// A TLS client; no name is compared.
    case sslClient
    /// The chain alone: no name, no extended key usage. A success says nothing about who the peer is.
    case basicX509

    /// The usage that extended key usages must allow; nil where any will do.
    var extendedKeyUsage: ObjectIdentifier? {
        switch self {
        case .ssl, .sslWithoutName: .serverAuth
        case .sslClient: .clientAuth
        case .basicX509: nil
        }
    }

    /// The server that is to be proven; nil where none is named.
    public var serverName: ServerName? {
        if case .ssl(let name) = self { name } else { nil }
    }

    /// Whether the key takes part in a TLS handshake.
    var isTLS: Bool { self != .basicX509 }

    /// Whether the chain is a TLS server's.
    var isServer: Bool { extendedKeyUsage == .serverAuth }

    /// The name by which commands and reports call it, as in Apple's `SecPolicyCreate…`.
    public var name: String {
        switch self {
        case .ssl: "ssl"
        case .sslWithoutName: "ssl-without-name"
        case .sslClient: "ssl-client"
        case .basicX509: "basic-x509"
        }
    }
}
