import HoldfastStatements
import HoldfastTransport

/// The meaning of an error's code, for a reader who has the code alone.
///
/// The English is that of `Docs/errors.md`; a test compares the two.
struct FailureWords: Sendable {
    let code: TransportError.Code
    /// The event, without a full stop.
    let happened: LocalizedText
    /// The event as a headline; nil where how far things had come says as much.
    private(set) var headline: LocalizedText?
    /// A remedy; nil where the code alone does not tell one.
    private(set) var advice: LocalizedText?

    init(_ code: TransportError.Code, _ english: String, _ chinese: String) {
        (self.code, happened) = (code, LocalizedText(english, chinese))
    }

    /// Adds a remedy.
    func advising(_ english: String, _ chinese: String) -> FailureWords {
        var words = self
        words.advice = LocalizedText(english, chinese)
        return words
    }

    /// Adds a headline.
    func headed(_ english: String, _ chinese: String) -> FailureWords {
        var words = self
        words.headline = LocalizedText(english, chinese)
        return words
    }

    /// The words of a code; nil for one that is not in the table.
    static func of(_ code: TransportError.Code) -> FailureWords? { table[code]?.words }

    /// The exit code of the first phase in which an error of that code occurs: a connection that ends too early mostly
    /// does so in the handshake.
    static func exitCode(of code: TransportError.Code) -> Int32 {
        code == .timedOut ? 7 : table[code]?.exitCode ?? 6
    }

    private static let table = Dictionary(
        [(Int32(3), before), (4, within), (6, after), (1, inside)].flatMap { exitCode, rows in
            rows.map { ($0.code, (words: $0, exitCode: exitCode)) }
        }, uniquingKeysWith: { first, _ in first })

    private static let before: [FailureWords] = [
        FailureWords(.timedOut, "a time limit ended the attempt", "超时，尝试被中止")
            .advising(
                "check that address and port are right and not filtered, or allow more time with --timeout",
                "请确认地址和端口正确且没有被过滤，或用 --timeout 允许更长的时间"
            )
            .headed("It took too long", "连接超时"),
        FailureWords(
            .cancelled, "the task that waited was cancelled, or a handler cancelled the challenge",
            "等待的任务被取消，或处理程序取消了质询"
        )
        .headed("It was cancelled", "已取消"),
        FailureWords(
            .couldNotResolveHost, "the host's name has no address, or none that may be dialled", "主机名没有地址，或没有允许连接的地址"
        )
        .advising(
            "check the spelling; holdfast resolve shows what each resolver answers", "请检查拼写；holdfast resolve 显示各解析器的回答"
        )
        .headed("The name was not found", "域名解析失败"),
        FailureWords(
            .lookupFailed, "the lookup of the host's name failed, which says nothing about whether the name exists",
            "主机名查询失败，这并不说明该名称是否存在"
        )
        .advising("try again; holdfast resolve shows which resolver fails", "请重试；holdfast resolve 显示是哪个解析器失败"),
        FailureWords(.tooManyAddresses, "the host's name has more addresses than are looked at", "主机名的地址多于所处理的数量"),
        FailureWords(.couldNotResolveProxy, "the proxy's name has no address", "代理的名称没有地址"),
        FailureWords(.connectionRefused, "nothing listens at the address and port", "该地址和端口上没有程序在监听")
            .advising("check the port, and whether the server runs", "请检查端口，以及服务器是否在运行")
            .headed("Nothing listens at this address", "连接被拒绝"),
        FailureWords(.unreachable, "the machine has no way to the address", "本机没有到该地址的路由")
            .advising("check the machine's network and routes", "请检查本机的网络和路由")
            .headed("There is no way to the address", "地址不可达"),
        FailureWords(
            .couldNotConnect, "the connection did not come about, for another reason of the system", "因系统的其他原因未能建立连接"
        )
        .advising("check the address, the port and firewalls between", "请检查地址、端口和途中的防火墙")
        .headed("No connection came about", "无法建立连接"),
        FailureWords(.proxyUnreachable, "the connection to the proxy did not come about", "未能连接到代理"),
        FailureWords(
            .proxyRefused,
            """
            the proxy refused a tunnel; with the status 407 it asks for a login, or does not take the one that \
            it was told
            """,
            "代理拒绝建立隧道；状态码 407 表示代理要求登录，或不接受所给的登录信息"
        )
        .advising(
            "ask whoever runs the proxy which hosts and ports it leads to, and give its login",
            "请询问代理的管理者它允许哪些主机和端口，并提供登录信息"),
        FailureWords(.proxyNotTrusted, "the proxy's own certificate is not trusted", "代理自身的证书不受信任")
            .advising(
                "check the proxy by itself: holdfast check with the proxy's own URL",
                "请单独检查代理：对代理自己的 URL 运行 holdfast check"),
        FailureWords(.proxyHandshakeFailed, "the TLS handshake with the proxy failed", "与代理的 TLS 握手失败"),
    ]

