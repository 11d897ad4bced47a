import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTracing
import HoldfastTransport
import HoldfastStatements
import HoldfastWeb

/// The later steps of chapter 6: passwords in URLs, and changes on the way.
extension PlainChapter {
    static func query(_ network: LessonNetwork) async throws -> LessonStep {
        let log = LessonNotes<String>()
        let server = try network.server(try network.identity()) { request in
            // As servers write their access logs: the request line.
            log.add("\(request.method) \(request.target) HTTP/1.1")
            return ServerResponse(text: "welcome\n")
        }
        defer { server.stop() }
        let trace = try await network.trace(server) { configuration in
            configuration.request = TraceConfiguration.httpHead(
                host: LessonHost.name, target: "/login?user=\(user)&password=\(secret)")
        }
        let wire = Wire.bytes(of: trace)
        return LessonStep(
            LocalizedText("A password in the URL", "写在 URL 里的密码"),
            [
                LocalizedText(
                    """
                    A login that puts user and password into the query: /login?user=…&password=…. Over HTTPS nobody on \
                    the way reads it. The server writes its access log, as servers do, one request line after the \
                    other.
                    """,
                    "有的登录把用户名和密码放进查询串：/login?user=…&password=…。使用 HTTPS 时途中无人能读到。而服务器照例写访问日志，每个请求一行。"),
                LocalizedText(
                    """
                    HTTPS protects the way and not its two ends. URLs are kept in logs, histories, bookmarks and \
                    reports of errors, and are handed to other sites in Referer (RFC 9110 §17.9): a secret belongs in \
                    a field or in the body of a POST.
                    """,
                    "HTTPS 保护的是途中，而不是两端。URL 会留在日志、历史记录、书签和错误报告里，还会随 Referer 传给别的网站（RFC 9110 §17.9）。机密应当放在请求头字段或 POST "
                        + "的正文里。"),
            ],
            asking: LessonQuestion(
                "Over HTTPS, does the password come to stand anywhere in clear text?", "用了 HTTPS，密码还会以明文留在什么地方吗？",
                about: 1),
            exhibits: [
                .rows(
                    "The server's access log", "服务器的访问日志",
                    log.all.enumerated().map { index, line in
                        LessonRow("line \(index + 1)", "第 \(index + 1) 行", text: line)
                    })
            ],
            checks: [
                LessonCheck(
                    "The password, in the bytes on the wire", "线路的字节中是否有密码", taught: .no,
                    seen: .answer(wire.holds(secret))),
                LessonCheck(
                    "The password, in the server's log", "服务器日志中是否有密码", taught: .yes,
                    seen: .answer(log.all.contains { $0.contains(secret) })),
            ])
    }

    static func changed(_ network: LessonNetwork) async throws -> LessonStep {
        let page = "Pay to account 1001.\n"
        let honest = try Wire.plainServer(LessonNotes()) { _ in Wire.answer("200 OK", body: page) }
        defer { honest.stop() }
        let session = try network.session()
        func fetch(_ port: UInt16) async throws -> String {
            let url = try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://\(LessonHost.name):\(port)/pay")
            return String(decoding: try await session.data(for: HTTPSRequest(url)).body, as: UTF8.self)
        }
        // The one in between has what the server has said, and hands on something else.
        let original = try await fetch(honest.port)
        let twisted = String(original.map { $0 == "1" ? "6" : $0 })
        let relay = try Wire.plainServer(LessonNotes()) { _ in Wire.answer("200 OK", body: twisted) }
        defer { relay.stop() }
        let shown = try await fetch(relay.port)
        // With TLS he needs a certificate, and has none but his own.
        let impostor = try network.server(try network.impostor())
        defer { impostor.stop() }
        let report = await network.verdict(of: session, at: try network.url(impostor))
        _ = impostor.waitUntilIdle(afterAtLeast: 1)
        return LessonStep(
            LocalizedText("Changed on the way", "途中被改动"),
            [
                LocalizedText(
                    """
                    One who has the bytes on the way can also hand on others: another account number, a script, \
                    another \
                    program to download. Over plain HTTP he simply answers in the server's place. Then he tries the \
                    same against HTTPS, with a certificate that he has made himself.
                    """,
                    "途中的人不仅能读，还能改：换一个账号，插一段脚本，替换要下载的程序。对明文 HTTP，他直接代替服务器作答即可。随后他用自制的证书，对 HTTPS 如法炮制。"),
                LocalizedText(
                    """
                    Plain HTTP has nothing by which a client could notice. With TLS the impostor fails where the \
                    server must prove its name, before a single byte of the request was sent.
                    """,
                    "明文 HTTP 没有任何手段可供客户端察觉。使用 TLS 时，冒充者在“证明自己的名称”这一步就失败了，请求连一个字节都没有发出。"),
            ],
            asking: LessonQuestion(
                "Over plain HTTP, does the client notice that the page is not the server's?",
                "使用明文 HTTP 时，客户端能察觉页面被换过吗？",
                about: 1),
            exhibits: [
                .rows(
                    "The page", "页面",
                    [
                        LessonRow("as the server sent it", "服务器发出的", text: String(original.dropLast())),
                        LessonRow("as the client shows it", "客户端显示的", text: String(shown.dropLast())),
                    ]),
                .verdict(report),
            ],
            checks: [
                LessonCheck(
                    "The page that was sent and the page that is shown", "发出的页面与显示的页面", taught: .different,
                    seen: .comparison(original == shown)),
                LessonCheck(
                    "Is there an error, over plain HTTP?", "明文 HTTP 是否报错", taught: .no,
                    seen: .answer(shown != twisted)),
                LessonCheck(
                    "The impostor, over HTTPS", "HTTPS 下的冒充者", taught: .refused(["selfSignedNotAnchor"]),
                    seen: .verdict(report)),
                LessonCheck(
                    "Bytes of the request that he got", "他得到的请求字节数", taught: .count(0),
                    seen: .count(impostor.counters.applicationBytesReceived)),
            ])
    }
}
