import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

@Suite("Bodies that are sent as they are made")
struct UploadTests {
    let bench: Loopback
    let stream = StreamServer()

    init() throws { bench = try Loopback() }

    /// Pieces of a sequence that anybody may check: each byte is its place.
    private static func pieces(_ counts: [Int]) -> AsyncStream<[UInt8]> {
        var place = 0
        let pieces = counts.map { count in
            defer { place += count }
            return (place..<place + count).map { UInt8(truncatingIfNeeded: $0) }
        }
        return AsyncStream { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        }
    }

    @Test("bytes arrive whole, with their length", arguments: [0, 1, 65_536, 3 << 20])
    func bytes(count: Int) async throws {
        let server = try bench.conversing(stream.receiving())
        let session = bench.session(server, policy: bench.trusting)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let request = HTTPSRequest(try bench.url(server), method: "PUT")
        let response = try await session.upload(for: request, from: UploadBody(bytes))
        #expect(String(decoding: response.body, as: UTF8.self) == "\(count) \(StreamServer.sum(bytes))")
        #expect(StreamServer.field("content-length", in: stream.heads.lines[0]) == "\(count)")
        #expect(stream.heads.lines[0].hasPrefix("PUT / HTTP/1.1\r\n"))
        #expect(StreamServer.field("expect", in: stream.heads.lines[0]) == nil)
    }

