import CHandshake
import COpenSSL
import COpenSSLShims
import HoldfastCrypto

/// One `SSL_CTX` of a partition, and its one owner: every connection of the same offer is made of it.
@safe final class ClientContext {
    /// The part of a request that a context is made for. In all else the requests of a partition are alike
    /// (``PartitionKey``).
    struct Offer: Hashable {
        /// The protocols that are offered by ALPN (RFC 7301); none for no offer.
        var protocols: [String]
        var groups: SupportedGroups?
        var cipherSuites: CipherSuiteSelection
        var versions: ClosedRange<TLSProtocol>
        var asksForEvidence: Bool
        /// Whether the sessions of its connections are kept, to be resumed.
        var keepsSessions: Bool
        /// Whether the secrets of its connections are told.
        var tellsSecrets: Bool

        /// The offer to a server.
        init(_ request: TransportRequest, protocols: [String], keepsSessions: Bool) {
            self.protocols = protocols
            groups = request.tls.supportedGroups
            cipherSuites = request.tls.cipherSuites
            versions = request.tls.versions
            asksForEvidence = request.tls.asksForEvidence
            self.keepsSessions = keepsSessions
            tellsSecrets = request.tls.dangerousKeyLog != nil
        }

        /// The offer to a proxy, which speaks HTTP/1.1.
        init(_ proxy: ProxyTarget, for request: TransportRequest) {
            protocols = ["http/1.1"]
            groups = proxy.supportedGroups
            cipherSuites = .usual
            versions = .tls12 ... .tls13
            asksForEvidence = proxy.asksForEvidence
            keepsSessions = false
            tellsSecrets = request.tls.dangerousKeyLog != nil
        }
    }

    let pointer: OpaquePointer
    let offer: Offer

    /// Makes a context.
    ///
    /// - Throws: ``TransportError`` where the library, or the machine's configuration of it, leaves nothing to offer.
    init(_ offer: Offer) throws(TransportError) {
        ERR_clear_error()
        guard LibraryStart.isDone, let pointer = unsafe SSL_CTX_new(TLS_client_method()) else {
            throw .unusableConfiguration
        }
        unsafe self.pointer = unsafe pointer
        self.offer = offer
        // From here on deinit frees it, whatever is thrown.
        guard unsafe handshake_prepare(pointer) == 1,
            unsafe offer.versions.limit(pointer), unsafe offer.cipherSuites.limit(pointer)
        else { throw .unusableConfiguration }
        if let groups = offer.groups, unsafe !groups.limit(pointer) { throw .unavailable(groups) }
        guard unsafe !offer.asksForEvidence || handshake_ask_for_evidence(pointer) == 1 else {
            throw .unusableConfiguration
        }
        guard unsafe !offer.keepsSessions || handshake_keep_sessions(pointer) == 1 else {
            throw .unusableConfiguration
        }
        unsafe shim_SSL_CTX_accept_moving_write_buffer(pointer)
        guard !offer.protocols.isEmpty else { return }
        let names = offer.protocols.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
        // Zero is success here, and nowhere else in libssl.
        guard unsafe SSL_CTX_set_alpn_protos(pointer, names, UInt32(names.count)) == 0 else {
            throw .unusableConfiguration
        }
    }

    deinit { unsafe SSL_CTX_free(pointer) }
}
