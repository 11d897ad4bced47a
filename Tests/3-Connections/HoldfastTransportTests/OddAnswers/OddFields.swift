/// Field lines (RFC 9112 §5, RFC 9110 §5).
extension OddFamily {
    /// Fields before a length of two.
    private static func line(_ text: String, _ shown: String = "", name: String? = nil) -> OddAnswer {
        OddAnswer(
            name ?? text, OddAnswer.ok + text + "\r\n" + OddAnswer.two,
            shown.isEmpty ? OddAnswer.good : "200 \(shown); ok")
    }

    private static func refused(_ text: String, name: String) -> OddAnswer {
        OddAnswer(name, OddAnswer.ok + text + "\r\n" + OddAnswer.two, "notHTTP")
    }

    /// RFC 9110 §5.5: "A field value does not include leading or trailing whitespace".
    private static let spaces = [
        line("X:y", "[X=y]", name: "no space"), line("X:  y", "[X=y]", name: "two spaces"),
        line("X:\ty", "[X=y]", name: "a tabulator"), line("X: y  ", "[X=y]", name: "spaces behind"),
        line("X: y\t", "[X=y]", name: "a tabulator behind"), line("X: \t y \t ", "[X=y]", name: "all sorts of space"),
        line("X:", "[X=]", name: "an empty value"), line("X: ", "[X=]", name: "a space as value"),
        line("X: \t ", "[X=]", name: "spaces as value"), line("X: a  b", "[X=a  b]", name: "spaces within"),
        line("X: a\tb", "[X=a%09b]", name: "a tabulator within"),
        // RFC 9112 §5.1 has a proxy remove it; whoever stands behind one reads the same.
        line("X : y", "[X=y]", name: "a space before the colon"),
        line("X\t: y", "[X=y]", name: "a tabulator before the colon"),
        line("X  \t : y", "[X=y]", name: "all sorts of space before the colon"),
    ]

    /// RFC 9110 §5.1: "field-name = token". A line without one is none, and passed over.
    private static let names = [
        line("nonsense", name: "no colon"), line("nonsense and more", name: "no colon, and spaces"),
        line("HTTP/1.1 404 Not Found", name: "another status line"), line(":", name: "a colon alone"),
        line("::", name: "two colons"), line(": y", name: "no name"), line(" : y", name: "a space as name"),
        line("X Y: z", name: "a space within a name"), line("X\tY: z", name: "a tabulator within a name"),
        line("(X): y", name: "parentheses in a name"), line("X@: y", name: "an at sign in a name"),
        line("X/Y: z", name: "a slash in a name"), line("X=Y: z", name: "an equals sign in a name"),
        line("\"X\": y", name: "quotes in a name"), line("X;: y", name: "a semicolon in a name"),
        line("[X]: y", name: "brackets in a name"), line("{X}: y", name: "braces in a name"),
        line("X,Y: z", name: "a comma in a name"), line("X\u{1}: y", name: "a control character in a name"),
        line("X\u{7F}: y", name: "DEL in a name"), line("\u{E9}: y", name: "a letter beyond ASCII as name"),
        line("X::y", "[X=:y]", name: "two colons behind a name"),
        line("X: y: z", "[X=y: z]", name: "a colon in a value"),
        line("!#$%&'*+-.^_`|~09azAZ: y", "[!#$%&'*+-.^_`|~09azAZ=y]", name: "all octets of a token"),
        line("0: y", "[0=y]", name: "a digit as name"), line("-: y", "[-=y]", name: "a dash as name"),
        line("x-LoWeR: y", "[x-LoWeR=y]", name: "a name as it was sent"),
        line("X_Y: z", "[X_Y=z]", name: "an underscore in a name"),
        line("X.Y: z", "[X.Y=z]", name: "a dot in a name"),
        line(
            String(repeating: "x", count: 1_000) + ": y", "[\(String(repeating: "x", count: 1_000))=y]",
            name: "a name of 1,000 octets"),
    ]

