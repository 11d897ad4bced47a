import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Downloads that go on after they were interrupted, by another session as by another process.
@Suite("Downloads that go on", .ownThread)
struct ResumedDownloadTests {
    private let bench: Loopback
    private let folder: TemporaryFolder
    private let seen = Notes<String>()
    private let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

    init() throws {
        bench = try Loopback()
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("file") }

    /// What a server does, one request after the other; the last one goes on.
    private enum Deed: Sendable {
        /// The whole, or the rest that is asked for, with this tag; so many bytes of it before the connection ends.
        case sends(tag: String?, cut: Int?)
        case answers(String)
        /// Another part than was asked for.
        case sendsAnotherPart
    }

    private func server(_ deeds: [Deed]) throws -> TLSServer {
        let rest = Mutex(deeds[...])
        let (content, seen) = (content, seen)
        return try bench.conversing { connection throws(ServingError) in
            while true {
                let head = try connection.readHead().head
                guard head.contains("HTTP/1.1") else { return }
                let (asked, condition) = (Self.field("range", in: head), Self.field("if-range", in: head))
                seen.add("\(asked ?? "all") \(condition ?? "-")")
                let deed = rest.withLock { deeds -> Deed? in deeds.count > 1 ? deeds.removeFirst() : deeds.first }
                guard let deed else { return }
                switch deed {
                case .answers(let text): try connection.write(text)
                case .sendsAnotherPart:
                    try connection.write(
                        "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-7/300000\r\n"
                            + "Content-Length: 3\r\n\r\nabc")
                case .sends(let tag, let cut):
                    let first = asked.flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
                    let isRest = first > 0 && condition == tag
                    let body = isRest ? content[first...] : content[...]
                    try connection.write(
                        (isRest
                            ? "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(first)-299999/300000\r\n"
                            : "HTTP/1.1 200 OK\r\nAccept-Ranges: bytes\r\n")
                            + (tag.map { "ETag: \($0)\r\n" } ?? "") + "Content-Length: \(body.count)\r\n\r\n")
                    try connection.write(Array(body.prefix(cut ?? body.count)))
                    if cut != nil { return }
                }
            }
        }
    }

    private static func field(_ name: String, in head: String) -> String? {
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix(name + ":") {
            return String(line.dropFirst(name.count + 1).drop { $0 == " " })
        }
        return nil
    }

    private func load(_ server: TLSServer) async throws -> HTTPSResponse {
        let session = bench.session(server, policy: bench.trusting)
        return try await session.download(resuming: HTTPSRequest(try bench.url(server, "/file")), to: path)
    }

    @Test("what is missing is asked for, and no more")
    func goesOn() async throws {
        let server = try server([.sends(tag: "\"a\"", cut: 100_000), .sends(tag: "\"a\"", cut: nil)])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        let part = try folder.bytes("file.part").count
        #expect(part > 0 && part <= 100_000)
        #expect(try await load(server).status == 206)
        #expect(try folder.bytes("file") == content)
        #expect(folder.names == ["file"])
        #expect(seen.lines == ["all -", "bytes=\(part)- \"a\""])
    }

    @Test("what has changed meanwhile is loaded from its beginning")
    func changed() async throws {
        let server = try server([.sends(tag: "\"a\"", cut: 100_000), .sends(tag: "\"b\"", cut: nil)])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        #expect(try await load(server).status == 200)
        #expect(try folder.bytes("file") == content && folder.names == ["file"])
    }

    @Test("without a strong validator nothing is kept")
    func withoutValidator() async throws {
        let server = try server([.sends(tag: "W/\"a\"", cut: 100_000), .sends(tag: nil, cut: nil)])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        #expect(folder.names == [])
        #expect(try await load(server).status == 200)
        #expect(try folder.bytes("file") == content && seen.lines == ["all -", "all -"])
    }

    @Test("a part that was not asked for is thrown away, and all of it asked for")
    func anotherPart() async throws {
        let server = try server([.sends(tag: "\"a\"", cut: 100_000), .sendsAnotherPart, .sends(tag: "\"a\"", cut: nil)])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        #expect(try await load(server).status == 200)
        #expect(try folder.bytes("file") == content)
        #expect(seen.lines.count == 3 && seen.lines.last == "all -")
    }

    @Test("another answer makes no file, and what is there stays for later")
    func otherAnswer() async throws {
        let busy = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nbusy"
        let server = try server([.sends(tag: "\"a\"", cut: 100_000), .answers(busy), .sends(tag: "\"a\"", cut: nil)])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        #expect(try await load(server).status == 503)
        #expect(folder.names == ["file.part", "file.part.journal"])
        #expect(try await load(server).status == 206)
        #expect(try folder.bytes("file") == content)
    }

    @Test("nothing is missing: the file is there")
    func complete() async throws {
        let none = "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */300000\r\nContent-Length: 0\r\n\r\n"
        let server = try server([.answers(none)])
        let url = try bench.url(server, "/file")
        try folder.write(content, to: "file.part", mode: 0o600)
        try folder.write(
            "holdfast download 1\n\(url)\n\"a\"\n\n\n300000\n\n", to: "file.part.journal", mode: 0o600)
        #expect(try await load(server).status == 416)
        #expect(try folder.bytes("file") == content && folder.names == ["file"])
    }
}
