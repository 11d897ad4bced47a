/// Advice for whoever runs a server, or connects to one.
extension FindingSentence {
    /// For whoever runs the server, or connects to it.
    static let adviceOnServers: [(english: String, chinese: String)] = [
        (
            "have the certificate issued anew by an authority that is trusted for new ones",
            "请由对新证书仍受信任的机构重新签发证书"
        ),
        (
            "have the certificate issued within the anchor's constraints, or change them where the policy states them",
            "请在信任锚的限制之内重新签发证书，或在策略中修改这些限制"
        ),
        (
            "install the certificate again as its authority delivered it; if it is whole, its issuer has to mend it",
            "请按颁发机构交付的原样重新安装证书；若文件完好，则须由签发者修正"
        ),
        (
            "install the certificate again as its authority delivered it, with the intermediate that signed it",
            "请按颁发机构交付的原样重新安装证书，并附上签发它的中间证书"
        ),
        ("let the server send only the chain that it needs", "请让服务器只发送所需的证书链"),
        (
            "find out what has changed; if the certificate is still to be trusted, make an exception anew",
            "请查明发生了什么变化；若仍要信任该证书，请重新设置例外"
        ),
        (
            "for tests only: give the server's certificate, or its authority's, as an anchor instead",
            "仅供测试：请改以服务器或其颁发机构的证书为信任锚"
        ),
        (
            "let the server send the intermediate certificates too, or add the authority's root as an anchor",
            "请让服务器一并发送中间证书，或将该机构的根证书添加为信任锚"
        ),
        (
            "use a certificate from an authority, or give this very certificate as an anchor if you know it",
            "请使用颁发机构签发的证书；若确知这张证书，可将其本身设为信任锚"
        ),
        (
            "add the root as an anchor if you know it and trust it, or have the certificate issued by a known one",
            "若确知并信任该根证书，可将其添加为信任锚；否则请由已知的机构签发证书"
        ),
        (
            "take it out of the anchors, or give it as one whose trust settings allow this use if you trust it so",
            "请将其移出信任锚；若您确实信任它用于此用途，请提供信任设置允许该用途的证书"
        ),
        ("renew the certificate in time, and see that the server sends the new one", "请及时更新证书，并确认服务器发送的是新证书"),
        (
            "let the server send the intermediate that the certificate names, or have the certificate issued anew",
            "请让服务器发送证书所指明的中间证书，或重新签发证书"
        ),
        ("use a name that the authority may issue for, or another authority", "请使用该颁发机构有权签发的名称，或换用其他颁发机构"),
        (
            """
            if the server's key was changed on purpose, pin one of the chain's keys; if not, somebody stands in \
            between
            """,
            "若服务器的密钥是有意更换的，请固定证书链中的某个密钥；否则，有人介于其间"
        ),
        ("update the program's pins", "请更新程序的 pin"),
        ("set the machine's clock", "请校准本机的时钟"),
        (
            "send the server's own certificate first, then the one that issued it, and so on upwards",
            "请先发送服务器自己的证书，再发送其签发者的证书，依次向上"
        ),
        ("leave it out, unless clients with other anchors need it", "请将其去掉，除非使用其他信任锚的客户端需要它"),
        (
            """
            use a name that the certificate holds, or have it issued with this name as an alternative name; check \
            too whether the server chooses its certificate by the name that is sent (SNI)
            """,
            "请使用证书所含的名称，或将此名称作为使用者可选名称重新签发；并检查服务器是否按所发送的名称（SNI）选择证书"
        ),
        (
            "install libpsl5 and publicsuffix, or give the policy a list of public suffixes",
            "请安装 libpsl5 与 publicsuffix，或为策略提供公共后缀列表"
        ),
        (
            "use an authority of one's own for names and addresses that only one's own network knows",
            "只在自己网络中有意义的名称与地址，请使用自建的颁发机构"
        ),
        ("use an authority of one's own for names that only one's own network knows", "只在自己网络中有意义的名称，请使用自建的颁发机构"),
        ("use an authority of one's own for addresses that only one's own network knows", "只在自己网络中有意义的地址，请使用自建的颁发机构"),
        (
            "use names of letters, digits and hyphens; internationalised ones as A-labels (xn--…)",
            "名称请由字母、数字与连字符组成；国际化名称请写成 A-label（xn--…）"
        ),
        ("use a wildcard as the whole left-most label, before a domain", "通配符须占据域名之前最左侧的整个标签"),
        (
            "give the server a certificate of its own, and keep the authority's key away from it",
            "请为服务器单独签发证书，颁发机构的密钥不要放在服务器上"
        ),
        (
            "give the server a certificate of its own, with cA FALSE and without keyCertSign",
            "请为服务器单独签发证书：cA FALSE，且不含 keyCertSign"
        ),
        (
            "nothing has to be done: what the server staples counts where revocation is asked for",
            "无需处理：在要求检查吊销时，服务器附上的应答即会被采信"
        ),
        (
            "let the server staple its OCSP response: ssl_stapling of nginx, SSLUseStapling of Apache",
            "请让服务器附上 OCSP 应答：nginx 用 ssl_stapling，Apache 用 SSLUseStapling"
        ),
        (
            "renew the certificate; if it should still be valid, check the clock of this machine",
            "请更新证书；若它本应仍然有效，请检查本机的时钟"
        ),
        (
            "wait until it is valid, or check the clock of this machine and of the one that issued it",
            "请等到它生效，或检查本机以及签发机器的时钟"
        ),
        (
            """
            leave the name in the URL, and the address to connectTo ({}), or set takesNameFromHostField; what the \
            server presents for the name: holdfast check --connect-to {} {}
            """,
            """
            请在 URL 中保留名称，把地址交给 connectTo（{1}），或设置 takesNameFromHostField；\
            查看服务器为该名称出示的证书：holdfast check --connect-to {2} {3}
            """
        ),
        (
            "look at what {~} answers (holdfast resolve --judge {}), and who changes it",
            "请查看 {1} 的应答（holdfast resolve --judge {2}），并查明是谁改动了它"
        ),
        (
            """
            what the server has for clients with a certificate is refused to others: show one, with --cert and --key \
            where the command is used
            """,
            "服务器只向出示证书的客户端提供的内容，其他客户端得不到：请出示证书，命令行中为 --cert 与 --key"
        ),
    ]
}
