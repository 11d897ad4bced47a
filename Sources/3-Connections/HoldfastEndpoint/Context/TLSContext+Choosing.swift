import COpenSSL
import COpenSSLShims
import HoldfastX509

// The callbacks by which a server's context chooses; each gets its context, which is alive as long as it is asked.

let choosesProtocol:
    @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
        UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32 = { _, chosen, count, offered, offeredCount, argument in
        guard let argument = unsafe argument, let offered = unsafe offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        let context = unsafe Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
        let list = unsafe UnsafeBufferPointer(start: offered, count: Int(offeredCount))
        guard let range = unsafe context.chooseProtocol(from: list) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        unsafe chosen?.pointee = unsafe offered + range.lowerBound
        unsafe count?.pointee = UInt8(range.count)
        return SSL_TLSEXT_ERR_OK
    }

let choosesContext: shim_servername_callback = { connection, alert, argument in
    guard let connection = unsafe connection, let argument = unsafe argument else { return SSL_TLSEXT_ERR_NOACK }
    let context = unsafe Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
    let answer = unsafe context.chooseContext(for: connection)
    if answer == SSL_TLSEXT_ERR_ALERT_FATAL { unsafe alert?.pointee = SSL_AD_UNRECOGNIZED_NAME }
    return answer
}

let staples: shim_status_callback = { connection, argument in
    guard let argument = unsafe argument else { return SSL_TLSEXT_ERR_NOACK }
    let context = unsafe Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
    guard let response = context.settings.stapledOCSP,
        unsafe shim_SSL_set_ocsp_response(connection, response, response.count) == 1
    else { return SSL_TLSEXT_ERR_NOACK }
    return SSL_TLSEXT_ERR_OK
}

extension TLSContext {
    /// The place of our first choice in the client's list (a length octet before each name). Without a common one the
    /// handshake ends: a server "SHALL respond with a fatal no_application_protocol alert" (RFC 7301 §3.2).
    fileprivate func chooseProtocol(from list: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
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

    /// Switches a connection to the context for the name that its client asks for.
    @unsafe fileprivate func chooseContext(for connection: OpaquePointer) -> Int32 {
        // libssl asks where the client sent no name, too.
        guard let name = unsafe SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name) else {
            return settings.refusesUnknownNames ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_NOACK
        }
        guard let context = unsafe named?[String(cString: name).asciiLowercased()] else {
            return settings.refusesUnknownNames ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_OK
        }
        _ = unsafe SSL_set_SSL_CTX(connection, context.pointer)
        return SSL_TLSEXT_ERR_OK
    }
}
