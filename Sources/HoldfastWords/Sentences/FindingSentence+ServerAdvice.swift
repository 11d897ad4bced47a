/// Advice for whoever runs a server, or connects to one.
extension FindingSentence {
    /// For whoever runs the server, or connects to it.
    static let adviceOnServers: [(english: String, chinese: String)] = [

        (
            "send the server's own certificate first, then the one that issued it, and so on upwards",
            "请先发送服务器自己的证书，再发送其签发者的证书，依次向上"
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
