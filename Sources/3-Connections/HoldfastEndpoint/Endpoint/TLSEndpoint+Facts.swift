import COpenSSL
import COpenSSLShims
package import HoldfastTLS

extension TLSEndpoint {
    package var isFinished: Bool { unsafe SSL_is_init_finished(connection) == 1 }
    package var isResumed: Bool { unsafe SSL_session_reused(connection) == 1 }
    package var version: ProtocolVersion {
        unsafe ProtocolVersion(UInt16(truncatingIfNeeded: SSL_version(connection)))
    }

    /// The server name that the client asked for.
    package var serverName: String? {
        unsafe SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name).map { unsafe String(cString: $0) }
    }

    /// The application protocol that was agreed on.
    package var applicationProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(connection, &name, &count)
        guard let name = unsafe name else { return nil }
        return unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    // MARK: The suite

    /// The suite that was agreed on; nil where none was. The pending one until the keys are in use.
    @unsafe private var suite: OpaquePointer? {
        unsafe SSL_get_pending_cipher(connection) ?? SSL_get_current_cipher(connection)
    }

    /// IANA's name of the suite that was agreed on; nil where none was, or where libssl has no name for it.
    package var suiteName: String? {
        unsafe suite.flatMap { unsafe SSL_CIPHER_standard_name($0) }.map { unsafe String(cString: $0) }
    }

    /// The suite that was agreed on, where it encrypts nothing (RFC 5246 §A.5, RFC 9150); nil where it does, or none
    /// was.
    package var unencryptedSuite: String? {
        guard let suite = unsafe suite, unsafe SSL_CIPHER_get_bits(suite, nil) == 0 else { return nil }
        return suiteName ?? "a suite without a name"
    }

    // MARK: The peer's certificate

    /// The certificate by which the peer has said who it is, DER.
    package var peerCertificate: [UInt8]? {
        guard let certificate = unsafe SSL_get0_peer_certificate(connection) else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_X509(certificate, &bytes)
        guard count > 0, let bytes = unsafe bytes else { return nil }
        defer { unsafe shim_OPENSSL_free(bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// Whether the connection's certificate has a key; one that rests on a pre-shared key alone has none.
    package func peerHasKey(_ key: ArraySlice<UInt8>) -> Bool {
        unsafe SSL_get0_peer_certificate(connection).flatMap { unsafe Self.key(of: $0) }.map(key.elementsEqual) ?? false
    }

    /// The key of a certificate, as a DER SubjectPublicKeyInfo.
    @unsafe static func key(of certificate: OpaquePointer) -> [UInt8]? {
        var count: Int32 = 0
        guard let bytes = unsafe shim_X509_public_key(certificate, &count) else { return nil }
        defer { unsafe shim_OPENSSL_free(bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
