import HoldfastTrust

/// Codes about how a certificate is made.
extension FindingWords {
    static let certificate: [FindingCode: FindingWords] = [
        .malformedCertificate: FindingWords(
            ("A certificate is malformed", "证书格式错误"),
            meaning: (
                """
                One of the certificates is not written as the standard asks. Two programs could read it in two ways, \
                so it is not read at all.
                """,
                "其中一张证书不符合标准规定的编码。不同的程序可能读出不同的内容，因此不予采用。"
            ),
            advice: (
                "Have the certificate issued again, or replace the damaged file on the server.",
                "请重新签发证书，或更换服务器上损坏的证书文件。"
            )),
        .weakKey: FindingWords(
            ("A key is too weak", "密钥强度不足"),
            meaning: (
                """
                A key in the chain is too short, of a kind that is known to be weak, or too costly to use. Whoever \
                breaks a key can pretend to be its owner.
                """,
                "链中有密钥过短、类型已知薄弱，或计算代价过高。密钥一旦被破解，攻击者就能冒充它的主人。"
            ),
            advice: (
                "Make a new key, P-256 or RSA with at least 2048 bits, and have a certificate issued for it.",
                "请生成新的密钥（P-256，或不少于 2048 位的 RSA），并为其申请证书。"
            )),
        .weakSignature: FindingWords(
            ("A signature algorithm is too weak", "签名算法强度不足"),
            meaning: (
                """
                A certificate is signed by a method that can be forged, such as MD5 or SHA-1, or by a key that \
                protects too little.
                """,
                "证书所用的签名算法已可被伪造（例如 MD5、SHA-1），或签名所用的密钥强度不足。"
            ),
            advice: (
                "Have the certificate issued again with a signature over SHA-256 or better.",
                "请改用 SHA-256 或更强的摘要算法重新签发证书。"
            )),
        .unsupportedAlgorithm: FindingWords(
            ("An algorithm cannot be verified here", "此处无法验证所用的算法"),
            meaning: (
                """
                A key or a signature in the chain is of an algorithm that is not known to be weak, and that cannot be \
                verified here, or that the profile's programmes do not have. What is not verified proves nothing.
                """,
                "链中有密钥或签名所用的算法并非已知薄弱，但此处无法验证，或不在规则集所属计划之列。未经验证便不能证明任何事。"
            ),
            advice: (
                """
                Use a newer OpenSSL where the chain is judged, or let the server have a certificate with an RSA or \
                ECDSA key beside this one.
                """,
                "请在判定之处使用更新的 OpenSSL，或让服务器另备一张 RSA 或 ECDSA 密钥的证书。"
            )),
        .unsupportedVersion: FindingWords(
            ("An old version of certificate", "证书版本过旧"),
            meaning: (
                "Only version 3 certificates can say what they may be used for; below an anchor no other is accepted.",
                "只有 X.509 v3 证书才能声明自己的用途；信任锚以下不接受其他版本。"
            ),
            advice: (
                "Have the certificate issued as X.509 version 3.", "请重新签发 X.509 v3 证书。"
            )),
        .unknownCriticalExtension: FindingWords(
            ("A critical extension is not understood", "含有无法识别的关键扩展"),
            meaning: (
                """
                The certificate makes a statement marked as critical that is not understood here. To pass over it \
                could be to break its condition.
                """,
                "证书带有一个标记为“关键”的扩展，而这里无法识别。若将其忽略，就可能违反它所规定的条件。"
            ),
            advice: (
                "Have the certificate issued without that extension, or with it not marked as critical.",
                "请去掉该扩展，或不再将其标记为关键，然后重新签发证书。"
            )),
        .duplicateExtension: FindingWords(
            ("The same extension twice", "扩展重复"),
            meaning: (
                "The certificate makes the same statement twice, and programs could each believe another one.",
                "证书中同一个扩展出现了两次，不同的程序可能各信其一。"
            ),
            advice: (
                "Have the certificate issued with each extension once.", "请重新签发，确保每个扩展只出现一次。"
            )),
        .keyIdentifier: FindingWords(
            ("Key identifiers do not fit together", "密钥标识符不一致"),
            meaning: (
                "A certificate says which key signed it, and that does not fit its issuer, or is not said at all.",
                "证书中记录的签发者密钥标识与签发者自身的标识不符，或者缺失。"
            ),
            advice: (
                """
                Have the certificate issued again with its issuer's subject key identifier as authority key \
                identifier.
                """,
                "请重新签发，使 authorityKeyIdentifier 与签发者的 subjectKeyIdentifier 一致。"
            )),
        .serialNumber: FindingWords(
            ("A serial number against the rules", "序列号不合规"),
            meaning: (
                "Serial numbers have to be positive and of limited length, so that each certificate can be named.",
                "序列号必须为正数且长度有限，这样每张证书才能被唯一指明。"
            ),
            advice: (
                "Have the certificate issued again with a serial number that follows the rules.",
                "请使用合规的序列号重新签发证书。"
            )),
        .nonConformingField: FindingWords(
            ("A field in a form that is not allowed", "字段形式不合规"),
            meaning: (
                "A field of the certificate can be read, but is written in a form that the standard forbids.",
                "证书中有字段虽然可以读取，但写法为标准所禁止。"
            ),
            advice: (
                "Have the certificate issued again by software that follows RFC 5280.",
                "请使用符合 RFC 5280 的软件重新签发证书。"
            )),
        .extensionPresence: FindingWords(
            ("An extension that must be there is missing", "缺少必需的扩展"),
            meaning: (
                "The profile asks for an extension that the certificate does not have.",
                "规则集要求证书带有某个扩展，而这张证书没有。"
            ),
            advice: (
                "Have the certificate issued again with that extension.", "请重新签发，加入该扩展。"
            )),
        .subjectName: FindingWords(
            ("A subject against the rules", "主题名称不合规"),
            meaning: (
                "The name in the certificate has attributes that the profile forbids, or lacks some that it asks for.",
                "证书主题中含有规则集不允许的属性，或缺少其要求的属性。"
            ),
            advice: (
                "Have the certificate issued again with a subject as the profile asks.",
                "请按规则集的要求填写主题并重新签发。"
            )),
        .issuance: FindingWords(
            ("Issued by an authority that should not", "签发方式不合规"),
            meaning: (
                "The authority may issue certificates, but should not have issued one of this kind.",
                "该 CA 虽有权签发证书，但不应直接签发这一类证书。"
            ),
            advice: (
                "Have the certificate issued by an intermediate that is meant for it.",
                "请改由专门用于此类证书的中间 CA 签发。"
            )),
        .emptyName: FindingWords(
            ("A name is missing", "名称为空"),
            meaning: (
                """
                Certificates are linked to their issuers by name. One here has no name where it needs one, so it would \
                fit any other that has none.
                """,
                "证书依靠名称与签发者相互衔接。这里有证书在必须填写名称的地方留空，任何同样没有名称的证书都能与之衔接。"
            ),
            advice: (
                "Have the certificate issued again, with a subject and an issuer that are not empty.",
                "请重新签发，填写非空的主题与签发者名称。"
            )),
        .algorithmMismatch: FindingWords(
            ("Two signature algorithms that differ", "两处签名算法标识不一致"),
            meaning: (
                "A certificate names its signature algorithm in two places, and they are not the same.",
                "证书在两处标明签名算法，而两处内容不同。"
            ),
            advice: (
                "Have the certificate issued again; the software that made it is faulty.",
                "请重新签发证书；生成它的软件存在缺陷。"
            )),
        .extensionCriticality: FindingWords(
            ("An extension marked wrongly as critical or not", "扩展的关键标记有误"),
            meaning: (
                "The standard says which extensions must be critical and which must not; one here is the other way.",
                "标准规定了哪些扩展必须、哪些不得标记为关键，而这里正好相反。"
            ),
            advice: (
                "Have the certificate issued again with the extension marked as the standard asks.",
                "请按照标准设置扩展的关键标记，然后重新签发证书。"
            )),
    ]
}