    /// RFC 9110 §5.5: "Field values containing other CTL characters are also invalid; however, recipients MAY retain
    /// such characters for the sake of robustness".
    private static let controls = Array(UInt8(1)...8) + [11, 12] + Array(14...31) + [127]
    private static let controlValues = controls.map { octet in
        let hex = (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
        return OddAnswer(
            "octet \(hex) in a value",
            [.say(Array((OddAnswer.ok + "X: a").utf8) + [octet] + Array(("b\r\n" + OddAnswer.two).utf8))],
            "200 [X=a%\(hex)b]; ok")
    }

    private static let values = [
        // "CR, LF, or NUL".
        refused("X: a\0b", name: "NUL in a value"), refused("X: \0", name: "NUL as value"),
        refused("X: a\rb", name: "a bare CR in a value"), refused("X: a\r", name: "CR CR LF"),
        refused("X: \rb", name: "a bare CR before a value"), refused("X\r: a", name: "a bare CR in a name"),
        line("X\0: a", name: "NUL in a name, which is none then"),
        line("X: a\nY: b", "[X=a] [Y=b]", name: "a bare LF between fields"),
        line("X: \u{E9}", "[X=%C3%A9]", name: "UTF-8 in a value"),
        OddAnswer(
            "ISO 8859-1 in a value",
            [.say(Array((OddAnswer.ok + "X: ").utf8) + [0xE9, 0x80, 0xFF] + Array(("\r\n" + OddAnswer.two).utf8))],
            "200 [X=%E9%80%FF]; ok"),
        line("X: \"a\\\"b\"", "[X=\"a\\\"b\"]", name: "a quoted value"),
        line("X: \"a", "[X=\"a]", name: "a quote that does not end"),
        line("X: =?UTF-8?B?w6k=?=", "[X==?UTF-8?B?w6k=?=]", name: "an encoded word"),
    ]

    /// RFC 9112 §5.2: a user agent "MUST replace each received obs-fold with one or more SP octets".
    private static let folds = [
        line("X: a\r\n b", "[X=a b]", name: "a folded line"),
        line("X: a\r\n\tb", "[X=a b]", name: "one by a tabulator"),
        line("X: a\r\n   \t b", "[X=a b]", name: "one by all sorts of space"),
        line("X: a\r\n b\r\n c", "[X=a b c]", name: "two of them"),
        line("X:\r\n a", "[X=a]", name: "one behind the colon"),
        line("X: a\r\n b: c", "[X=a b: c]", name: "one that looks like a field"),
        line("X: a\n b", "[X=a b]", name: "one behind a LF"),
        line("X: a\r\n ", "[X=a]", name: "an empty one"),
        refused("X: a\r\n b\0c", name: "NUL in one"), refused("X: a\r\n b\rc", name: "a bare CR in one"),
        // §2.2: "consume each whitespace-preceded line without further processing".
        line(" X: a", name: "one without a line before"), line(" X: a\r\n Y: b", name: "two without a line before"),
        line(" X: a\r\nY: b", "[Y=b]", name: "one without a line before, and a field"),
        line("nonsense\r\n b\r\nX: a", "[X=a]", name: "one of a line that is no field"),
        line("X: a\r\nnonsense\r\n b", "[X=a]", name: "one of a line that is no field, behind a field"),
        OddAnswer("of a length", OddAnswer.ok + "Content-Length:\r\n 2\r\n\r\nok", OddAnswer.good),
        OddAnswer(
            "of a coding", OddAnswer.ok + "Transfer-Encoding:\r\n chunked\r\n\r\n" + OddAnswer.chunks, OddAnswer.good),
    ]

    private static func repeated(_ line: String, _ count: Int) -> String { String(repeating: line, count: count) }

    private static let lengthsOfValues: [(Int, Bool)] = [
        (1_000, true), (8_000, true), (9_000, true), (20_000, true), (65_536, true), (100_000, true), (110_000, true),
        (250_000, true), (270_000, false), (1_000_000, false),
    ]

    private static let sizes = lengthsOfValues.map { count, isTaken in
        OddAnswer(
            "a value of \(count) octets", OddAnswer.ok + "X: " + repeated("y", count) + "\r\n" + OddAnswer.two,
            isTaken ? "200 [X=\(count) octets]; ok" : "headersTooLarge")
    }

    private static let many: [OddAnswer] = [
        line("X: 1\r\nX: 2\r\nx: 3", "[X=1] [X=2] [x=3]", name: "one name three times"),
        line("Set-Cookie: a=1\r\nSet-Cookie: b=2", "[Set-Cookie=a=1] [Set-Cookie=b=2]", name: "two cookies"),
        line("X: 1\r\nX: 1", "[X=1] [X=1]", name: "the same twice"),
        OddAnswer(
            "1,000 of them", OddAnswer.ok + repeated("X:y\r\n", 1_000) + OddAnswer.two,
            "200" + repeated(" [X=y]", 1_000) + "; ok"),
        OddAnswer(
            "4,000 of them", OddAnswer.ok + repeated("X:y\r\n", 4_000) + OddAnswer.two,
            "200" + repeated(" [X=y]", 4_000) + "; ok"),
        OddAnswer("60,000 of them", OddAnswer.ok + repeated("X:y\r\n", 60_000) + OddAnswer.two, "headersTooLarge"),
        OddAnswer(
            "lines that are no fields, 200", OddAnswer.ok + repeated("x\r\n", 200) + OddAnswer.two, OddAnswer.good),
        OddAnswer(
            "no end of them",
            [.say(Array(OddAnswer.ok.utf8))]
                + Array(repeating: .say(Array(repeated("X: y\r\n", 1_000).utf8)), count: 50),
            "headersTooLarge"),
        OddAnswer(
            "a line without end",
            [.say(Array((OddAnswer.ok + "X: ").utf8)), .say([UInt8](repeating: 0x79, count: 300_000))],
            "headersTooLarge"),
    ]

    /// The first thing that is read, in pieces.
    private static let pieces: [OddAnswer] = [
        OddAnswer(
            "octet by octet", (OddAnswer.ok + "X: y\r\n" + OddAnswer.two).utf8.map { .say([$0]) }, "200 [X=y]; ok"),
        OddAnswer(
            "cut between CR and LF",
            ["HTTP/1.1 200 OK\r", .pause, "\nX: y\r", .pause, "\nContent-Length: 2\r\n\r", .pause, "\nok"],
            "200 [X=y]; ok"),
        OddAnswer(
            "cut within a name",
            ["HTTP/1.1 200 OK\r\nX", .pause, "Y: z\r\nContent-Len", .pause, "gth: 2\r\n\r\no", .pause, "k"],
            "200 [XY=z]; ok"),
        OddAnswer(
            "cut before a folded line", ["HTTP/1.1 200 OK\r\nX: y\r\n", .pause, " z\r\n\(OddAnswer.two)"],
            "200 [X=y z]; ok"),
        OddAnswer(
            "cut within the first line", ["H", .pause, "TTP/1", .pause, ".1 2", .pause, "00 OK\r\n\(OddAnswer.two)"],
            OddAnswer.good),
        OddAnswer(
            "cut before the empty one", ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", .pause, "\r\nok"], OddAnswer.good),
        OddAnswer(
            "cut before the content", ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", .pause, "o", .pause, "k"],
            OddAnswer.good),
    ]

    static let fields = OddFamily("field", spaces + names + controlValues + values + folds + sizes + many + pieces)
}
