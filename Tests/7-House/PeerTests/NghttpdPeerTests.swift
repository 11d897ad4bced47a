import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// HTTP/2 against nghttp2's own server, which says each frame that it receives.
@Suite(
    "HTTP/2 by nghttpd", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct NghttpdPeerTests {
    private static let host = "www.holdfast.test"
    private let peer: PeerSession
    private var identity: Identity { peer.identity }

    init() throws { peer = try PeerSession() }

    private func session(_ server: Nghttpd, isRefusing: Bool) throws -> HTTPSSession {
        try peer.session(server.port, nil) { configuration in
            guard isRefusing else { return }
            configuration.trust.policy = { name in
                var policy = TrustPolicy.ssl(name)
                policy.anchors = .only([])
                return policy
            }
        }
    }

    @Test("a trusted server answers many requests on one connection")
    func accepted() async throws {
        let server = try await Nghttpd(identity)
        let session = try session(server, isRefusing: false)
        let url = try HTTPSURL("https://\(Self.host):\(server.port)/hello.txt")
        let first = try await session.data(for: HTTPSRequest(url))
        #expect(first.httpVersion == "2")
        #expect(first.connection.applicationProtocol == "h2")
        #expect(String(decoding: first.body, as: UTF8.self) == "hello")
        let ids = try await withThrowingTaskGroup(of: UInt64.self) { group in
            for _ in 0..<20 {
                group.addTask { try await session.data(for: HTTPSRequest(url)).connection.id }
            }
            return try await group.reduce(into: Set<UInt64>()) { $0.insert($1) }
        }
        #expect(ids == [first.connection.id], "HTTP/2 shares one connection")
        #expect(server.stop().contains("recv HEADERS"))
    }

    @Test("a stream that nobody reads holds up no other of its connection, and comes to its end when somebody does")
    func backPressure() async throws {
        let size = 96 << 20
        let server = try await Nghttpd(identity, size: size)
        let session = try session(server, isRefusing: false)
        let large = HTTPSRequest(try HTTPSURL("https://\(Self.host):\(server.port)/large"))
        let small = HTTPSRequest(try HTTPSURL("https://\(Self.host):\(server.port)/hello.txt"))
        let (bytes, head) = try await session.bytes(for: large)
        #expect(head.httpVersion == "2")
        for _ in 0..<20 {
            let response = try await session.data(for: small)
            #expect(String(decoding: response.body, as: UTF8.self) == "hello")
            #expect(response.connection.id == head.connection.id)
        }
        var count = 0
        for try await piece in bytes.pieces { count += piece.count }
        #expect(count == size)
    }

    @Test("a body that is made while it is sent arrives whole, with pauses in between")
    func upload() async throws {
        let server = try await Nghttpd(identity, echoes: true)
        let session = try session(server, isRefusing: false)
        let body = UploadBody(length: nil) {
            AsyncStream<[UInt8]> { continuation in
                Task {
                    for number in 0..<40 {
                        if number % 10 == 0 { try? await Task.sleep(for: .milliseconds(50)) }
                        continuation.yield([UInt8](repeating: UInt8(number), count: 100_000))
                    }
                    continuation.finish()
                }
            }
        }
        let url = try HTTPSURL("https://\(Self.host):\(server.port)/")
        let response = try await session.upload(for: HTTPSRequest(url, method: "POST"), from: body)
        #expect(response.httpVersion == "2")
        #expect(response.body == (0..<40).flatMap { [UInt8](repeating: UInt8($0), count: 100_000) })
    }

    @Test("a refused server receives no frame: not even the preface's SETTINGS")
    func refused() async throws {
        let server = try await Nghttpd(identity)
        let session = try session(server, isRefusing: true)
        let url = try HTTPSURL("https://\(Self.host):\(server.port)/hello.txt")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do throws(HTTPSError) {
                        _ = try await session.data(for: HTTPSRequest(url))
                        Issue.record("answered")
                    } catch {
                        #expect(error.trustFailure?.cause.code == .issuerNotFound, "\(error)")
                    }
                }
            }
        }
        session.invalidateAndCancel()
        let log = server.stop()
        #expect(!log.contains("recv "), "\(log)")
    }

    @Test("names on one certificate do not share a connection: nothing is coalesced (RFC 9113 §9.1.1 only allows it)")
    func notCoalesced() async throws {
        let other = "api.holdfast.test"
        let both = try peer.bench.identity(Self.host, other)
        let server = try await Nghttpd(both)
        let session = try peer.session(server.port, nil) { configuration in
            configuration.addresses.dial = [Self.host, other].map { .loopback(server.port, host: $0) }
        }
        let records = try await [Self.host, other].asyncMap { name in
            try await session.data(
                for: HTTPSRequest(try HTTPSURL("https://\(name):\(server.port)/hello.txt"))
            ).connection
        }
        #expect(records[0].id != records[1].id)
        #expect(records.map(\.serverNameIndication) == [Self.host, other])
        _ = server.stop()
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
