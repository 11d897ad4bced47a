import HoldfastStatements
import HoldfastTransport
import HoldfastWebSocket

extension HTTPSError {
    static func webSocketRefused(_ error: WebSocketError, _ response: HTTPSResponse) -> HTTPSError {
        HTTPSError(
            .transfer, .webSocketRefused, WebSocketSentence.refused(error.statement), advice: WebSocketAdvice.askServer,
            connection: response.connection
        ).of(response.url)
    }

    /// The error of a violation of the protocol, or of a message that is too long.
    static func webSocketBroken(_ error: WebSocketError, _ response: HTTPSResponse) -> HTTPSError {
        let advice: WebSocketAdvice = error.code == .messageTooBig ? .takePieces : .askServer
        return HTTPSError(
            TransportError(
                .transfer, error.code == .messageTooBig ? .responseTooLarge : .webSocketBroken, error.statement,
                adviceStatement: advice.statement, connection: response.connection,
                certificateWasAccepted: response.connection.evaluation != nil)
        ).of(response.url)
    }

    static func webSocketClosed(_ status: CloseStatus?, _ response: HTTPSResponse) -> HTTPSError {
        let sentence: WebSocketSentence =
            status.map { .closed(code: Int($0.code), reason: $0.reason) } ?? .closedWithoutCode
        return HTTPSError(
            .transfer, .webSocketClosed, sentence, advice: WebSocketAdvice.openAnother, connection: response.connection
        ).of(response.url)
    }

    static func webSocketClosing(_ response: HTTPSResponse) -> HTTPSError {
        HTTPSError(
            .transfer, .webSocketClosed, WebSocketSentence.closing, advice: WebSocketAdvice.openAnother,
            connection: response.connection
        ).of(response.url)
    }

    static func webSocketCut(_ response: HTTPSResponse) -> HTTPSError {
        HTTPSError(
            .transfer, .connectionClosed, WebSocketSentence.cut, advice: WebSocketAdvice.openAnother,
            connection: response.connection
        ).of(response.url)
    }

    static func webSocketUnanswered(_ response: HTTPSResponse) -> HTTPSError {
        HTTPSError(
            .transfer, .timedOut, WebSocketSentence.unanswered, advice: WebSocketAdvice.askServer,
            connection: response.connection
        ).of(response.url)
    }

    static func twoReceivers(_ response: HTTPSResponse) -> HTTPSError {
        HTTPSError(
            .internal, .twoReaders, WebSocketSentence.twoReceivers, advice: WebSocketAdvice.receiveOnce,
            connection: response.connection
        ).of(response.url)
    }

    static func unusableOpening(_ sentence: WebSocketSentence) -> HTTPSError {
        HTTPSError(.request, .unusableRequest, sentence, advice: WebSocketAdvice.leaveOut)
    }
}
