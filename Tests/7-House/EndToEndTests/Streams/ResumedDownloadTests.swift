import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
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
        /// The same, with the place that the rest was asked from in the place of `FIRST`.
        case answersRest(String)
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
                case .answersRest(let text):
                    let first = asked.map { String($0.dropFirst(6).dropLast()) } ?? "0"
                    try connection.write(text.split(separator: "FIRST").joined(separator: first))
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

    private func load(
        _ server: TLSServer, policy: (@Sendable (ServerName) -> TrustPolicy)? = nil
    ) async throws -> HTTPSResponse {
        let session = bench.session(server, policy: policy ?? bench.trusting)
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
        let server = try server([.sends(tag: "\"a\"", cut: 100_000), .answers(none)])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        // As if the process had ended behind the last byte.
        try folder.write(content, to: "file.part", mode: 0o600)
        #expect(try await load(server).status == 416)
        #expect(try folder.bytes("file") == content && folder.names == ["file"])
    }

    @Test("what another policy let in is not gone on with")
    func otherPolicy() async throws {
        let server = try server([.sends(tag: "\"a\"", cut: 100_000), .sends(tag: "\"a\"", cut: nil)])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        let trusting = bench.trusting
        let response = try await load(server) { name in
            var policy = trusting(name)
            policy.maximumIntermediates = 5
            return policy
        }
        #expect(response.status == 200)
        #expect(try folder.bytes("file") == content && seen.lines.last == "all -")
    }

    @Test("what a redirect leads elsewhere for is not gone on with, whatever its tag says; a query may change")
    func otherPlace() async throws {
        func redirect(_ place: String) -> Deed {
            .answers("HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n")
        }
        let part = Deed.sends(tag: "\"a\"", cut: 100_000)
        let server = try server([
            redirect("/one?signed=1"), part, redirect("/one?signed=2"), part, redirect("/two"),
            .sends(tag: "\"a\"", cut: nil), redirect("/two"), .sends(tag: "\"a\"", cut: nil),
        ])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        let first = try folder.bytes("file.part").count
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        let second = try folder.bytes("file.part").count
        #expect(second > first && seen.lines[3] == "bytes=\(first)- \"a\"")
        #expect(try await load(server).status == 200)
        #expect(try folder.bytes("file") == content)
        #expect(seen.lines.suffix(2) == ["all -", "all -"])
    }

    @Test("more than the part that the server says, and none of it is kept; less, and it is the beginning")
    func otherLength() async throws {
        func rest(_ body: String) -> Deed {
            .answersRest(
                "HTTP/1.1 206 Partial Content\r\nETag: \"a\"\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Content-Range: bytes FIRST-299999/300000\r\n\r\n" + body)
        }
        let server = try server([
            .sends(tag: "\"a\"", cut: 100_000), rest("abc"), rest(String(repeating: "x", count: 300_001)),
            .sends(tag: "\"a\"", cut: nil),
        ])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        let part = try folder.bytes("file.part").count
        for _ in 0..<2 {
            let error = await #expect(throws: HTTPSError.self) { _ = try await load(server) }
            #expect(error?.code == .badLength)
        }
        #expect(seen.lines == ["all -", "bytes=\(part)- \"a\"", "bytes=\(part + 3)- \"a\""])
        #expect(folder.names == [])
        #expect(try await load(server).status == 200)
        #expect(try folder.bytes("file") == content)
    }

    @Test("however often the rest is asked for, it is one request's time", .hangLimit)
    func time() async throws {
        let one = Deed.answersRest(
            "HTTP/1.1 206 Partial Content\r\nETag: \"a\"\r\nContent-Length: 1\r\n"
                + "Content-Range: bytes FIRST-FIRST/300000\r\n\r\nx")
        let server = try server([.sends(tag: "\"a\"", cut: 100_000), one])
        await #expect(throws: HTTPSError.self) { _ = try await load(server) }
        var request = HTTPSRequest(try bench.url(server, "/file"))
        request.timeout = .milliseconds(500)
        let session = bench.session(server, policy: bench.trusting)
        do throws(HTTPSError) {
            _ = try await session.download(resuming: request, to: path)
            Issue.record("200,000 requests in half a second")
        } catch {
            #expect(error.code == .timedOut)
        }
    }
}
