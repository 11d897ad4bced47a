public import HoldfastTransport

extension HTTPSSession {
    /// Sends a request, answers what the server asks for, follows redirects, and returns the answer, whatever its
    /// status.
    ///
    /// A 401 with a scheme that can be answered is a challenge: the credentials of the configuration and the handlers
    /// are asked, and the request is sent again. A request with an `Authorization` field of its own is answered by the
    /// handlers alone, whose answer takes the field's place. A page that asks for a login is a challenge too, where
    /// ``Configuration/Credentials/forms`` describes it.
    ///
    /// - Throws: ``HTTPSError``; where the server is not trusted, with the `TrustFailure`. Cancelling the task ends the
    ///   exchange with the code `cancelled`.
    public func data(for request: HTTPSRequest) async throws(HTTPSError) -> HTTPSResponse {
        try await whole(request, within: request.timeout ?? configuration.timeouts.request)
    }

    /// Sends a request with a body that is read while it is sent.
    ///
    /// - Parameters:
    ///   - request: as for ``data(for:)``; its own body is not used. Its method is sent as it is: `POST` or `PUT`.
    ///   - body: what is sent. Where the server's answer makes it go out again, as a redirect with 307 or a challenge
    ///     does, it has to be repeatable.
    /// - Throws: ``HTTPSError`` as ``data(for:)``; `uploadFailed`, `uploadLength` and `bodyNotRepeatable` say what was
    ///   wrong with the body.
    public func upload(for request: HTTPSRequest, from body: UploadBody) async throws(HTTPSError) -> HTTPSResponse {
        var request = request
        request.body = nil
        request.upload = body
        return try await whole(request, within: request.timeout ?? configuration.timeouts.transfer)
    }

    /// Sends a request and returns when the head of the answer has come; its body is read as it comes.
    ///
    /// The body has no limit of its own: whoever reads it decides how much is enough.
    ///
    /// - Returns: the body, and the response without it.
    /// - Throws: ``HTTPSError`` as ``data(for:)``; so does reading the body.
    public func bytes(for request: HTTPSRequest) async throws(HTTPSError) -> (HTTPSBytes, HTTPSResponse) {
        let pipeline = try RequestPipeline(
            self, asking: request.url, within: request.timeout ?? configuration.timeouts.transfer,
            telling: request.finished)
        do throws(HTTPSError) {
            let answer = try await pipeline.run(request, as: .stream)
            guard let stream = answer.stream else {
                throw HTTPSError(.internal, .noStream, SessionSentence.noStream, advice: SessionAdvice.report)
            }
            let source = BodySource(
                stream, begun: answer.begun, of: answer.request, on: answer.response.connection,
                after: answer.response.redirects, journal: pipeline.journal, in: self)
            return (HTTPSBytes(source: source), answer.response)
        } catch {
            throw pipeline.leave(error)
        }
    }

    private func whole(_ request: HTTPSRequest, within time: Duration) async throws(HTTPSError) -> HTTPSResponse {
        let pipeline = try RequestPipeline(self, asking: request.url, within: time, telling: request.finished)
        do throws(HTTPSError) {
            let answer = try await pipeline.run(request, as: .whole)
            let response = try await answer.whole()
            if let last = answer.stream?.last { pipeline.completed(last, answer.request) }
            pipeline.leave()
            return response
        } catch {
            throw pipeline.leave(error)
        }
    }
}
