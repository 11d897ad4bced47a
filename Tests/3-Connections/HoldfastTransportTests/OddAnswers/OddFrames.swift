import TestSupport

/// Frames and connections of HTTP/2 (RFC 9113 §4 to §7).
extension OddFamily {
    private static let good = OddAnswer.good
    private static let head = Frame.fields([(":status", "200")])
    private static let content = Frame.content(Array("ok".utf8), isEnd: true)
    private static let answer = [head, content]

    private static func h2(
        _ name: String, _ frames: [Frame], _ outcome: String, _ change: (inout OddAnswer) -> Void = { _ in }
    ) -> OddAnswer {
        OddAnswer(name, [.say(frames.flatMap(\.bytes))], outcome) {
            $0.ask.wire = .http2
            change(&$0)
        }
    }

    /// §5.4.1, §4.2, §6: each ends the connection.
    private static let broken: [(String, [Frame])] = [
        ("DATA on stream 0", [Frame(type: Frame.data, payload: [1])]),
        ("DATA on an idle stream", [.content([1], stream: 9)]),
        ("DATA before a head", [.content([1])]),
        ("HEADERS on stream 0", [.fields([(":status", "200")], stream: 0)]),
        ("HEADERS on a stream of the server's", [.fields([(":status", "200")], stream: 2)]),
        ("HEADERS on an idle stream", [.fields([(":status", "200")], stream: 9)]),
        ("padding beyond DATA", [head, Frame(type: Frame.data, flags: Frame.padded, stream: 1, payload: [9, 1])]),
        ("padding beyond HEADERS", [Frame(type: Frame.headers, flags: 0xC, stream: 1, payload: [9, 0x88])]),
        ("padding without its length", [Frame(type: Frame.headers, flags: 0xC, stream: 1)]),
        (
            "a frame over 16,384 octets",
            [head, Frame(type: Frame.data, stream: 1, payload: [UInt8](repeating: 1, count: 16_385))]
        ),
        ("a PING over 16,384 octets", [Frame(type: Frame.ping, length: 16_385)]),
        ("RST_STREAM on stream 0", [.end(0, 1)]), ("RST_STREAM on an idle stream", [.end(9, 1)]),
        ("RST_STREAM of three octets", [Frame(type: Frame.reset, stream: 1, payload: [0, 0, 0])]),
        ("RST_STREAM of five octets", [Frame(type: Frame.reset, stream: 1, payload: [0, 0, 0, 0, 0])]),
        ("SETTINGS on a stream", [Frame(type: Frame.settings, stream: 1)]),
        ("SETTINGS of five octets", [Frame(type: Frame.settings, payload: [0, 1, 0, 0, 0])]),
        (
            "an acknowledgement with values",
            [Frame(type: Frame.settings, flags: Frame.ack, payload: [0, 1, 0, 0, 0, 0])]
        ),
        ("ENABLE_PUSH of 1", [.setting(2, 1)]), ("ENABLE_PUSH of 2", [.setting(2, 2)]),
        ("INITIAL_WINDOW_SIZE over 2^31-1", [.setting(4, 1 << 31)]),
        ("MAX_FRAME_SIZE below 16,384", [.setting(5, 16_383)]), ("MAX_FRAME_SIZE over 2^24-1", [.setting(5, 1 << 24)]),
        ("ENABLE_CONNECT_PROTOCOL of 2", [.setting(8, 2)]),
        ("PUSH_PROMISE", [Frame(type: Frame.pushPromise, flags: 4, stream: 1, payload: [0, 0, 0, 2, 0x82])]),
        ("PUSH_PROMISE on stream 0", [Frame(type: Frame.pushPromise, flags: 4, payload: [0, 0, 0, 2, 0x82])]),
        ("PING on a stream", [Frame(type: Frame.ping, stream: 1, payload: [UInt8](repeating: 0, count: 8))]),
        ("PING of seven octets", [Frame(type: Frame.ping, payload: [UInt8](repeating: 0, count: 7))]),
        ("PING of nine octets", [Frame(type: Frame.ping, payload: [UInt8](repeating: 0, count: 9))]),
        ("GOAWAY on a stream", [Frame(type: Frame.goAway, stream: 1, payload: [UInt8](repeating: 0, count: 8))]),
        ("GOAWAY of seven octets", [Frame(type: Frame.goAway, payload: [UInt8](repeating: 0, count: 7))]),
        ("WINDOW_UPDATE of 0", [Frame(type: Frame.windowUpdate, payload: Frame.number(0))]),
        ("WINDOW_UPDATE of three octets", [Frame(type: Frame.windowUpdate, payload: [0, 0, 1])]),
        ("a window over 2^31-1", [Frame(type: Frame.windowUpdate, payload: Frame.number(UInt32(Int32.max)))]),
        ("a stream's window raised by 0", [Frame(type: Frame.windowUpdate, stream: 1, payload: Frame.number(0))]),
        (
            "a stream's window over 2^31-1",
            [Frame(type: Frame.windowUpdate, stream: 1, payload: Frame.number(UInt32(Int32.max)))]
        ),
        ("WINDOW_UPDATE on an idle stream", [Frame(type: Frame.windowUpdate, stream: 9, payload: Frame.number(1))]),
        ("CONTINUATION behind nothing", [Frame(type: Frame.continuation, flags: 4, stream: 1, payload: [0x88])]),
        ("DATA within fields", [Frame(type: Frame.headers, stream: 1, payload: [0x88]), content]),
        (
            "a PING within fields",
            [
                Frame(type: Frame.headers, stream: 1, payload: [0x88]),
                Frame(type: Frame.ping, payload: [UInt8](repeating: 0, count: 8)),
            ]
        ),
        (
            "CONTINUATION of another stream",
            [
                Frame(type: Frame.headers, stream: 1, payload: [0x88]),
                Frame(type: Frame.continuation, flags: 4, stream: 3),
            ]
        ),
        ("fields that cannot be decoded", [Frame(type: Frame.headers, flags: 4, stream: 1, payload: [0xFF, 0xFF])]),
        ("an index of no field", [Frame(type: Frame.headers, flags: 4, stream: 1, payload: [0xFE])]),
        ("an index of 0", [Frame(type: Frame.headers, flags: 4, stream: 1, payload: [0x80])]),
        (
            "a table over its size",
            [Frame(type: Frame.headers, flags: 4, stream: 1, payload: [0x3F, 0xE2, 0x1F, 0x88])]
        ),
        ("a string beyond the fields", [Frame(type: Frame.headers, flags: 4, stream: 1, payload: [0x88, 0, 5, 0x78])]),
        (
            "padding of Huffman's of 8 bits",
            [Frame(type: Frame.headers, flags: 4, stream: 1, payload: [0x88, 0, 0x82, 0xF3, 0xFF, 1, 0x78])]
        ),
        ("an acknowledgement too many", [Frame(type: Frame.settings, flags: Frame.ack)]),
        ("PRIORITY on stream 0", [Frame(type: Frame.priority, payload: [0, 0, 0, 0, 1])]),
    ]

