import HoldfastHTTP
import HoldfastServing
import HoldfastTrust
import LoopbackSupport
import Testing

@testable import HoldfastTransport

@Suite("Limits and fields of a response")
struct LimitTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private func server(_ response: ServerResponse) throws -> TLSServer {
        try world.answering { _ in response }
    }

    private func perform(
        _ server: TLSServer, _ change: (inout TransportRequest) -> Void = { _ in }
    ) async throws(TransportError) -> TransportResponse {
        var request = world.request(port: server.port)
        change(&request)
        return try await engine.perform(request, judge: world.trusting())
    }

    @Test("a body up to the limit is whole, one over it an error", arguments: [0, 1])
    func body(excess: Int) async throws {
        let server = try server(ServerResponse(body: [UInt8](repeating: 7, count: 70_000)))
        let error = await failure { () throws(TransportError) in
            let response = try await perform(server) { $0.limits.responseBytes = 70_000 - excess }
            if response.body.count != 70_000 { Issue.record("\(response.body.count)") }
        }
        #expect(error?.code == (excess == 0 ? nil : .responseTooLarge))
        #expect(error == nil || error?.phase == .transfer)
    }

    @Test("a body that grows when it is decompressed is counted decompressed")
    func bomb() async throws {
        // RFC 1952 around RFC 1951: some 650 bytes for 100,000.
        let packed = try #require(Self.gzipOfZeros)
        let server = try server(ServerResponse(fields: [HTTPField("Content-Encoding", "gzip")], body: packed))
        let whole = try await perform(server)
        #expect(whole.body == [UInt8](repeating: 0, count: 100_000))
        let error = await failure { () throws(TransportError) in
            try await perform(server) { $0.limits.responseBytes = 50_000 }
        }
        #expect(error?.code == .responseTooLarge)
    }

    /// Stored blocks would not be a bomb: a fixed-Huffman block of one zero byte and repeats of the longest match.
    private static var gzipOfZeros: [UInt8]? {
        var bits = BitWriter()
        bits.write(1, 1)
        bits.write(1, 2)
        bits.huffman(0x30, 8)
        // 387 matches of 258 bytes and one of 153, all at distance 1.
        for _ in 0..<387 {
            bits.huffman(0b1100_0101, 8)
            bits.huffman(0, 5)
        }
        // Length 153 is code 281 (131...162) with five extra bits.
        bits.huffman(0b1100_0001, 8)
        bits.write(153 - 131, 5)
        bits.huffman(0, 5)
        bits.huffman(0, 7)
        var bytes: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + bits.finished
        for value in [crc32(ofZeros: 100_000), 100_000] {
            for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
        }
        return bytes
    }

    private static func crc32(ofZeros count: Int) -> UInt32 {
        var crc: UInt32 = 0xffff_ffff
        for _ in 0..<(count * 8) { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
        return ~crc
    }

    /// RFC 1951 §3.1.1: data elements from the least significant bit, Huffman codes from their most significant.
    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var used = 8

        mutating func write(_ value: Int, _ count: Int) {
            for index in 0..<count { bit(value >> index & 1) }
        }

        mutating func huffman(_ code: Int, _ count: Int) {
            for index in stride(from: count - 1, through: 0, by: -1) { bit(code >> index & 1) }
        }

        private mutating func bit(_ value: Int) {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            bytes[bytes.count - 1] |= UInt8(value << used)
            used += 1
        }

        var finished: [UInt8] { bytes }
    }

    @Test("header fields over the limit are an error")
    func fields() async throws {
        let many = (0..<100).map { HTTPField("X-Field-\($0)", String(repeating: "v", count: 100)) }
        let server = try server(ServerResponse(fields: many))
        #expect(try await perform(server).fields.count >= 100)
        let error = await failure { () throws(TransportError) in
            try await perform(server) { $0.limits.headerBytes = 5_000 }
        }
        #expect(error?.code == .headersTooLarge && error?.phase == .transfer, "\(String(describing: error))")
    }

    @Test("fields arrive in their order, names as sent, several of one name apart")
    func order() async throws {
        let server = try server(
            ServerResponse(fields: [
                HTTPField("Set-Cookie", "a=1"), HTTPField("X-A", " "), HTTPField("Set-Cookie", "b=2"),
            ]))
        let fields = try await perform(server).fields
        #expect(fields.filter { $0.isNamed("set-cookie") }.map(\.value) == ["a=1", "b=2"])
        #expect(fields.first(named: "x-a") == "")
    }

    @Test("collects the head, the body within its limit, and trailers")
    func collector() {
        var collector = ResponseCollector(maximumBody: 10)
        #expect(!collector.hasBegun)
        let fields = [HTTPField("A", "b c"), HTTPField("D", "e")]
        collector.begin(ResponseHead(status: 200, fields: fields), version: "2")
        #expect(collector.status == 200 && collector.httpVersion == "2" && collector.hasBegun)
        #expect(collector.fields.map(\.description) == ["A: b c", "D: e"])
        let three: [UInt8] = [1, 2, 3]
        let isTaken = unsafe three.withUnsafeBytes { bytes in unsafe collector.append(bytes) }
        #expect(isTaken)
        collector.end(with: [HTTPField("T", "u")])
        #expect(collector.status == 200)
        #expect(collector.trailers.first?.description == "T: u")
        let tooMuch = unsafe [UInt8](repeating: 0, count: 8).withUnsafeBytes { bytes in unsafe collector.append(bytes) }
        #expect(!tooMuch && collector.overflow == .body)
    }
}
