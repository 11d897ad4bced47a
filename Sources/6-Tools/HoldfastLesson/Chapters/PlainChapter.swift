import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastServing
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastWeb
import HoldfastX509

/// Chapter 6: a password read off plain HTTP, and the same request over HTTPS.
enum PlainChapter: LessonPart {
    static let title = LocalizedText("A password on the wire", "线路上的密码")
    static let lead = LocalizedText(
        """
        Between a program and its server lie an access point, a provider, a dozen routers. Each of them has the bytes. \
        Here the bytes are kept as they went over the wire, once without TLS and once with it, and read as a stranger \
        on the way reads them.
        """,
        "程序与服务器之间隔着接入点、运营商和十几台路由器，每一台都经手全部字节。本章把线路上的字节原样留下来，一次不用 TLS，一次使用 TLS，再以途中陌生人的身份去读。")

    static let user = "alice"
    static let secret = "tulip-42"
    static let both = "\(user):\(secret)"

    static func content(_ materials: LessonMaterials) async throws -> LessonContent {
        let network = try LessonNetwork(materials)
        let plain = try await plainRequest(network)
        let sealed = try await sealedRequest(network)
        return LessonContent(
            steps: [
                basic(plain), overTLS(sealed), try await query(network), try await changed(network),
            ],
            files: [LessonFile("plain.bin", plain), LessonFile("tls.bin", sealed.wire)])
    }

