public import Holdfast

/// Prices that a program fetches from its server.
///
/// The configuration is its caller's: the program's own, or that of a test, which leads to another server and trusts
/// another authority. Nothing else differs, and no test switches the judgement off.
public struct PriceList: Sendable {
    private let url: HTTPSURL
    private let session: HTTPSSession

    /// A list at a server.
    public init(at url: HTTPSURL, _ configuration: HTTPSSession.Configuration = HTTPSSession.Configuration()) {
        self.url = url
        session = HTTPSSession(configuration: configuration)
    }

    /// Fetches the list.
    ///
    /// - Throws: `HTTPSError`: for a server that is not trusted, before a byte of the request is sent.
    public func fetch() async throws -> String {
        let response = try await session.data(from: url)
        return String(decoding: response.body, as: UTF8.self)
    }

    /// Closes the connections.
    public func close() async { await session.finishTasksAndInvalidate() }
}
