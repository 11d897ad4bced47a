import COpenSSL
import COpenSSLShims

/// The words of a client about one connection, beside those of its context.
package struct TLSOffer: Sendable {
    /// The name of the server (RFC 6066 §3), which is no address.
    package var serverName: String?
    /// Whether the server's OCSP response is asked for.
    package var requestsOCSP = false
    /// A session to be resumed.
    package var session: TLSSession?
    package var preSharedKey: TLSPreSharedKey?

    package init() {}
}

/// A key that client and server have agreed on otherwise (RFC 8446 §4.2.11, RFC 4279).
package struct TLSPreSharedKey: Hashable, Sendable {
    /// At most 128 bytes without a zero, which is what OpenSSL takes.
    package var identity: String
    /// At most 256 bytes.
    package var key: [UInt8]

    package init(identity: String, key: [UInt8]) {
        self.identity = identity
        self.key = key
    }

    /// Writes identity and key where libssl wants them; 0 where they do not fit.
    @unsafe fileprivate func give(
        _ identity: UnsafeMutableBufferPointer<CChar>, _ key: UnsafeMutableBufferPointer<UInt8>
    ) -> UInt32 {
        let name = self.identity.utf8CString
        guard self.key.count <= key.count, name.count <= identity.count else { return 0 }
        for index in name.indices { unsafe identity[index] = name[index] }
        for index in self.key.indices { unsafe key[index] = self.key[index] }
        return UInt32(self.key.count)
    }
}

extension TLSEndpoint {
    func make(_ offer: TLSOffer) throws(TLSEndpointError) {
        if let name = offer.serverName {
            // 255 is libssl's own bound, TLSEXT_MAXLEN_host_name; a zero would end the name early.
            guard (1...255).contains(name.utf8.count), name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
                unsafe shim_SSL_set_tlsext_host_name(connection, name) == 1
            else { throw .library(.serverName(name)) }
        }
        _ = unsafe shim_SSL_request_ocsp(connection, offer.requestsOCSP ? 1 : 0)
        if offer.preSharedKey != nil {
            unsafe SSL_set_psk_client_callback(connection) { connection, _, identity, identityCount, key, keyCount in
                guard let connection = unsafe connection, let endpoint = unsafe TLSEndpoint.of(connection) else {
                    return 0
                }
                return unsafe endpoint.preSharedKey?.give(
                    UnsafeMutableBufferPointer(start: identity, count: Int(identityCount)),
                    UnsafeMutableBufferPointer(start: key, count: Int(keyCount))) ?? 0
            }
        }
        if let session = offer.session {
            // NULL would be taken for "none", and the handshake for a full one.
            guard unsafe session.withCopy({ unsafe $0 != nil && SSL_set_session(connection, $0) == 1 }) else {
                throw .library(.session)
            }
        }
    }
}
