import HoldfastHTTP
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// A connection that serves a second request says nothing of the first.
@Suite("Requests one after the other")
struct RequestSequenceTests {
    private let world: Loopback

    init() throws { world = try Loopback(host: "localhost", hasIntermediate: false) }

    /// A request that leads nowhere else.
    private func plain(_ port: UInt16) throws -> TransportRequest {
        var request = world.request(port: port)
        request.connection.dial = DialTargets()
        return request
    }

    /// Requests that differ in all that a message may differ in.
    private func requests(_ port: UInt16) throws -> [TransportRequest] {
        let plain = try plain(port)
        func changed(_ change: (inout TransportRequest) -> Void) -> TransportRequest {
            var request = plain
            change(&request)
            return request
        }
        let field = try #require(HTTPField(name: "Authorization", value: "Basic c2VjcmV0"))
        let type = try #require(HTTPField(name: "Content-Type", value: "text/plain"))
        return [
            plain,
            changed { $0.message.target = "/other?x=1" },
            changed { $0.message.fields = [field] },
            changed { $0.message.fields = [field, type] },
            changed { $0.message.method = "DELETE" },
            changed { $0.message.method = "HEAD" },
            changed { $0.message.hostField = "elsewhere.test" },
            changed {
                $0.message.method = "POST"
                $0.message.body = Array("content".utf8)
            },
            changed {
                $0.message.method = "PUT"
                $0.message.upload = UploadBody(Array("read while it is sent".utf8))
            },
            changed {
                $0.message.method = "POST"
                $0.message.body = Array("waits".utf8)
                $0.message.expectsContinue = true
            },
            changed { $0.connection.isClosed = true },
            changed { $0.connection.dial.place = .loopback(port) },
        ]
    }

    @Test("each request goes out as it would alone, whatever went out before it", arguments: [1, 2, 3] as [UInt64])
    func alone(seed: UInt64) async throws {
        let seen = Notes<String>()
        let server = try world.answering { request in
            let fields = request.fields.map { "\($0.name): \($0.value)" }.sorted().joined(separator: "; ")
            seen.add("\(request.method) \(request.target) [\(fields)] \(String(decoding: request.body, as: UTF8.self))")
            return ServerResponse(text: "answer")
        }
        let judge = world.trusting()
        var expected: [String] = []
        let requests = try requests(server.port)
        for request in requests {
            _ = try await TransportEngine().perform(request, judge: judge)
            expected.append(try #require(seen.all.last))
        }
        let engine = try TransportEngine()
        var generator = SeededGenerator(seed)
        for _ in 0..<60 {
            let index = Int.random(in: 0..<requests.count, using: &generator)
            let response = try await engine.perform(requests[index], judge: judge)
            #expect(seen.all.last == expected[index])
            #expect(response.text == (requests[index].message.method == "HEAD" ? "" : "answer"))
        }
    }

    @Test("a request goes to its own server and target, whatever went out before it")
    func places() async throws {
        let servers = try ["first", "second"].map { name in
            try world.answering { ServerResponse(text: "\(name) \($0.target)") }
        }
        let (engine, judge) = (try TransportEngine(), world.trusting())
        for (round, target) in ["/", "/other", "/", "/"].enumerated() {
            for (name, server) in zip(["first", "second"], servers) {
                var request = try plain(server.port)
                request.message.target = target
                let response = try await engine.perform(request, judge: judge)
                #expect(response.text == "\(name) \(target)")
                // On the way to another server it would be held back, and sent once more on a new connection.
                #expect(response.isReusedConnection == (round > 0))
            }
        }
    }

    @Test("an error is not told of the next request")
    func errors() async throws {
        let server = try world.server {
            $0.conversation = { connection throws(ServingError) in
                while true {
                    let (head, _) = try connection.readHead()
                    guard !head.isEmpty else { return }
                    // The second request's answer ends before its end.
                    guard !head.contains("/cut") else { return try connection.write("HTTP/1.1 200 OK\r\nConte") }
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
            }
        }
        let (engine, judge) = (try TransportEngine(), world.trusting())
        var request = try plain(server.port)
        for target in ["/", "/", "/cut", "/", "/"] {
            request.message.target = target
            if target == "/cut" {
                let error = await failure { () throws(TransportError) in
                    try await engine.perform(request, judge: judge)
                }
                #expect(error != nil)
            } else {
                #expect(try await engine.perform(request, judge: judge).text == "ok")
            }
        }
    }
}
