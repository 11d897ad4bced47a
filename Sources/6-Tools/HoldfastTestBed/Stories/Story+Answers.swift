import HoldfastHTTP
import HoldfastServing
import HoldfastX509
import Synchronization

extension Story {
    /// Stories of what a client does with answers: follow, decode, keep.
    static let answers: [Story] = [
        Story(
            "redirects", "The server sends its client on: on its own site, to another one, off TLS, and in a circle.",
            "服务器让客户端转往别处：在本站内、到另一站、离开 TLS，以及循环。",
            source: "RFC 9110 §15.4, RFC 9525 §6"
        ) { (bench) throws(TestBedError) in
            try redirects(bench)
        },
        Story(
            "codings", "The server packs its page as the client allows, and the client unpacks it.",
            "服务器按客户端允许的方式压缩页面，客户端将其解开。",
            source: "RFC 9110 §8.4, §12.5.3; RFC 1952, RFC 7932"
        ) { (bench) throws(TestBedError) in
            try codings(bench)
        },
        Story(
            "cache", "The server says how long an answer may be kept, and what to ask when that time is over.",
            "服务器说明应答可保留多久，以及到期之后要询问什么。",
            source: "RFC 9111 §4.2, §4.3, §5.2; RFC 9110 §8.8.3, §13.1.2"
        ) { (bench) throws(TestBedError) in
            try cache(bench)
        },
    ]

    private static func redirects(_ bench: StoryBench) throws(TestBedError) -> StoryStage {
        let (other, stranger) = ("other-site.holdfast.test", "stranger.holdfast.test")
        let host = bench.host
        var configuration = TLSServerConfiguration(try bench.authority.server(host))
        configuration.others = [.init(names: [other], try bench.authority.server(other))]
        let port = try bench.serve(configuration) { request in
            // The port is known once the server listens; each request names it.
            let port = (request["Host"] ?? "").split(separator: ":").last ?? ""
            return switch request.target {
            case "/start": .redirect(to: "/arrived")
            case "/other": .redirect(to: "https://\(other):\(port)/arrived")
            case "/stranger": .redirect(to: "https://\(stranger):\(port)/arrived")
            case "/plain": .redirect(to: "http://\(host)/arrived")
            case "/circle": .redirect(to: "/circle")
            default: ServerResponse(text: "arrived at \(request.connection.serverName ?? "no name")\n")
            }
        }
        let ways: [String] = [other, stranger].flatMap { bench.way(to: port, as: $0) }
        let own = try ["request"] + bench.way(to: port) + bench.trust()
        return StoryStage(
            port: port,
            commands: [
                StoryCommand(
                    own + ["--include", "--max-redirects", "0", bench.url(port, "/start")],
                    prints: ["HTTP/1.1 302", "Location: /arrived"],
                    shows: "a redirect as it is: an answer that names another place", "重定向的本来面目：一个指向别处的应答"),
                StoryCommand(
                    own + [bench.url(port, "/start")], prints: ["arrived at \(host)"],
                    shows: "followed on the same site, on a connection that was judged already", "在同一网站内跟随，使用已经判定过的连接"),
                StoryCommand(
                    own + bench.way(to: port, as: other) + [bench.url(port, "/other")], prints: ["arrived at \(other)"],
                    shows: "another site is judged for its own name before it is asked", "另一个网站在被请求之前，先按它自己的名称判定"),
                StoryCommand(
                    own + bench.way(to: port, as: stranger) + [bench.url(port, "/stranger")], exit: 24,
                    prints: ["redirected to \(stranger)"],
                    shows: "a place that cannot prove its name is refused, whoever has sent the client there",
                    "不能证明其名称的地方会被拒绝，不论是谁把客户端引去的"),
                StoryCommand(
                    own + [bench.url(port, "/plain")], exit: 6,
                    prints: ["the server redirects to 'http://\(host)/arrived'"],
                    shows: "away from TLS nobody is followed", "离开 TLS 的重定向一律不跟随"),
                StoryCommand(
                    own + [bench.url(port, "/circle")], exit: 6, prints: ["redirected more than 20 times"],
                    shows: "a circle ends after twenty rounds", "循环在二十次之后结束"),
            ], arguments: ways)
    }

