public import HoldfastTransport

extension HTTPSSession {
    /// Sends a request, answers what the server asks for, follows redirects, and returns the answer, whatever its status.
    ///
    /// A 401 with a scheme that can be answered is a challenge: the credentials of the configuration and the handlers
    /// are asked, and the request is sent again. A request with an `Authorization` field of its own is left alone. A
    /// page that asks for a login is a challenge too, where ``Configuration/forms`` describes it.
    ///
    /// - Throws: ``HTTPSError``; where the server is not trusted, with the `TrustFailure`. Cancelling the task ends the
    ///   exchange with the code `cancelled`.
    public func data(for request: HTTPSRequest) async throws(HTTPSError) -> HTTPSResponse {
        try await whole(request, within: request.timeout ?? configuration.timeout)
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
        return try await whole(request, within: request.timeout ?? configuration.transferTimeout)
    }

    /// Sends a request and returns when the head of the answer has come; its body is read as it comes.
    ///
    /// The body has no limit of its own: whoever reads it decides how much is enough.
    ///
    /// - Returns: the body, and the response without it.
    /// - Throws: ``HTTPSError`` as ``data(for:)``; so does reading the body.
    public func bytes(for request: HTTPSRequest) async throws(HTTPSError) -> (HTTPSBytes, HTTPSResponse) {
        let limit = TimeLimit(request.timeout ?? configuration.transferTimeout)
        var journal = try enter(telling: request.finished)
        do throws(HTTPSError) {
            let answer = try await follow(request, as: .stream, within: limit, &journal)
            guard let stream = answer.stream else {
                throw HTTPSError(
                    .internal, "noStream", "the response came without its stream", hint: "report this")
            }
            let source = BodySource(
                stream, begun: answer.begun, of: answer.request, after: answer.response.redirects, journal: journal,
                in: self)
            return (HTTPSBytes(source: source), answer.response)
        } catch {
            leave(journal, error)
            throw error
        }
    }

    private func whole(_ request: HTTPSRequest, within time: Duration) async throws(HTTPSError) -> HTTPSResponse {
        let limit = TimeLimit(time)
        var journal = try enter(telling: request.finished)
        do throws(HTTPSError) {
            let response = try await follow(request, as: .whole, within: limit, &journal).response
            leave(journal, nil)
            return response
        } catch {
            leave(journal, error)
            throw error
        }
    }

    /// - Parameter finished: told the task's figures at its end.
    func enter(
        telling finished: (@Sendable (TaskMetrics) -> Void)? = nil
    ) throws(HTTPSError) -> TaskJournal {
        guard let task = gate.enter() else {
            throw HTTPSError(
                .internal, "invalidated", "the session was invalidated and takes no more requests",
                hint: "make another session")
        }
        return TaskJournal(task, configuration.observer, finished: finished)
    }

    func leave(_ journal: TaskJournal, _ error: HTTPSError?) {
        journal.ended(error)
        gate.leave()
    }
}
