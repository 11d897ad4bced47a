/// Sentences about the path, its signatures and its validity, and about who vouches for it.
extension FindingSentence {
    static let aboutPath: [(english: String, chinese: String)] = [
        ("a signature that does not verify", "签名未通过验证"),
        ("(no subject)", "（主题为空）"),
        ("{} days", "{1} 天"),
        ("at most {}", "最多 {1}"),
        (
            "the URL has the address {}, so that no server name was sent (SNI), while the field Host is {}",
            "URL 中是地址 {1}，因此没有发送服务器名称（SNI），而 Host 字段为 {2}"
        ),
        (
            """
            the URL has the address {}, so that no server name was sent (SNI), while the field Host is {}, and the \
            certificate is for {}
            """,
            "URL 中是地址 {1}，因此没有发送服务器名称（SNI），而 Host 字段为 {2}，证书则属于 {3}"
        ),
        (
            "the client certificate is not one that the server asks for and was not sent",
            "客户端证书不符合服务器的要求，没有发送"
        ),
        ("whether the server goes on without one shows only after the handshake", "没有证书时服务器是否继续，要到握手之后才知道"),
        ("the server accepts certificates of {}", "服务器接受 {1} 签发的证书"),
    ]
}
