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

    init(_ invocation: Invocation) throws {
        let anchors = try TrustAnchors.only(paths: [invocation.anchors])
        var configuration = HTTPSSession.Configuration()
        configuration.offersHTTP2 = invocation.isHTTP2
        configuration.trust.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        // The server lets nothing be kept: each request looks there in vain, and its answer leaves nothing.
        let folder = ProcessInfo.processInfo.environment["HOLDFAST_BENCH_CACHE"]
        configuration.cache = folder.map { HTTPCache(folder: $0) }
        session = HTTPSSession(configuration: configuration)
        url = try HTTPSURL(invocation.url)
        isHTTP2 = invocation.isHTTP2
        readsInPieces = invocation.load == .download
    }

    func get() async throws -> Int {
        let request = HTTPSRequest(url)
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

    func echo() async throws -> @Sendable () async throws -> Void {
        let socket = try await session.webSocket(HTTPSRequest(url))
        let message = WebSocketMessage.data([UInt8](repeating: 0x2A, count: Load.messageLength))
        return {
            try await socket.send(message)
            guard try await socket.receive() == message else { throw WrongAnswer() }
        }
    }

    private func check(_ response: HTTPSResponse) throws {
        guard response.status == 200, (response.httpVersion == "2") == isHTTP2 else { throw WrongAnswer() }
    }

    static func main() { Program.run { try await measure() } }
}
