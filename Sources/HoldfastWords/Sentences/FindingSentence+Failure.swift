/// Sentences about what kept a target from a verdict: its name, its connection, its handshake.
extension FindingSentence {
    static let aboutFailure: [(english: String, chinese: String)] = [
        ("nothing listens at {}, port {}", "{1} 的端口 {2} 没有程序在监听"),
        ("nothing listens at {}", "{1} 没有程序在监听"),
        ("check the port, and that the server runs", "请检查端口，并确认服务器正在运行"),
        ("there is no way to {}, port {}", "无法到达 {1} 的端口 {2}"),
        ("there is no way to {}", "无法到达 {1}"),
        ("check the network and the address", "请检查网络与地址"),
        ("no connection to {}, port {} came about", "未能连接到 {1} 的端口 {2}"),
        ("no connection to {} came about", "未能连接到 {1}"),
        ("check the address, the port, and what filters lie between", "请检查地址、端口以及途中的过滤规则"),
        ("the request was cancelled", "请求已取消"),
        ("nothing is kept that would answer the request, and it must not be sent", "没有可用于应答该请求的缓存，而该请求又不得发出"),
        ("let the request's cachePolicy ask the server, or ask once before", "请让该请求的 cachePolicy 询问服务器，或事先请求一次"),
        ("the task that waited for it was cancelled", "等待它的任务已取消"),
        ("the server ended TLS with the alert {}", "服务器以警报 {1} 中止了 TLS"),
        ("look into the server's log: it names the reason", "请查看服务器日志，其中写明原因"),
        ("the server does not serve {}: check the name and the address", "服务器不提供 {1} 的服务：请检查名称与地址"),
        ("the server asks for a client certificate", "服务器要求客户端证书"),
        ("the server found nothing in common: cipher suites, groups or signatures", "服务器找不到双方共同支持的密码套件、群或签名算法"),
        ("the settings for {} ask for the groups {}", "对 {1} 的设置要求使用群 {2}"),
        (
            "the server agrees on keys by {}, and the settings for {} ask for one of these groups: {}",
            "服务器以 {1} 协商密钥，而对 {2} 的设置要求使用以下群之一：{3}"
        ),
        (
            "the request was held back: its connection's keys were agreed on by none of the groups that the settings "
                + "ask for", "请求未发出：连接的密钥不是由设置所要求的任何一个群协商的"
        ),
        (
            "let the server's owner switch TLS 1.3 on with one of these groups, or ask for others (supportedGroups)",
            "请服务器管理者启用 TLS 1.3 与其中一个群，或改用其他群（supportedGroups）"
        ),
        (
            "let the server's owner switch TLS 1.3 on with one of these groups, or name others with --groups",
            "请服务器管理者启用 TLS 1.3 与其中一个群，或以 --groups 指定其他群"
        ),
        (
            "this machine's OpenSSL has none of the groups that the settings ask for: {}",
            "本机的 OpenSSL 没有设置所要求的任何一个群：{1}"
        ),
        (
            "ask for a group that it has (supportedGroups), or update OpenSSL: ML-KEM is in 3.5 and later",
            "请使用它所具有的群（supportedGroups），或更新 OpenSSL：ML-KEM 自 3.5 起提供"
        ),
        (
            "name a group that it has in the policy file or with --groups, or update OpenSSL: ML-KEM is in 3.5 and "
                + "later",
            "请在策略文件中或以 --groups 指定它所具有的群，或更新 OpenSSL：ML-KEM 自 3.5 起提供"
        ),
        ("the server speaks neither HTTP/2 nor HTTP/1.1 on this port", "服务器在该端口既不支持 HTTP/2 也不支持 HTTP/1.1"),
        (
            "the server speaks neither TLS 1.2 nor 1.3: let its owner switch one on",
            "服务器既不支持 TLS 1.2 也不支持 1.3：请其管理者启用其中之一"
        ),
        ("the server does not speak TLS on port {}", "服务器的端口 {1} 不支持 TLS"),
        ("check the port: plain HTTP is at 80, HTTPS at 443", "请检查端口：HTTP 为 80，HTTPS 为 443"),
        ("the server chose a version of TLS before {}", "服务器选择了早于 {1} 的 TLS 版本"),
        ("the server closed the connection during the TLS handshake", "服务器在 TLS 握手期间关闭了连接"),
        ("check that the port speaks TLS, and look into the server's log", "请确认该端口支持 TLS，并查看服务器日志"),
        ("the TLS handshake failed: {}", "TLS 握手失败：{1}"),
        (
            "what OpenSSL and curl said stands beside this; the server's log may say more",
            "旁边列出了 OpenSSL 与 curl 的原话；服务器日志可能有更多说明"
        ),
        ("the TLS connection to {} was not set up", "未能与 {1} 建立 TLS 连接"),
        ("the server presented no certificate", "服务器没有发送证书"),
        ("the server's certificates cannot be read: {~}", "无法解析服务器的证书：{1}"),
        ("the lookup of {} was cancelled", "对 {1} 的解析已取消"),
        ("the name {} has more than {} addresses", "名称 {1} 的地址超过 {2} 个"),
        ("say which of them to connect to", "请指明连接哪一个"),
        ("the name {} could not be looked up: {}", "无法解析名称 {1}：{2}"),
        ("check the network and the resolver, or say which address the name stands for", "请检查网络与解析器，或指明该名称对应的地址"),
        ("the name {} was not found, or has no IPv4 address", "找不到名称 {1}，或它没有 IPv4 地址"),
        ("the name {} was not found, or has no IPv6 address", "找不到名称 {1}，或它没有 IPv6 地址"),
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
        ("the address {} did not finish its TLS handshake within {} s", "地址 {1} 未在 {2} 秒内完成 TLS 握手"),
        ("nothing came or went for {} s: {~}", "{1} 秒内没有任何收发：{2}"),
        ("no answer within {} s: {~}", "{1} 秒内没有应答：{2}"),
        ("check that the address and port are right and not filtered, or allow more time", "请确认地址与端口正确且未被过滤，或延长时限"),
        ("the server's certificates were being judged", "正在判定服务器的证书"),
        ("the response did not end", "响应没有结束"),
        ("the server did not answer the request", "服务器没有应答请求"),
        ("the client's certificate was being chosen", "正在选择客户端证书"),
        ("the TLS handshake did not end", "TLS 握手没有完成"),
        ("the proxy's certificates were being judged", "正在判定代理的证书"),
        ("the proxy did not open a tunnel", "代理没有建立隧道"),
        ("the name was not resolved", "名称未能解析"),
        ("no connection came about", "未能建立连接"),
        (
            "the server asked for a client certificate, got none, and ended the connection with the alert {}",
            "服务器要求客户端证书而未得到，以警报 {1} 结束了连接"
        ),
        (
            "the server asked for a client certificate, got none, and ended the connection without a word",
            "服务器要求客户端证书而未得到，直接结束了连接"
        ),
        (
            "the client certificate is not one that the server asks for and was not sent, and the server ended the "
                + "connection with the alert {}", "客户端证书不符合服务器的要求，没有发送；服务器以警报 {1} 结束了连接"
        ),
        (
            "the client certificate is not one that the server asks for and was not sent, and the server ended the "
                + "connection without a word", "客户端证书不符合服务器的要求，没有发送；服务器直接结束了连接"
        ),
        (
            "compare its issuer, {}, with the authorities that the server names, {}, and put the intermediates between "
                + "them into its chain", "请将其签发者 {1} 与服务器列出的颁发机构 {2} 对照，并把二者之间的中间证书放入证书链"
        ),
        (
            "the server asked for a client certificate after the handshake, got none, and ended the connection "
                + "with the alert {}", "服务器在握手后要求客户端证书而未得到，以警报 {1} 结束了连接"
        ),
        (
            "the server asked for a client certificate after the handshake, got none, and ended the connection "
                + "without a word", "服务器在握手后要求客户端证书而未得到，直接结束了连接"
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
        ("the server refused the client's certificate with the alert {}", "服务器以警报 {1} 拒绝了客户端证书"),
        (
            "compare its issuer with the authorities that the server names, and look into the server's log",
            "请将其签发者与服务器列出的颁发机构对照，并查看服务器日志"
        ),
        ("the name of the proxy {} was not found", "找不到代理 {1} 的名称"),
        ("no connection to the proxy {} came about", "未能连接到代理 {1}"),
        ("the proxy {} refused a tunnel with the status {}", "代理 {1} 以状态码 {2} 拒绝建立隧道"),
        ("the TLS connection to the proxy {} was not set up", "未能与代理 {1} 建立 TLS 连接"),
        (
            "the proxy {} refused the user and the password with the status {}",
            "代理 {1} 以状态码 {2} 拒绝了用户名与密码"
        ),
        ("check both", "请检查二者"),
        ("it wants to know who asks: give it a user and a password", "它要求登录：请提供用户名与密码"),
        (
            "what curl said stands beside this; have HTTP/1.1 alone offered (offersHTTP2)",
            "旁边列出了 curl 的原话；请只提供 HTTP/1.1（offersHTTP2）"
        ),
        (
            "over HTTP/2 an answer that comes before all of the content was sent may be lost: have HTTP/1.1 alone "
                + "offered (offersHTTP2)", "通过 HTTP/2 时，在内容发送完之前到达的应答可能丢失：请只提供 HTTP/1.1（offersHTTP2）"
        ),
        ("the server's log may say more", "服务器日志可能有更多说明"),
    ]
}
