import Foundation
import Holdfast
import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTP
import HoldfastServing
import HoldfastX509
import Synchronization
import PeerPrograms
import TestSupport
import Testing

@testable import ServiceClient

/// The program of Docs/service-client.md against servers on loopback: a good one, and ones that it must not talk to.
@Suite("A service's client", .hangLimit, .ownThread)
struct ServiceClientTests {
    private let root: CertificateAuthority
    private let folder: TemporaryFolder
    private let identity: Identity
    private let now = SystemClock.now()
    private static let host = "orders.example.com"

    init() throws {
        root = try CertificateAuthority.root(name: "Shop Root", at: now)
        folder = try TemporaryFolder()
        identity = try root.issue(.server(names: [Self.host], at: now))
        let client = try root.issue(.client(name: "shop", at: now))
        try folder.write(root.identity.chainPEM, to: "ca.pem")
        try folder.write(client.chainPEM, to: "client.pem")
        try folder.write(client.key.pem, to: "client.key", mode: 0o600)
    }

    private func server(_ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) throws -> TLSServer {
        var configuration = TLSServerConfiguration(identity)
        configuration.requiresClientCertificate = true
        return try TLSServer(configuration, handler: answer)
    }

    /// A client of a port of this machine; its pins are the server's key and another one, unless they are said.
    private func client(of port: UInt16, pins: [Pin]? = nil) throws -> OrderClient {
        let pins = try pins ?? [Pin(Certificate(der: identity.certificate)), otherPin(1)]
        let settings = OrderSettings(
            host: Self.host, port: Int(port), folder: folder.path, pins: pins.map(\.description),
            connectTo: "\(Self.host):\(port):127.0.0.1:\(port)")
        return try OrderClient(settings)
    }

