import TestSupport
import Testing

import HoldfastStatements
@testable import HoldfastTransport

/// What a partition writes is handed over once a turn, or at the response's end: nothing may be lost or overtaken.
@Suite("What a response is read through")
struct ResponsePipeTests {
    private static let response = TransportResponse(
        status: 200, httpVersion: "1.1", fields: [], trailers: [], body: [],
        connection: ConnectionRecord(
            id: 1, host: "example.test", port: 443, peer: nil, facts: nil, presented: nil, verdict: nil,
            timing: ConnectionTiming(dns: nil, tcp: nil, tls: nil, trust: nil)),
        isReusedConnection: false, metrics: nil, proxyAnswer: nil)

    private static let cut = TransportError(
        .transfer, .emptyReply, Verbatim("the connection ended"), advice: Verbatim("look at the server"))

    private static func write(_ text: String, to pipe: ResponsePipe) -> Bool {
        unsafe Array(text.utf8).withUnsafeBytes { unsafe pipe.append($0) }
    }

    /// The bytes that are read, as texts, to the end or to a failure.
    private static func pieces(of pipe: ResponsePipe) async -> [String] {
        var pieces: [String] = []
        while true {
            switch await pipe.next() {
            case .success(let bytes?): pieces.append(String(decoding: bytes, as: UTF8.self))
            case .success(nil): return pieces + ["end"]
            case .failure(let error): return pieces + [error.code.rawValue]
            }
        }
    }

    @Test(
        "a reader gets head, body and end in their order, whether it waits for them or comes later", arguments: [0, 20])
    func order(delay: Int) async throws {
        let pipe = ResponsePipe()
        async let read = { (await pipe.head(), await Self.pieces(of: pipe)) }()
        try await Task.sleep(for: .milliseconds(delay))
        pipe.begin(Self.response)
        #expect(!Self.write("one", to: pipe) && !Self.write(" two", to: pipe))
        pipe.end(.success(Self.response))
        let (head, pieces) = await read
        #expect(try head.get().status == 200)
        #expect(pieces == ["one two", "end"])
    }

    @Test("a reader that waits for a piece gets it before the end that came with it")
    func end() async throws {
        let pipe = ResponsePipe()
        pipe.begin(Self.response)
        async let pieces = Self.pieces(of: pipe)
        try await Task.sleep(for: .milliseconds(20))
        _ = Self.write("last", to: pipe)
        pipe.end(.success(Self.response))
        #expect(await pieces == ["last", "end"])
    }

    @Test("a piece reaches the reader that waits for it as soon as it is handed over")
    func piece() async throws {
        let pipe = ResponsePipe()
        pipe.begin(Self.response)
        async let first = pipe.next()
        try await Task.sleep(for: .milliseconds(20))
        _ = Self.write("now", to: pipe)
        pipe.handOver()
        #expect(try await first.get() == Array("now".utf8))
        pipe.end(.success(Self.response))
    }

    @Test("a server is held back where much lies unread, and not where somebody waits for it")
    func heldBack() async throws {
        let much = String(repeating: "x", count: ResponsePipe.high + 1)
        let pipe = ResponsePipe()
        #expect(Self.write(much, to: pipe))
        // A reader that comes too late on a busy machine is no reader that waits: then once more.
        try await eventually("a server is not held back") {
            let waited = ResponsePipe()
            async let read = waited.next()
            try await Task.sleep(for: .milliseconds(20))
            let isHeldBack = Self.write(much, to: waited)
            waited.handOver()
            #expect(try await read.get()?.count == much.utf8.count)
            return !isHeldBack
        }
    }

    @Test("a reader gets what came before a failure, and then the failure", arguments: [0, 20])
    func failure(delay: Int) async throws {
        let pipe = ResponsePipe()
        pipe.begin(Self.response)
        async let pieces = {
            try await Task.sleep(for: .milliseconds(delay))
            return await Self.pieces(of: pipe)
        }()
        _ = Self.write("some", to: pipe)
        pipe.end(.failure(Self.cut))
        #expect(try await pieces == ["some", "emptyReply"])
    }

    @Test("who has cancelled gets nothing more of what came")
    func failureAfterCancellation() async throws {
        let pipe = ResponsePipe()
        pipe.begin(Self.response)
        _ = Self.write("some", to: pipe)
        pipe.cancel()
        pipe.end(.failure(Self.cut))
        #expect(await Self.pieces(of: pipe) == ["emptyReply"])
    }

    @Test("a reader whose task is cancelled ends the transfer, also where there is always more to read")
    func cancelled() async throws {
        let mailbox = try Mailbox()
        let pipe = ResponsePipe()
        pipe.connect(ResponsePipe.Wake(mailbox: mailbox, request: 7))
        pipe.begin(Self.response)
        _ = Self.write("more", to: pipe)
        let reading = Task {
            try? await Task.sleep(for: .seconds(60))
            return await pipe.next()
        }
        reading.cancel()
        _ = await reading.value
        let isCancelled = mailbox.takeAll().contains { if case .cancel(request: 7) = $0 { true } else { false } }
        #expect(isCancelled)
    }
}
