/// Advice of the rules: the same in both languages.
extension FindingSentence {
    static let advice: [(english: String, chinese: String)] = adviceOnAuthorities + adviceOnIssuance + adviceOnServers

    /// For whoever runs an authority, or makes its certificate.
    private static let adviceOnAuthorities: [(english: String, chinese: String)] = [
        (
            "issue the authority's certificate with the key usages keyCertSign and cRLSign",
            "签发颁发机构的证书时加入密钥用法 keyCertSign 与 cRLSign"
        ),

        ("name the authority by country, organization and common name", "颁发机构的名称应包含国家、组织与公用名"),
        ("issue the authority's certificate with certificate policies", "签发颁发机构的证书时加入证书策略"),
        ("issue the authority's certificate with a CRL distribution point", "签发颁发机构的证书时加入 CRL 分发点"),
        ("issue the authority's certificate with an authority information access extension", "签发颁发机构的证书时加入颁发机构信息访问扩展"),
        ("leave the path length out of the root, and constrain the authorities below it", "根证书不写路径长度，改为限制其下级颁发机构"),
        (
            "issue servers' certificates by an intermediate authority, and keep the root's key offline",
            "由中间颁发机构签发服务器证书，并离线保管根密钥"
        ),
        ("give the authority's certificate as the anchor rather than one of a server", "请以颁发机构的证书为信任锚，而不是服务器的证书"),
        (
            "make the root anew with that extension as RFC 5280 prescribes it, or judge by another profile",
            "按 RFC 5280 的规定重新制作含该扩展的根证书，或改用其他规则集判定"
        ),
        ("have the authority's certificate issued anew with a subject key identifier", "请重新签发颁发机构的证书，并写入使用者密钥标识符"),
        (
            "make the root anew with a subject key identifier, or judge by another profile",
            "重新制作含使用者密钥标识符的根证书，或改用其他规则集判定"
        ),
        ("give the root of the authority as the anchor", "请以该颁发机构的根证书为信任锚"),
        (
            "make the root anew without an authority key identifier, or with its own key identifier alone",
            "重新制作根证书：不含颁发机构密钥标识符，或只含它自己的密钥标识符"
        ),
        ("use an issuing authority whose key usage holds keyCertSign", "请使用密钥用法含 keyCertSign 的颁发机构签发"),
        (
            "give an authority's certificate as the anchor whose key usage holds keyCertSign",
            "请以密钥用法含 keyCertSign 的颁发机构证书为信任锚"
        ),
        (
            "have the authority's certificate issued anew with the key usage keyCertSign",
            "请重新签发颁发机构的证书，并写入密钥用法 keyCertSign"
        ),
        (
            "make the root anew with the key usage keyCertSign, or judge by another profile",
            "重新制作密钥用法含 keyCertSign 的根证书，或改用其他规则集判定"
        ),
        ("issue the root for 2922 to 9132 days (8 to 25 years)", "根证书的有效期应为 2922 至 9132 天（8 至 25 年）"),
        (
            "have the authority's certificate issued anew with constraints of a form that RFC 5280 defines",
            "请重新签发颁发机构的证书，名称约束须采用 RFC 5280 定义的形式"
        ),
        (
            "have the authority's certificate issued anew with constraints, or without the extension",
            "请重新签发颁发机构的证书：写入名称约束，或去掉该扩展"
        ),
        ("have the authority's certificate issued anew with the domain's name alone", "请重新签发颁发机构的证书，约束中只写域名本身"),
        (
            "have the authority's certificate issued anew without a mapping from or to anyPolicy",
            "请重新签发颁发机构的证书，去掉来自或指向 anyPolicy 的映射"
        ),
        (
            "have the authority's certificate issued anew with each mapped policy among its policies",
            "请重新签发颁发机构的证书，使每项被映射的策略都列在其策略之中"
        ),

        ("issue the authority's certificate with the extended key usage serverAuth", "签发颁发机构的证书时加入扩展密钥用法 serverAuth"),
        ("use an authority for TLS servers alone", "请使用只签发 TLS 服务器证书的颁发机构"),
        (
            "make the root without an extended key usage, and restrict the authorities below it",
            "根证书不写扩展密钥用法，改为限定其下级颁发机构"
        ),
        (
            "make the root anew with a positive serial number of at most 20 octets, or judge by another profile",
            "重新制作根证书，序列号须为正数且不超过 20 字节，或改用其他规则集判定"
        ),
        ("have the authority's certificate issued anew with a subject", "请重新签发颁发机构的证书，并写入主题"),
        ("make the root anew with a subject, as `-subj /CN=…` of openssl", "重新制作含主题的根证书，如 openssl 的 `-subj /CN=…`"),
        ("have the certificate issued by an authority that has a name", "请由有名称的颁发机构签发证书"),
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
            "have the certificate issued by a certificate authority, one with basicConstraints cA TRUE",
            "请由证书颁发机构签发，即 basicConstraints 为 cA TRUE 者"
        ),
        (
            "have the certificate issued anew: a path length constraint is for authorities that sign certificates",
            "请重新签发证书：路径长度限制只用于签发证书的颁发机构"
        ),
        ("have the certificate issued anew without unique identifiers", "请重新签发证书，去掉唯一标识符"),
        ("have the certificate issued anew without unique identifiers, as version 3", "请重新签发版本 3 的证书，去掉唯一标识符"),
        ("have the certificate issued anew with UTCTime for dates through 2049", "请重新签发证书，2049 年及以前的日期使用 UTCTime"),
        (
            "have the certificate issued without that extension, or with it marked as not critical",
            "请签发不含该扩展的证书，或将其标记为非关键"
        ),
        (
            "have the certificate issued with certificate policies that are not critical, or without qualifiers",
            "请重新签发证书：证书策略不标记为关键，或不带限定符"
        ),
        ("have the certificate issued anew with each extension once", "请重新签发证书，每个扩展只出现一次"),
        ("have the certificate issued with the extended key usage that its role needs", "请在签发证书时写入其角色所需的扩展密钥用法"),
        ("have the certificate issued with the extended key usage serverAuth", "请在签发证书时写入扩展密钥用法 serverAuth"),
        ("have the certificate issued by an authority that may issue for this purpose", "请由有权签发此用途证书的颁发机构签发"),
        ("have the certificate issued anew with that extension marked as critical", "请重新签发证书，将该扩展标记为关键"),
        ("have the certificate issued anew with that extension marked as not critical", "请重新签发证书，将该扩展标记为非关键"),
        ("have the certificate issued anew with the key identifier of its issuer", "请重新签发证书，写入签发者的密钥标识符"),
        ("have the certificate issued anew with the key identifier alone", "请重新签发证书，只写密钥标识符"),
        (
            "have the certificate issued anew with the key identifier alone: it survives a renewal of the issuer",
            "请重新签发证书，只写密钥标识符：签发者更新后它仍然有效"
        ),
        (
            "let the server agree on keys by ECDHE, or have the certificate issued with keyEncipherment too",
            "请让服务器以 ECDHE 商定密钥，或重新签发同时写入密钥用法 keyEncipherment 的证书"
        ),
        ("have the certificate issued with the key usage digitalSignature", "请在签发证书时写入密钥用法 digitalSignature"),
        ("have the certificate issued with the key usage digitalSignature alone", "请在签发证书时只写密钥用法 digitalSignature"),
        ("have the certificate issued anew without keyCertSign", "请重新签发证书，去掉 keyCertSign"),
        (
            "have the certificate issued anew with the key usages that it needs, or without the extension",
            "请重新签发证书：写入所需的密钥用法，或去掉该扩展"
        ),
        ("have the certificate issued for a shorter time, and renewed by a program (ACME)", "请缩短证书的有效期，并由程序自动更新（ACME）"),
        ("have the certificate issued closer to the anchor", "请由更靠近信任锚的机构签发证书"),
        ("have the certificate issued without the malformed name", "请签发不含该畸形名称的证书"),
        (
            "have the certificate issued anew without name constraints, which only authorities have a use for",
            "请重新签发证书，去掉只对颁发机构有意义的名称约束"
        ),
        (
            "have the certificate issued under a policy that its authorities and the relying party allow",
            "请按其颁发机构与依赖方都允许的策略签发证书"
        ),
        ("have the certificate issued anew with each policy once", "请重新签发证书，每项策略只出现一次"),
        ("have the certificate issued anew without what only concerns authorities", "请重新签发证书，去掉只与颁发机构有关的内容"),