    /// §4.1: "Implementations MUST ignore and discard frames of unknown types"; §6: what may come at any time.
    private static let harmless: [(String, [Frame])] = [
        ("an unknown frame", [Frame(type: 0xEE, flags: 0xFF, stream: 1, payload: [1, 2, 3])]),
        ("an unknown frame on stream 0", [Frame(type: 0xEE, payload: [1, 2, 3])]),
        ("an unknown frame on an idle stream", [Frame(type: 0xEE, stream: 9)]),
        ("ALTSVC", [Frame(type: 10, payload: [0, 1, 0x61, 0x68, 0x32])]),
        ("ORIGIN", [Frame(type: 12, payload: [0, 1, 0x61])]),
        ("an unknown setting", [.setting(0x4242, 1)]), ("two SETTINGS", [.setting(3, 10), .setting(3, 5)]),
        ("a setting twice", [Frame(type: Frame.settings, payload: [0, 3, 0, 0, 0, 9, 0, 3, 0, 0, 0, 8])]),
        ("MAX_CONCURRENT_STREAMS of 0", [.setting(3, 0)]), ("ENABLE_PUSH of 0", [.setting(2, 0)]),
        ("HEADER_TABLE_SIZE of 0", [.setting(1, 0)]), ("HEADER_TABLE_SIZE of 2^32-1", [.setting(1, .max)]),
        ("INITIAL_WINDOW_SIZE of 0", [.setting(4, 0)]), ("MAX_FRAME_SIZE of 2^24-1", [.setting(5, (1 << 24) - 1)]),
        ("MAX_HEADER_LIST_SIZE of 0", [.setting(6, 0)]),
        ("100 SETTINGS", [Frame](repeating: .setting(3, 100), count: 100)),
        ("a PING", [Frame(type: Frame.ping, payload: [1, 2, 3, 4, 5, 6, 7, 8])]),
        ("100 PINGs", [Frame](repeating: Frame(type: Frame.ping, payload: [1, 2, 3, 4, 5, 6, 7, 8]), count: 100)),
        ("an answer to no PING", [Frame(type: Frame.ping, flags: Frame.ack, payload: [1, 2, 3, 4, 5, 6, 7, 8])]),
        ("PRIORITY", [Frame(type: Frame.priority, stream: 1, payload: [0, 0, 0, 0, 1])]),
        ("PRIORITY on an idle stream", [Frame(type: Frame.priority, stream: 9, payload: [0, 0, 0, 0, 1])]),
        ("a window that rises", [Frame(type: Frame.windowUpdate, payload: Frame.number(1))]),
        ("a stream's window that rises", [Frame(type: Frame.windowUpdate, stream: 1, payload: Frame.number(1))]),
        ("GOAWAY with the last number", [.goAway(UInt32(Int32.max), 0)]), ("GOAWAY with its stream", [.goAway(1, 0)]),
        ("two GOAWAYs that fall", [.goAway(UInt32(Int32.max), 0), .goAway(1, 0)]),
        (
            "GOAWAY with words",
            [Frame(type: Frame.goAway, payload: Frame.number(1) + Frame.number(0) + Array("bye".utf8))]
        ),
        ("empty DATA, 100 times", [head] + [Frame](repeating: .content([]), count: 100)),
    ]

