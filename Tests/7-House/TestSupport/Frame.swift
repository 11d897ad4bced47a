/// A frame of HTTP/2 (RFC 9113 §4.1), of which anything may be wrong.
package struct Frame: Hashable, Sendable {
    package var type: UInt8
    package var flags: UInt8 = 0
    package var stream: UInt32 = 0
    package var payload: [UInt8] = []
    /// The length that is said, where it is another one.
    package var length: Int?

    package init(type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = [], length: Int? = nil) {
        (self.type, self.flags, self.stream, self.payload, self.length) = (type, flags, stream, payload, length)
    }

    package static let data: UInt8 = 0
    package static let headers: UInt8 = 1
    package static let priority: UInt8 = 2
    package static let reset: UInt8 = 3
    package static let settings: UInt8 = 4
    package static let pushPromise: UInt8 = 5
    package static let ping: UInt8 = 6
    package static let goAway: UInt8 = 7
    package static let windowUpdate: UInt8 = 8
    package static let continuation: UInt8 = 9

    /// Flags (§6).
    package static let endStream: UInt8 = 0x1
    package static let ack: UInt8 = 0x1
    package static let endHeaders: UInt8 = 0x4
    package static let padded: UInt8 = 0x8

    package var bytes: [UInt8] {
        let length = length ?? payload.count
        return [UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags]
            + Self.number(stream) + payload
    }

    /// A number of four octets.
    package static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// The list of fields of a stream, in a frame of its own.
    package static func fields(_ list: [(String, String)], stream: UInt32 = 1, isEnd: Bool = false) -> Frame {
        Frame(
            type: headers, flags: endHeaders | (isEnd ? endStream : 0), stream: stream,
            payload: list.flatMap { literal(Array($0.0.utf8), Array($0.1.utf8)) })
    }

    package static func content(_ bytes: [UInt8], stream: UInt32 = 1, isEnd: Bool = false) -> Frame {
        Frame(type: data, flags: isEnd ? endStream : 0, stream: stream, payload: bytes)
    }

    package static func end(_ stream: UInt32, _ code: UInt32) -> Frame {
        Frame(type: reset, stream: stream, payload: number(code))
    }

    package static func goAway(_ last: UInt32, _ code: UInt32) -> Frame {
        Frame(type: goAway, payload: number(last) + number(code))
    }

    package static func setting(_ id: UInt16, _ value: UInt32) -> Frame {
        Frame(type: settings, payload: [UInt8(id >> 8), UInt8(id & 255)] + number(value))
    }

    /// A field in no table (RFC 7541 §6.2.2), with the octets as they are.
    package static func literal(_ name: [UInt8], _ value: [UInt8]) -> [UInt8] { [0] + string(name) + string(value) }

    /// A string (RFC 7541 §5.2), behind its length (§5.1).
    package static func string(_ octets: [UInt8]) -> [UInt8] {
        guard octets.count >= 127 else { return [UInt8(octets.count)] + octets }
        var rest = octets.count - 127
        var bytes: [UInt8] = [127]
        while rest >= 128 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)] + octets
    }

    /// The frames of a client, behind its preface (RFC 9113 §3.4).
    package static func all(in bytes: [UInt8]) -> [Frame] {
        var rest = bytes[...]
        if rest.starts(with: preface) { rest = rest.dropFirst(preface.count) }
        var frames: [Frame] = []
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            let stream = head[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            rest = rest.dropFirst(9)
            frames.append(
                Frame(type: head[3], flags: head[4], stream: stream, payload: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return frames
    }

    package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
}
