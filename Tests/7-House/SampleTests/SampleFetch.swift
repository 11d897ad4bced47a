import HoldfastNetworking

@testable import NetworkingSamples

/// What a request comes to: its body, or the number of the `URLError`.
enum Outcome: Equatable {
    case body(String)
    case error(URLError.Code)

    init(
        _ request: URLRequest, _ configuration: URLSessionConfiguration, _ delegate: (any URLSessionDelegate)? = nil,
        session given: URLSession? = nil
    ) async {
        let session = given ?? URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { if given == nil { session.finishTasksAndInvalidate() } }
        do {
            let (data, response) = try await session.data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            let text = String(decoding: data, as: UTF8.self)
            self = .body(status == 200 ? text : "\(status)")
        } catch {
            self = .error((error as? URLError)?.code ?? .unknown)
        }
    }

    init(
        _ url: URL, _ configuration: URLSessionConfiguration, _ delegate: (any URLSessionDelegate)? = nil
    ) async {
        await self.init(URLRequest(url: url), configuration, delegate)
    }
}