    @Test("a stream of unknown length is sent in chunks, one of known length is not", arguments: [nil, 100_003])
    func streams(length: Int?) async throws {
        let server = try bench.conversing(stream.receiving())
        let session = bench.session(server, policy: bench.trusting)
        let counts = [1, 2, 100_000]
        let body = UploadBody(length: length, once: Self.pieces(counts))
        let response = try await session.upload(
            for: HTTPSRequest(try bench.url(server), method: "POST"), from: body)
        let expected = (0..<100_003).map { UInt8(truncatingIfNeeded: $0) }
        #expect(String(decoding: response.body, as: UTF8.self) == "100003 \(StreamServer.sum(expected))")
        #expect(
            (StreamServer.field("transfer-encoding", in: stream.heads.lines[0]) == "chunked") == (length == nil))
    }

    @Test("a body is asked for only as fast as the server takes it")
    func backPressure() async throws {
        let release = Gate()
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            release.holdThread()
            var count = 0
            while count < 64 << 20 { count += try connection.read().count }
            try connection.write("HTTP/1.1 204 No Content\r\n\r\n")
        }
        let session = bench.session(server, policy: bench.trusting)
        let made = Mutex(0)
        let body = UploadBody(length: 64 << 20) {
            AsyncStream<[UInt8]> {
                let isMore = made.withLock { made in
                    defer { made += made < 1_024 ? 1 : 0 }
                    return made < 1_024
                }
                return isMore ? [UInt8](repeating: 1, count: 64 << 10) : nil
            }
        }
        let request = HTTPSRequest(try bench.url(server), method: "PUT")
        let sending = Task { try await session.upload(for: request, from: body) }
        // What was made stands still long before the end, for as long as nothing is taken.
        var last = -1
        while made.withLock({ $0 }) == 0 || made.withLock({ $0 }) != last {
            last = made.withLock { $0 }
            try await Task.sleep(for: .seconds(1))
        }
        #expect(last < 512)
        release.open()
        #expect(try await sending.value.status == 204)
        #expect(made.withLock { $0 } == 1_024)
    }

    @Test("a body of another length than it announced ends the request", arguments: [2, 4])
    func lies(length: Int) async throws {
        let server = try bench.conversing(stream.receiving())
        let session = bench.session(server, policy: bench.trusting)
        let body = UploadBody(length: length, once: Self.pieces([3]))
        var request = HTTPSRequest(try bench.url(server), method: "PUT")
        // The server waits for as much as was announced.
        request.timeout = .seconds(120)
        let lying = request
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.upload(for: lying, from: body) }
        #expect(error?.code == .uploadLength)
    }

    @Test("what goes wrong with making a body is what the request fails with")
    func failure() async throws {
        struct Broken: Error, CustomStringConvertible { var description: String { "the disk is gone" } }
        let server = try bench.conversing(stream.receiving())
        let session = bench.session(server, policy: bench.trusting)
        let body = UploadBody(length: nil) {
            AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield([1, 2, 3])
                continuation.finish(throwing: Broken())
            }
        }
        let request = HTTPSRequest(try bench.url(server), method: "PUT")
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.upload(for: request, from: body) }
        #expect(error?.code == .uploadFailed)
        #expect(error?.message.contains("the disk is gone") == true)
    }

    @Test("a body that was asked for with 100-continue is not sent to a server that refuses at once")
    func expectation() async throws {
        let began = Gate()
        let server = try bench.conversing { connection throws(ServingError) in
            self.stream.heads.add(try connection.readHead().head)
            try connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        let session = bench.session(server, policy: bench.trusting)
        let body = UploadBody(length: 1 << 20) {
            began.open()
            return AsyncStream<[UInt8]> { $0.finish() }
        }
        var request = HTTPSRequest(try bench.url(server), method: "PUT")
        request.expectsContinue = true
        let response = try await session.upload(for: request, from: body)
        #expect(response.status == 403)
        #expect(StreamServer.field("expect", in: stream.heads.lines[0]) == "100-continue")
        #expect(!began.isOpen)
    }

    @Test("a redirect that keeps the method sends a body again that can be made again, and says so of one that cannot")
    func redirect() async throws {
        let server = try bench.answering { request in
            request.target == "/"
                ? .redirect(to: "next", status: 307) : ServerResponse(text: "\(request.method) \(request.body.count)")
        }
        let session = bench.session(server, policy: bench.trusting)
        let request = HTTPSRequest(try bench.url(server), method: "PUT")
        let response = try await session.upload(for: request, from: UploadBody([1, 2, 3]))
        #expect(String(decoding: response.body, as: UTF8.self) == "PUT 3")
        let once = UploadBody(length: 3, once: Self.pieces([3]))
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.upload(for: request, from: once) }
        #expect(error?.code == .bodyNotRepeatable)
    }

    /// RFC 9112 §6.3: "If a valid Content-Length header field is present without Transfer-Encoding, its decimal value
    /// defines the expected message body length in octets", whenever the one who makes it says that this was all.
    @Test("a body that has its length when an error comes leaves its connection to the next request")
    func whole() async throws {
        let server = try bench.answering { _ in ServerResponse(status: 404, text: "no") }
        let session = bench.session(server, policy: bench.trusting)
        let (pieces, maker) = AsyncStream<[UInt8]>.makeStream()
        maker.yield([UInt8](repeating: 1, count: 8))
        let request = HTTPSRequest(try bench.url(server), method: "PUT")
        let response = try await session.upload(for: request, from: UploadBody(length: 8, once: pieces))
        maker.finish()
        #expect(response.status == 404)
        #expect(try await session.data(for: HTTPSRequest(try bench.url(server))).status == 404)
        #expect(server.counters.connections == 1)
    }

    @Test("progress tells what was sent and what came, to the last byte")
    func progress() async throws {
        let server = try bench.conversing(stream.receiving())
        let session = bench.session(server, policy: bench.trusting)
        let seen = Mutex<[TransferProgress]>([])
        var request = HTTPSRequest(try bench.url(server), method: "PUT")
        request.progress = { progress in seen.withLock { $0.append(progress) } }
        let response = try await session.upload(for: request, from: UploadBody([UInt8](repeating: 9, count: 1 << 20)))
        let all = seen.withLock { $0 }
        #expect(all.last?.sent == 1 << 20)
        #expect(all.last?.toSend == 1 << 20)
        #expect(all.last?.received == response.body.count)
        #expect(all.last?.expected == response.body.count)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received })
    }
}
