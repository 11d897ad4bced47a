/// Content codings (RFC 9110 §8.4).
extension OddFamily {
    private typealias Coded = ContentDecoderTests

    private static func coded(
        _ name: String, _ coding: String, _ body: [UInt8], _ outcome: String = "hello", isShown: Bool = true
    ) -> OddAnswer {
        let head = OddAnswer.ok + "Content-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
        let isError = outcome == "badContentEncoding" || outcome == "responseTooLarge"
        let content = outcome.isEmpty ? "" : "; \(outcome)"
        return OddAnswer(
            name, [.say(Array(head.utf8) + body)], isError ? outcome : "200 [Content-Encoding=\(coding)]\(content)")
    }

    /// §8.4.1: "content codings are case-insensitive"; §8.4.1.3: "A recipient SHOULD consider "x-gzip" to be
    /// equivalent to "gzip"".
    private static let names = [
        "gzip", "GZIP", "GZip", "x-gzip", "X-GZIP", "gzip,", ",gzip", "gzip, identity", "identity, gzip", "none, gzip",
    ]
    .map { coded("'\($0)'", $0, Coded.gzip) }

    private static let each = [
        coded("zlib", "deflate", Coded.zlib), coded("deflate without its frame", "deflate", Coded.deflate),
        coded("DEFLATE", "DEFLATE", Coded.zlib), coded("brotli", "br", Coded.brotli), coded("BR", "BR", Coded.brotli),
        coded("zstd", "zstd", Coded.zstd), coded("Zstd", "Zstd", Coded.zstd),
        coded("gzip twice", "gzip, gzip", Coded.gzipTwice), coded("x-gzip, gzip", "x-gzip, gzip", Coded.gzipTwice),
        OddAnswer(
            "gzip twice, in two lines",
            [
                .say(
                    Array(
                        (OddAnswer.ok + "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n"
                            + "Content-Length: \(Coded.gzipTwice.count)\r\n\r\n").utf8) + Coded.gzipTwice)
            ], "200 [Content-Encoding=gzip] [Content-Encoding=gzip]; hello"),
        coded("two members of gzip", "gzip", Coded.gzip + Coded.gzip, "hellohello"),
        coded("two frames of zstd", "zstd", Coded.zstd + Coded.zstd, "hellohello"),
        coded("zeros behind gzip", "gzip", Coded.gzip + [0, 0, 0]),
        coded("text behind gzip", "gzip", Coded.gzip + Array("more".utf8)),
        coded("half a member behind gzip", "gzip", Coded.gzip + [0x1F, 0x8B]),
        coded(
            "a name and a comment in gzip", "gzip",
            [0x1F, 0x8B, 8, 0x18, 0, 0, 0, 0, 2, 3, 0x61, 0, 0x62, 0] + Coded.gzip[10...]),
        coded("further fields in gzip", "gzip", [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 2, 3, 2, 0, 1, 2] + Coded.gzip[10...]),
    ]

    /// "If codings are not supported, then return bytes." (WHATWG, Fetch.)
    private static let unknown = [
        "foo", "gzip, foo", "foo, gzip", "utf-8", "compress", "x-compress", "chunked", "gzip;q=1", "gzip br",
        "\"gzip\"", "dcb", "exi", "aws-chunked", "text/html", "", "identity", "none", "gzip\u{1}",
    ]
    .map { coding in
        let shown = coding.replacing("\u{1}", with: "%01")
        return OddAnswer(
            "'\(shown)' of what is none", OddAnswer.ok + "Content-Encoding: \(coding)\r\n" + OddAnswer.two,
            "200 [Content-Encoding=\(shown)]; ok")
    }

