/// A way in which a transfer fails, outside of TLS and of what this side decides.
enum TransferFault: Hashable {
    case nameNotFound
    /// The system's `errno`; 0 where it has said none.
    case unconnected(Int32)
    /// The handshake could not be begun, or failed without a word.
    case noHandshake
    case notSent
    case noAnswer
    case cutShort
    case http2
    case contentEncoding
    case notHTTP

    /// Whether the connection broke, rather than what came over it being wrong.
    var isCut: Bool {
        switch self {
        case .noHandshake, .notSent, .noAnswer, .cutShort, .http2: true
        case .nameNotFound, .unconnected, .contentEncoding, .notHTTP: false
        }
    }

    /// The error that a transfer fails with.
    func error(for request: TransportRequest) -> TransportError {
        switch self {
        case .nameNotFound:
            TransportError(
                .name, .couldNotResolveHost, ConnectionSentence.nameNotFound(name: request.host),
                advice: ConnectionAdvice.checkSpellingAndNetwork)
        case .unconnected(let number): .unconnected(request.host, request.port, number)
        case .noHandshake:
            TransportError(
                .tls, .handshakeFailed, HandshakeSentence.notSetUp(host: request.host),
                advice: HandshakeAdvice.librariesSaidOnly)
        case .notSent:
            TransportError(
                .request, .connectionClosed, TransferSentence.notSent, advice: TransferAdvice.repeatIfHarmless)
        case .noAnswer:
            TransportError(
                .transfer, .emptyReply, TransferSentence.noAnswer, advice: TransferAdvice.seeServersLog)
        case .cutShort:
            TransportError(
                .transfer, .connectionClosed, TransferSentence.cutShort, advice: TransferAdvice.repeatIfHarmless)
        case .http2:
            TransportError(.transfer, .http2, TransferSentence.http2, advice: TransferAdvice.offerHTTP11)
        case .contentEncoding:
            TransportError(
                .transfer, .badContentEncoding, TransferSentence.contentEncoding,
                advice: TransferAdvice.seeContentEncoding)
        case .notHTTP:
            TransportError(
                .transfer, .notHTTP, TransferSentence.notHTTP,
                advice: TransferAdvice.checkProtocol(scheme: request.isPlain ? "HTTP" : "HTTPS"))
        }
    }
}

extension TransportError {
    /// The error of an allocation that failed.
    static func outOfMemory(_ purpose: MachineSentence.Purpose) -> TransportError {
        TransportError(
            .internal, .outOfMemory, MachineSentence.outOfMemory(for: purpose), advice: MachineAdvice.giveMemory)
    }
}
