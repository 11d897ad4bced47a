import Foundation
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Files of cookies that curl and Python have written are read, and the other way round.
@Suite(
    "Cookies in Netscape's format, by curl and Python", .ownThread,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct CookieFilePeerTests {
    private let folder: TemporaryFolder
    private let now = SystemClock.now()
    private let suffixes = PublicSuffixes(identity: "of the test") { ["com", "test"].contains($0) ? .icann : nil }

    init() throws { folder = try TemporaryFolder() }

    /// What a file says of a cookie, without the times that readers set.
    private func facts(_ cookies: [Cookie]) -> [String] {
        cookies.map { cookie in
            let end = cookie.expires.map { "\($0.secondsSince1970)" } ?? "session"
            return "\(cookie.isHostOnly ? "" : ".")\(cookie.domain) \(cookie.path) \(cookie.isSecure) "
                + "\(cookie.isHTTPOnly) \(end) \(cookie.name)=\(cookie.value)"
        }.sorted()
    }

    private func cookies() throws -> [Cookie] {
        let url = try HTTPSURL("https://www.example.com/shop/cart")
        let texts = [
            "wide=1; Domain=example.com; Path=/; Max-Age=6000", "own=2; Max-Age=6000; Secure",
            "hidden=3; Max-Age=6000; HttpOnly; Path=/a", "quoted=\"x y\"; Max-Age=6000", "equals=a=b==; Max-Age=6000",
            "#sharp=4; Max-Age=6000", "empty=; Max-Age=6000", "umlaut=ü; Max-Age=6000",
        ]
        return try texts.map { try #require(Cookie($0, from: url, at: now, publicSuffixes: suffixes)) }
    }

    private func read(_ name: String) throws -> NetscapeCookieFile {
        NetscapeCookieFile(try folder.bytes(name), at: now, publicSuffixes: suffixes)
    }

    @Test("curl reads what is written here and writes it anew; that is read here, the same")
    func curl() throws {
        let cookies = try cookies()
        try folder.write(NetscapeCookieFile.text(of: cookies, at: now).bytes, to: "ours.txt", mode: 0o600)
        let run = try Peer.run(
            "curl", ["-sS", "-b", folder.path("ours.txt"), "-c", folder.path("theirs.txt"), "file:///dev/null"])
        #expect(run.status == 0, "\(run.all)")
        let file = try read("theirs.txt")
        #expect(file.problems == [])
        #expect(facts(file.cookies) == facts(cookies))
    }

    @Test("curl keeps what a line of Set-Cookie says, and it is read here as it was meant")
    func curlFromFields() throws {
        try folder.write(
            """
            HTTP/1.1 200 OK
            Set-Cookie: a=1; Domain=www.example.com; Path=/; Max-Age=6000
            Set-Cookie: s=2; Domain=example.com; Path=/x; Secure; HttpOnly


            """.replacing("\n", with: "\r\n"), to: "head.txt")
        let run = try Peer.run(
            "curl", ["-sS", "-b", folder.path("head.txt"), "-c", folder.path("jar.txt"), "file:///dev/null"])
        #expect(run.status == 0, "\(run.all)")
        let file = try read("jar.txt")
        #expect(file.problems == [])
        #expect(Set(file.cookies.map(\.name)) == ["a", "s"])
        let session = try #require(file.cookies.first { $0.name == "s" })
        #expect(session.expires == nil && session.isSecure && session.isHTTPOnly && !session.isHostOnly)
    }

    private static let program = """
        import http.cookiejar, sys
        jar = http.cookiejar.MozillaCookieJar()
        jar.load(sys.argv[1], ignore_discard=True)
        for cookie in jar:
            end = "session" if cookie.expires is None else cookie.expires
            hidden = str(cookie.has_nonstandard_attr("HTTPOnly")).lower()
            print(cookie.domain, cookie.path, str(cookie.secure).lower(), hidden, end,
                  f"{cookie.name}={'' if cookie.value is None else cookie.value}")
        jar.save(sys.argv[2], ignore_discard=True)
        """

    @Test("Python reads what is written here, cookie by cookie, and writes it anew; that is read here, the same")
    func python() throws {
        let cookies = try cookies()
        try folder.write(NetscapeCookieFile.text(of: cookies, at: now).bytes, to: "ours.txt", mode: 0o600)
        let run = try Peer.run(
            "python3", ["-c", Self.program, folder.path("ours.txt"), folder.path("theirs.txt")])
        #expect(run.status == 0, "\(run.all)")
        #expect(run.output.split(separator: "\n").map(String.init).sorted() == facts(cookies))
        let file = try read("theirs.txt")
        #expect(file.problems == [])
        #expect(facts(file.cookies) == facts(cookies))
    }
}
