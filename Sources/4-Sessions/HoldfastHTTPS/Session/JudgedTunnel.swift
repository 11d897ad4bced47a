package import HoldfastTransport
package import HoldfastWeb

/// A connection of TLS whose server was judged before anything was sent, for bytes of any protocol.
///
/// It serves its owner alone, and ends with the last reference. One task reads, and one writes.
package final class JudgedTunnel: Sendable {
    /// The connection, with the proof that its server was accepted.
    package let connection: ConnectionRecord
    private let url: HTTPSURL
    private let stream: any AnswerStream
    private let outgoing: PieceChannel
    private let session: HTTPSSession

    fileprivate init(
        _ connection: ConnectionRecord, to url: HTTPSURL, _ stream: any AnswerStream, _ outgoing: PieceChannel,
        in session: HTTPSSession
    ) {
        self.connection = connection
        self.url = url
        self.stream = stream
        self.outgoing = outgoing
        self.session = session
    }

    deinit {
        close()
        session.gate.leave()
    }

    /// The protocol that was agreed on; nil for none.
    package var applicationProtocol: String? { connection.applicationProtocol }

    /// The bytes that have come since the last call, one at least; nil once the server has said that it sends nothing
    /// more. A connection that ends without that throws: what came may be cut.
    ///
    /// The server is held back while nobody reads.
    package func read() async throws(HTTPSError) -> [UInt8]? {
        do throws(TransportError) { return try await stream.next() } catch { throw HTTPSError(error).of(url) }
    }

    /// Sends bytes, and returns when there is room for more.
    ///
    /// - Returns: whether they are on their way; false once the connection has ended, of which ``read()`` tells more.
    package func write(_ bytes: [UInt8]) async -> Bool { await outgoing.put(bytes) }

    /// Says that nothing more is sent; what comes is read on.
    package func endWriting() { outgoing.finish() }

    /// Ends the connection in both directions.
    package func close() {
        outgoing.finish()
        stream.cancel()
    }
}

extension HTTPSSession {
    /// Opens a connection of its own, judges the server, and hands it over; nothing of HTTP is sent. The session's
    /// handler is asked as for any connection.
    ///
    /// - Parameters:
    ///   - url: the server; only host and port are used.
    ///   - protocols: the protocols that are offered by ALPN (RFC 7301), the first choice first; none for no offer.
    ///   - timeout: for name, connection and handshake together; nil for the session's limit.
    /// - Throws: ``HTTPSError``; where the server is not trusted, with the `TrustFailure`.
    package func openTunnel(
        to url: HTTPSURL, offering protocols: [String], timeout: Duration? = nil
    ) async throws(HTTPSError) -> JudgedTunnel {
        let pipeline = try RequestPipeline(
            self, asking: url, within: timeout ?? configuration.timeouts.request)
        let outgoing = PieceChannel()
        do throws(HTTPSError) {
            guard !url.isPlainHTTP else { throw .tunnelWithoutTLS }
            var request = HTTPSRequest(url)
            request.taskID = pipeline.journal.task
            request.upload = UploadBody(length: nil, once: outgoing)
            let answer = try await pipeline.tunnel(for: request, offering: protocols)
            guard let stream = answer.stream, answer.response.connection.evaluation != nil else {
                throw .tunnelWithoutProof
            }
            return JudgedTunnel(answer.response.connection, to: url, stream, outgoing, in: self)
        } catch {
            outgoing.finish()
            throw pipeline.leave(error)
        }
    }
}

extension HTTPSError {
    fileprivate static let tunnelWithoutTLS = HTTPSError(
        .request, .plainHTTP, SessionSentence.tunnelWithoutTLS, advice: SessionAdvice.nameHTTPS)
    fileprivate static let tunnelWithoutProof = HTTPSError(
        .internal, .uncheckedConnection, SessionSentence.tunnelWithoutProof, advice: SessionAdvice.report)
}