        (
            "have the certificate issued with the TLS features that its authority's certificate has",
            "请在签发证书时加入其颁发机构证书所带的 TLS 特性"
        ),
        (
            "have the certificate issued for serverAuth, and clientAuth where it is needed",
            "请为 serverAuth 签发证书，必要时加 clientAuth"
        ),
        ("have certificates of their own issued for other purposes", "其他用途请另行签发证书"),
        ("leave out the purposes that no TLS client asks for", "请去掉 TLS 客户端不会要求的用途"),
        (
            "have the certificate issued anew with a positive serial number of at most 20 octets",
            "请重新签发证书，序列号须为正数且不超过 20 字节"
        ),
        ("have the certificate issued with the name as a subject alternative name", "请在签发证书时将该名称写入使用者可选名称"),
        (
            "have the certificate issued for the name itself, or for a wildcard below a domain of one owner",
            "请为该名称本身，或为单一所有者的域名之下的通配符签发证书"
        ),
        (
            "have the certificate issued with the names that the server is reached by, and no others",
            "请只为访问该服务器所用的名称签发证书"
        ),
        ("have the certificate issued with addresses of four or sixteen octets", "请在签发证书时使用四字节或十六字节的地址"),
        ("have the certificate issued with mailboxes of the form local-part@host", "请在签发证书时使用 local-part@host 形式的邮箱地址"),
        ("have the certificate issued with a subject alternative name", "请在签发证书时写入使用者可选名称"),
        (
            "have the certificate issued with a subject, or with its alternative name marked as critical",
            "请在签发证书时写入主题，或将使用者可选名称标记为关键"
        ),
        (
            "leave the common name out, or write it exactly as one of the alternative names",
            "请去掉公用名，或将其写得与某个使用者可选名称完全相同"
        ),
        ("issue the certificate with an authority information access extension", "签发证书时加入颁发机构信息访问扩展"),
        ("issue the certificate with a CRL distribution point, or for at most seven days", "签发证书时加入 CRL 分发点，或有效期不超过七天"),
        (
            "issue the certificate with the policy identifier of its type, as 2.23.140.1.2.1",
            "签发证书时写入其类型的策略标识符，如 2.23.140.1.2.1"
        ),
        (
            "issue the certificate with exactly one reserved policy identifier, and not with anyPolicy",
            "签发证书时只写一个保留的策略标识符，且不写 anyPolicy"
        ),
        ("issue the certificate without an organizational unit", "签发证书时不写组织单位"),
        ("issue certificates with serial numbers of 16 random octets", "签发证书时使用 16 个随机字节的序列号"),

        (
            "issue a version 3 certificate: with openssl, give a subjectAltName extension",
            "请签发版本 3 的证书：使用 openssl 时给出 subjectAltName 扩展"
        ),
    ]
}