    /// Logs in by Basic over plain HTTP, as the server asks, and returns the bytes of the request with the password.
    private static func plainRequest(_ network: LessonNetwork) async throws -> [UInt8] {
        let wire = LessonNotes<[UInt8]>()
        let server = try Wire.plainServer(wire) { request in
            request.holds("uthorization: Basic ")
                ? Wire.answer("200 OK", body: "your account\n")
                : Wire.answer("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"account\""])
        }
        defer { server.stop() }
        let session = try network.session { configuration in
            configuration.credentials.handler = LessonHandler { challenge in
                challenge.protectionSpace.authenticationMethod == .httpBasic
                    ? .useCredential(Credential(user: user, password: secret, persistence: .none))
                    : .performDefaultHandling
            }
        }
        let url = try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://\(LessonHost.name):\(server.port)/account")
        _ = try await session.data(for: HTTPSRequest(url))
        return wire.all.last ?? []
    }

    /// Sends the same request through TLS, and returns the bytes on the wire with what the server has read.
    private static func sealedRequest(_ network: LessonNetwork) async throws -> SealedRequest {
        let heard = LessonNotes<String>()
        let server = try network.server(try network.identity()) { request in
            if let field = request["Authorization"] { heard.add(field) }
            return ServerResponse(text: "your account\n")
        }
        defer { server.stop() }
        let lines = [
            "GET /account HTTP/1.1", "Host: \(LessonHost.name)", "Authorization: Basic \(Base64.encode(both.utf8))",
            "Connection: close",
        ]
        let trace = try await network.trace(server) { configuration in
            configuration.request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        }
        let token = heard.all.first?.split(separator: " ").last
        return SealedRequest(
            wire: Wire.bytes(of: trace), records: trace.events.compactMap(\.record).count,
            read: token.flatMap { Base64.decode($0) }.map { String(decoding: $0, as: UTF8.self) })
    }

    /// A request through TLS: the bytes on the wire, and what the server has read.
    private struct SealedRequest {
        let wire: [UInt8]
        let records: Int
        let read: String?
    }

    private static func basic(_ plain: [UInt8]) -> LessonStep {
        let lines = String(decoding: plain, as: UTF8.self).split(whereSeparator: \.isNewline)
        let stolen = Wire.password(in: plain)
        return LessonStep(
            LocalizedText("Plain HTTP: whoever has the bytes has the password", "明文 HTTP：拿到字节就拿到密码"),
            [
                LocalizedText(
                    """
                    A real request to a real server of this machine, which asks for a password (401, Basic) and gets \
                    it. Somebody on the way keeps the bytes; the field Authorization looks scrambled.
                    """,
                    "向本机的真实服务器发送一个真实请求；服务器索要密码（401，Basic），客户端照给。途中有人留下了这些字节，其中 Authorization 字段看上去像乱码。"),
                LocalizedText(
                    """
                    Base64 is an alphabet, not a cipher: there is no key in it (RFC 7617 §4). The same holds for \
                    cookies, forms and answers. Digest hides the password itself, and nothing else that is said.
                    """,
                    "Base64 只是换一套字母表，不是加密，里面没有任何密钥（RFC 7617 §4）。Cookie、表单和响应同样如此。Digest 只把密码本身藏起来，其余内容照样一览无余。"),
            ],
            asking: LessonQuestion(
                "Does he come to the password without any key?", "没有任何密钥，他能得到密码吗？"),
            exhibits: [
                .rows(
                    "On the wire, line by line", "线路上的内容，逐行列出",
                    lines.enumerated().map { index, line in
                        LessonRow("line \(index + 1)", "第 \(index + 1) 行", text: String(line.prefix(70)))
                    }),
                .rows(
                    "Read by the stranger", "陌生人读出的内容", [LessonRow("user and password", "用户名和密码", text: stolen ?? "")]),
            ],
            commands: [
                LessonCommandLine(
                    "sed -n 's/^Authorization: Basic //p' plain.bin | tr -d '\\r' | openssl base64 -d -A")
            ],
            checks: [
                LessonCheck(
                    "The password, from the recorded bytes alone", "只凭录下的字节读取密码", taught: .opened,
                    seen: .opening(stolen.map { Array($0.utf8) }, of: Array(both.utf8)))
            ])
    }

    private static func overTLS(_ request: SealedRequest) -> LessonStep {
        let (wire, read) = (request.wire, request.read)
        return LessonStep(
            LocalizedText("The same request over HTTPS", "同样的请求，改用 HTTPS"),
            [
                LocalizedText(
                    """
                    The request with the password once more, through TLS to a server that was judged first. Everything \
                    that went over the wire is kept again, handshake included.
                    """,
                    "同样是带密码的请求，这次经过 TLS，发给一台先行判定过的服务器。线路上的一切照样留下，包括握手。"),
                LocalizedText(
                    """
                    The stranger has every byte and reads the server's name in the ClientHello, the sizes and the \
                    times. The request, its path, the password and the answer he does not have. The tag of each record \
                    also keeps him from changing one.
                    """,
                    "陌生人拥有每一个字节，能看到 ClientHello 里的服务器名称，以及数据的大小和时间；请求、路径、密码和响应则得不到。每条记录的认证标签还使他无法改动内容。"),
            ],
            asking: LessonQuestion(
                "Does the password, or its Base64, stand anywhere in the bytes?", "这些字节里能找到密码或它的 Base64 吗？"),
            exhibits: [
                .rows(
                    "On the wire", "线路上的内容",
                    [
                        LessonRow("all bytes of the connection", "连接的全部字节", wire),
                        LessonRow("records", "记录数", text: "\(request.records)"),
                        LessonRow("read by the server", "服务器读到的内容", text: read ?? ""),
                    ])
            ],
            commands: [
                LessonCommandLine("grep -a -c Authorization tls.bin", exitCode: 1),
                LessonCommandLine("grep -a -o -m 1 \(LessonHost.name) tls.bin"),
            ],
            checks: [
                LessonCheck(
                    "The password or its Base64, in the recorded bytes", "录下的字节中是否有密码或其 Base64", taught: .no,
                    seen: .answer(wire.holds(secret) || wire.holds(Base64.encode(both.utf8)))),
                LessonCheck(
                    "The name of the server, in the recorded bytes", "录下的字节中是否有服务器名称", taught: .yes,
                    seen: .answer(wire.holds(LessonHost.name))),
                LessonCheck(
                    "The password, at the server", "服务器得到的密码", taught: .opened,
                    seen: .opening(read.map { Array($0.utf8) }, of: Array(both.utf8))),
            ])
    }
}
