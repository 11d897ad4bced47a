import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

@Suite("Requests that are cancelled in great numbers, and redirects without end")
struct CancellationStormTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// Whether a task ended as one that was cancelled may: whole, with that error, or, of what has no end, with all
    /// that it may have before its turn came.
    private static func isExpected(_ result: Result<Void, any Error>) -> Bool {
        switch result {
        case .success: true
        case .failure(let error as HTTPSError): error.isCancelled || error.code == .responseTooLarge
        case .failure(let error): error is CancellationError
        }
    }

    @Test(
        "cancelled in every phase, while others go on: nothing hangs, nothing stays open, the session is as good as new"
    )
    func storm() async throws {
        let hostile = HostileServer()
        let server = try bench.server {
            $0.conversation = hostile.conversation([
                "/silent": HostileServer.sends(""),
                "/half": HostileServer.sends("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhalf"),
                "/endless": HostileServer.sends("HTTP/1.1 200 OK\r\n\r\n", endlessly: "a"),
                "/cut": HostileServer.cuts(after: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive."),
            ])
        }
        let session = bench.session(server, policy: bench.trusting)
        let paths = ["/silent", "/half", "/endless", "/good"]
        let requests = try paths.map { HTTPSRequest(try bench.url(server, $0)) }
        for round in 0..<4 {
            let tasks = (0..<60).map { number in
                let request = requests[number % requests.count]
                return Task {
                    switch number / requests.count % 3 {
                    case 0: _ = try await session.data(for: request)
                    case 1:
                        let (bytes, _) = try await session.bytes(for: request)
                        for try await _ in bytes.pieces {}
                    default:
                        let body = UploadBody([UInt8](repeating: 1, count: 100_000))
                        _ = try await session.upload(for: request, from: body)
                    }
                }
            }
            // The phase in which each is met is up to the machine: from before its connection to the middle of its
            // body.
            for (number, task) in tasks.enumerated() {
                if number % 7 == 0 { try await Task.sleep(for: .milliseconds(5 * round)) }
                task.cancel()
            }
            for task in tasks {
                let result = await task.result
                #expect(Self.isExpected(result), "\(result)")
            }
            let good = try await session.data(for: HTTPSRequest(try bench.url(server, "/good")))
            #expect(String(decoding: good.body, as: UTF8.self) == "good")
        }
        session.invalidateAndCancel()
        try await eventually("no connection is open") { server.counters.openConnections == 0 }
    }

    @Test("a session that is invalidated in the middle ends all of its requests")
    func invalidated() async throws {
        let hostile = HostileServer()
        let server = try bench.server {
            $0.conversation = hostile.conversation([
                "/silent": HostileServer.sends(""),
                "/endless": HostileServer.sends("HTTP/1.1 200 OK\r\n\r\n", endlessly: "a"),
            ])
        }
        let session = bench.session(server, policy: bench.trusting)
        let requests = try ["/silent", "/endless"].map { HTTPSRequest(try bench.url(server, $0)) }
        let tasks = (0..<40).map { number in
            Task {
                let (bytes, _) = try await session.bytes(for: requests[number % 2])
                for try await _ in bytes.pieces {}
            }
        }
        // Not held: the requests need the thread.
        try await eventually("eleven handshakes") { server.counters.handshakesCompleted > 10 }
        session.invalidateAndCancel()
        for task in tasks {
            let result = await task.result
            #expect(throws: HTTPSError.self) { try result.get() }
        }
        try await eventually("no connection is open") { server.counters.openConnections == 0 }
    }

    @Test("two servers that send a client back and forth are left after as many redirects as are allowed")
    func circle() async throws {
        let places = Notes<String>()
        let seen = Notes<String>()
        let other = "other.holdfast.test"
        let servers = try [Loopback.host, other].map { name in
            try bench.answering(as: bench.identity(name)) { request in
                seen.add(name)
                let back = places.lines.first { !$0.contains(name) } ?? ""
                return .redirect(to: "\(back)?\(request.target.utf8.count)", status: 307)
            }
        }
        for (name, server) in zip([Loopback.host, other], servers) { places.add("https://\(name):\(server.port)/") }
        let configuration = bench.configuration(
            [(Loopback.host, servers[0].port), (other, servers[1].port)], policy: bench.trusting)
        let session = HTTPSSession(configuration: configuration)
        let start = HTTPSRequest(try HTTPSURL(places.lines[0]), method: "POST", body: [1, 2, 3])
        for isStreamed in [false, true] {
            let error = await #expect(throws: HTTPSError.self) {
                if isStreamed {
                    _ = try await session.bytes(for: start)
                } else {
                    _ = try await session.data(for: start)
                }
            }
            #expect(error?.code == .tooManyRedirects && error?.redirects.count == 20)
        }
        #expect(seen.lines.count == 42)
    }
}
