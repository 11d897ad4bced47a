import CCurl

extension CURLcode {
    /// The error that a transfer which ended with this code fails with, outside of TLS.
    ///
    /// - Parameter systemError: the system's `errno`, as libcurl tells it; 0 for none.
    func transportError(for request: TransportRequest, systemError: Int32) -> TransportError {
        switch self {
        case CURLE_COULDNT_RESOLVE_HOST:
            TransportError(
                .name, .couldNotResolveHost, ConnectionSentence.nameNotFound(name: request.host),
                advice: ConnectionAdvice.checkSpellingAndNetwork)
        case CURLE_COULDNT_CONNECT: .unconnected(request.host, request.port, systemError)
        case CURLE_SSL_CONNECT_ERROR:
            TransportError(
                .tls, .handshakeFailed, HandshakeSentence.notSetUp(host: request.host),
                advice: HandshakeAdvice.librariesSaidOnly)
        case CURLE_SETOPT_OPTION_SYNTAX, CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT,
            CURLE_UNSUPPORTED_PROTOCOL:
            TransportError(
                .request, .unusableRequest, TransferSentence.notAccepted, advice: TransferAdvice.seeCurl)
        case CURLE_SEND_ERROR:
            TransportError(
                .request, .connectionClosed, TransferSentence.notSent, advice: TransferAdvice.repeatIfHarmless)
        case CURLE_GOT_NOTHING:
            TransportError(
                .transfer, .emptyReply, TransferSentence.noAnswer, advice: TransferAdvice.seeServersLog)
        case CURLE_RECV_ERROR, CURLE_PARTIAL_FILE:
            TransportError(
                .transfer, .connectionClosed, TransferSentence.cutShort, advice: TransferAdvice.repeatIfHarmless)
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            TransportError(.transfer, .http2, TransferSentence.http2, advice: TransferAdvice.offerHTTP11)
        case CURLE_BAD_CONTENT_ENCODING:
            TransportError(
                .transfer, .badContentEncoding, TransferSentence.contentEncoding,
                advice: TransferAdvice.seeContentEncoding)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP_RETURNED_ERROR:
            TransportError(
                .transfer, .notHTTP, TransferSentence.notHTTP,
                advice: TransferAdvice.checkProtocol(scheme: request.isPlain ? "HTTP" : "HTTPS"))
        case CURLE_OUT_OF_MEMORY: .outOfMemory(.transfer)
        default:
            TransportError(
                .transfer, .transferFailed, TransferSentence.failed(library: text), advice: TransferAdvice.seeCurl)
        }
    }

    /// libcurl's own words for the code.
    var text: String {
        guard let text = unsafe curl_easy_strerror(self) else { return "error \(rawValue)" }
        return unsafe String(cString: text)
    }
}

extension TransportError {
    /// The error of an allocation that failed.
    static func outOfMemory(_ purpose: MachineSentence.Purpose) -> TransportError {
        TransportError(
            .internal, .outOfMemory, MachineSentence.outOfMemory(for: purpose), advice: MachineAdvice.giveMemory)
    }
}
