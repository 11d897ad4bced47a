import COpenSSL
import COpenSSLShims

extension TLSEndpoint {
    /// The verdict on a server's certificate.
    package enum Verdict: Hashable, Sendable {
        case accepted
        /// The X509_V_ERR number, from which libssl makes the alert.
        case refused(Int32)
    }

    /// Answers ``Outcome/needsVerdict``: the next ``handshake()`` goes on, or ends with an alert. A verdict holds for
    /// the certificate that was asked about, and for none after it; where none is asked about it counts for nothing.
    package func decide(_ verdict: Verdict) {
        if isInQuestion { self.verdict = verdict }
    }

    /// Whether the certificate in question has a key, a DER SubjectPublicKeyInfo; where none was asked about, that of
    /// the session which was resumed.
    package func offersKey(_ key: ArraySlice<UInt8>) -> Bool {
        guard wasAsked else { return peerHasKey(key) }
        return keyInQuestion.map(key.elementsEqual) ?? false
    }

    /// Has the client's certificate sent where the server asks for one. Without this an empty list is sent.
    ///
    /// Only after the server has proven who it is: nobody else gets to know who the client is.
    package func showIdentity() throws(TLSEndpointError) {
        ERR_clear_error()
        guard unsafe shim_SSL_use_identity_of(connection, context.pointer) == 1 else { throw .library(.identity) }
    }

    @unsafe fileprivate func answer(_ store: OpaquePointer) -> Int32 {
        wasAsked = true
        isInQuestion = verdict == nil
        defer { verdict = nil }
        switch verdict {
        case nil:
            keyInQuestion = unsafe X509_STORE_CTX_get0_cert(store).flatMap { unsafe Self.key(of: $0) }
            // libssl pauses where the callback says yes and asks for another turn.
            return unsafe shim_SSL_set_retry_verify(connection)
        case .accepted:
            unsafe X509_STORE_CTX_set_error(store, X509_V_OK)
            return 1
        case .refused(let number):
            unsafe X509_STORE_CTX_set_error(store, number)
            return 0
        }
    }
}

let answersAboutCertificate: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { store, _ in
    guard let store = unsafe store, let connection = unsafe shim_X509_STORE_CTX_get_connection(store),
        let endpoint = unsafe TLSEndpoint.of(connection)
    else { return 0 }
    guard endpoint.context.settings.role == .client else {
        // Who a client is does not matter here: only that it can prove to have a certificate's key. A server's side of
        // libssl cannot pause, and takes the wish to for a yes.
        unsafe X509_STORE_CTX_set_error(store, X509_V_OK)
        return 1
    }
    return unsafe endpoint.answer(store)
}
