import HoldfastTransport

extension HTTPSResponse {
    func with(body: [UInt8]) -> HTTPSResponse {
        HTTPSResponse(
            url: url, status: status, httpVersion: httpVersion, fields: fields, trailers: trailers, body: body,
            connection: connection, isReusedConnection: isReusedConnection, redirects: redirects, sent: sent)
    }

    init(_ answer: TransportResponse, from url: HTTPSURL, after redirects: [Redirect]) {
        self.init(
            url: url, status: answer.status, httpVersion: answer.httpVersion, fields: answer.fields,
            trailers: answer.trailers, body: answer.body, connection: answer.connection,
            isReusedConnection: answer.isReusedConnection, redirects: redirects)
    }
}

extension TransportStream {
    /// What is read of a body that nobody wants, to keep its connection; of more, the connection is let go.
    private static let skipLimit = 256 << 10

    /// Reads what is left of a body that nobody wants, within a limit.
    func skip() async {
        var count = 0
        do throws(TransportError) {
            while count <= Self.skipLimit, let piece = try await next() { count += piece.count }
        } catch {
            // The exchange that follows says what is wrong, if it concerns it.
        }
        cancel()
    }
}
