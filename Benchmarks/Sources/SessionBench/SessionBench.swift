import BenchLoad
import FoundationEssentials
import Holdfast

/// Measures `HTTPSSession`.
@main
struct SessionBench: MeasuredClient {
    private let session: HTTPSSession
    private let url: HTTPSURL
    private let isHTTP2: Bool
    private let readsInPieces: Bool
    /// Fields of each request: with a cache those that keep it empty, so that each request looks there and goes on.
    private let fields: [HTTPField]

    init(_ invocation: Invocation) throws {
        let anchors = try TrustAnchors.only(paths: [invocation.anchors])
        var configuration = HTTPSSession.Configuration()
        configuration.offersHTTP2 = invocation.isHTTP2
        configuration.trust.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        let folder = ProcessInfo.processInfo.environment["HOLDFAST_BENCH_CACHE"]
        configuration.cache = folder.map { HTTPCache(folder: $0) }
        fields = folder == nil ? [] : [HTTPField(name: "Cache-Control", value: "no-store")].compactMap(\.self)
        session = HTTPSSession(configuration: configuration)
        url = try HTTPSURL(invocation.url)
        isHTTP2 = invocation.isHTTP2
        readsInPieces = invocation.load == .download
    }

    func get() async throws -> Int {
        let request = HTTPSRequest(url, fields: fields)
        guard readsInPieces else {
            let response = try await session.data(for: request)
            try check(response)
            return response.body.count
        }
        let (bytes, response) = try await session.bytes(for: request)
        try check(response)
        var count = 0
        for try await piece in bytes.pieces { count += piece.count }
        return count
    }

    private func check(_ response: HTTPSResponse) throws {
        guard response.status == 200, (response.httpVersion == "2") == isHTTP2 else { throw WrongAnswer() }
    }

    static func main() { Program.run { try await measure() } }
}
