import COpenSSL
import COpenSSLShims
import HoldfastCrypto
import HoldfastTLS

/// One `SSL_CTX` for one trace, and its one owner.
///
/// It lives in a library context of its own, with the default provider alone. What the section `system_default` of
/// `openssl.cnf` says (config(5ssl)) reaches every SSL_CTX of a process all the same: versions, suites, the security
/// level and options are therefore set here, and of the machine's only narrower groups and signature algorithms stay.
@safe final class TracingContext {
    let pointer: OpaquePointer

    private nonisolated(unsafe) static let library: OpaquePointer? = {
        guard LibraryStart.isDone, OPENSSL_init_ssl(UInt64(OPENSSL_INIT_LOAD_SSL_STRINGS), nil) == 1,
            let context = unsafe OSSL_LIB_CTX_new()
        else { return nil }
        guard unsafe OSSL_PROVIDER_load(context, "default") != nil else {
            unsafe OSSL_LIB_CTX_free(context)
            return nil
        }
        return unsafe context
    }()

    init(_ configuration: TraceConfiguration) throws(TraceError) {
        ERR_clear_error()
        guard let library = unsafe Self.library, let context = unsafe SSL_CTX_new_ex(library, nil, TLS_client_method())
        else { throw .library(.client) }
        unsafe pointer = unsafe context
        // From here on deinit frees the context, whatever is thrown.
        let legacy = configuration.dangerousLegacyProtocols
        guard legacy || configuration.minimumVersion >= .tls12 else {
            throw .configuration(.legacyNotAllowed)
        }
        guard
            unsafe shim_SSL_CTX_set_tracing_options(
                context, legacy ? 1 : 0, configuration.dangerousPSKWithoutDiffieHellman ? 1 : 0) == 1
        else { throw .library(.uncompressed) }
        unsafe shim_SSL_CTX_set_max_cert_list(context, HandshakeStream.maximumMessage)
        guard
            unsafe shim_SSL_CTX_set_proto_versions(
                context, Int32(configuration.minimumVersion.number), Int32(configuration.maximumVersion.number)) == 1
        else { throw .configuration(.versions) }
        let list = configuration.cipherList ?? "DEFAULT"
        try Self.check(
            unsafe SSL_CTX_set_cipher_list(context, legacy ? list + ":@SECLEVEL=0" : list), .cipherList, list)
        // What is weak is for the trust policy to say; level 1 is OpenSSL's own. After the list: it may name a level.
        unsafe SSL_CTX_set_security_level(context, legacy ? 0 : 1)
        let suites = unsafe configuration.cipherSuites ?? String(cString: OSSL_default_ciphersuites())
        try Self.check(unsafe SSL_CTX_set_ciphersuites(context, suites), .cipherSuites, suites)
        if let groups = configuration.groups {
            try Self.check(unsafe shim_SSL_CTX_set1_groups_list(context, groups), .groups, groups)
        }
        if let schemes = configuration.signatureAlgorithms {
            try Self.check(
                unsafe shim_SSL_CTX_set1_sigalgs_list(context, schemes), .signatureAlgorithms, schemes)
        }
        try setProtocols(configuration.applicationProtocols)
        if configuration.requestsTimestamps {
            // Only with a callback is the extension sent (RFC 6962 §3.3.1); what came is judged elsewhere.
            _ = unsafe SSL_CTX_set_ct_validation_callback(context, acceptTimestamps, nil)
        }
        // Without this a refusal would be ignored.
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        if let identity = configuration.clientIdentity { unsafe try setIdentity(identity, library) }
    }

    deinit { unsafe SSL_CTX_free(pointer) }

    private static func check(
        _ code: Int32, _ offer: TraceSetupSentence.Offer, _ value: String
    ) throws(TraceError) {
        guard code == 1 else { throw .configuration(.unknown(offer: offer, value: value)) }
    }

    /// RFC 7301 §3.1: names of 1 to 255 bytes, each behind its length.
    private func setProtocols(_ names: [String]) throws(TraceError) {
        guard !names.isEmpty else { return }
        var wire: [UInt8] = []
        for name in names {
            guard let count = UInt8(exactly: name.utf8.count), count > 0 else {
                throw .configuration(.protocolLength)
            }
            wire += [count] + name.utf8
        }
        // Of all functions the one that returns 0 for success.
        guard unsafe SSL_CTX_set_alpn_protos(pointer, wire, UInt32(wire.count)) == 0 else {
            throw .configuration(.protocols)
        }
    }

    @unsafe private func setIdentity(_ identity: ClientIdentity, _ library: OpaquePointer) throws(TraceError) {
        let pkcs8: [UInt8]
        do { pkcs8 = try identity.key.pkcs8DER } catch {
            throw TraceError(
                .internal, .clientIdentity, TraceSetupSentence.clientKeyUnreadable, librarySays: error.stack)
        }
        let key = unsafe Self.read(pkcs8) { unsafe d2i_AutoPrivateKey_ex(nil, $0, $1, library, nil) }
        defer { unsafe EVP_PKEY_free(key) }
        var certificates: [OpaquePointer] = unsafe []
        defer { unsafe certificates.forEach { unsafe X509_free($0) } }
        for der in identity.certificates {
            guard let one = unsafe Self.read(der, { unsafe d2i_X509(nil, $0, $1) }) else {
                throw .library(.readCertificates)
            }
            unsafe certificates.append(one)
        }
        let others = unsafe OPENSSL_sk_new_null()
        defer { unsafe OPENSSL_sk_free(others) }
        unsafe certificates.dropFirst().forEach { _ = unsafe OPENSSL_sk_push(others, UnsafeRawPointer($0)) }
        guard let key = unsafe key, let first = unsafe certificates.first,
            unsafe SSL_CTX_use_cert_and_key(pointer, first, key, others, 1) == 1
        else { throw .library(.useCertificate) }
    }

    @unsafe private static func read(
        _ der: [UInt8], _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
    ) -> OpaquePointer? {
        unsafe der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return unsafe decode(&position, buffer.count)
        }
    }
}

private func acceptTimestamps(
    _ policy: OpaquePointer?, _ timestamps: OpaquePointer?, _ argument: UnsafeMutableRawPointer?
) -> Int32 { 1 }

extension TraceError {
    static func configuration(_ what: TraceSetupSentence) -> TraceError {
        TraceError(.internal, .configuration, what, advice: TraceAdvice.offerOtherwise)
    }

    /// The error that libssl has just left in the thread's queue, which is emptied.
    static func library(_ operation: TraceSetupSentence.Operation) -> TraceError {
        TraceError(
            .internal, .library, TraceSetupSentence.library(operation), librarySays: OpenSSLError.takeAll())
    }
}