    private func otherPin(_ octet: UInt8) throws -> Pin {
        try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: octet, count: 32))
    }

    @Test("an order goes out as JSON, again after 503 with the same key, and the receipt comes back")
    func placed() async throws {
        let seen = Mutex<[String]>([])
        let server = try server { request in
            let count = seen.withLock { seen in
                let type = request["Content-Type"] ?? "-"
                seen.append("\(request.method) \(request.target) \(type) \(request["Idempotency-Key"] ?? "-")")
                return seen.count
            }
            guard request["Accept"] == "application/json", request.connection.clientCertificate != nil,
                (try? JSONDecoder().decode(Order.self, from: Data(request.body))) == Order(article: "lamp", count: 2)
            else { return ServerResponse(status: 422, text: "no order") }
            return count == 1
                ? ServerResponse(status: 503, text: "later") : ServerResponse(status: 201, text: #"{"number": 4711}"#)
        }
        let client = try client(of: server.port)
        #expect(try await client.place(Order(article: "lamp", count: 2)) == Receipt(number: 4711))
        let lines = seen.withLock { $0 }
        #expect(lines.count == 2 && lines[0] == lines[1])
        #expect(lines.first?.hasPrefix("POST /orders application/json ") == true)
        let refused = await #expect(throws: OrderError.self) {
            _ = try await client.place(Order(article: "", count: 0))
        }
        #expect(refused.map { "\($0)" } == "the server answered 422 with text/plain; charset=utf-8")
        await client.close()
        let late = await #expect(throws: HTTPSError.self) { _ = try await client.place(Order(article: "x", count: 1)) }
        #expect(late?.code == .invalidated)
    }

    @Test("a server with another key gets nothing, and is asked once")
    func otherKey() async throws {
        let server = try server { _ in ServerResponse(text: "{}") }
        let client = try client(of: server.port, pins: [otherPin(1), otherPin(2)])
        let error = await #expect(throws: HTTPSError.self) {
            _ = try await client.place(Order(article: "lamp", count: 2))
        }
        #expect(error?.trustFailure?.cause.code == .pinMismatch)
        #expect(server.counters.requestsReceived == 0 && server.counters.connections == 1)
    }

    @Test("where nobody is reached it is tried three times, and the end says so")
    func nobody() async throws {
        // Nothing listens at port 1, and a port that was free a moment ago may be another test's now.
        let client = try client(of: 1)
        let error = await #expect(throws: OrderError.self) {
            _ = try await client.place(Order(article: "lamp", count: 2))
        }
        guard case .unavailable(let reason?)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.code == .connectionRefused && reason.url == client.orders)
        #expect(error.map { "\($0)" } == line(about: reason) && line(about: reason).hasSuffix("; \(reason.hint)"))
    }

    @Test("what cannot be used is an error of the start, and says what to do")
    func start() throws {
        var settings = OrderSettings(folder: folder.path("nowhere"))
        for (change, advice) in [
            ({ _ in }, "check the path, and that the user whom the program runs as may read it"),
            ({ $0.folder = folder.path }, "name the certificate that was issued for this key"),
            ({ $0.pins = ["sha256/AAAA"] }, "let holdfast pin compute print"),
            ({ $0.pins = [] }, "give the pin of the server's key and one of a key in reserve"),
        ] as [((inout OrderSettings) -> Void, String)] {
            change(&settings)
            try folder.write(PrivateKey.generate(.p256).pem, to: "client.key", mode: 0o600)
            let error = try #require(#expect(throws: (any Error).self) { _ = try settings.configuration() })
            #expect(line(about: error).contains("; \(advice)"), "\(line(about: error))")
        }
    }

    // MARK: The program

    /// The built program, which stands beside the test bundle.
    private static var program: URL? {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let bundle = Bundle.main.bundleURL
        return [own, bundle, bundle.deletingLastPathComponent()].map { $0.appending(path: "ServiceClient") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Starts the program, which writes into the file "log".
    private func start(_ environment: [String: String]) throws -> ChildProcess {
        try folder.write("", to: "log")
        let process = ChildProcess()
        let program: URL = try #require(Self.program)
        process.executableURL = program
        process.environment = environment.merging(["PATH": "/usr/bin:/bin", "ORDERS_FOLDER": folder.path]) { $1 }
        process.standardError = try FileHandle(forWritingTo: folder.url("log"))
        try process.run()
        return process
    }

    private func log() throws -> String { String(decoding: try folder.bytes("log"), as: UTF8.self) }

    @Test("asked to end, the program lets the order under way come to its end", arguments: [SIGTERM, SIGINT])
    func asked(_ signal: Int32) async throws {
        let gate = Gate()
        let arrived = Notes<String>()
        let server = try server { _ in
            arrived.add("an order")
            gate.holdThread()
            return ServerResponse(status: 201, text: #"{"number": 4711}"#)
        }
        let pins = try [Pin(Certificate(der: identity.certificate)), otherPin(1)].map(\.description)
        let process = try start([
            "ORDERS_PINS": pins.joined(separator: " "),
            "ORDERS_CONNECT_TO": "\(Self.host):443:127.0.0.1:\(server.port)",
        ])
        try await eventually("the order is under way") { !arrived.all.isEmpty }
        kill(process.processIdentifier, signal)
        try await eventually("the program has heard it") { try log().contains("asked to end\n") }
        gate.open()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        let lines = try log()
        #expect(lines.contains("order 4711\n"), "\(lines)")
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("a program that cannot begin says why and what to do, and ends with EX_CONFIG")
    func cannotBegin() throws {
        try folder.write("no certificate", to: "ca.pem")
        let process = try start([:])
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 78)
        #expect(try log().contains("ca.pem") && log().contains("; name a file or folder with certificates"))
    }

    // MARK: A renewed identity

    @Test("a certificate that is renewed while the program runs is shown by the next connection")
    func renewed() async throws {
        let seen = Notes<String>()
        let server = try server { request in
            let certificate = request.connection.clientCertificate.flatMap { try? Certificate(der: $0) }
            seen.add(certificate?.subject.commonName ?? "nobody")
            return ServerResponse(
                status: 201, fields: [HTTPField("Connection", "close")], body: Array(#"{"number": 1}"#.utf8))
        }
        var configuration = try client(of: server.port).session.configuration
        configuration.credentials.handler = RenewedIdentity(
            host: Self.host, files: [folder.path("client.pem"), folder.path("client.key")])
        let session = HTTPSSession(configuration: configuration)
        let url = try HTTPSURL("https://\(Self.host):\(server.port)/orders")
        func write(_ name: String) throws {
            let renewed = try root.issue(.client(name: name, at: now))
            try folder.write(renewed.chainPEM, to: "client.pem")
            try folder.write(renewed.key.pem, to: "client.key", mode: 0o600)
        }
        for name in ["shop", "renewed", "again"] {
            if name != "shop" { try write(name) }
            #expect(try await session.data(from: url).status == 201)
        }
        // Half written: that of the start.
        try folder.write("", to: "client.key", mode: 0o600)
        #expect(try await session.data(from: url).status == 201)
        #expect(seen.all == ["shop", "renewed", "again", "shop"])
    }
}