    private static let within: [FailureWords] = [
        FailureWords(
            .certificateRefused, "the server's certificate is not trusted; the findings say why", "服务器的证书不受信任，原因见检查结果"),
        FailureWords(.certificateMessage, "the server's certificates cannot be read", "无法读取服务器的证书")
            .headed("The server's list of certificates cannot be read", "无法读取服务器发送的证书列表"),
        FailureWords(
            .judgementMismatch, "the verdict is about another handshake than the one that was held", "结论所针对的并不是这次握手"),
        FailureWords(
            .serverTrustRejected,
            "the handler rejected a server that the session, or the handler's own evaluation, trusts",
            "处理程序拒绝了一个会话或其自己的评估所信任的服务器"
        )
        .advising(
            "look at what the program's own check decides: a pin, or a delegate's answer",
            "请查看程序自身的检查如何决定：固定（pin）或委托的回答"),
        FailureWords(.nothingPresented, "the server presented no certificate", "服务器没有出示证书")
            .advising(
                """
                give the server a certificate; it presents an empty list, or a suite without certificates was \
                agreed on
                """,
                "请为服务器配置证书；它发送了空列表，或协商了不用证书的套件"),
        FailureWords(
            .connectionNotAccepted, "the request was held back: its connection was not accepted for it",
            "请求被扣下：它的连接没有获准用于该请求"),
        FailureWords(
            .policyChanged, "the request was held back: its policy changed after the connection was accepted",
            "请求被扣下：连接获准之后策略发生了变化"),
        FailureWords(
            .handshakeFailed, "the TLS handshake failed for a reason of OpenSSL's that has no code of its own",
            "TLS 握手失败，OpenSSL 给出的原因没有专门的代码"
        )
        .advising(
            "holdfast trace shows the message at which it fails; the server's log may say more",
            "holdfast trace 显示失败发生在哪条消息；服务器日志可能有更多信息"
        )
        .headed("The TLS handshake failed", "TLS 握手失败"),
        FailureWords(
            .opensslConfiguration, "the machine's configuration of OpenSSL leaves nothing that a connection could use",
            "本机的 OpenSSL 配置没有留下任何可用于连接的选项"
        )
        .advising(
            "look at the openssl.cnf of the machine: MinProtocol, CipherString, SECLEVEL",
            "请查看本机的 openssl.cnf：MinProtocol、CipherString、SECLEVEL"),
        FailureWords(
            .unavailableGroups, "the machine's OpenSSL has none of the groups that the settings for the server ask for",
            "本机的 OpenSSL 没有该服务器设置所要求的任何密钥交换组"),
        FailureWords(.notTLS, "the server does not speak TLS on the port", "服务器在该端口上不使用 TLS")
            .advising(
                """
                check the port: plain HTTP is at 80, HTTPS at 443; mail and databases begin with STARTTLS \
                (--starttls)
                """,
                "请检查端口：明文 HTTP 在 80，HTTPS 在 443；邮件和数据库以 STARTTLS 开始（--starttls）"
            )
            .headed("The server does not speak TLS there", "该端口不是 TLS 服务"),
        FailureWords(
            .protocolVersion, "the server and the client have no version of TLS in common", "服务器与客户端没有共同的 TLS 版本"
        )
        .advising(
            "let the server's owner switch on TLS 1.2 or 1.3; holdfast trace --tls 1.1 shows what an old one speaks",
            "请让服务器的所有者启用 TLS 1.2 或 1.3；holdfast trace --tls 1.1 显示旧服务器使用的版本"
        )
        .headed("The server speaks an outdated TLS only", "服务器只支持过时的 TLS 版本"),
        FailureWords(
            .handshakeFailure,
            """
            the server found no cipher suite, group or signature in common (alert 40), or asks for stronger \
            ones (alert 71)
            """,
            "服务器没有找到共同的密码套件、密钥交换组或签名算法（警报 40），或要求更强的（警报 71）"
        )
        .advising(
            """
            compare suites, groups and signatures with holdfast trace; look into the server's log, and whether \
            it wants a client certificate
            """,
            "请用 holdfast trace 比较密码套件、密钥交换组和签名算法；查看服务器日志，以及它是否要求客户端证书"
        )
        .headed("The server found nothing in common", "双方没有共同支持的加密参数"),
        FailureWords(
            .weakConnection, "the handshake's cipher suite or keys are weaker than the settings for the server ask for",
            "握手所用的密码套件或密钥弱于该服务器设置的要求"
        )
        .advising(
            "let the server offer ECDHE, or finite-field groups of 2048 bits and more",
            "请让服务器提供 ECDHE，或 2048 位以上的有限域密钥交换组"),
        FailureWords(.unrecognizedName, "the server does not serve the name (alert 112)", "服务器不提供该名称的服务（警报 112）")
            .advising(
                "check the host name; an address sends no server name: dial it with --connect-to",
                "请检查主机名；使用地址时不会发送服务器名称：请用 --connect-to 连接"
            )
            .headed("The server does not serve this name", "服务器不提供该主机名的服务"),
        FailureWords(
            .noApplicationProtocol, "the server speaks neither HTTP/2 nor HTTP/1.1 on the port (alert 120)",
            "服务器在该端口上既不使用 HTTP/2 也不使用 HTTP/1.1（警报 120）"
        )
        .advising(
            "check that the port is one of HTTPS, and the server's list of protocols (ALPN)",
            "请确认该端口提供 HTTPS，并检查服务器的协议列表（ALPN）"
        )
        .headed("The server speaks no HTTP there", "该端口不支持 HTTP"),
        FailureWords(.tlsAlert, "the server ended TLS with another alert", "服务器以其他警报结束了 TLS")
            .advising("look into the other side's log: it names the reason", "请查看另一方的日志：其中写明了原因")
            .headed("The server ended TLS with an alert", "服务器以 TLS 警报中止了连接"),
        FailureWords(
            .certificateRequest,
            "the server's request for a client certificate names too many authorities, or cannot be read",
            "服务器的客户端证书请求列出的颁发机构过多，或无法读取"),
        FailureWords(
            .renegotiationRefused,
            "the server asked for a second handshake, which was declined, and ended the connection",
            "服务器要求第二次握手，被拒绝后结束了连接"
        )
        .advising(
            "let the server ask for the client certificate in the first handshake, and implement RFC 5746",
            "请让服务器在第一次握手中要求客户端证书，并实现 RFC 5746"),
        FailureWords(
            .clientIdentityUnusable, "OpenSSL does not take the client's certificates or their key",
            "OpenSSL 不接受客户端的证书或其私钥"
        )
        .advising(
            "compare certificate and key: holdfast inspect CERTIFICATE KEY says whether they belong together",
            "请比对证书与私钥：holdfast inspect CERTIFICATE KEY 说明两者是否匹配"),
        FailureWords(.clientCertificateRefused, "the server refused the client's certificate", "服务器拒绝了客户端的证书")
            .advising(
                """
                compare the certificate's issuer, dates and extended key usage with what the server takes, and put \
                its intermediates into the file; the server's log names the reason
                """,
                "请将证书的签发者、有效期和 extendedKeyUsage 与服务器所接受的比较，并把中间证书放入文件；服务器日志写明了原因"),
        FailureWords(
            .clientCertificateRequired, "the server requires a client certificate, and got none", "服务器要求客户端证书，而没有得到"
        )
        .advising(
            """
            show a client certificate, with --cert and --key; holdfast trace shows which authorities the server \
            names
            """,
            "请用 --cert 和 --key 出示客户端证书；holdfast trace 显示服务器列出的颁发机构"
        )
        .headed("The server asks for a client certificate", "服务器要求客户端证书"),
        FailureWords(
            .clientCertificateAskedLate,
            "the server asked for a client certificate after the handshake, got none, and ended the connection",
            "服务器在握手之后要求客户端证书，没有得到便结束了连接"),
        FailureWords(
            .clientCertificateOverHTTP2,
            "the server asked for a client certificate after the handshake over HTTP/2 (RFC 8740)",
            "服务器在 HTTP/2 的握手之后要求客户端证书（RFC 8740）"),
        FailureWords(
            .connectionClosed,
            "the connection ended too early: in the handshake, before the request was sent, or in the response",
            "连接过早结束：在握手中、请求发出之前或应答途中"
        )
        .advising(
            """
            check that the port speaks TLS, and look into the server's log; servers also close on who shows no \
            client certificate
            """,
            "请确认该端口使用 TLS，并查看服务器日志；没有出示客户端证书时服务器也会关闭连接"
        )
        .headed("The server closed the connection", "服务器关闭了连接"),
        FailureWords(.challengeTimedOut, "the handler did not answer a challenge in time", "处理程序没有及时回答质询"),
        FailureWords(
            .wrongCredential, "the handler answered a challenge with a credential of the wrong kind",
            "处理程序用类型不符的凭据回答了质询"),
    ]
}
