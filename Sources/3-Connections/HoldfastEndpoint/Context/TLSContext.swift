import COpenSSL
import COpenSSLShims
import HoldfastCrypto
import HoldfastTLS
import HoldfastX509

/// One `SSL_CTX`, set up by ``TLSSettings``, and its one owner: any number of endpoints are made of it, on any threads.
///
/// `SSL_set_SSL_CTX` switches a connection's certificate, but also where callbacks are looked up: the contexts for the
/// names of one server are set up alike.
@safe package final class TLSContext: @unchecked Sendable {
    let pointer: OpaquePointer
    let settings: TLSSettings
    /// The contexts of a server for particular server names; nil where the client's is not looked at.
    let named: [String: TLSContext]?
    /// The protocols of ``TLSSettings/applicationProtocols`` as bytes.
    let protocols: [[UInt8]]

    /// Makes a context.
    ///
    /// - Parameter named: other contexts of a server, by the lower-case names without a trailing dot for which they
    ///   stand in (RFC 6066 §3); nil where the client's name is neither looked at nor acknowledged.
    package init(_ settings: TLSSettings, named: [String: TLSContext]? = nil) throws(TLSEndpointError) {
        ERR_clear_error()
        let library = unsafe settings.library == .own ? try? LibraryContext.pointer() : nil
        guard LibraryStart.isDone, unsafe settings.library == .process || library != nil,
            let context = unsafe SSL_CTX_new_ex(
                library, nil, settings.role == .client ? TLS_client_method() : TLS_server_method())
        else { throw .library(.context) }
        unsafe pointer = unsafe context
        self.settings = settings
        self.named = named
        protocols = settings.applicationProtocols.map { Array($0.utf8) }
        // From here on deinit frees the context, whatever is thrown.
        guard unsafe shim_SSL_CTX_set_options(context, settings.options.rawValue) == 1 else { throw .library(.options) }
        if let most = settings.maximumCertificateBytes { unsafe shim_SSL_CTX_set_max_cert_list(context, most) }
        guard
            unsafe shim_SSL_CTX_set_proto_versions(
                context, Int32(settings.minimumVersion.number), Int32(settings.maximumVersion.number)) == 1
        else { throw .library(.versions) }
        try setLists()
        for one in settings.identities {
            let material = unsafe try TLSMaterial(one, in: library)
            guard unsafe material.with({ unsafe SSL_CTX_use_cert_and_key(context, $0, $1, $2, 1) }) == 1 else {
                throw .library(.identity)
            }
        }
        unsafe SSL_CTX_set_cert_verify_callback(context, answersAboutCertificate, nil)
        if settings.dangerousKeyLog { unsafe SSL_CTX_set_keylog_callback(context, takesKeys) }
        switch settings.role {
        case .client: try setUpClient()
        case .server(let demand): try setUpServer(demand)
        }
    }

    deinit { unsafe SSL_CTX_free(pointer) }

    private func setLists() throws(TLSEndpointError) {
        try set(.cipherList) { unsafe SSL_CTX_set_cipher_list(pointer, $0) }
        if let level = settings.securityLevel { unsafe SSL_CTX_set_security_level(pointer, level) }
        try set(.cipherSuites) { unsafe SSL_CTX_set_ciphersuites(pointer, $0) }
        try set(.groups) { unsafe shim_SSL_CTX_set1_groups_list(pointer, $0) }
        try set(.signatureAlgorithms) { unsafe shim_SSL_CTX_set1_sigalgs_list(pointer, $0) }
    }

    private func set(_ list: TLSSettings.List, by call: (String) -> Int32) throws(TLSEndpointError) {
        guard let text = settings.lists[list] else { return }
        guard call(text) == 1 else { throw .library(.list(list, text)) }
    }

    // MARK: A client

    private func setUpClient() throws(TLSEndpointError) {
        // Without this a refusal would be ignored.
        unsafe SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
        if settings.requestsTimestamps {
            // Only with a callback is the extension sent (RFC 6962 §3.3.1); what came is judged elsewhere.
            _ = unsafe SSL_CTX_set_ct_validation_callback(pointer, { _, _, _ in 1 }, nil)
        }
        guard !protocols.isEmpty else { return }
        // RFC 7301 §3.1: names of 1 to 255 bytes, each behind its length.
        var offer: [UInt8] = []
        for name in protocols {
            guard let count = UInt8(exactly: name.count), count > 0 else {
                throw TLSEndpointError(.applicationProtocolLength)
            }
            offer += [count] + name
        }
        // Of all functions the one that returns 0 for success.
        guard unsafe SSL_CTX_set_alpn_protos(pointer, offer, UInt32(offer.count)) == 0 else {
            throw .library(.applicationProtocols)
        }
    }

    // MARK: A server

    private func setUpServer(_ demand: TLSSettings.ClientCertificate) throws(TLSEndpointError) {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        let name = Array("holdfast".utf8)
        guard unsafe SSL_CTX_set_session_id_context(pointer, name, UInt32(name.count)) == 1 else {
            throw .library(.options)
        }
        switch demand {
        case .never: break
        case .optional: unsafe SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
        case .required: unsafe SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        }
        for name in settings.acceptedAuthorities {
            guard unsafe add(authority: name) else { throw .library(.authorities) }
        }
        if let timestamps = settings.timestamps, !add(timestamps: timestamps) { throw .library(.timestamps) }
        if settings.stapledOCSP != nil {
            guard unsafe shim_SSL_CTX_set_tlsext_status_callback(pointer, staples, me) == 1 else {
                throw .library(.staple)
            }
        }
        if named != nil { unsafe shim_SSL_CTX_set_tlsext_servername_callback(pointer, choosesContext, me) }
        if !protocols.isEmpty { unsafe SSL_CTX_set_alpn_select_cb(pointer, choosesProtocol, me) }
    }

    /// Has libssl send a list of timestamps with its certificate, in the ServerHello of TLS 1.2 and in the Certificate
    /// message of TLS 1.3 (SSL_CTX_use_serverinfo_ex(3)): a context, type and length before the content.
    private func add(timestamps: [UInt8]) -> Bool {
        // RFC 6962 §3.3.1: "if the session is resumed, the server is not expected to process it or include the
        // extension in the ServerHello".
        let places =
            SSL_EXT_CLIENT_HELLO | SSL_EXT_TLS1_2_SERVER_HELLO | SSL_EXT_TLS1_3_CERTIFICATE
            | SSL_EXT_IGNORE_ON_RESUMPTION
        let info =
            TLSWriter.number(places, octets: 4)
            + TLSWriter.number(ExtensionType.signedCertificateTimestamp.number, octets: 2)
            + TLSWriter.vector(timestamps, lengthOctets: 2)
        return unsafe SSL_CTX_use_serverinfo_ex(pointer, UInt32(SSL_SERVERINFOV2), info, info.count) == 1
    }

    /// libssl reads the subject of a certificate, and of nothing else, so that one is made for the name.
    @unsafe private func add(authority name: [UInt8]) -> Bool {
        unsafe name.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            guard let read = unsafe d2i_X509_NAME(nil, &position, buffer.count) else { return false }
            defer { unsafe X509_NAME_free(read) }
            let holder = unsafe X509_new()
            defer { unsafe X509_free(holder) }
            return unsafe X509_set_subject_name(holder, read) == 1 && SSL_CTX_add_client_CA(pointer, holder) == 1
        }
    }

    // MARK: The library

    /// OpenSSL's default suites of TLS 1.3.
    package static var defaultCipherSuites: String { unsafe String(cString: OSSL_default_ciphersuites()) }

    /// Whether the libssl of this process has every group of a list, which is in OpenSSL's words.
    package static func hasGroups(_ list: String) -> Bool {
        var settings = TLSSettings(.server())
        settings.lists[.groups] = list
        return (try? TLSContext(settings)) != nil
    }
}
