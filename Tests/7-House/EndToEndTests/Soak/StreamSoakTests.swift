import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import PeerPrograms
import Testing

/// Bodies of 4 GB, both ways, and what they hold of memory. Both ends are in this process, and both are counted.
@Suite("Long streams", .serialized, .enabled(if: ProcessFigures.areSoaksWanted, "set HOLDFAST_SOAK (make soak)"))
struct StreamSoakTests {
    static let total = 4 << 30
    static let limit = 64 << 20

    let bench: Loopback
    let stream = StreamServer()

    init() throws { bench = try Loopback() }

    private func session(_ server: TLSServer) throws -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.limits.responseBytes = 1 << 20
        return HTTPSSession(configuration: configuration)
    }

    /// A first exchange, so that what is made once is there before memory is looked at.
    private func warmUp(_ session: HTTPSSession, _ url: HTTPSURL) async throws {
        let (bytes, _) = try await session.bytes(for: HTTPSRequest(url))
        for try await _ in bytes.pieces { break }
    }

    @Test("4 GB down, below 64 MB above idle")
    func down() async throws {
        let server = try bench.server { $0.conversation = stream.sending(Self.total) }
        let session = try session(server)
        let url = try bench.url(server)
        try await warmUp(session, url)
        let idle = ProcessFigures.residentBytes
        let highest = Highest()
        let (bytes, _) = try await session.bytes(for: HTTPSRequest(url))
        var count = 0
        for try await piece in bytes.pieces {
            if count >> 24 != (count + piece.count) >> 24 { highest.see(ProcessFigures.residentBytes) }
            count += piece.count
        }
        print("4 GB down: \((highest.value - idle) >> 20) MB above idle")
        #expect(count == Self.total)
        #expect(highest.value - idle < Self.limit)
    }

    @Test("4 GB up, below 64 MB above idle")
    func up() async throws {
        let server = try bench.server {
            $0.conversation = { connection throws(ServingError) in
                _ = try connection.readHead()
                var count = 0
                while count < Self.total {
                    let more = try connection.read().count
                    guard more > 0 else { return }
                    count += more
                }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let session = try session(server)
        let request = HTTPSRequest(try bench.url(server), method: "PUT")
        let idle = ProcessFigures.residentBytes
        let highest = Highest()
        let left = Countdown(Self.total >> 16)
        let body = UploadBody(length: Self.total) {
            AsyncStream<[UInt8]> {
                guard let number = left.next() else { return nil }
                if number % 256 == 0 { highest.see(ProcessFigures.residentBytes) }
                return [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 64 << 10)
            }
        }
        let response = try await session.upload(for: request, from: body)
        print("4 GB up: \((highest.value - idle) >> 20) MB above idle")
        #expect(response.status == 200)
        #expect(highest.value - idle < Self.limit)
    }
}
