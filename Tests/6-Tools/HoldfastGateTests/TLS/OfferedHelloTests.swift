import HoldfastTLS
import Testing

@testable import HoldfastGate

@Suite("A client's offer of TLS")
struct OfferedHelloTests {
    /// A ClientHello of RFC 8446 §4.1.2 in a record, with some extensions.
    private func hello(_ extensions: [(type: UInt16, data: [UInt8])]) -> [UInt8] {
        var list: [UInt8] = []
        for one in extensions { list += number(one.type) + number(UInt16(one.data.count)) + one.data }
        let body =
            [3, 3] + [UInt8](repeating: 9, count: 32) + [0] + number(2) + [0x13, 0x01] + [1, 0]
            + number(UInt16(list.count)) + list
        let message = [1, 0] + number(UInt16(body.count)) + body
        return [22, 3, 1] + number(UInt16(message.count)) + message
    }

    private func number(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

    private func name(_ text: String) -> (type: UInt16, data: [UInt8]) {
        let entry = [0] + number(UInt16(text.utf8.count)) + Array(text.utf8)
        return (0, number(UInt16(entry.count)) + entry)
    }

    private func protocols(_ names: [String]) -> (type: UInt16, data: [UInt8]) {
        let list = names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        return (16, number(UInt16(list.count)) + list)
    }

    @Test("the server's name and the protocols are read, in pieces of any size")
    func good() {
        let bytes = hello([name("a.test"), protocols(["h2", "http/1.1"])])
        for count in bytes.indices { #expect(OfferedHello.look(at: bytes.prefix(count)) == .needsMore, "\(count)") }
        let offered = OfferedHello(serverName: "a.test", applicationProtocols: ["h2", "http/1.1"])
        #expect(OfferedHello.look(at: bytes[...]) == .hello(offered))
        #expect(OfferedHello.look(at: (bytes + [1, 2, 3])[...]) == .hello(offered))
    }

    @Test("what is not TLS is told apart at its first octet")
    func notTLS() {
        for text in ["GET / HTTP/1.1\r\n", "SSH-2.0-x\r\n", "\0"] {
            #expect(OfferedHello.look(at: Array(text.utf8)[...]) == .notTLS)
        }
    }

    @Test("a hello whose name or protocols cannot be read is not taken for one without")
    func malformed() {
        for bytes in [
            hello([(0, [0, 9, 0, 0, 1])]), hello([(16, [0, 3, 9, 1])]), [22, 3, 1, 0, 4, 2, 0, 0, 0],
            [22, 3, 1, 255, 255] + [UInt8](repeating: 1, count: 20),
        ] {
            guard case .malformed = OfferedHello.look(at: bytes[...]) else {
                Issue.record("\(bytes) is taken for \(OfferedHello.look(at: bytes[...]))")
                continue
            }
        }
    }

    @Test("a hello has an end")
    func limit() {
        let long: [UInt8] = [22, 3, 1, 0x40, 0, 1, 0, 0xff, 0xff] + [UInt8](repeating: 0, count: 16_380)
        guard case .malformed = OfferedHello.look(at: (long + [22, 3, 1, 0x40, 0])[...]) else {
            Issue.record("over \(OfferedHello.maximumBytes) bytes are waited for")
            return
        }
    }
}
