import COpenSSL
import COpenSSLShims
import HoldfastAuthority
import HoldfastCrypto
import HoldfastTLS
import HoldfastX509

extension TLSServerConfiguration {
    /// Whether the libssl of this process has every group of a list, which is written as ``groups`` is.
    package static func hasGroups(_ list: String) -> Bool {
        ERR_clear_error()
        // A name that is not known leaves a word in the queue.
        defer { ERR_clear_error() }
        guard LibraryStart.isDone, let context = unsafe SSL_CTX_new(TLS_server_method()) else { return false }
        defer { unsafe SSL_CTX_free(context) }
        return unsafe shim_SSL_CTX_set1_groups_list(context, list) == 1
    }
}

/// One `SSL_CTX` with one identity, and its one owner.
///
/// `SSL_set_SSL_CTX` switches a connection's certificate, but also where the ALPN callback is looked up: every context
/// of a server is therefore set up alike.
@safe final class TLSContext: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let protocols: [[UInt8]]
    private let stapledOCSP: [UInt8]?

    init(
        _ configuration: TLSServerConfiguration, presenting identity: Identity, with timestamps: [UInt8]? = nil,
        stapling stapledOCSP: [UInt8]? = nil
    ) throws(ServingError) {
        let operation = ServingOperation.setUp
        ERR_clear_error()
        guard LibraryStart.isDone, let context = unsafe SSL_CTX_new(TLS_server_method()) else {
            throw .library(operation)
        }
        unsafe pointer = unsafe context
        protocols = configuration.applicationProtocols.map { Array($0.utf8) }
        self.stapledOCSP = stapledOCSP
        // From here on deinit frees the context, whatever is thrown.
        if let level = configuration.securityLevel { unsafe SSL_CTX_set_security_level(context, level) }
        unsafe shim_SSL_CTX_set_server_options(
            context, configuration.resumesSessions ? 1 : 0, configuration.omitsExtendedMasterSecret ? 1 : 0)
        let name = Array("holdfast".utf8)
        guard
            unsafe shim_SSL_CTX_set_proto_versions(
                context, Int32(configuration.minimumVersion.rawValue), Int32(configuration.maximumVersion.rawValue))
                == 1,
            unsafe SSL_CTX_set_session_id_context(context, name, UInt32(name.count)) == 1
        else { throw .library(operation) }
        if let list = configuration.cipherList, unsafe SSL_CTX_set_cipher_list(context, list) != 1 {
            throw .library(operation)
        }
        if let groups = configuration.groups, unsafe shim_SSL_CTX_set1_groups_list(context, groups) != 1 {
            throw .library(operation)
        }
        for one in configuration.ofOtherKeys + [identity] {
            let material = try TLSMaterial(one)
            guard unsafe material.with({ unsafe SSL_CTX_use_cert_and_key(context, $0, $1, $2, 1) }) == 1 else {
                throw .library(operation)
            }
        }
        if let timestamps, unsafe !Self.add(timestamps: timestamps, to: context) { throw .library(operation) }
        if stapledOCSP != nil, unsafe !staple(in: context) { throw .library(operation) }
        if configuration.requiresClientCertificate {
            // Who the client is does not matter here: only that it can prove to have a certificate's key.
            unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT) { _, _ in 1 }
        } else if configuration.requestsClientCertificate {
            unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { _, _ in 1 }
        }
        for name in configuration.acceptedAuthorities {
            guard unsafe Self.add(authority: name, to: context) else { throw .library(operation) }
        }
        guard !protocols.isEmpty else { return }
        unsafe SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, count, offered, offeredCount, argument in
                guard let argument = unsafe argument, let offered = unsafe offered else {
                    return SSL_TLSEXT_ERR_ALERT_FATAL
                }
                let context = unsafe Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
                let list = unsafe UnsafeBufferPointer(start: offered, count: Int(offeredCount))
                guard let range = unsafe context.chooseProtocol(from: list) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                unsafe chosen?.pointee = unsafe offered + range.lowerBound
                unsafe count?.pointee = UInt8(range.count)
                return SSL_TLSEXT_ERR_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Has libssl send a list of timestamps with its certificate, in the ServerHello of TLS 1.2 and in the Certificate
    /// message of TLS 1.3 (SSL_CTX_use_serverinfo_ex(3)): a context, type and length before the content.
    @unsafe private static func add(timestamps: [UInt8], to context: OpaquePointer) -> Bool {
        // RFC 6962 §3.3.1: "if the session is resumed, the server is not expected to process it or include the
        // extension in the ServerHello".
        let places =
            SSL_EXT_CLIENT_HELLO | SSL_EXT_TLS1_2_SERVER_HELLO | SSL_EXT_TLS1_3_CERTIFICATE
            | SSL_EXT_IGNORE_ON_RESUMPTION
        let info =
            TLSWriter.number(places, octets: 4)
            + TLSWriter.number(ExtensionType.signedCertificateTimestamp.number, octets: 2)
            + TLSWriter.vector(timestamps, lengthOctets: 2)
        return unsafe SSL_CTX_use_serverinfo_ex(context, UInt32(SSL_SERVERINFOV2), info, info.count) == 1
    }

    /// Has libssl answer `status_request` with the response of this context, which lives as long as the context.
    @unsafe private func staple(in context: OpaquePointer) -> Bool {
        let argument = unsafe Unmanaged.passUnretained(self).toOpaque()
        return unsafe shim_SSL_CTX_set_tlsext_status_callback(
            context,
            { connection, argument in
                guard let argument = unsafe argument else { return SSL_TLSEXT_ERR_NOACK }
                let own = unsafe Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
                guard let response = own.stapledOCSP,
                    unsafe shim_SSL_set_ocsp_response(connection, response, response.count) == 1
                else { return SSL_TLSEXT_ERR_NOACK }
                return SSL_TLSEXT_ERR_OK
            }, argument) == 1
    }

    /// libssl reads the subject of a certificate, and of nothing else, so that one is made for the name.
    @unsafe private static func add(authority name: [UInt8], to context: OpaquePointer) -> Bool {
        unsafe name.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            guard let read = unsafe d2i_X509_NAME(nil, &position, buffer.count) else { return false }
            defer { unsafe X509_NAME_free(read) }
            let holder = unsafe X509_new()
            defer { unsafe X509_free(holder) }
            return unsafe X509_set_subject_name(holder, read) == 1 && SSL_CTX_add_client_CA(context, holder) == 1
        }
    }

    deinit { unsafe SSL_CTX_free(pointer) }

    /// Lends the pointer.
    @unsafe func with<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        defer { withExtendedLifetime(self) {} }
        return unsafe body(pointer)
    }

    /// The place of our first choice in the client's list (a length octet before each name). Without a common one the
    /// handshake ends: a server "SHALL respond with a fatal no_application_protocol alert" (RFC 7301 §3.2).
    private func chooseProtocol(from list: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var offered: [Range<Int>] = []
        var index = 0
        while index < list.count {
            let start = index + 1
            let end = unsafe start + Int(list[index])
            guard end <= list.count else { return nil }
            offered.append(start..<end)
            index = end
        }
        for wanted in protocols {
            if let match = offered.first(where: { unsafe list[$0].elementsEqual(wanted) }) { return match }
        }
        return nil
    }
}
