/// Advice of the rules: the same in both languages.
extension FindingSentence {
    static let advice: [(english: String, chinese: String)] = adviceOnAuthorities + adviceOnIssuance + adviceOnServers

    /// For whoever runs an authority, or makes its certificate.
    private static let adviceOnAuthorities: [(english: String, chinese: String)] = [
        (
            "have the certificate issued by an authority of one's own where the profile's rules are to hold",
            "若须满足该规则集，请由自建的颁发机构签发证书"
        ),
        (
            "have the authority's lists issued anew, with a number and with nextUpdate",
            "请重新签发该颁发机构的吊销列表，写入编号与 nextUpdate"
        ),
    ]

    /// For whoever has the certificate issued, or issues it.
    private static let adviceOnIssuance: [(english: String, chinese: String)] = [
        (
            "have a certificate issued for an RSA key of at least 2048 bits, or one on P-256, by a key as strong",
            "请为至少 2048 位的 RSA 密钥或 P-256 密钥签发证书，签发密钥须同样强"
        ),
        ("have the certificate issued anew, signed with SHA-256 or better", "请重新签发证书，以 SHA-256 或更强的摘要签名"),
        ("have the certificate issued anew; the tool that made it is at fault", "请重新签发证书；制作它的工具有缺陷"),
        (
            "allow a longer path in the policy, or have the certificate issued closer to the anchor",
            "请在策略中允许更长的路径，或由更靠近信任锚的机构签发证书"
        ),
        (
            "have the certificate issued directly by an authority whose path length constraint allows it",
            "请由路径长度限制允许的颁发机构直接签发证书"
        ),
        ("have a new certificate issued for a new key; this one does not become good again", "请为新密钥签发新证书；这张证书不会再恢复有效"),
        (
            "ask the authority why; it can lift the hold, and the certificate is good again then",
            "请向颁发机构询问原因；它可以解除暂停，届时证书恢复有效"
        ),
        (
            "let the responder say in its responses when the next one comes, with nextUpdate",
            "请让应答服务器在应答中以 nextUpdate 写明下次更新的时间"
        ),
        (
            "have the responder's certificate issued with id-pkix-ocsp-nocheck, or with the place of its status",
            "请在签发应答服务器的证书时加入 id-pkix-ocsp-nocheck，或写明查询其状态之处"
        ),
        (
            "have the certificate issued anew with ECDSA, RSA or Ed25519 and SHA-256 or better",
            "请重新签发证书，以 ECDSA、RSA 或 Ed25519 配合 SHA-256 或更强的摘要签名"
        ),
        (
            """
            have the certificate issued anew by an authority that embeds timestamps of current logs, as all public \
            ones do
            """,
            "请由会嵌入现行日志时间戳的颁发机构重新签发证书，公共机构均会如此"
        ),
        (
            """
            judge it where OpenSSL is 3.5 or newer, as on Debian 13, or let the server have a certificate with an RSA \
            or ECDSA key beside this one
            """,
            "请在 OpenSSL 3.5 或更新版本（如 Debian 13）上判定，或让服务器另备一张 RSA 或 ECDSA 密钥的证书"
        ),
        (
            "have a certificate issued for an RSA key, or for one on P-256, P-384 or P-521, beside this one",
            "请另外为 RSA 密钥，或 P-256、P-384、P-521 上的密钥申请一张证书"
        ),
        (
            "have the certificate issued anew by software that writes such keys as their RFC does",
            "请用按其 RFC 书写此类密钥的软件重新签发证书"
        ),
        (
            "have the certificate issued anew with RSA or ECDSA and SHA-256 or better, or with ML-DSA (RFC 9881)",
            "请改用 RSA 或 ECDSA 搭配 SHA-256 或更强的摘要算法，或用 ML-DSA（RFC 9881）重新签发证书"
        ),
        (
            "have a certificate issued for an ML-DSA key (RFC 9881), or for RSA or ECDSA",
            "请为 ML-DSA 密钥（RFC 9881），或 RSA、ECDSA 密钥签发证书"
        ),
        (
            "have the certificate issued anew by software that writes ML-DSA keys as RFC 9881 does",
            "请用按 RFC 9881 编码 ML-DSA 密钥的软件重新签发证书"
        ),
        (
            "use an RSA key, or one on P-256, P-384 or P-521, for servers of the public web",
            "公共网站的服务器请使用 RSA 密钥，或 P-256、P-384、P-521 密钥"
        ),
        (
            """
            have the certificate issued with the key usage digitalSignature, or keyCertSign and cRLSign for an authority
            """,
            "请在签发证书时写入密钥用法 digitalSignature；颁发机构则写 keyCertSign 与 cRLSign"
        ),
        ("have the certificate issued anew for a key that is a point of its curve", "请为确在曲线上的密钥重新签发证书"),
        (
            "have the certificate issued anew, signed with RSA or ECDSA and SHA-256, SHA-384 or SHA-512",
            "请重新签发证书，以 RSA 或 ECDSA 配合 SHA-256、SHA-384 或 SHA-512 签名"
        ),
        (
            "sign with SHA-256 by a P-256 key, SHA-384 by P-384, SHA-512 by P-521",
            "P-256 密钥以 SHA-256 签名，P-384 以 SHA-384，P-521 以 SHA-512"
        ),
        (
            "make a new key of at least 2048 bits (or P-256) and have a certificate issued for it",
            "请生成至少 2048 位（或 P-256）的新密钥，并为其签发证书"
        ),
        (
            """
            make a new key of at least 2048 bits (or P-256) and have a certificate issued for it: OpenSSL and curl \
            refuse this one at their usual security level, 2
            """,
            "请生成至少 2048 位（或 P-256）的新密钥，并为其签发证书：OpenSSL 与 curl 在通常的安全级别 2 下会拒绝现有密钥"
        ),
        (
            "use an RSA key of at least 2048 bits, or one on P-256, P-384 or P-521",
            "请使用至少 2048 位的 RSA 密钥，或 P-256、P-384、P-521 密钥"
        ),
        ("use an RSA key of 2048 to 4096 bits with the exponent 65537", "请使用 2048 至 4096 位、指数为 65537 的 RSA 密钥"),
        ("make a new key with the exponent 65537", "请生成指数为 65537 的新密钥"),
        ("make a new key of 2048, 3072 or 4096 bits", "请生成 2048、3072 或 4096 位的新密钥"),
        (
            "use an RSA key, or one on P-256, P-384 or P-521, where browsers are to accept it",
            "若要浏览器接受，请使用 RSA 密钥，或 P-256、P-384、P-521 密钥"
        ),
        (
            "make a new RSA key of at least 2048 bits (or P-256) and have a certificate issued for it",
            "请生成至少 2048 位的新 RSA 密钥（或 P-256），并为其签发证书"
        ),
    ]
}