    private static func codings(_ bench: StoryBench) throws(TestBedError) -> StoryStage {
        let port = try bench.serve { request in
            let offered = (request["Accept-Encoding"] ?? "").asciiLowercased()
                .split(separator: ",").map { $0.prefix { $0 != ";" }.filter { $0 != " " } }
            let isDamaged = request.target == "/damaged"
            let coding = [StoredCoding.brotli, .gzip].first { coding in
                offered.contains(coding.rawValue) && !(isDamaged && coding == .brotli)
            }
            let page = Array("this page was packed as \(coding?.rawValue ?? "nothing"); it ends here\n".utf8)
            var fields = [
                HTTPField("Content-Type", "text/plain; charset=utf-8"), HTTPField("Vary", "Accept-Encoding"),
            ]
            guard let coding else { return ServerResponse(fields: fields, body: page) }
            fields.append(HTTPField("Content-Encoding", coding.rawValue))
            return ServerResponse(fields: fields, body: coding.encode(page, isDamaged: isDamaged))
        }
        let base = try ["request"] + bench.way(to: port) + bench.trust()
        func asking(for coding: String, prints: String, shows english: String, _ chinese: String) -> StoryCommand {
            StoryCommand(
                base + ["--header", "Accept-Encoding: \(coding)", bench.url(port)], prints: [prints, "it ends here"],
                shows: english, chinese)
        }
        return StoryStage(
            port: port,
            commands: [
                StoryCommand(
                    base + [bench.url(port)], prints: ["this page was packed as", "it ends here"],
                    shows: "asked for as the machine can: br where it has it, else gzip; the page says which it was",
                    "按本机的能力请求：有 br 就用 br，否则用 gzip；网页说明用的是哪一种"),
                asking(
                    for: "gzip", prints: "packed as gzip", shows: "asked for as gzip, and unpacked", "以 gzip 请求，并解开"),
                asking(for: "identity", prints: "packed as nothing", shows: "asked for as it is", "请求不压缩的原样"),
                StoryCommand(
                    base + ["--header", "Accept-Encoding: gzip", bench.url(port, "/damaged")], exit: 6,
                    shows: "a checksum that is wrong ends the request: half a page is none", "校验和错误会使请求失败：半个网页不算网页"),
            ])
    }

    private static func cache(_ bench: StoryBench) throws(TestBedError) -> StoryStage {
        let count = AnswerCount()
        bench.onReset { count.reset() }
        let tag = "\"1\""
        let port = try bench.serve { request in
            let number = count.next()
            let control =
                switch request.target {
                case "/kept": "max-age=600"
                case "/asked": "no-cache"
                default: "no-store"
                }
            let fields = [HTTPField("Cache-Control", control), HTTPField("ETag", tag)]
            if request["If-None-Match"] == tag { return ServerResponse(status: 304, fields: fields) }
            return ServerResponse(fields: fields, body: Array("answer \(number) of the server\n".utf8))
        }
        let folder = bench.path("cache")
        let base = try ["request", "--cache", folder] + bench.way(to: port) + bench.trust()
        func asking(
            _ path: String, _ more: [String] = [], prints: String, shows english: String, _ chinese: String
        ) -> StoryCommand {
            StoryCommand(base + more + [bench.url(port, path)], prints: [prints], shows: english, chinese)
        }
        return StoryStage(
            port: port,
            commands: [
                asking(
                    "/kept", prints: "answered by the server", shows: "max-age=600: the first answer is the server's",
                    "max-age=600：第一个应答来自服务器"),
                asking(
                    "/kept", prints: "answered from the cache: fresh from the disk",
                    shows: "within ten minutes the kept one is given, and nobody is asked", "十分钟之内使用保留的应答，不询问任何人"),
                asking(
                    "/kept", ["--header", "Cache-Control: no-cache"], prints: "answered from the cache: still valid",
                    shows: "a request may want the server's word: it sends the ETag, and 304 says that nothing changed",
                    "请求可以要求询问服务器：它发送 ETag，304 表示没有变化"),
                asking("/asked", prints: "answered by the server", shows: "no-cache: it may be kept", "no-cache：可以保留"),
                asking(
                    "/asked", prints: "answered from the cache: still valid",
                    shows: "and is not used before the server was asked about it", "但在询问服务器之前不使用"),
                asking(
                    "/never", prints: "answered by the server", shows: "no-store: it may not be kept", "no-store：不得保留"),
                asking(
                    "/never", prints: "answered by the server", shows: "and so the server answers each time",
                    "因此每次都由服务器应答"),
                StoryCommand(
                    base + ["--header", "Cache-Control: only-if-cached", "--fail", bench.url(port, "/never")], exit: 6,
                    prints: ["nothing is kept"], shows: "a request that wants only what is kept asks nobody: 504",
                    "只要保留内容的请求不询问任何人：504"),
            ])
    }
}

/// The number of answers that a server has given.
private final class AnswerCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    func reset() { count.withLock { $0 = 0 } }
}
