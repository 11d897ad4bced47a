import HoldfastAuthority
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509

/// Chapter 1: what a key and a certificate are, and what a signature holds together.
enum KeyChapter: LessonPart {
    static let title = LocalizedText("A key and a certificate", "密钥与证书")
    static let lead = LocalizedText(
        """
        A certificate says: this key belongs to this name. It is worth as much as the signature on it, and as whoever \
        made that signature. Here is one, made from nothing and taken apart.
        """,
        "证书说的是一句话：这把公钥属于这个名称。它有多可信，取决于上面的签名，以及签名的人。本章从零制作一张证书，再把它拆开来看。")

    static func content(_ materials: LessonMaterials) throws -> LessonContent {
        let key = try materials.key(.p256)
        let identity = try Identity.selfSigned(
            .server(names: [LessonHost.name], at: materials.at), key: key)
        let certificate = try Certificate(der: identity.certificate)
        let changed = changing(identity.certificate)
        return LessonContent(
            steps: [
                try pair(key, materials), try fields(certificate, of: key), try signature(of: certificate),
                try change(certificate, changed, materials),
            ],
            files: [
                LessonFile("server.key", try key.pem, isPrivate: true),
                .publicKey("server.pub", key.subjectPublicKeyInfo),
                .certificates("server.pem", [identity.certificate]),
                .certificates("changed.pem", [changed]),
                LessonFile("message.txt", message),
                LessonFile("message.sig", try key.sign(message, algorithm: .ecdsa(.sha256))),
            ])
    }

    private static let message = Array("I am www.example.test\n".utf8)

    private static func pair(_ key: PrivateKey, _ materials: LessonMaterials) throws -> LessonStep {
        let judge = try PublicKey(key.subjectPublicKeyInfo)
        let signature = try key.sign(message, algorithm: .ecdsa(.sha256))
        let other = Array("I am mail.example.test\n".utf8)
        let stranger = try PublicKey(materials.key(.p256).subjectPublicKeyInfo)
        func check(_ judge: PublicKey, _ text: [UInt8]) -> LessonOutcome {
            .signature(judge.isValidSignature(signature[...], for: text[...], algorithm: .ecdsa(.sha256)))
        }
        return LessonStep(
            LocalizedText("Two halves of a key", "密钥的两半"),
            [
                LocalizedText(
                    """
                    A new key on the curve P-256. The private half stays with the server and signs; the public half \
                    goes to everybody, and checks. From the public half nobody computes the private one.
                    """,
                    "在 P-256 曲线上生成一把新密钥。私钥留在服务器上，用来签名；公钥可以交给任何人，用来验证签名。从公钥无法算出私钥。")
            ],
            asking: LessonQuestion(
                "Somebody puts the signature under another sentence. What does the check say?",
                "有人把这个签名放到另一句话下面。验证结果如何？", about: 1),
            exhibits: [
                .rows(
                    "The key", "密钥",
                    [
                        LessonRow(
                            "public half: subjectPublicKeyInfo, as it will stand in the certificate",
                            "公钥：subjectPublicKeyInfo，将原样写入证书", Array(key.subjectPublicKeyInfo.bytes)),
                        LessonRow("private half: PKCS #8, for nobody else's eyes", "私钥：PKCS #8，不得外传", try key.pkcs8DER),
                        LessonRow("a signature of \"I am www.example.test\"", "对“I am www.example.test”的签名", signature),
                    ])
            ],
            commands: [
                LessonCommandLine("openssl pkey -in server.key -noout -text"),
                LessonCommandLine("openssl dgst -sha256 -verify server.pub -signature message.sig message.txt"),
            ],
            checks: [
                LessonCheck(
                    "The signature, checked with the public half", "用公钥验证这个签名", taught: .verifies,
                    seen: check(judge, message)),
                LessonCheck(
                    "The same signature under another sentence", "把签名放到另一句话下面", taught: .doesNotVerify,
                    seen: check(judge, other)),
                LessonCheck(
                    "Checked with somebody else's public key", "换成别人的公钥来验证", taught: .doesNotVerify,
                    seen: check(stranger, message)),
            ])
    }

    private static func fields(_ certificate: Certificate, of key: PrivateKey) throws -> LessonStep {
        LessonStep(
            LocalizedText("What a certificate says", "证书里写了什么"),
            [
                LocalizedText(
                    """
                    A certificate is a list of fields in DER, followed by a signature over them. Subject and issuer \
                    are the same here: it is self-signed, signed with the key that it is about.
                    """,
                    "证书是一串 DER 编码的字段，后面附上对这些字段的签名。这里的主题（subject）和签发者（issuer）相同：它是自签名证书，用它自己的密钥签名。"),
                LocalizedText(
                    """
                    It holds the public key, and is not the key: a file called public_key.der that openssl x509 wrote \
                    is a certificate. Whoever renews it can keep the key, and every field around it changes.
                    """,
                    "证书里包含公钥，但证书不等于公钥：用 openssl x509 导出的 public_key.der 其实是一张证书。续期时可以沿用同一把密钥，而它周围的字段都会改变。"),
            ],
            asking: LessonQuestion(
                "Is the whole certificate, byte for byte, the public key that was just made?",
                "逐字节比较，整张证书就是刚才那把公钥吗？", about: 1),
            exhibits: [
                .bytes("The certificate", "证书", try CertificateAnatomy.of(Array(certificate.bytes)))
            ],
            commands: [
                LessonCommandLine("openssl x509 -in server.pem -noout -text"),
                LessonCommandLine("holdfast inspect server.pem"),
            ],
            checks: [
                LessonCheck(
                    "The key in the certificate and the key just made", "证书里的公钥与刚生成的公钥", taught: .same,
                    seen: .comparison(certificate.subjectPublicKeyInfo == key.subjectPublicKeyInfo)),
                LessonCheck(
                    "The whole certificate and the key", "整张证书与公钥", taught: .different,
                    seen: .comparison(certificate.bytes == key.subjectPublicKeyInfo.bytes)),
                LessonCheck(
                    "Issuer and subject", "签发者与主题", taught: .same,
                    seen: .comparison(certificate.issuer.matches(certificate.subject))),
            ])
    }

