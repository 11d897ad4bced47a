/// Sentences about what kept a target from a verdict: its name, its connection, its handshake.
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
            "let the server's owner switch TLS 1.3 on with one of these groups, or name others with --groups",
            "请服务器管理者启用 TLS 1.3 与其中一个群，或以 --groups 指定其他群"
        ),

        (
            "name a group that it has in the policy file or with --groups, or update OpenSSL: ML-KEM is in 3.5 and "
                + "later",
            "请在策略文件中或以 --groups 指定它所具有的群，或更新 OpenSSL：ML-KEM 自 3.5 起提供"
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
            "no server name is sent to an address, and some servers answer nobody who names none: connect by a name of "
                + "the server's, which a rule leads to the address",
            "连接地址时不发送服务器名称，而有的服务器不应答未指明名称者：请使用服务器的名称连接，并以规则指向该地址"
        ),
        (
            "no server name was sent, and some servers answer nobody who names none: have it sent",
            "没有发送服务器名称，而有的服务器不应答未指明名称者：请发送该名称"
        ),

        ("the server's log may say more", "服务器日志可能有更多说明"),
    ]
}
