import CCurl

extension CURLcode {
    /// The error that a transfer which ended with this code fails with, outside of TLS.
    ///
    /// - Parameter systemError: the system's `errno`, as libcurl tells it; 0 for none.
    func transportError(for request: TransportRequest, systemError: Int32) -> TransportError {
        switch self {
        case CURLE_COULDNT_RESOLVE_HOST:
            TransportError(
                .name, .couldNotResolveHost, "the name \(request.host) was not found",
                hint: "check the spelling and the network, or say which address the name stands for")
        case CURLE_COULDNT_CONNECT: .unconnected(request.host, request.port, systemError)
        case CURLE_SSL_CONNECT_ERROR:
            TransportError(
                .tls, .handshakeFailed, "the TLS connection to \(request.host) was not set up",
                hint: "what OpenSSL and curl said stands beside this")
        case CURLE_SETOPT_OPTION_SYNTAX, CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT,
            CURLE_UNSUPPORTED_PROTOCOL:
            TransportError(
                .request, .unusableRequest, "libcurl does not accept the request",
                hint: "what it said stands beside this")
        case CURLE_SEND_ERROR:
            TransportError(
                .request, .connectionClosed, "the connection ended before the request was sent",
                hint: "repeat the request if it may be sent twice")
        case CURLE_GOT_NOTHING:
            TransportError(
                .transfer, .emptyReply, "the server closed the connection without an answer",
                hint: "look into the server's log")
        case CURLE_RECV_ERROR, CURLE_PARTIAL_FILE:
            TransportError(
                .transfer, .connectionClosed, "the connection ended before the response did",
                hint: "repeat the request if it may be sent twice")
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            TransportError(
                .transfer, .http2, "the server broke off the HTTP/2 exchange",
                hint: TransportError.Hint.http11)
        case CURLE_BAD_CONTENT_ENCODING:
            TransportError(
                .transfer, .badContentEncoding, "the response's body cannot be decompressed",
                hint: "look at what the server sends as Content-Encoding")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP_RETURNED_ERROR:
            TransportError(
                .transfer, .notHTTP, "the server's answer is no HTTP response",
                hint: "check that the port serves \(request.isPlain ? "HTTP" : "HTTPS") and no other protocol")
        case CURLE_OUT_OF_MEMORY: .outOfMemory("the transfer")
        default:
            TransportError(
                .transfer, .transferFailed, "the transfer failed: \(text)",
                hint: "what curl said stands beside this")
        }
    }

    /// libcurl's own words for the code.
    var text: String {
        guard let text = unsafe curl_easy_strerror(self) else { return "error \(rawValue)" }
        return unsafe String(cString: text)
    }
}

extension CURLUcode {
    /// libcurl's own words for the code.
    var text: String {
        guard let text = unsafe curl_url_strerror(self) else { return "error \(rawValue)" }
        return unsafe String(cString: text)
    }
}

extension TransportError {
    /// The error of an allocation that failed.
    static func outOfMemory(_ what: String) -> TransportError {
        TransportError(.internal, .outOfMemory, "there is no memory for \(what)", hint: "give the process more memory")
    }
}
