import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import LoopbackSupport
import TestSupport
import Testing

@Suite("Responses that are read as they come")
struct BytesTests {
    let bench: Loopback
    let stream = StreamServer()

    init() throws { bench = try Loopback() }

    @Test("the head comes before the body's end, and every byte after it in order")
    func order() async throws {
        let release = Gate()
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
            release.holdThread()
            try connection.write("def")
        }
        let session = bench.session(server, policy: bench.trusting)
        let (bytes, response) = try await session.bytes(for: HTTPSRequest(try bench.url(server)))
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
        #expect(response.connection.evaluation != nil)
        // The rest is not sent before this line: the head cannot have waited for it.
        release.open()
        var body: [UInt8] = []
        for try await byte in bytes { body.append(byte) }
        #expect(String(decoding: body, as: UTF8.self) == "abcdef")
    }

    @Test("a server is held back while nobody reads, and goes on when somebody does")
    func backPressure() async throws {
        let total = 64 << 20
        let server = try bench.conversing(stream.sending(total))
        let session = bench.session(server, policy: bench.trusting)
        let (bytes, _) = try await session.bytes(for: HTTPSRequest(try bench.url(server)))
        // What it has sent stands still long before the end, for as long as nothing is read.
        var last = -1
        while stream.bytes != last {
            last = stream.bytes
            try await Task.sleep(for: .seconds(1))
        }
        #expect(last < total / 2)
        var count = 0
        for try await piece in bytes.pieces { count += piece.count }
        #expect(count == total)
        #expect(stream.bytes == total)
    }

    @Test("the limit of bodies in memory is none of a body that is read as it comes")
    func unlimited() async throws {
        let server = try bench.conversing(stream.sending(200_000))
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.limits.responseBytes = 1_000
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        let (bytes, _) = try await session.bytes(for: HTTPSRequest(url))
        var count = 0
        for try await piece in bytes.pieces { count += piece.count }
        #expect(count == 200_000)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .responseTooLarge)
    }

    @Test("whoever lets go of a body ends its transfer, and the session goes on")
    func letGo() async throws {
        let server = try bench.conversing(stream.sending(256 << 20))
        let session = bench.session(server, policy: bench.trusting)
        do {
            let (bytes, _) = try await session.bytes(for: HTTPSRequest(try bench.url(server)))
            var iterator = bytes.pieces.makeAsyncIterator()
            #expect(try await iterator.next() != nil)
        }
        try await eventually("no connection is open") { server.counters.openConnections == 0 }
        #expect(stream.bytes < 256 << 20)
        await session.finishTasksAndInvalidate()
    }

    @Test("a cancelled reader gets the error `cancelled`")
    func cancelled() async throws {
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
            _ = try connection.read()
        }
        let session = bench.session(server, policy: bench.trusting)
        let (bytes, _) = try await session.bytes(for: HTTPSRequest(try bench.url(server)))
        let began = Gate()
        let reading = Task {
            var iterator = bytes.pieces.makeAsyncIterator()
            _ = try await iterator.next()
            began.open()
            return try await iterator.next()
        }
        await began.pass()
        reading.cancel()
        let error = await #expect(throws: HTTPSError.self) { _ = try await reading.value }
        #expect(error?.isCancelled == true)
    }

    @Test("a body that is cut off ends in an error, not in an end")
    func cut() async throws {
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
        }
        let session = bench.session(server, policy: bench.trusting)
        let (bytes, _) = try await session.bytes(for: HTTPSRequest(try bench.url(server)))
        let error = await #expect(throws: HTTPSError.self) { for try await _ in bytes {} }
        #expect(error?.phase == .transfer)
        #expect(error?.isCancelled == false)
    }

    @Test("nothing for the idle limit ends a request, however much time it has")
    func idle() async throws {
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
            _ = try connection.read()
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.timeouts.idle = .seconds(1)
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.isTimeout == true)
        #expect(error?.message.hasPrefix("nothing came or went for 1 s") == true, "\(error as Any)")
    }

    @Test("a session that finishes waits for the bodies that are being read, and takes no more requests")
    func finish() async throws {
        let server = try bench.conversing(stream.sending(4 << 20))
        let session = bench.session(server, policy: bench.trusting)
        let url = try bench.url(server)
        let (bytes, _) = try await session.bytes(for: HTTPSRequest(url))
        let finished = Gate()
        let finishing = Task {
            await session.finishTasksAndInvalidate()
            finished.open()
        }
        var refusal: HTTPSError?
        while refusal == nil {
            do throws(HTTPSError) {
                _ = try await session.verify(url)
            } catch {
                refusal = error
            }
        }
        #expect(refusal?.code == .invalidated)
        #expect(!finished.isOpen)
        var count = 0
        for try await piece in bytes.pieces { count += piece.count }
        #expect(count == 4 << 20)
        await finishing.value
    }
}
