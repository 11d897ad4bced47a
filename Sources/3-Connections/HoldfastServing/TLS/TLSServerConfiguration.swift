package import HoldfastAuthority

/// The configuration of a ``TLSServer``; the defaults are those of a well-kept server.
package struct TLSServerConfiguration: Sendable {
    /// An identity and the server names for which it is presented.
    package struct NamedIdentity: Sendable {
        package var names: [String]
        package var identity: Identity

        /// Makes an identity that is presented for some host names.
        ///
        /// - Parameter names: Lower-case host names without a trailing dot, compared whole.
        package init(names: [String], _ identity: Identity) {
            self.names = names
            self.identity = identity
        }
    }

    /// The identity for a client that sends no server name, or one that ``others`` does not have.
    package var identity: Identity
    /// Identities with keys of other kinds, of which a client gets the one that its signature algorithms allow (RFC
    /// 8446 §4.4.2.2), whatever name it asks for.
    package var ofOtherKeys: [Identity] = []
    /// The identities for particular server names (RFC 6066 §3).
    package var others: [NamedIdentity] = []
    /// The SignedCertificateTimestampList that a client which asks for one gets beside ``identity`` (RFC 6962 §3.3.1),
    /// as it is; nil for none.
    package var timestamps: [UInt8]?
    /// The OCSP response (DER) that a client which asks for one gets beside ``identity`` (RFC 6066 §8), as it is; nil
    /// for none.
    package var stapledOCSP: [UInt8]?
    /// Whether a client that sends no server name, or one that ``others`` does not have, is refused with the alert
    /// unrecognized_name instead of being presented ``identity`` (RFC 6066 §3 allows both).
    package var refusesUnknownNames = false
    /// Whether a client without a certificate is refused; any certificate will do.
    package var requiresClientCertificate = false
    /// Whether a client is asked for a certificate, and may have none.
    package var requestsClientCertificate = false
    /// The names (DER) of the authorities that a client is told (RFC 8446 §4.2.4); whoever issued its certificate, it
    /// is taken.
    package var acceptedAuthorities: [[UInt8]] = []
    package var minimumVersion = TLSVersion.tls12
    package var maximumVersion = TLSVersion.tls13
    /// OpenSSL's security level, or nil for its default. TLS 1.0 and 1.1, SHA-1 and short RSA keys need 0.
    package var securityLevel: Int32?
    /// The cipher suites of TLS 1.2 and before, as OpenSSL names them (`openssl ciphers`), or nil for its default.
    /// Those without encryption or without a certificate need the security level 0.
    package var cipherList: String?
    /// The groups for key exchange, in OpenSSL's words, the first choice first; nil for its default. A server does not
    /// start where the library lacks one of them.
    package var groups: String?
    /// Whether TLS 1.2 goes without the extended master secret (RFC 7627), whatever the client offers.
    package var omitsExtendedMasterSecret = false
    /// The application protocols, the preferred first (RFC 7301). The reader behind them speaks HTTP/1.1 only.
    package var applicationProtocols = ["http/1.1"]
    /// Whether sessions may be resumed, by tickets and by session identifiers.
    package var resumesSessions = true
    /// The attempt that is made on a client once it is connected.
    package var provocation: Provocation?
    /// Whether it speaks plain HTTP, and presents nothing.
    package var speaksPlainHTTP = false
    /// The longest that a handshake may take. A client may be deciding within it, on a machine that has much else to
    /// do.
    package var handshakeTimeout = Duration.seconds(300)
    /// The longest that a connection may be without a whole request, and that sending an answer may take.
    package var idleTimeout = Duration.seconds(300)
    package var requestLimits = RequestLimits()
    /// Converses after the handshake, in the place of reading requests and answering them; runs on the connection's own
    /// thread.
    package var conversation: (@Sendable (TLSConversation) throws(ServingError) -> Void)?

    package init(_ identity: Identity) { self.identity = identity }
}

/// A version of TLS, by the number that it has on the wire.
package enum TLSVersion: UInt16, Hashable, Sendable, Comparable, CaseIterable, CustomStringConvertible {
    case tls10 = 0x0301
    case tls11 = 0x0302
    case tls12 = 0x0303
    case tls13 = 0x0304

    package static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }

    /// `1.0` to `1.3`.
    package var description: String { "1.\(rawValue - 0x0301)" }
}

/// An attempt of a server on a client that already has a connection: one that the client must refuse, or must not let
/// inherit what it decided about the first handshake.
package struct Provocation: Sendable {
    /// The message that is sent.
    package enum Kind: Sendable {
        /// A HelloRequest (RFC 5246 §7.4.1.1): asks for a second handshake, in which this identity is presented, or
        /// the first one again. TLS 1.2 and earlier.
        case renegotiation(presenting: Identity?)
        /// A CertificateRequest after the handshake (RFC 8446 §4.6.2). TLS 1.3, and only to a client that offered
        /// `post_handshake_auth`. One that has none is served all the same.
        case clientCertificate
        /// A ``clientCertificate`` of a server that ends the connection with a client that has none.
        case requiredClientCertificate
        /// A KeyUpdate that asks for one in return (RFC 8446 §4.6.3): harmless, and no decision may hang on it. TLS
        /// 1.3.
        case keyUpdate
    }

    /// When it is sent.
    package enum Moment: Hashable, Sendable {
        /// As soon as the handshake is complete.
        case afterHandshake
        /// When the first request has been read, before its answer, which waits for the client's to a demand for a
        /// certificate.
        case beforeResponse
        /// When the first answer has been sent: the connection lies idle in the client's pool.
        case afterResponse
    }

    package let kind: Kind
    package let moment: Moment

    package init(_ kind: Kind, _ moment: Moment) {
        self.kind = kind
        self.moment = moment
    }
}