    /// The same answer in other frames.
    private static let forms: [(String, [Frame])] = [
        ("in two frames", answer),
        ("padded fields", [Frame(type: Frame.headers, flags: 0xC, stream: 1, payload: [2, 0x88, 0, 0]), content]),
        (
            "padded with what is no zero",
            [Frame(type: Frame.headers, flags: 0xC, stream: 1, payload: [2, 0x88, 1, 2]), content]
        ),
        (
            "padded content",
            [head, Frame(type: Frame.data, flags: 0x9, stream: 1, payload: [3] + Array("ok".utf8) + [0, 0, 0])]
        ),
        (
            "content that is padding alone",
            [head, Frame(type: Frame.data, flags: 0x8, stream: 1, payload: [2, 0, 0]), content]
        ),
        (
            "fields with a priority",
            [Frame(type: Frame.headers, flags: 0x24, stream: 1, payload: [0, 0, 0, 0, 1, 0x88]), content]
        ),
        ("an end in a frame of its own", [head, .content(Array("ok".utf8)), .content([], isEnd: true)]),
        ("octet by octet", [head, .content([0x6F]), .content([0x6B]), .content([], isEnd: true)]),
        (
            "fields in two frames",
            [
                Frame(type: Frame.headers, stream: 1),
                Frame(type: Frame.continuation, flags: 4, stream: 1, payload: [0x88]), content,
            ]
        ),
        (
            "fields in seven frames",
            [Frame(type: Frame.headers, stream: 1, payload: [0x88])]
                + [Frame](repeating: Frame(type: Frame.continuation, stream: 1), count: 5)
                + [Frame(type: Frame.continuation, flags: 4, stream: 1), content]
        ),
        (
            "unknown flags",
            [
                Frame(type: Frame.headers, flags: 0xC4, stream: 1, payload: [0x88]),
                Frame(type: Frame.data, flags: 0xF1 & ~0x8, stream: 1, payload: Array("ok".utf8)),
            ]
        ),
        ("the reserved bit", [Frame(type: Frame.headers, flags: 4, stream: 1 << 31 | 1, payload: [0x88]), content]),
    ]

