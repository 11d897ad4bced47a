import BenchLoad
import Foundation

#if HOLDFAST_NAMES
    import HoldfastNetworking
    import HoldfastTrust
#else
    import FoundationNetworking
#endif

/// Measures `URLSession`: the one of HoldfastNetworking, or that of FoundationNetworking, by the same lines.
@main
struct NamesBench: MeasuredClient {
    private let session: URLSession
    private let url: URL
    private let counting = ByteCount()
    private let readsInPieces: Bool

    init(_ invocation: Invocation) throws {
        guard let url = URL(string: invocation.url) else { throw Usage() }
        self.url = url
        readsInPieces = invocation.load == .download
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 64
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // FoundationNetworking reads the system's file, in whose place scripts/bench-http puts the anchors.
        #if HOLDFAST_NAMES
            let anchors = try TrustAnchors.only(paths: [invocation.anchors])
            configuration.serverTrustPolicy = { name in
                var policy = TrustPolicy.ssl(name)
                policy.anchors = anchors
                return policy
            }
        #endif
        session = URLSession(
            configuration: configuration, delegate: readsInPieces ? counting : nil, delegateQueue: nil)
    }

    func get() async throws -> Int {
        if readsInPieces {
            return try await withCheckedThrowingContinuation { continuation in
                counting.ended = { continuation.resume(with: $0) }
                session.dataTask(with: url).resume()
            }
        }
        return try await withCheckedThrowingContinuation { continuation in
            session.dataTask(with: url) { data, response, error in
                guard let data, (response as? HTTPURLResponse)?.statusCode == 200 else {
                    return continuation.resume(throwing: error ?? WrongAnswer())
                }
                continuation.resume(returning: data.count)
            }.resume()
        }
    }

    static func main() { Program.run { try await measure() } }
}

/// A delegate that counts the bytes of one response; called on the session's queue alone.
private final class ByteCount: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    var ended: ((Result<Int, any Error>) -> Void)?
    private var count = 0

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { count += data.count }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        ended?(error.map(Result.failure) ?? .success(count))
    }
}
