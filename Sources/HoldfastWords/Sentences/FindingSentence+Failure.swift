/// Sentences of the diagnostic client about what kept a target from a verdict: its name, its connection, its handshake.
extension FindingSentence {
    static let aboutFailure: [(english: String, chinese: String)] = [
        ("nothing listens at {}, port {}", "{1} 的端口 {2} 没有程序在监听"),
        ("nothing listens at {}", "{1} 没有程序在监听"),
        ("there is no way to {}, port {}", "无法到达 {1} 的端口 {2}"),
        ("there is no way to {}", "无法到达 {1}"),
        ("check the network and the address", "请检查网络与地址"),
        ("no connection to {}, port {} came about", "未能连接到 {1} 的端口 {2}"),
        ("no connection to {} came about", "未能连接到 {1}"),
        (
            "of groups this server takes {}, and {} were offered: try --groups {}",
            "密钥交换的群中，该服务器接受 {1}，而提议的是 {2}：请试用 --groups {3}"
        ),
        (
            "of groups this server takes {}, and {} were offered: this machine's OpenSSL lacks the former, which came "
                + "with OpenSSL 3.5",
            "密钥交换的群中，该服务器接受 {1}，而提议的是 {2}：本机的 OpenSSL 没有前者，它们自 OpenSSL 3.5 起提供"
        ),
        (
            "of groups this server takes {}, and {} were offered: this machine's OpenSSL lacks the former, so let the "
                + "server's owner switch on one of the latter",
            "密钥交换的群中，该服务器接受 {1}，而提议的是 {2}：本机的 OpenSSL 没有前者，请服务器管理者启用后者之一"
        ),
        (
            "this server signs with {}, which was not offered: this machine's OpenSSL has to be 3.5 or later, and its "
                + "configuration must not leave it out",
            "该服务器使用 {1} 签名，而提议中没有：本机的 OpenSSL 须为 3.5 或更高版本，且其配置不得将其排除"
        ),
        (
            "let the server's owner switch TLS 1.3 on with one of these groups, or name others with --groups",
            "请服务器管理者启用 TLS 1.3 与其中一个群，或以 --groups 指定其他群"
        ),
        (
            "name a group that it has in the policy file or with --groups, or update OpenSSL: ML-KEM is in 3.5 and "
                + "later",
            "请在策略文件中或以 --groups 指定它所具有的群，或更新 OpenSSL：ML-KEM 自 3.5 起提供"
        ),
        (
            "the server speaks {}, which changes to TLS when asked: try --starttls {}",
            "服务器使用 {1}，该协议在被要求时才转为 TLS：请试用 --starttls {2}"
        ),
        (
            "port {} is usually that of {}, which changes to TLS when asked: try --starttls {}",
            "端口 {1} 通常用于 {2}，该协议在被要求时才转为 TLS：请试用 --starttls {3}"
        ),
        ("the server's certificates cannot be read: {~}", "无法解析服务器的证书：{1}"),
        ("the lookup of {} was cancelled", "对 {1} 的解析已取消"),
        ("the name {} could not be looked up: {}", "无法解析名称 {1}：{2}"),
        ("check the network and the resolver, or say which address the name stands for", "请检查网络与解析器，或指明该名称对应的地址"),
        ("the name {} was not found", "找不到名称 {1}"),
        ("the name {} was not resolved: {~}", "名称 {1} 未能解析：{2}"),
        ("{}: there is no such name", "{1}：没有这个名称"),
        (
            "check the spelling and the resolvers, or say which address the name stands for",
            "请检查拼写与解析器，或指明该名称对应的地址"
        ),
        ("check the spelling and the network, or say which address the name stands for", "请检查拼写与网络，或指明该名称对应的地址"),
        ("no answer within {} s: the name {} was not resolved", "{1} 秒内没有应答：名称 {2} 未能解析"),
        ("check the resolver, or say which address the name stands for", "请检查解析器，或指明该名称对应的地址"),
        (
            "the server asked for a client certificate, got none, and ended the connection without a word",
            "服务器要求客户端证书而未得到，直接结束了连接"
        ),
        (
            "no server name is sent to an address, and some servers answer nobody who names none: connect by a name of "
                + "the server's, which a rule leads to the address",
            "连接地址时不发送服务器名称，而有的服务器不应答未指明名称者：请使用服务器的名称连接，并以规则指向该地址"
        ),
        (
            "no server name was sent, and some servers answer nobody who names none: have it sent",
            "没有发送服务器名称，而有的服务器不应答未指明名称者：请发送该名称"
        ),
        ("the server does not say that it renegotiates securely (RFC 5746)", "服务器没有表明支持安全重新协商（RFC 5746）"),
        (
            "let the owner of the server, or of the device before it, update its TLS: servers have had to say so since "
                + "2010", "请服务器或其前置设备的管理者更新其 TLS：自 2010 年起服务器必须表明这一点"
        ),
    ]

