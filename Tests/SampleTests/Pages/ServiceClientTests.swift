import Foundation
import Holdfast
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509
import Synchronization
import TestSupport
import Testing

/// The program of Docs/service-client.md against servers on loopback: a good one, and ones that it must not talk to.
@Suite("A service's client", .hangLimit)
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
        await #expect(throws: OrderError.refused(422, "text/plain; charset=utf-8")) {
            _ = try await client.place(Order(article: "", count: 0))
        }
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
        // One that was free a moment ago, and that nobody listens at any more.
        let port = try server { _ in ServerResponse(text: "{}") }.port
        let client = try client(of: port)
        await #expect(throws: OrderError.unavailable) { _ = try await client.place(Order(article: "lamp", count: 2)) }
    }
}
