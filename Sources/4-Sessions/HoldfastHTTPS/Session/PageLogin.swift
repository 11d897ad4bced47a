/// The logins by a page that a session meets. The pipeline of requests knows only this protocol; the folder `Forms` has
/// its implementation.
protocol PageLogins: Sendable {
    /// The login that may stand in the way of a request; nil where none is described for it.
    func login(for request: HTTPSRequest, on pipeline: RequestPipeline) -> (any PageLogin)?

    /// Forgets everything that sites took.
    func removeAll()
}

/// A login by a page in the way of one request, as ``RequestPipeline`` knows it.
///
/// Belongs to the task that the request is made by.
protocol PageLogin: AnyObject {
    /// Bytes of a response's body that it takes to see whether the response is a page that asks for the login; nil
    /// where its head is enough.
    func bytesToLookAt(of response: HTTPSResponse) -> Int?

    /// Logs in where a response asks for it by a page, and says whether the request is to be sent again, from its
    /// beginning.
    func logIn(after response: HTTPSResponse, on pipeline: RequestPipeline) async throws(HTTPSError) -> Bool

    /// Keeps what is to outlast the session of a login that led to the answer of the request.
    func stands(_ answer: HTTPSResponse, on pipeline: RequestPipeline) async
}