    private static func signature(of certificate: Certificate) throws -> LessonStep {
        let key = try PublicKey(certificate.subjectPublicKeyInfo)
        return LessonStep(
            LocalizedText("The signature on itself", "验证自签名"),
            [
                LocalizedText(
                    """
                    The signature is checked over the bytes of tbsCertificate, exactly as they were received, with the \
                    key of the issuer: here the one inside.
                    """,
                    "验证签名时，对象是收到的 tbsCertificate 的原始字节，一个字节也不能变；所用的公钥是签发者的公钥，在这里就是证书自己的那一把。"),
                LocalizedText(
                    """
                    That it verifies says only that whoever made the certificate has the key. It does not say that he \
                    is www.example.test: anybody can write that name.
                    """,
                    "验证通过只能说明：制作证书的人确实持有这把密钥。这并不说明他就是 www.example.test——这个名字谁都可以写。"),
            ],
            asking: LessonQuestion(
                "Anybody can write this name and sign it himself. What does the check of the signature say?",
                "谁都可以写上这个名称再自己签名。这样的签名能通过验证吗？"),
            exhibits: [
                .rows(
                    "What goes into the check", "参与验证的内容",
                    [
                        LessonRow("tbsCertificate", "tbsCertificate", Array(certificate.tbsBytes)),
                        LessonRow("its SHA-256", "它的 SHA-256", Digest.sha256(certificate.tbsBytes)),
                        LessonRow(
                            "signature: two numbers, r and s, in DER", "签名：r 和 s 两个数，DER 编码",
                            Array(certificate.signature.bytes)),
                    ])
            ],
            commands: [LessonCommandLine("openssl verify -CAfile server.pem -check_ss_sig server.pem")],
            checks: [
                LessonCheck(
                    "The certificate's signature, with its own key", "用证书自身的公钥验证其签名", taught: .verifies,
                    seen: .signature(
                        key.isValidSignature(
                            certificate.signature, for: certificate.tbsBytes, algorithm: certificate.signatureAlgorithm)
                    ))
            ])
    }

    private static func change(
        _ certificate: Certificate, _ changed: [UInt8], _ materials: LessonMaterials
    ) throws -> LessonStep {
        let forged = try Certificate(der: changed)
        let key = try PublicKey(certificate.subjectPublicKeyInfo)
        let report = try materials.verdict(
            [changed], host: forgedName, anchors: [Array(certificate.bytes)], target: "changed.pem")
        return LessonStep(
            LocalizedText("One changed byte", "改动一个字节"),
            [
                LocalizedText(
                    """
                    One letter of the name is changed, www to wwx, as a forger would who has no key. Every field still \
                    reads well; the signature no longer fits.
                    """,
                    "像没有密钥的伪造者那样，把名称里的一个字母改掉：www 变成 wwx。所有字段看上去依然正常，但签名已经对不上了。"),
                LocalizedText(
                    """
                    Holdfast is asked for the new name, with the true certificate as its anchor, so that the signature \
                    alone is in the way.
                    """,
                    "下面以真正的证书作为信任锚，用新名称来请 Holdfast 判定，这样挡在中间的就只剩签名了。"),
            ],
            asking: LessonQuestion(
                "The true certificate is the anchor. What does Holdfast say of the forged one?",
                "以真证书为信任锚，Holdfast 会如何判定伪造的这一张？", about: 1, against: [.trusted, .refused(["hostMismatch"])]),
            exhibits: [.verdict(report)],
            commands: [
                LessonCommandLine(
                    "holdfast evaluate changed.pem --host wwx.example.test --anchors-only server.pem",
                    exitCode: report.exitCode)
            ],
            checks: [
                LessonCheck(
                    "The signature over the changed bytes", "对改动后的字节验证签名", taught: .doesNotVerify,
                    seen: .signature(
                        key.isValidSignature(
                            forged.signature, for: forged.tbsBytes, algorithm: forged.signatureAlgorithm))),
                LessonCheck(
                    "The server, judged by the forged certificate", "凭伪造的证书判定服务器", taught: .refused(["badSignature"]),
                    seen: .verdict(report)),
            ])
    }

    private static let forgedName = "wwx.example.test"

    /// The certificate with the last letter of `www` changed where the name stands last: in the subject alternative
    /// name, which is the one that is compared.
    private static func changing(_ certificate: [UInt8]) -> [UInt8] {
        let name = Array(LessonHost.name.utf8)
        var changed = certificate
        if let start = certificate.indices.last(where: { certificate[$0...].starts(with: name) }) {
            changed[start + 2] = UInt8(ascii: "x")
        }
        return changed
    }
}
