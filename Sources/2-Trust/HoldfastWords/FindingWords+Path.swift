import HoldfastTrust

/// Codes about the path and who vouches for it.
extension FindingWords {
    static let path: [FindingCode: FindingWords] = [
        .workLimit: FindingWords(
            ("Judging this would cost too much", "验证代价超出上限"),
            meaning: (
                """
                What the server sent takes more work to check than is allowed. Such chains are sent by mistake, or to \
                slow a client down; what was not checked is not trusted.
                """,
                "验证服务器发来的内容所需的工作量超过了上限。这样的证书链可能是配置失误，也可能是为了拖慢客户端；没有验证过的内容一律不予信任。"
            ),
            advice: (
                """
                Let the server send its own certificate and the intermediates that lead to its root, and nothing else.
                """,
                "请让服务器只发送自身证书以及通向根证书所需的中间证书。"
            )),
        .badSignature: FindingWords(
            ("A signature does not verify", "签名验证失败"),
            meaning: (
                """
                A certificate names its issuer, but the signature on it was not made with that issuer's key. It was \
                changed, damaged or forged.
                """,
                "证书写明了签发者，但上面的签名并不是用该签发者的密钥生成的。证书可能被篡改、损坏或伪造。"
            ),
            advice: (
                "Do not go on. Install the certificate again as its authority issued it, and find out why it differs.",
                "请勿继续访问。请重新安装颁发机构颁发的原始证书，并查明两者为何不同。"
            )),
        .revoked: FindingWords(
            ("The certificate was revoked", "证书已被吊销"),
            meaning: (
                "Its authority took the certificate back before its end, for example because the key was stolen.",
                "颁发机构在证书到期之前宣布其作废，例如因为私钥泄露。"
            ),
            advice: ("Have a new certificate issued for a new key.", "请生成新的密钥，并为其申请新证书。")),
        .revocationUnknown: FindingWords(
            ("Whether it was revoked is not known", "吊销状态未知"),
            meaning: (
                "The policy asks for proof that the certificate was not taken back, and none could be had.",
                "策略要求确认证书未被吊销，但没有取得相应的证明。"
            ),
            advice: (
                "Check that the authority's OCSP or CRL server can be reached, or let the server staple the response.",
                "请确认能够访问颁发机构的 OCSP 或 CRL 服务，或在服务器上启用 OCSP 装订（stapling）。"
            )),
        .mustStaple: FindingWords(
            ("The certificate asks for a stapled response", "证书要求 OCSP 装订（must-staple）"),
            meaning: (
                """
                The certificate asks that its server send a fresh word of its authority, that it was not taken back, \
                with every connection. As a note this says that nobody looked; as an error, that the server did not.
                """,
                "证书要求服务器在每次连接时附上颁发机构出具的、证明其未被吊销的最新应答。作为提示时表示没有检查；作为错误时表示服务器没有照做。"
            ),
            advice: (
                "As an error: switch on OCSP stapling on the server. As a note nothing has to be done.",
                "作为错误时：请在服务器上启用 OCSP 装订。作为提示时无需处理。"
            )),
        .pinMismatch: FindingWords(
            ("None of the pinned keys is in the chain", "公钥固定（pin）不匹配"),
            meaning: (
                """
                The program was told which keys this server uses, and the chain holds none of them. A chain can be \
                valid and still be the wrong one.
                """,
                "程序预先固定了该服务器应使用的密钥，而证书链中一个也没有。证书链即使有效，也可能不是应有的那一条。"
            ),
            advice: (
                "If the server's key was changed on purpose, update the pins; otherwise assume an interception.",
                "若服务器确实有意更换了密钥，请更新固定值；否则应当视为连接遭到拦截。"
            )),
        .pinsExpired: FindingWords(
            ("The program's pins have ended", "程序的公钥固定（pin）已过期"),
            meaning: (
                """
                The program was told which keys this server uses, until a day that has passed, and to refuse the \
                server afterwards until it is told anew.
                """,
                "程序预先固定了该服务器的密钥，但有效期已过；按设定，在取得新的固定值之前拒绝连接。"
            ),
            advice: (
                "Update the program or its pins, and check this machine's clock.",
                "请更新程序或其固定值，并检查本机时钟。"
            )),
        .issuerNotFound: FindingWords(
            ("An issuer is missing", "找不到签发者证书"),
            meaning: (
                """
                The chain names an issuer that the server did not send and that is not known here, so it leads \
                nowhere. Most often the server forgot its intermediate certificate.
                """,
                "证书链指向一个签发者，但服务器没有发送它的证书，本机也没有，证书链因此中断。最常见的原因是服务器漏发了中间证书。"
            ),
            advice: (
                "Let the server send the intermediate certificate after its own.",
                "请在服务器上配置完整的证书链，在自身证书之后附上中间证书。"
            )),
        .selfSignedNotAnchor: FindingWords(
            ("Self-signed, and not trusted here", "自签名证书，且不是信任锚"),
            meaning: (
                """
                The server vouches for itself: its certificate was signed with its own key, and nobody decided to \
                trust it here. Anyone can make such a certificate.
                """,
                "服务器是在为自己作保：证书由它自己的密钥签名，而这里并没有信任它。任何人都可以制作这样的证书。"
            ),
            advice: (
                "Have the certificate issued by an authority, or make it an anchor where it is to be trusted.",
                "请改用证书颁发机构（CA）签发的证书，或在需要信任它的地方将其设为信任锚。"
            )),
        .noAnchor: FindingWords(
            ("The chain ends at a root that is not trusted here", "证书链的顶端不是信任锚"),
            meaning: (
                "The chain is whole, but the authority at its top is not among those that are trusted here.",
                "证书链是完整的，但顶端的根证书不在这里信任的范围之内。"
            ),
            advice: (
                """
                Add the root to the anchors if it is yours; otherwise have the certificate issued by a trusted \
                authority.
                """,
                "若这是您自己的 CA，请把它的根证书加入信任锚；否则请改由受信任的机构签发。"
            )),
        .anchorRejected: FindingWords(
            ("The root is rejected here", "此根证书已被明确拒绝"),
            meaning: (
                """
                The chain leads to a certificate that is among the anchors, and whose file says that it is not to be \
                trusted for this: it was distrusted on purpose, or is meant for other uses, as mail.
                """,
                "证书链通向信任锚中的一张证书，而其文件注明不得将其用于此用途：它或是被有意列为不信任，或仅供邮件等其他用途。"
            ),
            advice: (
                """
                Have the certificate issued by an authority that is trusted for servers. Change the file's trust \
                settings only if the decision is yours, and you know why it was made.
                """,
                "请改由受信任的服务器证书颁发机构签发证书。只有当该决定由您作出、且清楚其原因时，才应修改文件中的信任设置。"
            )),
        .anchorConstraint: FindingWords(
            ("The root is not trusted for this certificate", "该根证书不被信任用于这张证书"),
            meaning: (
                """
                The authority at the top of the chain is trusted within bounds: up to a day, for some names or \
                uses, or for short lives. This certificate is outside of them.
                """,
                "证书链顶端的机构只在一定范围内受信任：截至某一天、限于某些名称或用途，或限于较短的有效期。这张证书超出了该范围。"
            ),
            advice: (
                "Have the certificate issued anew, by an authority that is trusted for new ones.",
                "请改由对新证书仍受信任的机构重新签发。"
            )),
        .pathLength: FindingWords(
            ("Too many intermediates", "中间证书层级过多"),
            meaning: (
                "An authority in the chain may have only so many others below it, and there are more.",
                "链中某个 CA 限定了其下允许有几层中间 CA，而实际层数超过了限制。"
            ),
            advice: (
                "Issue the certificate nearer to the root, or have the authority's certificate issued with more room.",
                "请减少中间证书的层级，或重新签发路径长度限制更宽的 CA 证书。"
            )),
        .certificatePolicy: FindingWords(
            ("No certificate policy holds for the whole chain", "没有贯穿整条证书链的证书策略"),
            meaning: (
                "The chain has to be issued under an agreed policy, and no policy is valid all the way to the leaf.",
                "要求整条证书链按约定的证书策略签发，但没有任何一个策略从顶端一直有效到叶证书。"
            ),
            advice: (
                "Use a chain that was issued under the policy that is asked for.",
                "请使用按所需证书策略签发的证书链。"
            )),
        .nameConstraints: FindingWords(
            ("A name that the authority may not issue for", "名称超出 CA 的许可范围"),
            meaning: (
                "An authority in the chain may issue for certain names only, and a certificate below it holds another.",
                "链中某个 CA 只获准为特定的名称签发证书，而其下的证书包含了范围之外的名称。"
            ),
            advice: (
                "Use a name that the authority may issue for, or have the certificate issued by another one.",
                "请使用该 CA 许可范围内的名称，或改由其他 CA 签发。"
            )),
    ]
}