    /// Sentences of the diagnostic client, and of what is judged by it.
    static let aboutTrace: [(english: String, chinese: String)] = [
        ("the server broke off the handshake with the alert {}", "服务器以警报 {1} 中止了握手"),
        ("the server ended the connection after the handshake with the alert {}", "服务器在握手后以警报 {1} 结束了连接"),
        (
            "nothing that was offered suits the server: look at versions, cipher suites and groups",
            "客户端提供的选项均不适合服务器：请检查版本、密码套件与群"
        ),
        ("the server does not speak the version that was offered", "服务器不支持客户端提供的版本"),
        (
            "the server wants a client certificate that it accepts: --cert and --key",
            "服务器要求它所接受的客户端证书：--cert 与 --key"
        ),
        ("the server does not know the name that was sent (SNI)", "服务器不认识客户端发送的名称（SNI）"),
        (
            "the server speaks none of the protocols that were offered (ALPN); --alpn says which, '' for none",
            "服务器不支持客户端提供的任何协议（ALPN）；--alpn 指定协议，'' 表示不提供"
        ),
        (
            "no server name was sent (SNI), and some servers answer nobody who names none: connect by a name of the "
                + "server's", "没有发送服务器名称（SNI），而有的服务器不应答未指明名称者：请使用服务器的名称连接"
        ),
        (
            "the server ends the connection with whoever asks for a stapled OCSP response: --revocation off "
                + "does not ask",
            "服务器会与要求附上 OCSP 应答者断开连接：--revocation off 不提出该要求"
        ),
        ("the server ends the stream with the error {} (RFC 6120 §4.9.3)", "服务器以错误 {1} 结束了流（RFC 6120 §4.9.3）"),
        ("the server ends the stream with an error", "服务器以错误结束了流"),
        ("the server's log may say more", "服务器日志可能有更多说明"),
        ("nothing was judged: {}", "未作任何判定：{1}"),
        ("look at what the server is set up to send", "请检查服务器配置为发送的内容"),
        ("no end within {}", "{1} 内没有结束"),
        ("nothing came for {}", "{1} 内没有收到任何内容"),
        ("check that nothing in between holds packets back, or allow more time", "请确认途中没有设备拦截数据包，或延长时限"),
        ("the port may speak TLS from its first byte: try it without StartTLS", "该端口可能一开始就使用 TLS：请不用 StartTLS 再试"),
        ("the server does not offer STARTTLS", "服务器不提供 STARTTLS"),
        ("the server refuses STARTTLS with the result code {}", "服务器以结果码 {1} 拒绝 STARTTLS"),
        ("the server refuses STARTTLS: {}", "服务器拒绝 STARTTLS：{1}"),
        ("look into the server's configuration", "请查看服务器的配置"),
        ("the trace was cancelled", "追踪已取消"),
        ("the server broke the connection off (RST)", "服务器中断了连接（RST）"),
        ("nothing listens there ({})", "那里没有程序在监听（{1}）"),
        ("check the port and the address", "请检查端口与地址"),
        ("the server sent more bytes than are kept", "服务器发送的字节超过保留的上限"),
        ("the server sent more events than are kept", "服务器引起的事件超过保留的上限"),
        ("raise the limit where that is expected", "若属预期，请提高上限"),
        ("the server broke the connection off during the handshake", "服务器在握手期间中断了连接"),
        ("the server does not speak TLS on this port", "服务器在该端口不支持 TLS"),
        (
            "check the port: some protocols change to TLS only when asked (STARTTLS)",
            "请检查端口：有些协议只在被要求时才转为 TLS（STARTTLS）"
        ),
        ("the server closed the connection during the handshake", "服务器在握手期间关闭了连接"),
        ("the server closed TLS during the handshake", "服务器在握手期间关闭了 TLS"),
        ("the handshake failed: {}", "握手失败：{1}"),
        (
            "what OpenSSL said stands beside this; the server's log may say more",
            "旁边列出了 OpenSSL 的原话；服务器日志可能有更多说明"
        ),
        ("the other handshakes took all the time that there was", "其余握手用完了全部时间"),
        ("allow more time", "请延长时限"),
        ("the server gave no answer that could be judged", "服务器没有给出可供判定的回应"),
    ]
}
