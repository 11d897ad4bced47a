/// Sentences about the path, its signatures and its validity, and about who vouches for it.
extension FindingSentence {
    static let aboutPath: [(english: String, chinese: String)] = [
        (
            "{~} trusts {} for nothing that was issued after {}, and the certificate is valid from {}",
            "{1}不信任 {2} 在 {3} 之后签发的任何证书，而这张证书自 {4} 起有效"
        ),
        (
            "{~} trusts {} for nothing that was issued after {}, and the earliest timestamp of a log is of {}",
            "{1}不信任 {2} 在 {3} 之后签发的任何证书，而日志的最早时间戳是 {4}"
        ),
        (
            "{~} trusts {} for nothing that was issued after {}, and no timestamp of a log shows when this was",
            "{1}不信任 {2} 在 {3} 之后签发的任何证书，而没有日志的时间戳表明这张证书的签发时间"
        ),
        (
            "the policy trusts {} for certificates of at most {} days, and this one is valid for {}",
            "策略只信任 {1} 签发的有效期至多 {2} 天的证书，而这张证书的有效期为 {3} 天"
        ),
        (
            "{~} trusts {} for names below {} alone, and the certificate has {~}",
            "{1}只信任 {2} 用于 {3} 之下的名称，而证书中有 {4}"
        ),
        ("the policy trusts {} for {} alone, and not for {~}", "策略只信任 {1} 用于 {2}，而非 {3}"),
        ("the policy", "策略"), ("Mozilla", "Mozilla "), ("Chrome", "Chrome "), ("an address", "一个 IP 地址"),
        ("every use", "所有用途"),
        ("valid from {}", "自 {1} 起有效"), ("valid from {}, or from earlier on", "自 {1} 或更早起有效"),
        ("a timestamp of {}", "{1} 的时间戳"), ("a timestamp of a log up to {}", "不晚于 {1} 的日志时间戳"),
        ("a name below {}", "{1} 之下的名称"),
        ("the issuer {} of {} was not found", "找不到 {2} 的签发者 {1}"),
        (
            "the issuer {} of {} was not found, and an anchor of that name could not be read: {}",
            "找不到 {2} 的签发者 {1}；有一张同名的信任锚无法读取：{3}"
        ),
        ("the trust settings of {} reject it as an anchor for {}", "{1} 的信任设置拒绝将其用作 {2} 的信任锚"),
        ("the trust settings of {} trust it for {} alone, not for {}", "{1} 的信任设置只信任它用于 {2}，而非 {3}"),
        (
            "the trust settings of {} cannot be read, so that it is no anchor: {}",
            "{1} 的信任设置无法读取，因此它不是信任锚：{2}"
        ),
        ("rejected for {}", "拒绝用于 {1}"), ("trusted for {}", "信任用于 {1}"),
        ("rejected for {}, in {}", "在 {2} 中被拒绝用于 {1}"), ("trusted for {}, in {}", "在 {2} 中被信任用于 {1}"),
        ("an anchor that is trusted for {}", "应是被信任用于 {1} 的信任锚"),
        ("issuer {}, to be had from {}", "签发者 {1}，可从 {2} 取得"),
        ("issuer {}", "签发者 {1}"),
        ("a presented, supplied or anchor certificate of that name and key", "名称与密钥相符的证书：由服务器发送、另行提供，或是信任锚"),
        ("the certificate is self-signed and is no anchor", "该证书是自签名证书，且不是信任锚"),
        ("a self-signed certificate of {}", "{1} 的自签名证书"),
        ("a certificate issued by an anchor, or one that is an anchor", "由信任锚签发的证书，或本身就是信任锚的证书"),
        ("the chain ends at {}, which is no anchor", "证书链止于 {1}，而它不是信任锚"),
        ("{}, self-signed", "{1}，自签名"),
        ("{}, which leads back into the chain", "{1}，它又绕回证书链之中"),
        ("an anchor at the end of the chain", "证书链的末端应是信任锚"),
        ("the certificate as its own anchor", "该证书自身即为信任锚"),
        ("a certificate that an anchor issued", "由信任锚签发的证书"),
        (
            "the certificate is itself the anchor: no rule of the profile {} about issued certificates was applied",
            "该证书自身就是信任锚：规则集 {1} 中针对所签发证书的规则均未适用"
        ),
        ("the signature on the certificate was not made by the key of its issuer", "证书上的签名不是用其签发者的密钥生成的"),
        ("a signature that does not verify", "签名未通过验证"),
        ("one made by {} with the key of {}", "用 {2} 的密钥、以 {1} 生成的签名"),
        ("the signature is of a kind that is not supported, so it was not checked", "不支持此类签名，因此没有检查"),
        ("{} by a {} key", "由 {2} 密钥生成的 {1} 签名"),
        ("ECDSA with {} by a {} key", "由 {2} 密钥生成的 ECDSA with {1} 签名"),
        ("(no subject)", "（主题为空）"),
        (
            "RSA, RSA-PSS, ECDSA (P-256, P-384, P-521), Ed25519, Ed448, or ML-DSA where OpenSSL has it",
            "RSA、RSA-PSS、ECDSA（P-256、P-384、P-521）、Ed25519、Ed448，或 OpenSSL 支持时的 ML-DSA"
        ),
        (
            "this machine's OpenSSL cannot verify the signature, whose algorithm is {}: OpenSSL 3.5 and newer can",
            "本机的 OpenSSL 无法验证算法为 {1} 的签名：OpenSSL 3.5 及更新版本可以"
        ),
        (
            "the signature was not checked: key or algorithm are named {} and not written as RFC 9881 has them",
            "签名未经检查：密钥或算法标明为 {1}，却不符合 RFC 9881 的写法"
        ),
        ("the signature was not checked, since its algorithm is known by name alone: {}", "签名未经检查，其算法仅知其名：{1}"),
        ("the certificate expired {~} ago", "证书已于 {1}前过期"),
        ("{} or later", "{1} 或更晚"),
        ("the certificate will be valid only in {~}", "证书要再过 {1}才生效"),
        ("{} or earlier", "{1} 或更早"),
        ("notAfter {}", "notAfter {1}"),
        ("notBefore {}", "notBefore {1}"),
        ("the certificate expires in {~}", "证书将在 {1}后过期"),
        ("the anchor expires in {~}", "信任锚将在 {1}后过期"),
        ("later than {}", "晚于 {1}"),
        ("{} second", "{1} 秒"),
        ("{} seconds", "{1} 秒"),
        ("{} minute", "{1} 分钟"),
        ("{} minutes", "{1} 分钟"),
        ("{} hour", "{1} 小时"),
        ("{} hours", "{1} 小时"),
        ("{} day", "{1} 天"),
        ("{} days", "{1} 天"),
        ("the path has {} intermediates, and the policy allows {}", "路径中有 {1} 个中间证书，而策略只允许 {2} 个"),
        ("{} intermediates", "{1} 个中间证书"),
        ("at most {}", "最多 {1}"),
        ("{} allows {} intermediates below itself, and there are {}", "{1} 允许其下最多有 {2} 个中间证书，实际有 {3} 个"),
        ("{} intermediates below it", "其下有 {1} 个中间证书"),
        ("judging the chain would take more than {} {~}", "判定该证书链所需超过 {1} {2}"),
        ("to look at it would take more than {} {~}", "检查它所需超过 {1} {2}"),
        ("more than {} {~}", "超过 {1} {2}"),
        ("at most {} {~}", "最多 {1} {2}"),
        ("{~} that weigh at most {}, one by P-256 weighing 1", "{1}，总权重最多 {2}（P-256 的一次为 1）"),
        (
            "not all that is at hand about revocation was looked at: that would take more than {} {~}",
            "手头有关吊销的信息并未全部查看：那将超过 {1} {2}"
        ),
        (
            "not all timestamps of logs were looked at: that would take more than {} {~}",
            "日志的时间戳并未全部查看：那将超过 {1} {2}"
        ),
        ("signature checks", "次签名验证"),
        ("signature checks that fail", "次失败的签名验证"),
        ("signature checks about revocation", "次有关吊销的签名验证"),
        ("path steps", "步路径搜索"),
        ("judged paths", "条待判定的路径"),
        ("name comparisons", "次名称比较"),
        ("steps of policy processing", "步策略处理"),
        ("policies in a certificate", "项证书中的策略"),
        ("names times constraints", "次名称与约束的比对"),
        ("bytes of revocation lists and responses", "字节的吊销列表与应答"),
        ("certificates in a path", "张路径中的证书"),
        ("no decision about the chain could be reached, which is a refusal", "未能就证书链作出决定，按拒绝处理"),
        ("no decision", "没有决定"),
        ("a decision", "决定"),
        ("the server's certificate cannot be read: {~}", "无法解析服务器的证书：{1}"),
        ("certificate {} of the presented list cannot be read: {~}", "无法解析服务器发送的第 {1} 张证书：{2}"),
        ("a DER certificate ({} bytes were sent)", "DER 编码的证书（收到 {1} 字节）"),
        ("the user's exception for this certificate holds only from {} on", "用户为该证书设置的例外自 {1} 起才生效"),
        ("the user's exception for this certificate ended at {}", "用户为该证书设置的例外已于 {1} 失效"),
        ("the user's exception for this certificate does not cover {}", "用户为该证书设置的例外不包括 {1}"),
        ("an exception for {} from {} until {}", "针对 {1} 的例外，自 {2} 至 {3}"),
        ("one for {} at {}", "在 {2} 有效、针对 {1} 的例外"),
        ("a chain refused for {}", "因 {1} 而被拒绝的证书链"),
        ("a chain that is trusted", "受信任的证书链"),
        ("any certificate is accepted ({}) until {}: the server may be anyone's", "在 {2} 之前接受任意证书（{1}）：服务器可能属于任何人"),
        ("--connect-to or --resolve", "--connect-to 或 --resolve"),
        ("the system's resolver", "系统解析器"),
        ("the address {}, named by {~}, leads to a server that is not {}", "{2} 给出的地址 {1} 通向的服务器不是 {3}"),
        ("a certificate for {}", "{1} 的证书"),
        (
            "certificate {} of the list stands behind certificate {}, which it is below",
            "列表中的第 {1} 张证书排在第 {2} 张之后，而它是由后者签发的"
        ),
        ("each certificate behind the one that it issued", "每张证书应排在由它签发的证书之后"),
        ("the certificates were sent out of order", "证书发送顺序有误"),
        ("certificate {} of the list", "列表中的第 {1} 张证书"),
        ("the certificates of the path alone", "仅含路径中的证书"),
        ("a certificate was sent that is no part of the path: {}", "发送了一张不属于证书路径的证书：{1}"),
        ("{} certificates were sent that are no part of the path: {}", "发送了 {1} 张不属于证书路径的证书：{2}"),
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
        ("no server name; Host: {}; a certificate for {}", "没有服务器名称；Host：{1}；证书属于 {2}"),
        ("the server name {}", "服务器名称 {1}"),
        ("a CertificateRequest, answered without a certificate", "CertificateRequest，未附证书作答"),
        ("a certificate of the client's where the server asks for one", "服务器要求时出示客户端证书"),
        ("the server asks for a client certificate, and one was sent", "服务器要求客户端证书，已发送一张"),
        (
            "the server asks for a client certificate, and ends the connection without one",
            "服务器要求客户端证书，没有证书便终止连接"
        ),
        (
            "the client certificate is not one that the server asks for and was not sent, and the server ends the "
                + "connection without one", "客户端证书不符合服务器的要求，没有发送；没有证书服务器便终止连接"
        ),
        (
            "the client certificate is not one that the server asks for and was not sent",
            "客户端证书不符合服务器的要求，没有发送"
        ),
        (
            "the server asks for a client certificate; whether it goes on without one shows only after the handshake",
            "服务器要求客户端证书；没有证书时是否继续，要到握手之后才知道"
        ),
        ("whether the server goes on without one shows only after the handshake", "没有证书时服务器是否继续，要到握手之后才知道"),
        (
            "what the server has for clients with a certificate is refused to others: show one, with --cert and --key "
                + "where the command is used", "服务器为持有证书的客户端提供的内容不向他人开放：请出示证书，使用命令时以 --cert 与 --key"
        ),
        ("the server accepts certificates of {}", "服务器接受 {1} 签发的证书"),
    ]
}
