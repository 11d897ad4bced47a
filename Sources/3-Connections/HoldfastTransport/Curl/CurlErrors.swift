import CCurl

extension CURLcode {
    /// The error that a transfer which ended with this code fails with, outside of TLS.
    ///
    /// - Parameter systemError: the system's `errno`, as libcurl tells it; 0 for none.
    func transportError(for request: TransportRequest, systemError: Int32) -> TransportError {
        fault(systemError: systemError).error(for: request)
    }

    /// The fault that this code stands for.
    func fault(systemError: Int32 = 0) -> TransferFault {
        switch self {
        case CURLE_COULDNT_RESOLVE_HOST: .nameNotFound
        case CURLE_COULDNT_CONNECT: .unconnected(systemError)
        case CURLE_SSL_CONNECT_ERROR: .noHandshake
        case CURLE_SETOPT_OPTION_SYNTAX, CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNSUPPORTED_PROTOCOL:
            .notAccepted
        case CURLE_SEND_ERROR: .notSent
        case CURLE_GOT_NOTHING: .noAnswer
        case CURLE_RECV_ERROR, CURLE_PARTIAL_FILE: .cutShort
        case CURLE_HTTP2, CURLE_HTTP2_STREAM: .http2
        case CURLE_BAD_CONTENT_ENCODING: .contentEncoding
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP_RETURNED_ERROR: .notHTTP
        case CURLE_OUT_OF_MEMORY: .outOfMemory
        default: .other(library: text)
        }
    }

    /// libcurl's own words for the code.
    var text: String {
        guard let text = unsafe curl_easy_strerror(self) else { return "error \(rawValue)" }
        return unsafe String(cString: text)
    }
}
