import HoldfastHTTP
import HoldfastServing

extension Story {
    /// Stories of servers that ask who their client is by HTTP and by a page.
    static let logins: [Story] = [
        Story(
            "basic", "The server asks for a user and a password by Basic, and reads the password itself.",
            "服务器以 Basic 要求用户名和密码，并直接读取密码。",
            source: "RFC 7617 §2, RFC 9110 §15.5.2"
        ) { (bench) throws(TestBedError) in
            let port = try bench.serve { request in
                BasicGate.admits(request)
                    ? ServerResponse(text: "the page of \(StoryUser.name), let in by Basic\n")
                    : refusal([BasicGate.challenge])
            }
            return StoryStage(
                port: port,
                commands: try passwordCommands(bench, port, scheme: "Basic", challenge: "Basic realm=\"Staff\""))
        },
        Story(
            "digest", "The server asks by Digest: what comes back proves the password without holding it.",
            "服务器以 Digest 询问：应答证明知道密码，却不含密码。",
            source: "RFC 7616 §3.3-§3.5"
        ) { (bench) throws(TestBedError) in
            let gate = try DigestGate()
            bench.onReset { gate.reset() }
            let port = try bench.serve { request in
                gate.proof(for: request).map { page(digestProof: $0) } ?? refusal([gate.challenge])
            }
            return StoryStage(
                port: port,
                commands: try passwordCommands(bench, port, scheme: "Digest", challenge: "Digest realm=\"Staff\""))
        },
        Story(
            "four-schemes", "The server offers Negotiate, NTLM, Digest and Basic together, and takes the last two.",
            "服务器同时提供 Negotiate、NTLM、Digest 与 Basic，并接受后两者。",
            source: "RFC 9110 §11.6.1, RFC 4559 §4, RFC 7616, RFC 7617"
        ) { (bench) throws(TestBedError) in
            let gate = try DigestGate()
            bench.onReset { gate.reset() }
            let port = try bench.serve { request in
                if BasicGate.admits(request) {
                    return ServerResponse(text: "the page of \(StoryUser.name), let in by Basic\n")
                }
                if let proof = gate.proof(for: request) { return page(digestProof: proof) }
                let others = ["Negotiate", "NTLM"].map { HTTPField("WWW-Authenticate", $0) }
                return refusal(others + [gate.challenge, BasicGate.challenge])
            }
            let base = try ["request"] + bench.way(to: port) + bench.trust()
            return StoryStage(
                port: port,
                commands: [
                    StoryCommand(
                        base + ["--include", bench.url(port)],
                        prints: [
                            "HTTP/1.1 401", "WWW-Authenticate: Negotiate", "WWW-Authenticate: NTLM",
                            "WWW-Authenticate: Digest", "WWW-Authenticate: Basic",
                        ],
                        shows: "one 401 with four challenges: a program answers one of them, and rejects those before "
                            + "it, Negotiate and NTLM first", "一个 401 带有四个质询：程序回答其中一个，拒绝在它之前的，先是 Negotiate 和 NTLM"),
                    StoryCommand(
                        base + ["--header", "Authorization: \(BasicGate.answer)", bench.url(port)],
                        prints: ["let in by Basic"],
                        shows: "Basic is nothing but this field: user and password in Base64, which opens at once",
                        "Basic 不过是这个字段：Base64 编码的用户名和密码，一解就开"),
                    StoryCommand(
                        base + ["--header", "Authorization: Negotiate", "--fail", bench.url(port)], exit: 6,
                        prints: ["401"], shows: "Negotiate without a ticket is refused, with the same offer",
                        "没有票据的 Negotiate 会被拒绝，服务器再次提出同样的选择"),
                ])
        },
        Story(
            "form", "The server asks by a page: HTTP knows of a redirect, a form and a cookie, and of no login.",
            "服务器用页面询问：HTTP 只见到重定向、表单和 cookie，不知道有登录。",
            source: "RFC 9110 §15.4.4, RFC 6265 §4.1; HTML, form submission"
        ) { (bench) throws(TestBedError) in
            let gate = try FormGate()
            bench.onReset { gate.reset() }
            let port = try bench.serve { gate.answer($0) }
            let base = try ["request"] + bench.way(to: port) + bench.trust()
            let jar = bench.path("cookies.txt")
            let login = bench.url(port, FormGate.path)
            return StoryStage(
                port: port,
                commands: [
                    StoryCommand(
                        base + [bench.url(port)], prints: ["who are you?", "<form method=\"post\""],
                        shows: "no 401: the page that asks comes with 200, and only who reads it knows",
                        "没有 401：要求登录的网页以 200 返回，只有读网页才知道"),
                    StoryCommand(
                        base + ["--data", gate.form(password: "wrong"), login], prints: ["do not fit"],
                        shows: "a wrong password is answered with 200 too, by the form again", "密码错误同样得到 200，仍是那个表单"),
                    StoryCommand(
                        base + ["--cookie-jar", jar, "--data", gate.form(), login], prints: ["let in by a form"],
                        shows:
                            "what the form sends, its hidden token included; the cookie goes along with the redirect",
                        "表单所发送的内容，连同隐藏的令牌；cookie 随重定向一起返回"),
                    StoryCommand(
                        base + ["--cookie", jar, bench.url(port)], prints: ["let in by a form"],
                        shows: "from then on the cookie is the user: whoever has the file is logged in",
                        "此后 cookie 就代表用户：谁有这个文件，谁就已登录"),
                ])
        },
    ]

    /// The commands that Basic and Digest have in common: asked, answered rightly, answered wrongly.
    private static func passwordCommands(
        _ bench: StoryBench, _ port: UInt16, scheme: String, challenge: String
    ) throws(TestBedError) -> [StoryCommand] {
        let base = try ["request"] + bench.way(to: port) + bench.trust()
        return [
            StoryCommand(
                base + ["--include", bench.url(port)], prints: ["HTTP/1.1 401", "WWW-Authenticate: \(challenge)"],
                shows: "asked without a user, the server's challenge is the answer", "请求时没有用户，应答就是服务器的质询"),
            StoryCommand(
                base + [bench.url(port, user: StoryUser.inURL)], prints: ["let in by \(scheme)"],
                shows: "the URL names the user: sent when it is asked for, after the certificate was accepted",
                "URL 写明用户：在证书被接受之后、服务器要求时才发送"),
            StoryCommand(
                base + ["--fail", bench.url(port, user: "\(StoryUser.name):wrong")], exit: 6, prints: ["401"],
                shows: "a wrong password stays wrong: the second 401 is the answer", "错误的密码不会变对：应答就是第二个 401"),
        ]
    }

    private static func page(digestProof proof: String) -> ServerResponse {
        var response = ServerResponse(text: "the page of \(StoryUser.name), let in by Digest\n")
        response.fields.append(HTTPField("Authentication-Info", proof))
        return response
    }

    private static func refusal(_ challenges: [HTTPField]) -> ServerResponse {
        ServerResponse(status: 401, fields: challenges, body: Array("who are you?\n".utf8))
    }
}
