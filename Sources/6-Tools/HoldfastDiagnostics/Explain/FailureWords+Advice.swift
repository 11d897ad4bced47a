import HoldfastStatements
import HoldfastTransport

/// Remedies by the error's code, where the code alone tells one.
extension FailureWords {
    static let remedies: [TransportError.Code: LocalizedText] = [
        .timedOut: LocalizedText(
            "check that address and port are right and not filtered, or allow more time with --timeout",
            "请确认地址和端口正确且没有被过滤，或用 --timeout 允许更长的时间"),
        .couldNotResolveHost: LocalizedText(
            "check the spelling; holdfast resolve shows what each resolver answers",
            "请检查拼写；holdfast resolve 显示各解析器的回答"),
        .lookupFailed: LocalizedText(
            "try again; holdfast resolve shows which resolver fails",
            "请重试；holdfast resolve 显示是哪个解析器失败"),
        .connectionRefused: LocalizedText(
            "check the port, and whether the server runs",
            "请检查端口，以及服务器是否在运行"),
        .unreachable: LocalizedText(
            "check the machine's network and routes",
            "请检查本机的网络和路由"),
        .couldNotConnect: LocalizedText(
            "check the address, the port and firewalls between",
            "请检查地址、端口和途中的防火墙"),
        .proxyRefused: LocalizedText(
            "ask whoever runs the proxy which hosts and ports it leads to, and give its login",
            "请询问代理的管理者它允许哪些主机和端口，并提供登录信息"),
        .proxyNotTrusted: LocalizedText(
            "check the proxy by itself: holdfast check with the proxy's own URL",
            "请单独检查代理：对代理自己的 URL 运行 holdfast check"),
        .notTLS: LocalizedText(
            "check the port: plain HTTP is at 80, HTTPS at 443; mail and databases begin with STARTTLS (--starttls)",
            "请检查端口：明文 HTTP 在 80，HTTPS 在 443；邮件和数据库以 STARTTLS 开始（--starttls）"),
        .protocolVersion: LocalizedText(
            "let the server's owner switch on TLS 1.2 or 1.3; holdfast trace --tls 1.1 shows what an old one speaks",
            "请让服务器的所有者启用 TLS 1.2 或 1.3；holdfast trace --tls 1.1 显示旧服务器使用的版本"),
        .handshakeFailure: LocalizedText(
            """
            compare suites, groups and signatures with holdfast trace; look into the server's log, and whether \
            it wants a client certificate
            """,
            "请用 holdfast trace 比较密码套件、密钥交换组和签名算法；查看服务器日志，以及它是否要求客户端证书"),
        .handshakeFailed: LocalizedText(
            "holdfast trace shows the message at which it fails; the server's log may say more",
            "holdfast trace 显示失败发生在哪条消息；服务器日志可能有更多信息"),
        .weakConnection: LocalizedText(
            "let the server offer ECDHE, or finite-field groups of 2048 bits and more",
            "请让服务器提供 ECDHE，或 2048 位以上的有限域密钥交换组"),
        .unrecognizedName: LocalizedText(
            "check the host name; an address sends no server name: dial it with --connect-to",
            "请检查主机名；使用地址时不会发送服务器名称：请用 --connect-to 连接"),
        .noApplicationProtocol: LocalizedText(
            "check that the port is one of HTTPS, and the server's list of protocols (ALPN)",
            "请确认该端口提供 HTTPS，并检查服务器的协议列表（ALPN）"),
        .tlsAlert: LocalizedText(
            "look into the other side's log: it names the reason",
            "请查看另一方的日志：其中写明了原因"),
        .nothingPresented: LocalizedText(
            """
            give the server a certificate; it presents an empty list, or a suite without certificates was \
            agreed on
            """,
            "请为服务器配置证书；它发送了空列表，或协商了不用证书的套件"),
        .renegotiationRefused: LocalizedText(
            "let the server ask for the client certificate in the first handshake, and implement RFC 5746",
            "请让服务器在第一次握手中要求客户端证书，并实现 RFC 5746"),
        .clientIdentityUnusable: LocalizedText(
            "compare certificate and key: holdfast inspect CERTIFICATE KEY says whether they belong together",
            "请比对证书与私钥：holdfast inspect CERTIFICATE KEY 说明两者是否匹配"),
        .clientCertificateRefused: LocalizedText(
            """
            compare the certificate's issuer, dates and extended key usage with what the server takes, and put \
            its intermediates into the file; the server's log names the reason
            """,
            "请将证书的签发者、有效期和 extendedKeyUsage 与服务器所接受的比较，并把中间证书放入文件；服务器日志写明了原因"),
        .clientCertificateRequired: LocalizedText(
            """
            show a client certificate, with --cert and --key; holdfast trace shows which authorities the server \
            names
            """,
            "请用 --cert 和 --key 出示客户端证书；holdfast trace 显示服务器列出的颁发机构"),
        .connectionClosed: LocalizedText(
            """
            check that the port speaks TLS, and look into the server's log; servers also close on who shows no \
            client certificate
            """,
            "请确认该端口使用 TLS，并查看服务器日志；没有出示客户端证书时服务器也会关闭连接"),
        .opensslConfiguration: LocalizedText(
            "look at the openssl.cnf of the machine: MinProtocol, CipherString, SECLEVEL",
            "请查看本机的 openssl.cnf：MinProtocol、CipherString、SECLEVEL"),
        .serverTrustRejected: LocalizedText(
            "look at what the program's own check decides: a pin, or a delegate's answer",
            "请查看程序自身的检查如何决定：固定（pin）或委托的回答"),
        .plainHTTPRefused: LocalizedText(
            "use https://, or state an exception for the host",
            "请使用 https://，或为该主机声明例外"),
        .unreadableFile: LocalizedText(
            "check the path and its rights; holdfast inspect FILE says what it holds",
            "请检查路径和权限；holdfast inspect FILE 说明其内容"),
    ]
}
