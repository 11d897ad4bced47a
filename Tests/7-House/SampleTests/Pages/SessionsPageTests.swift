import Foundation
import Testing

/// Docs/sessions.md names members of the library: each of them is there, by the path that the page gives it.
@Suite("The names of the page about sessions")
struct SessionsPageTests {
    /// What is no name of Swift's: header fields, files, commands, parts of URLs, literals.
    private static let words: Set<String> = [
        "Connection", "Keep-Alive", "Proxy-Connection", "Expect", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
        "HTTP2-Settings", "Proxy-Authorization", "Authorization", "Cookie", "Domain", "Domain=co.uk", "SameSite",
        "Secure", "Range", "If-Range", "Referer", "Basic", "Content-Type: application/json",
        "\"Accept: text/html\"", "request[\"Accept\"] = \"text/html\"", "response[\"Content-Type\"]",
        "https", "https://", "https://user@host/", "https://user:password@host/", "a.test../", "127.1", "0x7f.1",
        "2130706433", "xn--…", "%2e", "\"", "<", ">", "{", "}", "^", "@", "`",
        "PATH.part", "PATH.part.journal", "client.pem", "openssl.cnf", "Groups", "libpsl5", "publicsuffix",
        "libgssapi-krb5-2", "gss-ntlmssp", "--anchors", "holdfast request --http1.1", "holdfast request --auth SCHEME",
        "async", "Sendable", "AsyncSequence", "Data", "badURL", "ws", "permessage-deflate",
        "Options = -SessionTicket",
    ]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path).standardizedFileURL, encoding: .utf8)
    }

    /// A name with its path: of a call with its labels, in the order in which they are written.
    struct Name: Hashable {
        var path: [String]
        var labels: [String]?

        /// Reads `a.b`, `a(b:c:)`, `A(b: 1)`, `.a(b)`, `a()`.
        init(_ text: String) {
            let open = text.firstIndex(of: "(") ?? text.endIndex
            path = text[..<open].split(separator: ".").map(String.init).filter { $0 != "init" }
            guard open < text.endIndex else { return }
            let arguments = text[open...].dropFirst().replacing(#/"[^"]*"/#, with: "")
            guard arguments.contains(":") else { return }
            // Labels alone, or each before its value.
            labels =
                arguments.wholeMatch(of: #/(?:\w+:)+\)/#) != nil
                ? arguments.split(separator: ":").dropLast().map(String.init)
                : arguments.matches(of: #/(?:^|, )(\w+):/#).map { String($0.1) }
        }

        /// Whether this is the end of the other's path, and a call that the other one takes.
        func names(_ other: Name) -> Bool {
            guard path.count <= other.path.count, other.path.suffix(path.count).elementsEqual(path) else {
                return false
            }
            guard let labels else { return true }
            // What has a default may be left out.
            var rest = other.labels ?? []
            for label in labels {
                guard let place = rest.firstIndex(of: label) else { return false }
                rest.removeFirst(place + 1)
            }
            return true
        }
    }

    /// The names that are compiled, and of each whether it is a member that is named with what it belongs to.
    private static func known() throws -> [(name: Name, isMember: Bool)] {
        try text("SessionsPageNames.swift").split(separator: "\n").compactMap { line in
            guard let start = line.firstRange(of: "_ = ") else { return nil }
            let code = line[start.upperBound...]
            if let match = code.firstMatch(of: #/in configuration\.([\w.]+) \{/#) {
                return (Name("Configuration.\(match.1)(_:)"), true)
            }
            let isMember = code.hasPrefix("\\")
            var name = String(code.drop { $0 == "\\" }.prefix { $0 != " " })
            if code.hasPrefix("(any ") { name = String(code.dropFirst(5).prefix { $0 != ")" }) }
            if name.hasSuffix(".self") { name.removeLast(5) }
            return (Name(name), isMember)
        }
    }

    /// The codes of errors that Docs/errors.md lists, which has a test of its own.
    private static func codes() throws -> Set<String> {
        Set(
            try text("../../../../Docs/errors.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
                .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) })
    }

    /// The texts in code type, outside of blocks.
    static func spans(of page: String) -> [String] {
        let prose = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        return prose.flatMap { $0.matches(of: #/(`+)(.+?)\1(?!`)/#).map { $0.2.trimmingCharacters(in: .whitespaces) } }
    }

    /// The names in a text in code type: `a = .b` has two.
    static func names(in span: String) -> [String] {
        var text = span
        if text.hasPrefix("try ") { text.removeFirst(4) }
        if let brace = text.firstRange(of: " {") { text = String(text[..<brace.lowerBound]) }
        if text.hasPrefix("configuration.") { text = "C" + text.dropFirst() }
        return text.components(separatedBy: " = ")
    }

    /// What a page names that is not there.
    static func wrong(in page: String) throws -> [String] {
        let (known, codes) = (try known(), try codes())
        return spans(of: page).filter { !words.contains($0) }.flatMap(names(in:)).filter { text in
            if codes.contains(text) { return false }
            let name = Name(text)
            return !known.contains { name.names($0.name) && (!$0.isMember || name.path.count > 1) }
        }
    }

    @Test("every name is one of the library's, by its path")
    func names() throws {
        let page = try Self.text("../../../../Docs/sessions.md")
        #expect(Self.spans(of: page).count > 150)
        #expect(try Self.wrong(in: page) == [])
    }

    @Test("a name that is not there, or not by its path, is found")
    func wrong() throws {
        let page = """
            `timeouts.request`, `verify(_:)`, `HTTPSRequest(_:method:fields:json:)`, `.forSession`, `emptyReply`,
            `trust.challenges = .rememberedForSession`;
            `timeout`, `timeouts.timeout`, `limit.redirects`,
            `data(to:)`, `HTTPSRequest(_:headers:)`, `HTTPSRequest.headers`, `.forever`, `expectsContinue`
            """
        #expect(
            try Self.wrong(in: page) == [
                "timeout", "timeouts.timeout", "limit.redirects", "data(to:)", "HTTPSRequest(_:headers:)",
                "HTTPSRequest.headers", ".forever",
                "expectsContinue",
            ])
    }
}
