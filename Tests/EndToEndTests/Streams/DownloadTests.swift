import FoundationEssentials
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import Testing

@Suite("Downloads to a file")
struct DownloadTests {
    let bench: Bench
    let stream = StreamServer()
    let folder: String

    init() throws {
        bench = try Bench()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("download-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

    private func session(
        _ conversation: @escaping @Sendable (TLSConversation) throws(ServingError) -> Void
    ) throws -> (HTTPSSession, HTTPSRequest, TLSServer) {
        let server = try bench.server { $0.conversation = conversation }
        return (bench.session(server, policy: try bench.trusting()), HTTPSRequest(try bench.url(server)), server)
    }

    @Test("the file has every byte, and nothing stands beside it")
    func whole() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (session, request, server) = try session(stream.sending(5 << 20))
        let response = try await session.download(for: request, to: folder + "/file")
        #expect(response.status == 200)
        #expect(try files() == ["file"])
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/file"))
        #expect(data.count == 5 << 20 && data.allSatisfy { $0 == 0x61 })
        withExtendedLifetime(server) {}
    }

    @Test("a download that fails leaves nothing behind")
    func failed() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (session, request, server) = try session { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 600000\r\n\r\n")
            try connection.write([UInt8](repeating: 1, count: 500_000))
        }
        let error = await #expect(throws: HTTPSError.self) {
            try await session.download(for: request, to: folder + "/file")
        }
        #expect(error?.phase == .transfer)
        #expect(try files().isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("a file that stands there is kept, unless it may be replaced")
    func replacing() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (session, request, server) = try session(stream.sending(10))
        try Data("old".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
        let error = await #expect(throws: HTTPSError.self) {
            try await session.download(for: request, to: folder + "/file")
        }
        #expect(error?.code == "fileExists")
        #expect(stream.heads.lines.isEmpty)
        try await session.download(for: request, to: folder + "/file", replacing: true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/file")).count == 10)
        #expect(try files() == ["file"])
        withExtendedLifetime(server) {}
    }

    @Test("a folder that is not there is named before anything is sent")
    func noFolder() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (session, request, server) = try session(stream.sending(10))
        let error = await #expect(throws: HTTPSError.self) {
            try await session.download(for: request, to: folder + "/none/file")
        }
        #expect(error?.code == "fileNotWritten")
        #expect(stream.heads.lines.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("a file is uploaded whole, and one that is not there says so")
    func uploads() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: URL(fileURLWithPath: folder + "/file"))
        var (session, request, server) = try session(stream.receiving())
        request.method = "PUT"
        let response = try await session.upload(for: request, from: .file(folder + "/file"))
        #expect(String(decoding: response.body, as: UTF8.self) == "300000 \(StreamServer.sum(bytes))")
        let error = #expect(throws: TransportError.self) { _ = try UploadBody.file(folder + "/none") }
        #expect(error?.code == "unreadableFile")
        #expect(throws: TransportError.self) { _ = try UploadBody.file(folder) }
        withExtendedLifetime(server) {}
    }
}