    private static let pieces = [
        OddAnswer("octet by octet, by TLS", answer.flatMap(\.bytes).map { .say([$0]) }, good) { $0.ask.wire = .http2 },
        h2("no content", [.fields([(":status", "200")], isEnd: true)], "200"),
        h2("trailers", [head, .content(Array("ok".utf8)), .fields([("x", "y")], isEnd: true)], "200; ok; [x=y]"),
        h2(
            "content of 300,000 octets",
            [head] + (0..<30).map { .content([UInt8](repeating: 1, count: 10_000), isEnd: $0 == 29) },
            "200; 300000 octets"),
    ]

    /// §3.4: "The server connection preface consists of a potentially empty SETTINGS frame […] that MUST be the first
    /// frame the server sends".
    private static let prefaces: [(String, [Frame], [Frame], String)] = [
        ("no preface", [], answer, "http2"),
        ("a PING as preface", [Frame(type: Frame.ping, payload: [UInt8](repeating: 0, count: 8))], answer, "http2"),
        ("an acknowledgement as preface", [Frame(type: Frame.settings, flags: Frame.ack)], answer, "http2"),
        ("GOAWAY as preface", [.goAway(0, 0)], [], "http2"),
        ("no acknowledgement", [Frame(type: Frame.settings)], answer, good),
        (
            "all settings",
            [
                Frame(
                    type: Frame.settings,
                    payload: [
                        0, 1, 0, 0, 16, 0, 0, 3, 0, 0, 0, 100, 0, 4, 0, 0, 255, 255, 0, 5, 0, 0, 64, 0, 0, 6, 0, 0, 255,
                        255,
                    ])
            ], answer, good
        ),
    ]

    private static let otherPrefaces = [
        OddAnswer("HTTP/1.1 in its place", "HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nok", "http2") {
            ($0.ask.wire, $0.preface) = (.http2, [])
        },
        OddAnswer("HTTP/1.1 behind it", "HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nok", "http2") {
            $0.ask.wire = .http2
        },
        OddAnswer("octets of 0", [.say([UInt8](repeating: 0, count: 18))], "http2") {
            ($0.ask.wire, $0.preface) = (.http2, [])
        },
    ]

    /// §6.4, §7, and what may go out again (§8.7).
    private static let early = ([0, 1, 2, 3, 5, 6, 8, 9, 10, 11, 12, 14, 0xFF, 0xFFFF_FFFF] as [UInt32]).map { code in
        h2("RST_STREAM \(code) before a head", [.end(1, code)], "http2")
    }

    private static let late = ([1, 2, 5, 7, 8, 11, 13] as [UInt32]).map { code in
        h2("RST_STREAM \(code) behind a head", [head, .end(1, code)], code == 13 ? "connectionClosed" : "http2")
    }

    private static let resets: [OddAnswer] = [
        h2("RST_STREAM 7 always", [.end(1, 7)], "http2 ×4"),
        h2("RST_STREAM 7 once", [.end(1, 7)], "200; ok ×2") { $0.scripts.append([.say(answer.flatMap(\.bytes))]) },
        // §8.7: "Any request that was sent on the reset stream can be safely retried."
        h2("RST_STREAM 7 to POST, once", [.end(1, 7)], "200; ok ×2") {
            ($0.ask.method, $0.ask.content) = ("POST", 10)
            $0.scripts.append([.hear(10), .say(answer.flatMap(\.bytes))])
        },
        h2("RST_STREAM 7 behind an interim head", [.fields([(":status", "103")]), .end(1, 7)], "http2"),
        h2("RST_STREAM 13, then HTTP/1.1", [.end(1, 13)], "200; ok ×2") {
            $0.scripts.append(["\(OddAnswer.ok)\(OddAnswer.two)"])
        },
        h2("RST_STREAM 0 behind a head", [head, .end(1, 0)], "200"),
        h2("RST_STREAM 0 behind content", [head, .content(Array("ok".utf8)), .end(1, 0)], good),
        h2(
            "RST_STREAM 0 behind all content",
            [.fields([(":status", "200"), ("content-length", "2")]), .content(Array("ok".utf8)), .end(1, 0)], good),
        h2(
            "RST_STREAM 0 before all content",
            [.fields([(":status", "200"), ("content-length", "3")]), .content(Array("ok".utf8)), .end(1, 0)], "http2"),
        h2("RST_STREAM 0 behind an answer", answer + [.end(1, 0)], good),
        h2("RST_STREAM 8 behind an answer", answer + [.end(1, 8)], good),
        h2("RST_STREAM 0 to content behind an error", [.fields([(":status", "413")]), content, .end(1, 0)], "413; ok") {
            ($0.ask.method, $0.ask.content) = ("POST", 1_000_000)
        },
    ]

