import HoldfastConnection
import HoldfastHTTP
import Testing

/// An odd response, what is heard of it, and what libcurl 7.88 makes of it (measured; its number of an error, or the
/// content).
struct OddResponse: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let summary: String
    /// As libcurl has it; nil where it is the same.
    let libcurl: String?

    init(_ name: String, _ text: String, _ summary: String, libcurl: String? = nil) {
        (self.name, self.text, self.summary, self.libcurl) = (name, text, summary, libcurl)
    }

    var testDescription: String { name }
}

/// The table of what real servers send, or might. libcurl reads it as is said here but for the rows that say otherwise,
/// each with its reason.
@Suite("Odd responses of HTTP/1.1")
struct HTTP1LeniencyTests {
    private static let end = "\r\nContent-Length: 2\r\n\r\nok"
    private static let ok = "HTTP/1.1 200 OK"
    private static let chunked = ok + "\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let good = "200; ok; end"
    private static let statusLine = "malformed: the status line is malformed"
    private static let version = "malformed: not HTTP/1.1"
    private static let size = "200; malformed: a chunk's size is malformed"

    static let statusLines: [OddResponse] = [
        OddResponse("no reason", "HTTP/1.1 200" + end, good),
        OddResponse("no reason, and a space", "HTTP/1.1 200 " + end, good),
        OddResponse("two spaces", "HTTP/1.1  200 OK" + end, good),
        // RFC 9112 §4 lets a recipient take any white space for the space; Go and Chromium don't take this one either.
        OddResponse("a tabulator", "HTTP/1.1\t200 OK" + end, good, libcurl: "1"),
        OddResponse("four digits", "HTTP/1.1 2000 OK" + end, statusLine),
        OddResponse("two digits", "HTTP/1.1 20 OK" + end, statusLine),
        // RFC 9112 §4: "status-code = 3DIGIT", with a space behind it even where no reason follows. Go refuses too.
        OddResponse("a reason without a space", "HTTP/1.1 200OK" + end, statusLine, libcurl: good),
        OddResponse("a status below 100", "HTTP/1.1 099 X" + end, statusLine),
        OddResponse("a status without a meaning", "HTTP/1.1 999 X" + end, "999; ok; end"),
        // RFC 9112 §2.3: "HTTP-name is case-sensitive", and Go says the same.
        OddResponse("small letters", "http/1.1 200 OK" + end, version, libcurl: good),
        OddResponse("HTTP/1.0", "HTTP/1.0 200 OK" + end, good),
        OddResponse("HTTP/1.2", "HTTP/1.2 200 OK" + end, version),
        OddResponse("HTTP/0.9 by name", "HTTP/0.9 200 OK" + end, version),
        // RFC 9113 §3: HTTP/2 has no such line. Whoever says so here lies about what follows.
        OddResponse("HTTP/2 as text", "HTTP/2 200 OK" + end, version, libcurl: good),
        OddResponse("HTTP/3 as text", "HTTP/3 200 OK" + end, version),
        OddResponse("no version", "HTTP 200 OK" + end, version),
        OddResponse("another protocol", "ICY 200 OK" + end, version),
        OddResponse("a mail server", "220 mail.test ESMTP\r\n\r\n", version),
        OddResponse("a page alone", "<html>hello</html>\r\n\r\n", version),
        // RFC 9112 §2.2 speaks of servers alone. Servers that send CRLF behind the content of the response before are
        // met all the same, and Chromium and Go pass it over.
        OddResponse("an empty line before", "\r\n\(ok)" + end, good, libcurl: "1"),
        // RFC 9112 §4: "ignoring preceding or trailing whitespace".
        OddResponse("a space before", " \(ok)" + end, good, libcurl: "1"),
        OddResponse("another line before", "xx\r\n\(ok)" + end, version),
        // RFC 9112 §4: a status line begins with the version. White space alone is none, and no head has its end there.
        OddResponse("a line of white space before", " \t\r\n\(ok)" + end, version),
        OddResponse("white space, an empty line and another protocol", " \n\r\nSSH-2.0-x\r\n", version),
        OddResponse("a bare CR before", "\r\(ok)" + end, version),
        OddResponse("a control character in the reason", "HTTP/1.1 200 O\u{1}K" + end, good),
        OddResponse("NUL in the reason", "HTTP/1.1 200 O\0K" + end, statusLine),
        // RFC 9112 §2.2: "A recipient of such a bare CR MUST consider that element to be invalid or replace each bare
        // CR with SP before processing the element".
        OddResponse("a bare CR in the reason", "HTTP/1.1 200 O\rK" + end, "malformed: a CR without LF", libcurl: good),
    ]

