import COpenSSLShims
package import HoldfastTLS

/// The settings of a ``TLSContext``: everything in which endpoints of TLS differ before a connection is made.
package struct TLSSettings: Sendable {
    /// A side of the handshake.
    package enum Role: Hashable, Sendable {
        /// A client, which pauses for a verdict on each server's certificate.
        case client
        /// A server, and whether it asks clients for a certificate. Any that a client can prove to have is taken.
        case server(asksForCertificate: ClientCertificate = .never)
    }

    /// A server's demand for a client's certificate.
    package enum ClientCertificate: Hashable, Sendable { case never, optional, required }

    /// The library context in which libssl works.
    package enum Library: Hashable, Sendable {
        /// The process's own, which obeys `openssl.cnf`.
        case process
        /// One with the default provider alone.
        case own
    }

    /// The names of lists that OpenSSL reads.
    package enum List: Hashable, Sendable { case cipherList, cipherSuites, groups, signatureAlgorithms }

    /// Choices between two ways, each off where it is not named.
    package struct Options: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        private init(_ bit: Int) { rawValue = UInt32(truncatingIfNeeded: bit) }

        /// Disregards what the machine's configuration of libssl sets.
        package static let clearsConfiguration = Options(shim_tls_clears_configuration)
        package static let refusesRenegotiation = Options(shim_tls_refuses_renegotiation)
        package static let keepsNoSessions = Options(shim_tls_keeps_no_sessions)
        package static let sendsNoTickets = Options(shim_tls_sends_no_tickets)
        /// Sessions are had by ``TLSEndpoint/takeSession()``, and libssl keeps none.
        package static let handsSessionsOut = Options(shim_tls_hands_sessions_out)
        package static let prefersOwnSuites = Options(shim_tls_prefers_own_suites)
        /// A peer that closes without close_notify ends the stream.
        package static let takesSilentEnd = Options(shim_tls_takes_silent_end)
        package static let renegotiatesWhole = Options(shim_tls_renegotiates_whole)
        package static let omitsExtendedMasterSecret = Options(shim_tls_omits_extended_master_secret)
        /// Servers without secure renegotiation (RFC 5746) are let in.
        package static let dangerousLegacyServers = Options(shim_tls_takes_legacy_servers)
        package static let dangerousPSKWithoutDiffieHellman = Options(shim_tls_takes_psk_alone)
        package static let refusesCompressedCertificates = Options(shim_tls_refuses_compressed_certificates)
        package static let releasesBuffers = Options(shim_tls_releases_buffers)
    }

    package let role: Role
    package var library = Library.process
    package var options: Options = []
    package var minimumVersion = ProtocolVersion.tls12
    package var maximumVersion = ProtocolVersion.tls13
    /// OpenSSL's security level, or nil for its default; it is set behind the lists, which may name one.
    package var securityLevel: Int32?
    /// Lists in OpenSSL's words; its default where there is none.
    package var lists: [List: String] = [:]
    /// The protocols that a client offers, or of which a server chooses its first that is offered (RFC 7301). With none
    /// the extension is left alone.
    package var applicationProtocols: [String] = []
    /// Certificates with their keys, of which libssl takes the one that fits. A client's is kept back until
    /// ``TLSEndpoint/showIdentity()``.
    package var identities: [TLSIdentity] = []
    /// The SignedCertificateTimestampList that a client which asks for one gets (RFC 6962 §3.3.1), as it is.
    package var timestamps: [UInt8]?
    /// The OCSP response (DER) that a client which asks for one gets (RFC 6066 §8), as it is.
    package var stapledOCSP: [UInt8]?
    /// The names (DER) of the authorities that a client is told (RFC 8446 §4.2.4).
    package var acceptedAuthorities: [[UInt8]] = []
    /// Whether a client without a server name, or with one that no context is for, is refused (unrecognized_name).
    package var refusesUnknownNames = false
    /// Whether a client asks for timestamps.
    package var requestsTimestamps = false
    /// The most bytes of a peer's list of certificates; nil for libssl's default.
    package var maximumCertificateBytes: Int?
    /// Whether the keys of connections come out, by which everything on them can be read.
    package var dangerousKeyLog = false

    package init(_ role: Role) { self.role = role }
}
