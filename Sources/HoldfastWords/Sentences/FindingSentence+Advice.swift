/// Advice of the rules: the same in both languages.
extension FindingSentence {
    static let advice: [(english: String, chinese: String)] = adviceOnAuthorities + adviceOnIssuance + adviceOnServers

    /// For whoever runs an authority, or makes its certificate.
    private static let adviceOnAuthorities: [(english: String, chinese: String)] = [

        ]

    /// For whoever has the certificate issued, or issues it.
    private static let adviceOnIssuance: [(english: String, chinese: String)] = [
        (
            "have a certificate issued for an RSA key of at least 2048 bits, or one on P-256, by a key as strong",
            "请为至少 2048 位的 RSA 密钥或 P-256 密钥签发证书，签发密钥须同样强"
        ),
        ("have the certificate issued anew, signed with SHA-256 or better", "请重新签发证书，以 SHA-256 或更强的摘要签名"),
        ("have the certificate issued anew; the tool that made it is at fault", "请重新签发证书；制作它的工具有缺陷"),

    ]
}
