import COpenSSL
import COpenSSLShims
import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements

/// One `SSL_CTX` of the front, with the stand-in's certificate for one server and the one protocol that clients of it
/// are told, and its one owner.
///
/// TLS 1.2 and 1.3 alone, with OpenSSL's own security level: there are no weak levels here, whatever a client offers.
@safe final class FrontContext: @unchecked Sendable {
    private let pointer: OpaquePointer
    fileprivate let applicationProtocol: [UInt8]?

    /// Makes a context.
    ///
    /// - Parameter applicationProtocol: chosen where the client offers it; nil where ALPN is to be left alone.
    init(_ identity: Identity, speaking applicationProtocol: String?) throws(GateError) {
        ERR_clear_error()
        guard LibraryStart.isDone, let context = unsafe SSL_CTX_new(TLS_server_method()) else {
            throw .library(.setUp)
        }
        unsafe pointer = unsafe context
        self.applicationProtocol = applicationProtocol.map { Array($0.utf8) }
        // From here on deinit frees the context, whatever is thrown.
        let key: [UInt8]
        do throws(CryptoError) { key = try identity.key.pkcs8DER } catch {
            throw GateError(.library, .couldNot(.readKey, error.statement))
        }
        let certificate = identity.certificate
        guard unsafe shim_SSL_CTX_set_front_options(context) == 1,
            unsafe SSL_CTX_use_certificate_ASN1(context, Int32(certificate.count), certificate) == 1,
            unsafe SSL_CTX_use_PrivateKey_ASN1(EVP_PKEY_EC, context, key, key.count) == 1,
            unsafe SSL_CTX_check_private_key(context) == 1
        else { throw .library(.setUp) }
        // A client's list of protocols is answered by the one that its server has agreed to, or not at all.
        unsafe SSL_CTX_set_alpn_select_cb(context, frontChoosesProtocol, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { unsafe SSL_CTX_free(pointer) }

    /// A new connection of this context; the caller's to free.
    @unsafe func makeConnection() -> OpaquePointer? {
        defer { withExtendedLifetime(self) {} }
        return unsafe SSL_new(pointer)
    }
}

private typealias ChosenProtocol = UnsafeMutablePointer<UnsafePointer<UInt8>?>

private let frontChoosesProtocol:
    @convention(c) (
        OpaquePointer?, ChosenProtocol?, UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?, UInt32,
        UnsafeMutableRawPointer?
    ) -> Int32 = { _, chosen, length, offered, count, argument in
        guard let chosen = unsafe chosen, let length = unsafe length, let offered = unsafe offered,
            let argument = unsafe argument
        else { return SSL_TLSEXT_ERR_NOACK }
        let context = unsafe Unmanaged<FrontContext>.fromOpaque(argument).takeUnretainedValue()
        guard let wanted = context.applicationProtocol else { return SSL_TLSEXT_ERR_NOACK }
        var index = 0
        while index < Int(count) {
            let size = unsafe Int(offered[index])
            guard index + 1 + size <= Int(count) else { break }
            let name = unsafe UnsafeBufferPointer(start: offered + index + 1, count: size)
            if unsafe name.elementsEqual(wanted) {
                unsafe chosen.pointee = unsafe offered + index + 1
                unsafe length.pointee = UInt8(size)
                return SSL_TLSEXT_ERR_OK
            }
            index += 1 + size
        }
        // RFC 7301 §3.2: no protocol in common.
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }

extension GateError {
    /// The error that libssl has just left in the thread's queue, which is emptied.
    static func library(_ operation: GateOperation) -> GateError {
        let stack = OpenSSLError.takeAll().map(\.description)
        let reason =
            stack.isEmpty ? GateFault.noReason.statement : Statement(verbatim: stack.joined(separator: "; "))
        return GateError(.library, .couldNot(operation, reason))
    }
}
