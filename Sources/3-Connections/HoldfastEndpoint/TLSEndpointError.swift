import COpenSSL
package import HoldfastCrypto

/// An error of setting up a context or an endpoint, or of a demand that libssl does not carry out.
package struct TLSEndpointError: Error, Hashable, Sendable {
    /// The thing that libssl did not take.
    package enum Part: Hashable, Sendable {
        case context, options, versions
        /// A list of which OpenSSL knows nothing, with its text.
        case list(TLSSettings.List, String)
        /// An application protocol that has not 1 to 255 bytes.
        case applicationProtocolLength
        case applicationProtocols
        /// A key that does not come out of libcrypto.
        case key(CryptoError)
        /// A key or a certificate that libssl does not read.
        case material
        /// A certificate, a key and a chain that libssl does not use together.
        case identity
        case timestamps, staple, authorities
        case connection
        /// A name that is none of a server's.
        case serverName(String)
        case session
        /// A demand on the peer, after the handshake.
        case demand
    }

    package let part: Part
    /// OpenSSL's whole error queue, oldest entry first.
    package let stack: [OpenSSLError]

    init(_ part: Part, _ stack: [OpenSSLError] = []) {
        self.part = part
        self.stack = stack
    }

    /// The error that libssl has just left in the thread's queue, which is emptied.
    static func library(_ part: Part) -> TLSEndpointError { TLSEndpointError(part, OpenSSLError.takeAll()) }
}

/// The reasons of libssl's, among many, by which whoever reads its error queue decides.
package enum TLSLibraryReason: Hashable, Sendable {
    /// The bytes are of no record of TLS.
    case notTLS
    /// The stream has ended before its time.
    case unexpectedEnd
    /// A server without secure renegotiation (RFC 5746).
    case unsafeRenegotiation

    /// Reads an error queue.
    package static func all(in stack: [OpenSSLError]) -> Set<TLSLibraryReason> {
        Set(stack.compactMap(TLSLibraryReason.init))
    }

    private init?(_ error: OpenSSLError) {
        guard ERR_GET_LIB(error.code) == ERR_LIB_SSL else { return nil }
        switch ERR_GET_REASON(error.code) {
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_BAD_RECORD_TYPE: self = .notTLS
        case SSL_R_UNEXPECTED_EOF_WHILE_READING: self = .unexpectedEnd
        case SSL_R_UNSAFE_LEGACY_RENEGOTIATION_DISABLED: self = .unsafeRenegotiation
        default: return nil
        }
    }
}
