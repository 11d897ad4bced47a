import HoldfastHTTP
import HoldfastSystem
import HoldfastWebSocket
import TestSupport
import Testing

@testable import HoldfastServing

/// The test bed's echo, with a client that says what the cases of Autobahn say; over memory.
@Suite("Autobahn's cases for servers")
struct AutobahnEchoTests {
    /// A client's octets, some at a time, and what it is answered.
    private final class MemoryStream: ServedStream {
        private var rest: ArraySlice<UInt8>
        private var size: Int
        private let sizeBehind: Int
        private(set) var written: [UInt8] = []

        /// - Parameters:
        ///   - head: comes at once.
        ///   - size: octets of the rest that come at once.
        init(_ head: [UInt8], _ octets: [UInt8], by size: Int) {
            (rest, self.size, sizeBehind) = ((head + octets)[...], head.count, size)
        }

        var clientCertificate: [UInt8]? { nil }

        func read(atMost count: Int, until deadline: Deadline) throws(ServingError) -> [UInt8] {
            defer { (rest, size) = (rest.dropFirst(min(count, size)), sizeBehind) }
            return Array(rest.prefix(min(count, size)))
        }

        func write(_ bytes: [UInt8], until deadline: Deadline) throws(ServingError) { written += bytes }

        func close() {}
        func cut(silently: Bool) {}
        func reset(afterDelivery deadline: Deadline?) {}
    }

    @Test("each is answered in order", arguments: AutobahnCase.all(dividedBy: 16))
    func echo(row: AutobahnCase) throws {
        let opening = try OpeningHandshake()
        let request = RequestHead(
            method: "GET", target: "/",
            fields: [
                HTTPField("Host", "localhost"), HTTPField("Connection", "Upgrade"), HTTPField("Upgrade", "websocket"),
            ] + opening.fields)
        let stream = MemoryStream(request.bytes, maskedFrames(row.sent), by: row.size)
        let conversation = TLSConversation(stream, ConnectionFacts(), patience: .seconds(1))
        try #require(try ServedWebSocket(conversation)).echo()
        let end = try #require(stream.written.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
        #expect(stream.written.starts(with: Array("HTTP/1.1 101 ".utf8)))
        #expect(wordsOfFrames(Array(stream.written[end...]), areMasked: false) == row.echoed, "\(row.number)")
    }
}
