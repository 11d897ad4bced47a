package import HoldfastAuthority

/// What a server does to a client that already has a connection: attempts that a client must refuse, or must not let
/// inherit what it decided about the first handshake.
package struct Provocation: Sendable {
    /// What is sent.
    package enum Kind: Sendable {
        /// A HelloRequest (RFC 5246 §7.4.1.1): asks for a second handshake, in which this identity is presented, or
        /// the first one again. TLS 1.2 and earlier.
        case renegotiation(presenting: Identity?)
        /// A CertificateRequest after the handshake (RFC 8446 §4.6.2). TLS 1.3, and only to a client that offered
        /// `post_handshake_auth`.
        case clientCertificate
        /// A KeyUpdate that asks for one in return (RFC 8446 §4.6.3): harmless, and no decision may hang on it. TLS 1.3.
        case keyUpdate
    }

    /// When it is sent.
    package enum Moment: Hashable, Sendable {
        /// As soon as the handshake is complete.
        case afterHandshake
        /// When the first request has been read, before its answer.
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
