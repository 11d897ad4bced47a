import COpenSSL

extension TLSEndpoint {
    /// A demand of a server on a client that already has a connection.
    package enum Demand: Sendable {
        /// A HelloRequest (RFC 5246 §7.4.1.1): asks for a second handshake, in which this identity is presented, or the
        /// first one again. TLS 1.2 and earlier.
        case renegotiation(presenting: TLSIdentity?)
        /// A CertificateRequest after the handshake (RFC 8446 §4.6.2).
        case certificate(isRequired: Bool)
        /// A KeyUpdate that asks for one in return (RFC 8446 §4.6.3).
        case keyUpdate
    }

    /// Prepares a demand, which the next ``handshake()`` sends.
    package func demand(_ demand: Demand) throws(TLSEndpointError) {
        ERR_clear_error()
        let isReady: Bool
        switch demand {
        case .renegotiation(let identity):
            if let identity {
                let material = unsafe try TLSMaterial(identity, in: nil)
                guard unsafe material.with({ unsafe SSL_use_cert_and_key(connection, $0, $1, $2, 1) }) == 1 else {
                    throw .library(.demand)
                }
            }
            isReady = unsafe SSL_renegotiate(connection) == 1
        case .certificate(let isRequired):
            unsafe SSL_set_verify(
                connection, SSL_VERIFY_PEER | (isRequired ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0), nil)
            isReady = unsafe SSL_verify_client_post_handshake(connection) == 1
        case .keyUpdate:
            isReady = unsafe SSL_key_update(connection, Int32(SSL_KEY_UPDATE_REQUESTED)) == 1
        }
        guard isReady else { throw .library(.demand) }
    }
}
