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
            "install the certificate again as its authority delivered it, with the intermediate that signed it",
            "请按颁发机构交付的原样重新安装证书，并附上签发它的中间证书"
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
        (
            "send the server's own certificate first, then the one that issued it, and so on upwards",
            "请先发送服务器自己的证书，再发送其签发者的证书，依次向上"
        ),
        ("leave it out, unless clients with other anchors need it", "请将其去掉，除非使用其他信任锚的客户端需要它"),
        (
            "supply the current revocation list of the certificate's issuer, or an OCSP response",
            "请提供证书签发者现行的吊销列表，或 OCSP 应答"
        ),
        ("name the programme's list of logs; without it no timestamp can be verified", "请指明该计划的日志列表；没有它无法验证任何时间戳"),
        ("get the programme's current list of logs", "请获取该计划现行的日志列表"),
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
