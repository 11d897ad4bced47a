import HoldfastTrust

/// Codes about what a certificate is used for: when, by whom, under which name.
extension FindingWords {
    static let use: [FindingCode: FindingWords] = [
        .expired: FindingWords(
            ("The certificate has expired", "证书已过期"),
            meaning: (
                """
                A certificate is good for a limited time, and this one's was over at the time of judgement. From then \
                on its authority no longer vouches for it.
                """,
                "证书只在有限的时间内有效，而在判定时刻它的有效期已经结束。此后颁发机构不再为它担保。"
            ),
            advice: (
                "Renew the certificate; if it should still be valid, check the clock.",
                "请为证书续期；如果它本应仍然有效，请检查时钟。"
            )),
        .notYetValid: FindingWords(
            ("The certificate is not valid yet", "证书尚未生效"),
            meaning: (
                "Its validity begins after the time of judgement: it was made for later, or a clock is wrong.",
                "证书的有效期在判定时刻之后才开始：要么是提前签发的，要么是时钟不准。"
            ),
            advice: (
                "Wait until it is valid, or check the clock of this machine and of the one that issued it.",
                "请等到生效之后再使用，或检查本机和签发机器的时钟。"
            )),
        .expiresSoon: FindingWords(
            ("The certificate expires soon", "证书即将过期"),
            meaning: (
                "It is valid now, but not for as long as was asked for.",
                "证书目前有效，但剩余时间短于所要求的期限。"
            ),
            advice: ("Renew it now, and let renewals run by themselves.", "请尽快续期，并设置自动续期。")),
        .hostMismatch: FindingWords(
            ("The certificate is for another name", "主机名不匹配"),
            meaning: (
                """
                The certificate does not name the server that was asked for. It may be a good certificate, but it \
                proves who somebody else is.
                """,
                "证书中没有所访问的主机名。证书本身可能没有问题，但它证明的是别人的身份。"
            ),
            advice: (
                """
                Use a name that the certificate holds, or have it issued with this one; check too whether the server \
                chooses its certificate by the name that is sent (SNI).
                """,
                "请使用证书中包含的主机名，或申请包含该主机名的证书；同时检查服务器是否根据 SNI 选择证书。"
            )),
        .missingSubjectAltName: FindingWords(
            ("No subject alternative name", "缺少使用者可选名称（SAN）"),
            meaning: (
                """
                The names that a certificate is good for stand in its subject alternative name, and this one has \
                none. The common name is no longer looked at.
                """,
                "证书适用的主机名必须写在使用者可选名称（subjectAltName）中，而这张证书没有。通用名称（CN）早已不再作为依据。"
            ),
            advice: (
                "Have the certificate issued with the host name as a subject alternative name.",
                "请重新签发，把主机名写入 subjectAltName。"
            )),
        .subjectAltName: FindingWords(
            ("An alternative name that is not allowed", "使用者可选名称不合规"),
            meaning: (
                "One of the names in the certificate is of a kind or in a form that the profile does not allow.",
                "证书中有一个名称的类型或写法为规则集所不允许。"
            ),
            advice: (
                "Have the certificate issued again with DNS names and addresses in their proper form.",
                "请以规范的 DNS 名称或 IP 地址重新签发证书。"
            )),
        .commonName: FindingWords(
            ("A common name that is none of the alternative names", "通用名称（CN）不在可选名称之列"),
            meaning: (
                """
                Where a server's certificate has a common name, it has to repeat one of its alternative names; this \
                one names something else.
                """,
                "服务器证书若带有通用名称，就必须与某个可选名称相同，而这里写的是另一个名称。"
            ),
            advice: (
                "Have the certificate issued without a common name, or with one of its alternative names.",
                "请去掉通用名称，或将其改为某个可选名称，然后重新签发。"
            )),
        .userException: FindingWords(
            ("The user's exception does not suffice", "用户设置的例外不足以放行"),
            meaning: (
                """
                A user decided earlier to trust this certificate, but the decision has ended, or something is wrong \
                now that it does not cover.
                """,
                "用户曾选择信任这张证书，但该决定已到期，或者出现了它没有涵盖的新问题。"
            ),
            advice: (
                "Look at what is wrong now before trusting the certificate again.",
                "再次选择信任之前，请先弄清目前存在的问题。"
            )),
        .dangerousAcceptAny: FindingWords(
            ("Any certificate would have been accepted", "任意证书都会被接受"),
            meaning: (
                """
                The program was told to accept whatever certificate is shown, for tests. That the connection came \
                about says nothing about who the server is.
                """,
                "程序被设置为接受任意证书（仅供测试）。连接成功并不能说明服务器的身份。"
            ),
            advice: (
                "Use this for tests only; make the test server's authority an anchor instead.",
                "仅可用于测试；更好的做法是把测试服务器的 CA 加入信任锚。"
            )),
        .clockSetBack: FindingWords(
            ("The clock was set back", "系统时钟被调回"),
            meaning: (
                """
                The clock says less than it said before. Pins end by the later time, so that an earlier one does not \
                bring them back.
                """,
                "当前时钟早于此前记录的时间。pin 的有效期按较晚的时间计算，把时钟调回并不会使其恢复有效。"
            ),
            advice: ("Set this machine's clock.", "请校准本机时钟。")),
        .addressPoisoned: FindingWords(
            ("An address led to somebody else", "某个地址指向了别的服务器"),
            meaning: (
                """
                One of the addresses that were named for this server leads to one that cannot prove its name. It was \
                left alone, nothing was sent to it, and another address was taken.
                """,
                "为该服务器给出的某个地址指向了无法证明该名称的服务器。该地址已被弃用，未向其发送任何数据，并改用了其他地址。"
            ),
            advice: (
                "Find out which resolver named it: its answers may be changed on their way.",
                "请查明该地址由哪个解析器给出：其应答可能在途中被篡改。"
            )),
        .clientCertificateRequested: FindingWords(
            ("The server asks for a client certificate", "服务器要求客户端证书"),
            meaning: (
                """
                The server proved who it is, and wants to know who the client is. No certificate was sent to it; some \
                servers go on without one, others refuse or serve less.
                """,
                "服务器已证明自己的身份，并要求客户端出示证书。此次没有发送证书；有的服务器会继续，有的会拒绝或只提供部分内容。"
            ),
            advice: (
                "Show a certificate that the server accepts, if its content is wanted.",
                "如需访问其内容，请提供服务器认可的客户端证书。"
            )),
        .addressInURL: FindingWords(
            ("The URL has an address, and Host the name", "URL 中是 IP 地址，主机名写在 Host 字段中"),
            meaning: (
                """
                For an address no server name (SNI) is sent, so a server of several names presents its default \
                certificate, and that is compared with the address. The field Host comes too late: it is sent after \
                the handshake.
                """,
                "访问 IP 地址时不会发送 SNI，托管多个域名的服务器只会返回默认证书，而证书又会与该 IP 地址比对。Host 字段要到握手完成之后才发送，对此不起作用。"
            ),
            advice: (
                """
                Leave the name in the URL and lead the connection to the address (connectTo), or let the name be taken \
                from Host (takesNameFromHostField); holdfast check --connect-to shows what the server presents for the \
                name.
                """,
                """
                请在 URL 中保留域名，用 connectTo 把连接指向该地址；或者启用 takesNameFromHostField，从 Host 字段取得域名。\
                可以用 holdfast check --connect-to 查看服务器针对该域名返回的证书。
                """
            )),
        .leafIsAnchor: FindingWords(
            ("The certificate is its own anchor", "证书本身就是信任锚"),
            meaning: (
                """
                This very certificate was given as one to trust. What the rules ask of certificates that an authority \
                issues was not asked of it.
                """,
                "这张证书本身即被设为信任锚，因此规则集对由 CA 签发的证书所提的要求并未用于它。"
            ),
            advice: (
                "Have the certificate issued by an authority of your own where those rules are to hold.",
                "若需要这些规则生效，请改用自建 CA 签发的证书。"
            )),
        .chainOrder: FindingWords(
            ("The certificates were sent out of order", "证书发送顺序有误"),
            meaning: (
                """
                The server sends each certificate before the one that it was issued by, or should. The path was found \
                all the same; other programs may not find it.
                """,
                "服务器应先发送自己的证书，再依次发送其签发者的证书。本次仍找到了证书链，但其他程序可能找不到。"
            ),
            advice: (
                "Put the server's own certificate first in its file, then the one that issued it, and so on.",
                "请在服务器的证书文件中先放服务器自身的证书，再放签发它的证书，依此类推。"
            )),
        .superfluousCertificate: FindingWords(
            ("Certificates were sent that are not needed", "发送了多余的证书"),
            meaning: (
                """
                The server sends certificates that are no part of the path to the anchor. They cost time in every \
                handshake, and do no harm otherwise. Clients with other anchors may need them.
                """,
                "服务器发送了不属于到信任锚路径的证书。它们会让每次握手变慢，但没有其他危害；信任锚不同的客户端可能需要它们。"
            ),
            advice: (
                "Leave them out of the server's file, unless such clients exist.",
                "如无此类客户端，请从服务器的证书文件中去掉它们。"
            )),
        .basicConstraints: FindingWords(
            ("A certificate in a role it does not have", "证书的角色不符"),
            meaning: (
                """
                A certificate says whether it may issue others. One here issued without being an authority, or is an \
                authority where a server's certificate belongs.
                """,
                "证书写明了自己能否签发其他证书。这里有证书不是 CA 却签发了证书，或者是 CA 却被用作服务器证书。"
            ),
            advice: (
                """
                Have the server's certificate issued by an authority whose own certificate says CA in its basic \
                constraints, and keep the two roles apart.
                """,
                "请由 CA 签发服务器证书（CA 证书的 basicConstraints 须为 CA:TRUE），两种角色不要混用。"
            )),
        .keyUsage: FindingWords(
            ("A key used for what its certificate does not allow", "密钥用法不符"),
            meaning: (
                "The certificate says what its key may do, and what it did here is not among it.",
                "证书规定了密钥可以用来做什么，而这里的用法不在其中。"
            ),
            advice: (
                """
                Have the certificate issued with the key usage that its role needs: keyCertSign for an authority, \
                digitalSignature for a server.
                """,
                "请按角色设置 keyUsage 后重新签发：CA 需要 keyCertSign，服务器需要 digitalSignature。"
            )),
        .extendedKeyUsage: FindingWords(
            ("The certificate is not made out for this purpose", "证书用途不符"),
            meaning: (
                """
                Certificates can be limited to purposes such as servers, clients or mail. The purpose that is needed \
                here is not named.
                """,
                "证书可以限定用途，例如服务器、客户端或邮件，而这里所需的用途不在其列。"
            ),
            advice: (
                "Have the certificate issued with that purpose among its extended key usages: serverAuth for a server.",
                "请重新签发，在 extendedKeyUsage 中写入所需的用途（服务器为 serverAuth）。"
            )),
        .lifetime: FindingWords(
            ("Valid for longer than is allowed", "有效期过长"),
            meaning: (
                """
                Certificates may be issued for a limited time only, so that stolen keys and wrong names do not last. \
                This one's validity is longer than the profile allows.
                """,
                "证书的有效期受到限制，以免泄露的密钥和错误的名称长期有效。这张证书的有效期超过了规则集允许的上限。"
            ),
            advice: (
                "Have the certificate issued for a shorter time, and let renewals run by themselves.",
                "请缩短有效期重新签发，并设置自动续期。"
            )),
        .transparency: FindingWords(
            ("Too little proof of publication", "证书透明度证明不足"),
            meaning: (
                "Public certificates have to stand in public logs, and too few of them attest this one.",
                "公开信任的证书必须登记在公开日志中，而为这张证书作证的日志不够。"
            ),
            advice: (
                "Have the certificate issued by an authority that enters it in transparency logs.",
                "请改由会登记证书透明度日志的机构签发。"
            )),
        .appTransportSecurity: FindingWords(
            ("App Transport Security refuses the connection", "不符合 App Transport Security 的要求"),
            meaning: (
                "Apple's rules for the connections of apps ask for more than this server offers.",
                "Apple 对应用的网络连接另有要求，而该服务器没有达到。"
            ),
            advice: (
                "Let the server offer TLS 1.2 or later with forward secrecy and a certificate of today's strength.",
                "请让服务器启用具有前向保密的 TLS 1.2 或更高版本，并使用强度达标的证书。"
            )),
    ]
}
