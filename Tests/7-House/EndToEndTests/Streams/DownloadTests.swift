import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import LoopbackSupport
import TestSupport
import Testing

@Suite("Downloads to a file")
struct DownloadTests {
    let bench: Loopback
    let stream = StreamServer()
    let folder: TemporaryFolder

    init() throws {
        bench = try Loopback()
        folder = try TemporaryFolder()
    }

    private func session(
        _ conversation: @escaping @Sendable (TLSConversation) throws(ServingError) -> Void
    ) throws -> (HTTPSSession, HTTPSRequest, TLSServer) {
        let server = try bench.server { $0.conversation = conversation }
        return (bench.session(server, policy: bench.trusting), HTTPSRequest(try bench.url(server)), server)
    }

    @Test("the file has every byte, and nothing stands beside it")
    func whole() async throws {
        let (session, request, server) = try session(stream.sending(5 << 20))
        let response = try await session.download(for: request, to: folder.path("file"))
        #expect(response.status == 200)
        #expect(folder.names == ["file"])
        let data = try folder.bytes("file")
        #expect(data.count == 5 << 20 && data.allSatisfy { $0 == 0x61 })
        withExtendedLifetime(server) {}
    }

    @Test("a download that fails leaves nothing behind")
    func failed() async throws {
        let (session, request, server) = try session { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 600000\r\n\r\n")
            try connection.write([UInt8](repeating: 1, count: 500_000))
        }
        let error = await #expect(throws: HTTPSError.self) {
            try await session.download(for: request, to: folder.path("file"))
        }
        #expect(error?.phase == .transfer)
        #expect(folder.names.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("a file that stands there is kept, unless it may be replaced")
    func replacing() async throws {
        let (session, request, server) = try session(stream.sending(10))
        try folder.write("old", to: "file")
        let error = await #expect(throws: HTTPSError.self) {
            try await session.download(for: request, to: folder.path("file"))
        }
        #expect(error?.code == .fileExists)
        #expect(stream.heads.lines.isEmpty)
        try await session.download(for: request, to: folder.path("file"), replacing: true)
        #expect(try folder.bytes("file").count == 10)
        #expect(folder.names == ["file"])
        withExtendedLifetime(server) {}
    }

    @Test("a folder that is not there is named before anything is sent")
    func noFolder() async throws {
        let (session, request, server) = try session(stream.sending(10))
        let error = await #expect(throws: HTTPSError.self) {
            try await session.download(for: request, to: folder.path("none/file"))
        }
        #expect(error?.code == .fileNotWritten)
        #expect(stream.heads.lines.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("a file is uploaded whole, and one that is not there says so")
    func uploads() async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        try folder.write(bytes, to: "file")
        var (session, request, server) = try session(stream.receiving())
        request.method = "PUT"
        let response = try await session.upload(for: request, from: .file(folder.path("file")))
        #expect(String(decoding: response.body, as: UTF8.self) == "300000 \(StreamServer.sum(bytes))")
        let error = #expect(throws: TransportError.self) { _ = try UploadBody.file(folder.path("none")) }
        #expect(error?.code == .unreadableFile)
        #expect(throws: TransportError.self) { _ = try UploadBody.file(folder.path) }
        withExtendedLifetime(server) {}
    }
}