    static let fields: [OddResponse] = [
        OddResponse("bare LF", "\(ok)\nX: y\nContent-Length: 2\n\nok", "200 [X=y]; ok; end"),
        OddResponse("bare LF at the end", "\(ok)\r\nContent-Length: 2\r\n\nok", good),
        // RFC 9112 §2.2, as above; the line's end is what two readers may see in two places.
        OddResponse("CR CR LF", "\(ok)\r\nX: y\r\(end)", "malformed: a CR without LF", libcurl: good),
        OddResponse("a bare CR in a value", "\(ok)\r\nX: a\rb\(end)", "malformed: a CR without LF", libcurl: good),
        OddResponse("NUL in a value", "\(ok)\r\nX: a\0b\(end)", "malformed: a control character in a field"),
        OddResponse("a control character in a value", "\(ok)\r\nX: a\u{1}b\(end)", "200 [X=a\u{1}b]; ok; end"),
        // Chromium passes over lines that are no field as well; nothing that they could be is lost.
        OddResponse("a line without a colon", "\(ok)\r\nnonsense\(end)", good, libcurl: "8"),
        OddResponse("a field without a name", "\(ok)\r\n: x\(end)", good),
        OddResponse("a space within a name", "\(ok)\r\nX Y: z\(end)", good),
        // RFC 9112 §5.1 has a proxy remove that space, so that whoever stands behind one reads what is read here. To
        // libcurl it is no length, and the content goes to the connection's end.
        OddResponse("a space before the colon", "\(ok)\r\nContent-Length : 2\r\n\r\nok", good),
        OddResponse("a folded line", "\(ok)\r\nX: a\r\n b\r\n\tc\(end)", "200 [X=a b c]; ok; end"),
        // RFC 9112 §5.2: a user agent "MUST replace each received obs-fold with one or more SP octets", in all fields.
        OddResponse("a folded length", "\(ok)\r\nContent-Length:\r\n 2\r\n\r\nok", good, libcurl: "8"),
        // RFC 9112 §2.2: "consume each whitespace-preceded line without further processing".
        OddResponse("a folded line without one before", "\(ok)\r\n X: a\(end)", good, libcurl: "43"),
        OddResponse("an empty value", "\(ok)\r\nX:  \(end)", "200 [X=]; ok; end"),
    ]

    static let lengths: [OddResponse] = [
        OddResponse("none", "\(ok)\r\n\r\nok", good),
        OddResponse("zeros before", "\(ok)\r\nContent-Length: 000000000000002\r\n\r\nok", good),
        OddResponse("equal ones", "\(ok)\r\nContent-Length: 2\(end)", good),
        OddResponse("a list of equal ones", "\(ok)\r\nContent-Length: 2, 2\r\n\r\nok", good),
        // RFC 9112 §6.3, item 5: "the recipient MUST treat it as an unrecoverable error". libcurl takes the last line,
        // and the start of a list.
        OddResponse("different ones", "\(ok)\r\nContent-Length: 3\(end)", "badLength", libcurl: good),
        OddResponse("a list of them", "\(ok)\r\nContent-Length: 2, 3\r\n\r\nok", "badLength", libcurl: good),
        OddResponse(
            "beyond 2^63", "\(ok)\r\nContent-Length: 9223372036854775808\r\n\r\nok", "badLength", libcurl: good),
        OddResponse(
            "beyond all", "\(ok)\r\nContent-Length: 99999999999999999999\r\n\r\nok", "badLength", libcurl: good),
    ]

    /// RFC 9110 §8.6: "Content-Length = 1*DIGIT". libcurl takes what a text begins with for the number.
    static let noLengths = ["+2", "0x2", "2x", "2 3", "-1", "", "abc"]

