import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import LoopbackSupport
import PeerPrograms
import Testing

/// Many requests, and what they leave behind.
@Suite("Many requests", .serialized, .enabled(if: ProcessFigures.areSoaksWanted, "set HOLDFAST_SOAK (make soak)"))
struct RequestSoakTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func run(_ count: Int, atOnce: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let left = Countdown(count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<atOnce {
                group.addTask { while let number = left.next() { try await body(number) } }
            }
            try await group.waitForAll()
        }
    }

    @Test("50,000 requests leave no descriptor, no thread and no memory behind")
    func fiftyThousand() async throws {
        let server = try bench.answering { request in
            // Some connections end, some answers are large, some are refusals.
            switch request.target {
            case "/close": ServerResponse(status: 200, body: [1], closesConnection: true)
            case "/large": ServerResponse(status: 200, body: [UInt8](repeating: 7, count: 40_000))
            case "/guarded" where request["Authorization"] == nil:
                ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", #"Basic realm="soak""#)])
            default: ServerResponse(text: "ok")
            }
        }
        let session = bench.session(server, policy: bench.trusting)
        let paths = ["/", "/large", "/a", "/close", "/b", "/guarded", "/c", "/d"]
        let urls = try paths.map { try bench.url(server, $0) }
        let fetch: @Sendable (Int) async throws -> Void = { number in
            let response = try await session.data(for: HTTPSRequest(urls[number % urls.count]))
            #expect([200, 401].contains(response.status))
        }
        try await run(5_000, atOnce: 32, fetch)
        let before = (ProcessFigures.residentBytes, ProcessFigures.descriptors, ProcessFigures.threads)
        try await run(50_000, atOnce: 32, fetch)
        // Each of the 32 may hold a connection, at both ends, and the server a thread for it.
        let grown = ProcessFigures.residentBytes - before.0
        print("50,000 requests: \(grown >> 10) KB, descriptors \(before.1) to \(ProcessFigures.descriptors)")
        #expect(ProcessFigures.descriptors - before.1 <= 70)
        #expect(ProcessFigures.threads - before.2 <= 40)
        #expect(grown < 16 << 20)
        session.invalidateAndCancel()
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.failures.isEmpty || server.counters.failures.count < 64)
    }

    @Test("1,000 requests at once over 100 hosts are each answered by their own host")
    func thousand() async throws {
        let hosts = (0..<100).map { "h\($0).holdfast.test" }
        let identity = try bench.intermediate.issue(.server(names: hosts, at: bench.now))
        let server = try TLSServer(TLSServerConfiguration(identity)) { request in
            ServerResponse(text: "\(request["Host"] ?? "-") \(request.target)")
        }
        let session = HTTPSSession(
            configuration: bench.configuration(
                hosts.map { ($0, server.port) }, policy: bench.trusting))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 {
                let host = hosts[number % hosts.count]
                let url = try bench.url(server, "/\(number)", host: host)
                group.addTask {
                    let response = try await session.data(for: HTTPSRequest(url))
                    let body = String(decoding: response.body, as: UTF8.self)
                    #expect(body == "\(host):\(url.port) /\(number)")
                    #expect(response.connection.host == host)
                }
            }
            try await group.waitForAll()
        }
        #expect(server.counters.requestsReceived == 1_000)
        print("1,000 at once: \(session.statistics)")
    }

    @Test("a storm of cancellations leaves a session that works, and no descriptor behind")
    func cancellations() async throws {
        let server = try bench.answering { request in
            if request.target == "/slow" { Thread.pause(seconds: 1) }
            return ServerResponse(status: 200, body: [UInt8](repeating: 7, count: 200_000))
        }
        let session = bench.session(server, policy: bench.trusting)
        let urls = try ["/", "/slow"].map { try bench.url(server, $0) }
        _ = try await session.data(for: HTTPSRequest(urls[0]))
        let before = ProcessFigures.descriptors
        for round in 0..<40 {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let task = Task {
                            if number % 2 == 0 {
                                _ = try await session.data(for: HTTPSRequest(urls[number % 4 / 2]))
                            } else {
                                let (bytes, _) = try await session.bytes(for: HTTPSRequest(urls[number % 4 / 2]))
                                for try await _ in bytes.pieces {}
                            }
                        }
                        try? await Task.sleep(for: .microseconds((number * 37 + round * 101) % 20_000))
                        task.cancel()
                        _ = await task.result
                    }
                }
            }
        }
        #expect(try await session.data(for: HTTPSRequest(urls[0])).status == 200)
        session.invalidateAndCancel()
        #expect(await server.becomesIdle(afterAtLeast: 1))
        print("2,000 cancelled: descriptors \(before) to \(ProcessFigures.descriptors)")
        #expect(ProcessFigures.descriptors <= before)
    }
}
