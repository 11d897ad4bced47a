import CHandshake
import COpenSSL
import COpenSSLShims
import HoldfastCrypto
package import HoldfastTLS

/// The offers of the linked OpenSSL, read from a ClientHello that it writes for nobody: what it has is taken neither
/// from its headers nor from its version.
package enum LibraryOffer {
    /// Every registered group that it knows.
    static let known: [NamedGroup] =
        unsafe withContext { context in NamedGroup.registered.filter { unsafe set([$0], in: context) } } ?? []

    /// Every registered group that it offers where it is told to, at the security level of sessions.
    static let groups: [NamedGroup] = hello(offering: known)?.supportedGroups ?? []

    /// The ClientHello of a session's handshake; nil where the library writes none.
    ///
    /// - Parameter groups: in the place of the library's and the machine's own; nil for those.
    package static func hello(offering groups: [NamedGroup]? = nil) -> ClientHello? {
        unsafe withContext { context -> ClientHello? in
            guard unsafe handshake_apply_rules(context) == 1 else { return nil }
            if let groups, unsafe !set(groups, in: context) { return nil }
            return unsafe written(by: context)
        } ?? nil
    }

    /// Lets a context offer these groups; false where libssl knows one of them not, or refuses.
    @unsafe static func set(_ groups: [NamedGroup], in context: OpaquePointer) -> Bool {
        let list = groups.map(\.name).joined(separator: ":")
        ERR_clear_error()
        defer { ERR_clear_error() }
        return unsafe shim_SSL_CTX_set1_groups_list(context, list) == 1
    }

    @unsafe private static func withContext<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
        guard LibraryStart.isDone, let context = unsafe SSL_CTX_new(TLS_client_method()) else { return nil }
        defer { unsafe SSL_CTX_free(context) }
        return unsafe body(context)
    }

    /// The first flight of a handshake whose other end says nothing.
    @unsafe private static func written(by context: OpaquePointer) -> ClientHello? {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard let connection = unsafe SSL_new(context) else { return nil }
        defer { unsafe SSL_free(connection) }
        guard let input = unsafe BIO_new(BIO_s_mem()), let output = unsafe BIO_new(BIO_s_mem()) else { return nil }
        // Both belong to the connection from here on.
        unsafe SSL_set_bio(connection, input, output)
        unsafe SSL_set_connect_state(connection)
        _ = unsafe SSL_do_handshake(connection)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe BIO_read(output, &bytes, Int32(bytes.count))
        guard count > 0, let records = try? TLSRecord.records(in: Array(bytes.prefix(Int(count)))) else { return nil }
        var stream = HandshakeStream()
        for record in records {
            guard let message = try? stream.append(record.fragment).first else { continue }
            if case .clientHello(let hello) = HandshakeMessage(message, in: HandshakeContext()).content { return hello }
        }
        return nil
    }
}