    private static let goAways: [OddAnswer] = [
        h2("GOAWAY of none, always", [.goAway(0, 0)], "http2 ×4"),
        h2("GOAWAY of none, once", [.goAway(0, 0)], "200; ok ×2") {
            $0.scripts.append([.say(answer.flatMap(\.bytes))])
        },
        h2("GOAWAY 11 of none, once", [.goAway(0, 11)], "200; ok ×2") {
            $0.scripts.append([.say(answer.flatMap(\.bytes))])
        },
        h2("GOAWAY 2, and the end", [.goAway(1, 2)], "http2"), h2("GOAWAY 11, and the end", [.goAway(1, 11)], "http2"),
        h2("GOAWAY 0, and the end", [.goAway(1, 0)], "emptyReply"),
        h2("GOAWAY 0 behind a head, and the end", [head, .goAway(1, 0)], "connectionClosed"),
        h2("GOAWAY 2 behind a head, and the end", [head, .goAway(1, 2)], "http2"),
        h2("GOAWAY 0 behind a head, and the rest", [head, .goAway(1, 0), content], good),
        h2("GOAWAY 2 behind a head, and the rest", [head, .goAway(1, 2), content], good),
        h2("GOAWAY of none behind a head", [head, .goAway(0, 0), content], "http2"),
        h2("GOAWAY behind an answer", answer + [.goAway(1, 0)], good),
    ]

    /// §5.1, §9.1: ends of the connection.
    private static let places: [(String, [UInt8], String)] = [
        ("behind the preface", [], "emptyReply"),
        ("behind an interim head", Frame.fields([(":status", "103")]).bytes, "connectionClosed"),
        ("within a frame's head", [0, 0, 5], "emptyReply"),
        ("within fields", [0, 0, 5, 1, 4, 0, 0, 0, 1, 0x88], "emptyReply"),
        ("behind the head", head.bytes, "connectionClosed"),
        ("within content", head.bytes + [0, 0, 5, 0, 1, 0, 0, 0, 1, 0x6F], "connectionClosed"),
        ("behind content", head.bytes + Frame.content(Array("ok".utf8)).bytes, "connectionClosed"),
        (
            "behind all content",
            Frame.fields([(":status", "200"), ("content-length", "2")]).bytes + Frame.content(Array("ok".utf8)).bytes,
            "connectionClosed"
        ),
        ("behind an answer", answer.flatMap(\.bytes), good),
    ]

    private static func closing(_ ending: OddAnswer.Ending) -> [OddAnswer] {
        places.map { name, bytes, outcome in
            OddAnswer("\(ending) end \(name)", [.say(bytes), .pause, .end(ending)], outcome) { $0.ask.wire = .http2 }
        }
    }

    private static var connections: [OddAnswer] {
        var all = broken.map { name, frames in h2(name, frames + answer, "http2") }
        all += harmless.map { name, frames in h2(name, frames + (frames.first == head ? [content] : answer), good) }
        all += forms.map { name, frames in h2(name, frames, good) }
        all += prefaces.map { name, preface, frames, outcome in h2(name, frames, outcome) { $0.preface = preface } }
        return all
    }

    static let frames = OddFamily(
        "HTTP/2",
        connections + pieces + otherPrefaces + early + late + resets + goAways + closing(.clean) + closing(.silent))
}
