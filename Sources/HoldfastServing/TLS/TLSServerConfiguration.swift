package import HoldfastAuthority

/// How a ``TLSServer`` behaves; the defaults are those of a well-kept server.
package struct TLSServerConfiguration: Sendable {
    /// An identity and the server names for which it is presented.
    package struct NamedIdentity: Sendable {
        package var names: [String]
        package var identity: Identity

        /// - Parameter names: Lower-case host names without a trailing dot, compared whole.
        package init(names: [String], _ identity: Identity) {
            self.names = names
            self.identity = identity
        }
    }

    /// What is presented to a client that sends no server name, or one that ``others`` does not have.
    package var identity: Identity
    /// What is presented for particular server names (RFC 6066 §3).
    package var others: [NamedIdentity] = []
    /// Whether a client that sends no server name, or one that ``others`` does not have, is refused with the alert
    /// unrecognized_name instead of being presented ``identity`` (RFC 6066 §3 allows both).
    package var refusesUnknownNames = false
    /// Whether a client without a certificate is refused; any certificate will do.
    package var requiresClientCertificate = false
    /// Whether a client is asked for a certificate, and may have none.
    package var requestsClientCertificate = false
    /// The names (DER) of the authorities that a client is told (RFC 8446 §4.2.4); whoever issued its certificate, it is
    /// taken.
    package var acceptedAuthorities: [[UInt8]] = []
    package var minimumVersion = TLSVersion.tls12
    package var maximumVersion = TLSVersion.tls13
    /// OpenSSL's security level, or nil for its default. TLS 1.0 and 1.1, SHA-1 and short RSA keys need 0.
    package var securityLevel: Int32?
    /// The cipher suites of TLS 1.2 and before, as OpenSSL names them (`openssl ciphers`), or nil for its default. Those
    /// without encryption or without a certificate need the security level 0.
    package var cipherList: String?
    /// The application protocols, the preferred first (RFC 7301). The reader behind them speaks HTTP/1.1 only.
    package var applicationProtocols = ["http/1.1"]
    /// Whether sessions may be resumed, by tickets and by session identifiers.
    package var resumesSessions = true
    /// What is done to the client once it is connected.
    package var provocation: Provocation?
    /// Whether it speaks plain HTTP, and presents nothing.
    package var speaksPlainHTTP = false
    /// The longest that a handshake may take. A client may be deciding within it, on a machine that has much else to do.
    package var handshakeTimeout = Duration.seconds(300)
    /// The longest that a connection may be without a whole request, and that sending an answer may take.
    package var idleTimeout = Duration.seconds(300)
    package var requestLimits = RequestLimits()
    /// What is said after the handshake, in the place of reading requests and answering them; runs on the connection's
    /// own thread.
    package var conversation: (@Sendable (TLSConversation) throws(ServingError) -> Void)?

    package init(_ identity: Identity) { self.identity = identity }
}