    static let codings: [OddResponse] = [
        OddResponse("capitals", "\(ok)\r\nTransfer-Encoding: CHUNKED\r\n\r\n2\r\nok\r\n0\r\n\r\n", good),
        // RFC 9112 §6.3, item 3: "the Transfer-Encoding overrides the Content-Length".
        OddResponse(
            "beside a length", "\(ok)\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            good),
        OddResponse("in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", good),
        OddResponse("identity", "\(ok)\r\nTransfer-Encoding: identity\r\n\r\nok", good),
        // libcurl drops the length, and reads to the connection's end.
        OddResponse("identity, and a length", "\(ok)\r\nTransfer-Encoding: identity\(end)", good),
        // RFC 9112 §6.1: "A sender MUST NOT apply the chunked transfer coding more than once to a message body". Go
        // refuses these, too.
        OddResponse(
            "twice", "\(ok)\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            "malformed: a transfer coding that is not chunked alone", libcurl: good),
        // RFC 9112 §7.3 has codings "gzip" sent to those alone who ask for them by TE, which nobody does here.
        OddResponse(
            "gzip beside it", "\(ok)\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            "malformed: a transfer coding that is not chunked alone", libcurl: "61"),
        OddResponse(
            "no coding", "\(ok)\r\nTransfer-Encoding: nonsense\r\n\r\nok",
            "malformed: a transfer coding that is not chunked alone", libcurl: "61"),
    ]

    static let chunks: [OddResponse] = [
        OddResponse("bare LF", chunked + "2\nok\n0\n\n", good),
        OddResponse("zeros before the size", chunked + "0000002\r\nok\r\n0000\r\n\r\n", good),
        // RFC 9112 §7.1: "recipients MUST anticipate potentially large hexadecimal numerals and prevent parsing
        // errors"; libcurl takes 16 digits.
        OddResponse("sixteen digits", chunked + "0000000000000002\r\nok\r\n0\r\n\r\n", size, libcurl: good),
        OddResponse("a space behind the size", chunked + "2 \r\nok\r\n0\r\n\r\n", good),
        OddResponse("a space before the size", chunked + " 2\r\nok\r\n0\r\n\r\n", size),
        OddResponse("0x", chunked + "0x2\r\nok\r\n0\r\n\r\n", size),
        OddResponse("a sign", chunked + "+2\r\nok\r\n0\r\n\r\n", size),
        OddResponse("no size", chunked + "\r\nok\r\n0\r\n\r\n", size),
        OddResponse("no number", chunked + "zz\r\nok\r\n0\r\n\r\n", size),
        // Where the number ends in what is none, readers may see two numbers.
        OddResponse("a number and more", chunked + "2z\r\nok\r\n0\r\n\r\n", size, libcurl: good),
        OddResponse("words behind the size", chunked + "2 abc\r\nok\r\n0\r\n\r\n", size, libcurl: good),
        OddResponse("an extension", chunked + "2;a=b\r\nok\r\n0;c\r\n\r\n", good),
        OddResponse("a quoted one", chunked + "2;a=\"x\\\"y;z\"\r\nok\r\n0\r\n\r\n", good),
        OddResponse("a long one", chunked + "2;a=\(String(repeating: "x", count: 1_000))\r\nok\r\n0\r\n\r\n", good),
        // RFC 9112 §7.1.1: whoever is sent much of what nobody needs "ought to limit the total length of chunk
        // extensions". Go has the same limit.
        OddResponse(
            "one of 20,000 octets", chunked + "2;a=\(String(repeating: "x", count: 20_000))\r\nok\r\n0\r\n\r\n",
            "200; malformed: a chunk's size is too long", libcurl: good),
        OddResponse("content without its end", chunked + "2\r\nok0\r\n\r\n", "200; ok; malformed: a chunk has no end"),
        OddResponse("too much content", chunked + "2\r\nokay\r\n0\r\n\r\n", "200; ok; malformed: a chunk has no end"),
        OddResponse("a folded trailer", chunked + "2\r\nok\r\n0\r\nX: y\r\n z\r\n\r\n", "200; ok; [X=y z]; end"),
        OddResponse("a trailer without a colon", chunked + "2\r\nok\r\n0\r\nxy\r\n\r\n", good, libcurl: "43"),
        // RFC 9110 §6.5.1: a sender must not put there what says where the message ends.
        OddResponse("a length as a trailer", chunked + "2\r\nok\r\n0\r\nContent-Length: 7\r\n\r\n", good),
    ]

    @Test("lines of status", arguments: statusLines) func statusLine(row: OddResponse) { check(row) }
    @Test("fields", arguments: fields) func field(row: OddResponse) { check(row) }
    @Test("lengths", arguments: lengths) func length(row: OddResponse) { check(row) }
    @Test("transfer codings", arguments: codings) func coding(row: OddResponse) { check(row) }
    @Test("chunks", arguments: chunks) func chunk(row: OddResponse) { check(row) }

    @Test("what is no number is no length", arguments: noLengths)
    func noLength(text: String) {
        check(OddResponse(text, "\(Self.ok)\r\nContent-Length: \(text)\r\n\r\nok", "badLength"))
    }

    /// The same is heard in whatever pieces it comes.
    private func check(_ row: OddResponse) {
        for size in [1, 2, 5, 1_000_000] {
            var exchange = HTTP1Exchange()
            exchange.receive(row.text, by: size)
            exchange.end()
            #expect(exchange.summary == row.summary, "in pieces of \(size)")
            if row.libcurl == row.summary { Issue.record("libcurl takes it the same way") }
        }
    }
}
