import Foundation
import Holdfast
import HoldfastAuthority
import HoldfastNIOSSL
import HoldfastTestBed
import NIOSSL
import Testing

/// Clients that resume a session, of which NIOSSL asks no callback: OpenSSL's, since NIOSSL's resume nothing.
@Suite("Clients that resume a session", .serialized)
struct ResumptionTests {
    private let authority: TestAuthority
    private let server: Identity
    private let folder: URL

    init() throws {
        authority = try TestAuthority()
        server = try authority.server("service.holdfast.test")
        folder = FileManager.default.temporaryDirectory.appending(path: "resumption-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let client = try authority.client("client")
        try client.chainPEM.write(to: folder.appending(path: "chain.pem"), atomically: true, encoding: .utf8)
        try client.key.pem.write(to: folder.appending(path: "key.pem"), atomically: true, encoding: .utf8)
    }

    private func policy() throws -> TrustPolicy {
        var policy = TrustPolicy.sslClient
        policy.anchors = .only([try Certificate(der: authority.root.certificate)])
        return policy
    }

    /// A connection of OpenSSL's that writes a line and reads until the server closes.
    ///
    /// - Returns: what was printed.
    private func connect(to port: Int, version: String, session: String) async throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        let path = folder.path
        process.arguments = [
            "s_client", "-connect", "127.0.0.1:\(port)", version, "-cert", "\(path)/chain.pem", "-cert_chain",
            "\(path)/chain.pem", "-key", "\(path)/key.pem", session, "\(path)/session.pem", "-ign_eof",
        ]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("hello\n".utf8))
        let data = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: output.fileHandleForReading.readDataToEndOfFile())
            }
        }
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    private static let hasOpenSSL = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    @Test("what began the session is judged anew", .enabled(if: hasOpenSSL), arguments: ["-tls1_2", "-tls1_3"])
    func accepted(_ version: String) async throws {
        let service = try await TestServer(server, ClientJudge(admission: .anyone, policy: policy()))
        let first = try await connect(to: service.port, version: version, session: "-sess_out")
        #expect(first.contains("hello somebody"), "\(first)")
        let second = try await connect(to: service.port, version: version, session: "-sess_in")
        #expect(second.contains("Reused,") && second.contains("hello somebody"), "\(second)")
        #expect(service.seen.peers.map { $0?.isResumed } == [false, true])
        #expect(service.seen.peers.map { $0?.chain.count } == [3, 3])
        await service.stop()
    }

    @Test(
        "a client that the policy refuses by now gets nothing", .enabled(if: hasOpenSSL),
        arguments: ["-tls1_2", "-tls1_3"])
    func refused(_ version: String) async throws {
        let handle = ReplaceablePolicy(try policy())
        let service = try await TestServer(server, ClientJudge(admission: .anyone, policy: handle))
        let first = try await connect(to: service.port, version: version, session: "-sess_out")
        #expect(first.contains("hello somebody"), "\(first)")
        let bytes = service.seen.bytes
        var policy = try policy()
        policy.anchors = .only([])
        handle.replace(with: policy)
        let second = try await connect(to: service.port, version: version, session: "-sess_in")
        #expect(!second.contains("hello somebody"), "\(second)")
        #expect(service.seen.bytes == bytes)
        #expect(service.seen.refusals.map { $0.failure?.cause.code } == [.issuerNotFound])
        await service.stop()
    }

    /// What NIOSSL does by itself, which is why the handlers look.
    @Test("a callback alone is not asked", .enabled(if: hasOpenSSL), arguments: ["-tls1_2", "-tls1_3"])
    func unasked(_ version: String) async throws {
        let handle = ReplaceablePolicy(try policy())
        let judge = ClientJudge(admission: .anyone, policy: handle)
        let service = try await TestServer(server, callbackOf: judge)
        let first = try await connect(to: service.port, version: version, session: "-sess_out")
        #expect(first.contains("hello nobody"), "\(first)")
        handle.replace(with: .sslClient)
        let second = try await connect(to: service.port, version: version, session: "-sess_in")
        #expect(second.contains("Reused,") && second.contains("hello nobody"), "\(second)")
        #expect(judge.counters.accepted == 1 && judge.counters.refused == 0)
        await service.stop()
    }
}
