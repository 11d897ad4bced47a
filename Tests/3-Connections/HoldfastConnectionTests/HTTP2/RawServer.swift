import HoldfastConnection
import HoldfastHTTP
import Testing

/// A frame (RFC 9113 §4.1), of which anything may be wrong.
struct Frame: Hashable {
    var type: UInt8
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []
    /// The length that is said, where it is another one.
    var length: Int?

    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let priority: UInt8 = 2
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let pushPromise: UInt8 = 5
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7
    static let windowUpdate: UInt8 = 8
    static let continuation: UInt8 = 9

    /// Flags (§6).
    static let endStream: UInt8 = 0x1
    static let ack: UInt8 = 0x1
    static let endHeaders: UInt8 = 0x4
    static let padded: UInt8 = 0x8

    var bytes: [UInt8] {
        let length = length ?? payload.count
        return [UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags]
            + Self.number(stream) + payload
    }

    /// A number of four octets.
    static func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    /// The list of fields of a stream, in a frame of its own.
    static func fields(_ list: [(String, String)], stream: UInt32 = 1, isEnd: Bool = false) -> Frame {
        Frame(
            type: headers, flags: endHeaders | (isEnd ? endStream : 0), stream: stream,
            payload: list.flatMap { literal(Array($0.0.utf8), Array($0.1.utf8)) })
    }

    static func content(_ bytes: [UInt8], stream: UInt32 = 1, isEnd: Bool = false) -> Frame {
        Frame(type: data, flags: isEnd ? endStream : 0, stream: stream, payload: bytes)
    }

    static func end(_ stream: UInt32, _ code: UInt32) -> Frame {
        Frame(type: reset, stream: stream, payload: number(code))
    }

    static func goAway(_ last: UInt32, _ code: UInt32) -> Frame {
        Frame(type: goAway, payload: number(last) + number(code))
    }

    static func setting(_ id: UInt16, _ value: UInt32) -> Frame {
        Frame(type: settings, payload: [UInt8(id >> 8), UInt8(id & 255)] + number(value))
    }

    /// A field in no table (RFC 7541 §6.2.2), with the octets as they are.
    static func literal(_ name: [UInt8], _ value: [UInt8]) -> [UInt8] { [0] + string(name) + string(value) }

    /// A string (RFC 7541 §5.2), behind its length (§5.1).
    static func string(_ octets: [UInt8]) -> [UInt8] {
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
    static func all(in bytes: [UInt8]) -> [Frame] {
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

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
}

/// A server that says frames as a test has them, and no others.
final class RawServer {
    let client: HTTP2Connection
    var heard: [HTTP2Connection.Event] = []
    /// The frames that the client has sent.
    var frames: [Frame] = []

    init(_ limits: HTTP2Limits = HTTP2Limits(), settings: [Frame] = [Frame(type: Frame.settings)]) throws {
        client = try #require(HTTP2Connection(limits))
        for frame in settings { say(frame) }
    }

    /// Begins an exchange, and gives its stream.
    @discardableResult
    func begin(_ request: ExchangeRequest = .get, headBytes: Int = 64 << 10) throws -> Int32 {
        let stream = try #require(client.begin(request, limits: MessageLimits(headBytes: headBytes, fields: 1_000)))
        listen()
        return stream
    }

    func say(_ frames: Frame...) { say(frames.flatMap(\.bytes)) }

    func say(_ bytes: [UInt8]) {
        client.receive(bytes[...])
        heard += client.takeEvents()
        listen()
    }

    func listen() {
        frames += Frame.all(in: client.takeOutput())
        heard += client.takeEvents()
    }

    func events(_ stream: Int32 = 1) -> [ExchangeEvent] { heard.filter { $0.stream == stream }.map(\.event) }

    func fault(_ stream: Int32 = 1) -> ExchangeFault? { events(stream).fault }

    /// The code of the RST_STREAM with which the client has ended a stream.
    func reset(_ stream: UInt32 = 1) -> UInt32? {
        frames.first { $0.type == Frame.reset && $0.stream == stream }?.payload.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The code of the GOAWAY with which the client has ended the connection (RFC 9113 §6.8).
    var goAway: UInt32? {
        frames.first { $0.type == Frame.goAway }?.payload.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
