import FoundationEssentials
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import LoopbackSupport
import TestSupport
import Testing

@Suite("What a request says for itself")
struct RequestSettingsTests {
    let bench: Loopback
    let stream = StreamServer()
    private let told = Notes<String>()

    init() throws { bench = try Loopback() }

    private func request(_ server: TLSServer, method: String = "GET") throws -> HTTPSRequest {
        var request = HTTPSRequest(try bench.url(server), method: method)
        request.finished = { [told] metrics in
            let statuses = metrics.transactions.map { $0.status.map { "\($0)" } ?? "none" }
            let bytes = metrics.transactions.last?.transfer?.decodedBodyBytes ?? -1
            told.add("\(metrics.task) \(statuses.joined(separator: ",")) \(bytes)")
        }
        return request
    }

    @Test("the figures of a response in memory come once, before it is returned")
    func whole() async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.trusting)
        #expect(try await session.data(for: try request(server)).status == 200)
        #expect(told.lines == ["1 200 5"])
    }

    @Test("the figures of a request that failed are there too")
    func failed() async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.refusing)
        let request = try request(server)
        for _ in 0..<2 {
            let error = await failure { () async throws(HTTPSError) in try await session.data(for: request) }
            #expect(error?.code == .certificateRefused)
            let streamed = await failure { () async throws(HTTPSError) in try await session.bytes(for: request) }
            #expect(streamed?.code == .certificateRefused)
        }
        #expect(told.lines == (1...4).map { "\($0) none 0" })
    }

    @Test("the figures of a body that is read as it comes are those of its end", arguments: [true, false])
    func bytes(isRead: Bool) async throws {
        let server = try bench.server { $0.conversation = stream.sending(3 << 20) }
        let session = bench.session(server, policy: bench.trusting)
        do {
            let (bytes, _) = try await session.bytes(for: try request(server))
            #expect(told.lines.isEmpty)
            if isRead { for try await _ in bytes.pieces {} }
            #expect(told.lines == (isRead ? ["1 200 \(3 << 20)"] : []))
            withExtendedLifetime(bytes) {}
        }
        try await eventually("progress") { !told.lines.isEmpty }
        #expect(told.lines.count == 1)
    }

    @Test("the figures of uploads and downloads come too")
    func files() async throws {
        let folder = try TemporaryFolder()
        let server = try bench.server()
        let session = bench.session(server, policy: bench.trusting)
        _ = try await session.upload(for: try request(server, method: "PUT"), from: UploadBody([1, 2, 3]))
        try await session.download(for: try request(server), to: folder.path("file"))
        #expect(told.lines == ["1 200 5", "2 200 5"])
    }

    @Test("a request's own limit of silence holds, whatever the session's is")
    func idle() async throws {
        let release = Gate()
        let server = try bench.answering { _ in
            release.holdThread()
            return ServerResponse(text: "late")
        }
        // A server that goes first waits ten seconds for its thread.
        defer { withExtendedLifetime(server) { release.open() } }
        let session = bench.session(server, policy: bench.trusting)
        #expect(session.configuration.timeouts.idle == nil)
        var request = try request(server)
        request.idleTimeout = .seconds(1)
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: request) }
        #expect(error?.code == .timedOut)
        #expect(error?.message.hasPrefix("nothing came or went for 1 s: ") == true, "\(error as Any)")
    }

    @Test("a body that is sent as it is made goes with a response that is read as it comes")
    func bothWays() async throws {
        let server = try bench.server { $0.conversation = stream.receiving() }
        let session = bench.session(server, policy: bench.trusting)
        let content = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        let counts = Notes<String>()
        var request = try request(server, method: "PUT")
        request.upload = UploadBody(content)
        request.progress = { counts.add("\($0.sent) \($0.toSend ?? -1)") }
        let (bytes, response) = try await session.bytes(for: request)
        var answer: [UInt8] = []
        for try await piece in bytes.pieces { answer += piece }
        #expect(response.status == 200)
        #expect(String(decoding: answer, as: UTF8.self) == "\(content.count) \(StreamServer.sum(content))")
        #expect(counts.lines.last == "500000 500000")
        #expect(Set(counts.lines).count > 1)
    }

    @Test("a Host field of its own names no other server to prove, and goes with a redirect to another origin")
    func hostField() async throws {
        let other = "other.holdfast.test"
        let seen = Notes<String>()
        let port = Notes<String>()
        let server = try bench.answering(as: bench.identity(Loopback.host, other)) { request in
            seen.add("\(request.target) \(request["Host"] ?? "-") \(request.connection.serverName ?? "-")")
            switch request.target {
            case "/": return .redirect(to: "/near")
            case "/near": return .redirect(to: "https://\(other):\(port.lines[0])/far")
            default: return ServerResponse(text: "there")
            }
        }
        port.add("\(server.port)")
        let configuration = bench.configuration(
            [(Loopback.host, server.port), (other, server.port)], policy: bench.trusting)
        var request = HTTPSRequest(try bench.url(server))
        request.hostField = "virtual.test"
        let response = try await HTTPSSession(configuration: configuration).data(for: request)
        #expect(response.status == 200)
        #expect(
            seen.lines == [
                "/ virtual.test \(Loopback.host)", "/near virtual.test \(Loopback.host)",
                "/far \(other):\(server.port) \(other)",
            ])
    }
}
