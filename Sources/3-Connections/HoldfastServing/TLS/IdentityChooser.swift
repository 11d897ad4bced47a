import COpenSSL
import COpenSSLShims
import HoldfastX509

/// All contexts of a server, and which is for which server name.
final class IdentityChooser: Sendable {
    private let first: TLSContext
    private let named: [String: TLSContext]
    private let refusesUnknownNames: Bool

    init(_ configuration: TLSServerConfiguration) throws(ServingError) {
        refusesUnknownNames = configuration.refusesUnknownNames
        first = try TLSContext(
            configuration, presenting: configuration.identity, with: configuration.timestamps,
            stapling: configuration.stapledOCSP)
        var named: [String: TLSContext] = [:]
        for other in configuration.others {
            let context = try TLSContext(configuration, presenting: other.identity)
            for name in other.names { named[name] = context }
        }
        self.named = named
        // The callback lives in `first`, and `first` no longer than this object.
        let argument = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe first.with { context in
            unsafe shim_SSL_CTX_set_tlsext_servername_callback(
                context,
                { connection, alert, argument in
                    guard let connection = unsafe connection, let argument = unsafe argument else {
                        return SSL_TLSEXT_ERR_NOACK
                    }
                    let chooser = unsafe Unmanaged<IdentityChooser>.fromOpaque(argument).takeUnretainedValue()
                    let answer = unsafe chooser.choose(for: connection)
                    if answer == SSL_TLSEXT_ERR_ALERT_FATAL { unsafe alert?.pointee = SSL_AD_UNRECOGNIZED_NAME }
                    return answer
                }, argument)
        }
    }

    /// A new connection, with the first identity until the client's server name has been read.
    @unsafe func makeConnection() -> OpaquePointer? { unsafe first.with { unsafe SSL_new($0) } }

    private func choose(for connection: OpaquePointer) -> Int32 {
        // libssl asks where the client sent no name, too.
        guard let name = unsafe SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name) else {
            return refusesUnknownNames ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_NOACK
        }
        guard let context = named[unsafe String(cString: name).asciiLowercased()] else {
            return refusesUnknownNames ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_OK
        }
        unsafe context.with { _ = unsafe SSL_set_SSL_CTX(connection, $0) }
        return SSL_TLSEXT_ERR_OK
    }
}
