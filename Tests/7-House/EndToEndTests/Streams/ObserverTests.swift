import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import Synchronization
import Testing

@Suite("What an observer of a session is told")
struct ObserverTests {
    private final class Witness: SessionObserver {
        let lines = Mutex<[String]>([])
        let metrics = Mutex<[TaskMetrics]>([])
        func session(_ event: SessionEvent) {
            let word =
                switch event {
                case .began(_, let method, let url): "began \(method) \(url.target)"
                case .responded(_, let status, let url, _, let isReused):
                    "responded \(status) \(url.target)\(isReused ? " reused" : "")"
                case .served(_, let status, let url, let use): "served \(status) \(url.target) \(use.kind)"
                case .redirected(_, let status, let from, let to): "redirected \(status) \(from.target) \(to.target)"
                case .upgraded(_, let from, let to): "upgraded \(from.target) \(to.target)"
                case .challenged(_, let space, let failures): "challenged \(space.authenticationMethod) \(failures)"
                case .warned(_, let text): "warned \(text)"
                case .completed: "completed"
                case .failed(_, let error): "failed \(error.code)"
                }
            lines.withLock { $0.append(word) }
        }
        func session(finished metrics: TaskMetrics) { self.metrics.withLock { $0.append(metrics) } }
        func session(log line: String) { lines.withLock { $0.append("log \(line)") } }
    }

    let bench: Loopback
    private let witness = Witness()

    init() throws { bench = try Loopback() }

    private func session(_ server: TLSServer) throws -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.observer = witness
        return HTTPSSession(configuration: configuration)
    }

    private func events() -> [String] { witness.lines.withLock { $0 }.filter { !$0.hasPrefix("log ") } }

    @Test("each event of a task comes in its order, and a line for a log with it")
    func events() async throws {
        let server = try bench.answering { request in
            request.target == "/" ? .redirect(to: "next", status: 302) : ServerResponse(text: "there")
        }
        _ = try await session(server).data(for: HTTPSRequest(try bench.url(server)))
        #expect(
            events() == [
                "began GET /", "responded 302 /", "redirected 302 / /next", "began GET /next",
                "responded 200 /next reused", "completed",
            ])
        #expect(witness.lines.withLock { $0 }.count == 12)
    }

    @Test("a refusal is an event with its reason, and ends the task's figures too")
    func refusal() async throws {
        let server = try bench.server(as: bench.identity("other.holdfast.test"))
        let session = try session(server)
        let url = try bench.url(server)
        await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
        #expect(events() == ["began GET /", "failed certificateRefused"])
        let metrics = try #require(witness.metrics.withLock { $0.first })
        #expect(metrics.transactions.count == 1)
        #expect(metrics.transactions.first?.status == nil)
        #expect(metrics.transactions.first?.connection?.host == Loopback.host)
    }

    @Test("no password, cookie or token is in any line")
    func secrets() async throws {
        let server = try bench.answering { request in
            request["Authorization"] == nil
                ? ServerResponse(
                    status: 401,
                    fields: [
                        HTTPField("WWW-Authenticate", #"Basic realm="r""#), HTTPField("Set-Cookie", "a=hushhush"),
                    ]) : ServerResponse(text: "in")
        }
        let session = try session(server)
        let url = try HTTPSURL("https://mufasa:hushhush@\(Loopback.host):\(server.port)/")
        #expect(try await session.data(for: HTTPSRequest(url)).status == 200)
        #expect(events().contains("challenged httpBasic 0"))
        let lines = witness.lines.withLock { $0 }
        // "mufasa:hushhush" in Base64 (RFC 4648).
        for secret in ["hushhush", "mufasa", "bXVmYXNhOmh1c2hodXNo"] {
            #expect(!lines.contains { $0.contains(secret) })
        }
    }

    @Test("the figures say what took place on which connection, and add up")
    func figures() async throws {
        let server = try bench.answering { request in
            ServerResponse(status: 200, body: [UInt8](repeating: 7, count: 10_000))
        }
        let session = try session(server)
        let url = try bench.url(server)
        _ = try await session.data(for: HTTPSRequest(url, method: "POST", body: [1, 2, 3]))
        let (bytes, _) = try await session.bytes(for: HTTPSRequest(url))
        for try await _ in bytes.pieces {}
        let all = witness.metrics.withLock { $0 }
        #expect(all.map(\.task) == [1, 2])
        let first = try #require(all.first?.transactions.first)
        let transfer = try #require(first.transfer)
        #expect(first.method == "POST" && first.status == 200 && first.httpVersion == "1.1")
        #expect(transfer.requestBodyBytes == 3)
        #expect(transfer.responseBodyBytes == 10_000 && transfer.decodedBodyBytes == 10_000)
        #expect(transfer.requestHeaderBytes > 0 && transfer.responseHeaderBytes > 0)
        #expect(!transfer.isReusedConnection && !transfer.isProxyConnection)
        #expect(transfer.remoteAddress == "127.0.0.1" && transfer.remotePort == server.port)
        #expect(transfer.localAddress == "127.0.0.1" && transfer.localPort != nil)
        let connect = try #require(transfer.connect)
        let secure = try #require(transfer.secureConnection)
        let request = try #require(transfer.request)
        let response = try #require(transfer.response)
        #expect(connect.lowerBound <= secure.lowerBound && secure.upperBound == connect.upperBound)
        #expect(secure.upperBound <= request.lowerBound && request.lowerBound <= response.lowerBound)
        #expect(response.upperBound <= transfer.total)
        let second = try #require(all.last?.transactions.first?.transfer)
        #expect(second.isReusedConnection)
        #expect(second.connect == nil && second.secureConnection == nil && second.domainLookup == nil)
        // Counted at the body's end, and not when the head came.
        #expect(second.decodedBodyBytes == 10_000)
    }
}
