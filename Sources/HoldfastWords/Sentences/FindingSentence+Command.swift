/// Advice in the words of the command, which has options where a program has settings.
extension FindingSentence {
    static let aboutOptions: [(english: String, chinese: String)] = [
        (
            "show one with --cert FILE, and --key FILE where its key is in another file",
            "请以 --cert FILE 出示证书，密钥在另一文件中时加 --key FILE"
        ),
        (
            "show one with --cert FILE, or let the server ask in the handshake",
            "请以 --cert FILE 出示证书，或让服务器在握手中提出要求"
        ),
        (
            "no server name is sent to an address, and some servers answer nobody who names none: name the server by "
                + "its name, and lead it to the address with --connect-to",
            "连接地址时不发送服务器名称，而有的服务器不应答未指明名称者：请使用服务器的名称，并以 --connect-to 指向该地址"
        ),
        (
            "no server name was sent, and some servers answer nobody who names none: leave --no-sni out",
            "没有发送服务器名称，而有的服务器不应答未指明名称者：请去掉 --no-sni"
        ),
        (
            "check --resolver, or say with --resolve which address the proxy has",
            "请检查 --resolver，或以 --resolve 指明代理的地址"
        ),
        (
            "check --resolver, and whether -4, -6 or --resolve leave an address",
            "请检查 --resolver，以及 -4、-6 或 --resolve 是否留有可用地址"
        ),
        ("say with --connect-to or --resolve which of them to connect to", "请以 --connect-to 或 --resolve 指明连接哪一个"),
        ("let the server ask in the handshake, or use --http1.1", "让服务器在握手中要求，或使用 --http1.1"),
        (
            "try --http1.1; librarySays of --json has what curl said",
            "请试用 --http1.1；--json 的 librarySays 列出了 curl 的原话"
        ),
        ("have HTTP/1.1 alone offered (offersHTTP2)", "请只提供 HTTP/1.1（offersHTTP2）"),
        (
            "over HTTP/2 an answer that comes before all of the content was sent may be lost: try --http1.1",
            "通过 HTTP/2 时，在内容发送完之前到达的应答可能丢失：请试用 --http1.1"
        ),
        (
            "name the user in the URL, https://USER:PASSWORD@HOST/, or choose another scheme with --auth",
            "请在 URL 中写明用户 https://USER:PASSWORD@HOST/，或以 --auth 选择另一种方案"
        ),
        (
            "it wants to know who asks: write --proxy with USER:PASSWORD@ before the proxy's host",
            "它要求登录：请在 --proxy 的代理主机之前写上 USER:PASSWORD@"
        ),
        ("{~}, or say which address the name stands for (--resolve)", "{1}，或以 --resolve 指明该名称对应的地址"),
        ("{~}, or allow more time (--timeout)", "{1}，或以 --timeout 延长时限"),
        ("allow more time (--timeout)", "请以 --timeout 延长时限"),
        ("check the spelling and the network", "请检查拼写与网络"),
        ("check the spelling and the resolvers", "请检查拼写与解析器"),
        ("check the network and the resolver", "请检查网络与解析器"),
        ("check the resolver", "请检查解析器"),
        ("check that the address and port are right and not filtered", "请确认地址与端口正确且未被过滤"),
        ("check that nothing in between holds packets back", "请确认途中没有设备拦截数据包"),
        ("--json of check and request shows what curl said", "check 与 request 的 --json 会列出 curl 的原话"),
        (
            "--json of check and request shows what OpenSSL and curl said",
            "check 与 request 的 --json 会列出 OpenSSL 与 curl 的原话"
        ),
        ("--json of check and request shows what OpenSSL said", "check 与 request 的 --json 会列出 OpenSSL 的原话"),
    ]
}
