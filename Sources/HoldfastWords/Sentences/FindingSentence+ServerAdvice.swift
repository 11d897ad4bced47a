/// Advice for whoever runs a server, or connects to one.
extension FindingSentence {
    /// For whoever runs the server, or connects to it.
    static let adviceOnServers: [(english: String, chinese: String)] = [
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
            """
            leave the name in the URL, and the address to connectTo ({}), or set takesNameFromHostField; what the \
            server presents for the name: holdfast check --connect-to {} {}
            """,
            """
            请在 URL 中保留名称，把地址交给 connectTo（{1}），或设置 takesNameFromHostField；\
            查看服务器为该名称出示的证书：holdfast check --connect-to {2} {3}
            """
        ),
    ]
}