    private static let broken = [
        coded("text as gzip", "gzip", Array("hello".utf8), "badContentEncoding"),
        coded("text as zlib", "deflate", Array("hello".utf8), "badContentEncoding"),
        coded("text as brotli", "br", Array("hello hello".utf8), "badContentEncoding"),
        coded("text as zstd", "zstd", Array("hello".utf8), "badContentEncoding"),
        coded("zlib as gzip", "gzip", Coded.zlib, "badContentEncoding"),
        coded("deflate as gzip", "gzip", Coded.deflate, "badContentEncoding"),
        coded("gzip as deflate", "deflate", Coded.gzip, "badContentEncoding"),
        coded("gzip as brotli", "br", Coded.gzip, "badContentEncoding"),
        coded("gzip as zstd", "zstd", Coded.gzip, "badContentEncoding"),
        coded("gzip once where it is said twice", "gzip, gzip", Coded.gzip, "badContentEncoding"),
        coded("a wrong sum in gzip", "gzip", flipped(Coded.gzip, 18), "badContentEncoding"),
        coded("a wrong length in gzip", "gzip", flipped(Coded.gzip, 22), "badContentEncoding"),
        coded("a wrong method in gzip", "gzip", flipped(Coded.gzip, 2), "badContentEncoding"),
        coded("a wrong sum in zlib", "deflate", flipped(Coded.zlib, 9), "badContentEncoding"),
        coded("a wrong block in gzip", "gzip", Array(Coded.gzip[..<10]) + [0xFF, 0xFF], "badContentEncoding"),
        coded("text behind brotli", "br", Coded.brotli + Array("more".utf8), "badContentEncoding"),
        coded("text behind zstd", "zstd", Coded.zstd + Array("more".utf8), "badContentEncoding"),
        coded("a member that is none behind gzip", "gzip", Coded.gzip + [0x1F, 0], "badContentEncoding"),
        coded("six codings", "gzip, gzip, gzip, gzip, gzip, gzip", Coded.gzip, "badContentEncoding"),
    ]

    private static func flipped(_ bytes: [UInt8], _ place: Int) -> [UInt8] {
        var bytes = bytes
        bytes[place] ^= 0x40
        return bytes
    }

    /// Whole by its length, and cut by the coding: what has come is taken, as browsers do.
    private static let cut = [
        coded("gzip without its end", "gzip", Array(Coded.gzip.dropLast(8))),
        coded("gzip without its last octet", "gzip", Array(Coded.gzip.dropLast())),
        coded("a head of gzip alone", "gzip", Array(Coded.gzip.prefix(10)), ""),
        coded("half a head of gzip", "gzip", Array(Coded.gzip.prefix(5)), ""),
        coded("zlib without its sum", "deflate", Array(Coded.zlib.dropLast(4))),
        coded("half of zstd", "zstd", Array(Coded.zstd.prefix(6)), ""),
        coded("half of brotli", "br", Array(Coded.brotli.prefix(2)), ""),
    ]

    private static let empty = ["gzip", "deflate", "br", "zstd", "foo"].map { coded("no octets of \($0)", $0, [], "") }

    private static let others: [OddAnswer] = [
        OddAnswer(
            "gzip in chunks",
            [.say(Array((OddAnswer.ok + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n").utf8))]
                + Coded.gzip.map { .say(Array("1\r\n".utf8) + [$0, 13, 10]) } + ["0\r\n\r\n"],
            "200 [Content-Encoding=gzip]; hello"),
        OddAnswer(
            "gzip to the connection's end",
            [.say(Array((OddAnswer.ok + "Content-Encoding: gzip\r\n\r\n").utf8) + Coded.gzip)],
            "200 [Content-Encoding=gzip]; hello"),
        OddAnswer(
            "gzip cut by the connection",
            [
                .say(
                    Array((OddAnswer.ok + "Content-Encoding: gzip\r\nContent-Length: 25\r\n\r\n").utf8)
                        + Coded.gzip.dropLast())
            ],
            "connectionClosed"),
        OddAnswer(
            "gzip of a 404",
            [.say(Array("HTTP/1.1 404 X\r\nContent-Encoding: gzip\r\nContent-Length: 25\r\n\r\n".utf8) + Coded.gzip)],
            "404 [Content-Encoding=gzip]; hello"),
        coded("more than the limit", "gzip", Coded.gzip, "responseTooLarge").with("decoded") {
            $0.ask.responseBytes = 4
        },
        coded("as much as the limit", "br", Coded.brotli).with("decoded") { $0.ask.responseBytes = 5 },
        OddAnswer("more than the limit", OddAnswer.ok + OddAnswer.two, "responseTooLarge") { $0.ask.responseBytes = 1 },
        OddAnswer("as much as the limit", OddAnswer.ok + OddAnswer.two, OddAnswer.good) { $0.ask.responseBytes = 2 },
        OddAnswer("more than the limit in chunks", OddAnswer.chunked + OddAnswer.chunks, "responseTooLarge") {
            $0.ask.responseBytes = 1
        },
        OddAnswer("more than the limit to the end", OddAnswer.ok + "\r\nok", "responseTooLarge") {
            $0.ask.responseBytes = 1
        },
        OddAnswer("a length over the limit", OddAnswer.ok + "Content-Length: 100\r\n\r\nok", "connectionClosed") {
            $0.ask.responseBytes = 10
        },
    ]

    static let contentCodings = OddFamily(
        "Content-Encoding", names + each + unknown + broken + cut + empty + others)
}
