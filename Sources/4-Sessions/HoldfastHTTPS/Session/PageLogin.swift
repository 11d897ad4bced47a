import HoldfastCredentials
import HoldfastX509

/// The logins by a page that a session meets. The pipeline of requests knows only this protocol; the folder `Forms` has
/// its implementation.
protocol PageLogins: Sendable {
    /// The login that may stand in the way of a request; nil where none is described for it.
    func login(for request: HTTPSRequest, on way: any PageLoginWay) -> (any PageLogin)?

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
    func logIn(after response: HTTPSResponse, on way: any PageLoginWay) async throws(HTTPSError) -> Bool

    /// Keeps what is to outlast the session of a login that led to the answer of the request.
    func stands(_ answer: HTTPSResponse, on way: any PageLoginWay) async
}

/// The way of the request that a login by a page stands in: what the login has of its session, and how it gets pages.
protocol PageLoginWay: AnyObject {
    /// The descriptions of sites that the session has.
    var sessionForms: [FormLogin] { get }
    /// The clock that cookies are judged by.
    var clock: @Sendable () -> Instant { get }
    /// The session's store of credentials, asked within the request's time.
    var storeAsking: StoreAsking { get }
    /// Whether the session sends and keeps cookies.
    var carriesCookies: Bool { get }

    /// Gets a page as a hop of the request, or submits a form.
    func page(_ request: HTTPSRequest) async throws(HTTPSError) -> HTTPSResponse

    /// Asks the handlers of the session and of a request, and tells of it.
    func ask(
        _ challenge: AuthenticationChallenge, of request: HTTPSRequest
    ) async throws(HTTPSError) -> AuthenticationChallenge.Disposition
}
