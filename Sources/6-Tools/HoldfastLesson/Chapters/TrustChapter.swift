import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// Chapter 2: where trust begins, and how a chain carries it.
enum TrustChapter: LessonPart {
    static let title = LocalizedText("Trust, and where it begins", "信任从哪里开始")
    static let lead = LocalizedText(
        """
        No certificate makes itself trusted. Somebody decides once which certificates are believed without proof: the \
        anchors. From there on it is only signatures.
        """,
        "没有哪张证书能让自己变得可信。总得有人先决定：哪些证书无需证明就可以相信。它们就是信任锚。此后的一切，都只是逐级验证签名。")

    static func content(_ materials: LessonMaterials) throws -> LessonContent {
        let own = try Identity.selfSigned(
            .server(names: [LessonHost.name], at: materials.at), key: try materials.key(.p256))
        let root = try CertificateAuthority.root(name: "Lesson Root", at: materials.at, key: materials.key(.p256))
        let intermediate = try root.intermediate(
            name: "Lesson Intermediate", at: materials.at, key: materials.key(.p256))
        let leaf = try intermediate.issue(
            .server(names: [LessonHost.name], at: materials.at), key: try materials.key(.p256))
        return LessonContent(
            steps: [
                try stranger(own, materials), try anchored(own, materials), try otherName(own, materials),
                try recursion([leaf.certificate, intermediate.certificate, root.certificate]),
                try chain(leaf, root: root, materials),
            ],
            files: [
                .certificates("self-signed.pem", [own.certificate]), .certificates("leaf.pem", [leaf.certificate]),
                .certificates("intermediate.pem", [intermediate.certificate]),
                .certificates("root.pem", [root.certificate]),
            ])
    }

    private static func stranger(_ own: Identity, _ materials: LessonMaterials) throws -> LessonStep {
        let report = try materials.verdict(
            [own.certificate], host: LessonHost.name, anchors: [], target: "self-signed.pem")
        return LessonStep(
            LocalizedText("Refused: nobody vouches for it", "拒绝：没有人为它作保"),
            [
                LocalizedText(
                    """
                    The self-signed certificate of a server, judged without any anchor. Its signature is good, its \
                    dates hold, the name is right. It is refused all the same: anybody could have made it.
                    """,
                    "一张服务器的自签名证书，在没有任何信任锚的情况下判定。签名没问题，日期有效，名称也对，但仍然被拒绝：任何人都能做出这样一张证书。")
            ],
            asking: LessonQuestion(
                "For which reason is it refused?",
                "它因为什么被拒绝？", against: [.refused(["badSignature"]), .refused(["hostMismatch"])]),
            exhibits: [.verdict(report)],
            commands: [LessonCommandLine("holdfast evaluate self-signed.pem --host \(LessonHost.name)", exitCode: 22)],
            checks: [
                LessonCheck(
                    "The server, without an anchor", "没有信任锚时判定服务器", taught: .refused(["selfSignedNotAnchor"]),
                    seen: .verdict(report))
            ])
    }

    private static func anchored(_ own: Identity, _ materials: LessonMaterials) throws -> LessonStep {
        let report = try materials.verdict(
            [own.certificate], host: LessonHost.name, anchors: [own.certificate], target: "self-signed.pem")
        return LessonStep(
            LocalizedText("Trusted: the same certificate as an anchor", "可信：把同一张证书设为信任锚"),
            [
                LocalizedText(
                    """
                    Nothing about the certificate has changed. What changed is our decision: it now stands among the \
                    anchors, and this client alone believes it.
                    """,
                    "证书没有任何变化，变的是我们的决定：它被加入了信任锚，而且只有这个客户端相信它。"),
                LocalizedText(
                    """
                    That is the right way to work with a server of one's own: name the certificate, instead of \
                    switching the check off, which would accept everybody.
                    """,
                    "要连接自己的服务器，正确的做法就是这样：明确指定信任哪一张证书，而不是关闭校验。关闭校验等于接受任何人。"),
            ],
            asking: LessonQuestion(
                "Not a byte of the certificate has changed. What does this client say of it now?",
                "证书一个字节都没有变。现在这个客户端如何判定它？"),
            exhibits: [.verdict(report)],
            commands: [
                LessonCommandLine(
                    "holdfast evaluate self-signed.pem --host \(LessonHost.name) --anchors-only self-signed.pem")
            ],
            checks: [
                LessonCheck(
                    "The server, with its certificate as anchor", "以它的证书为信任锚判定服务器", taught: .trusted,
                    seen: .verdict(report))
            ])
    }

    private static func otherName(_ own: Identity, _ materials: LessonMaterials) throws -> LessonStep {
        let report = try materials.verdict(
            [own.certificate], host: LessonHost.other, anchors: [own.certificate], target: "self-signed.pem")
        return LessonStep(
            LocalizedText("Refused: for another name it says nothing", "拒绝：换一个主机名就不算数"),
            [
                LocalizedText(
                    """
                    An anchor is believed for what it says, and it says www.example.test. Asked for mail.example.test \
                    it proves nothing: without this check one good certificate would open every server's door.
                    """,
                    "信任锚只在它所写的内容范围内可信，而它写的是 www.example.test。要访问的是 mail.example.test 时，它什么也证明不了。如果不核对名称，"
                        + "一张有效的证书就能冒充所有服务器。"
                )
            ],
            asking: LessonQuestion(
                "For which reason is it refused?",
                "它因为什么被拒绝？", against: [.refused(["badSignature"]), .refused(["selfSignedNotAnchor"])]),
            exhibits: [.verdict(report)],
            commands: [
                LessonCommandLine(
                    "holdfast evaluate self-signed.pem --host \(LessonHost.other) --anchors-only self-signed.pem",
                    exitCode: 24)
            ],
            checks: [
                LessonCheck(
                    "The same certificate for mail.example.test", "用同一张证书访问 mail.example.test",
                    taught: .refused(["hostMismatch"]), seen: .verdict(report))
            ])
    }

    /// From the leaf up: each signature with the key of the next, until the anchor.
    private static func recursion(_ chain: [[UInt8]]) throws -> LessonStep {
        let certificates = try chain.map { try Certificate(der: $0) }
        var rows: [LessonRow] = []
        var checks: [LessonCheck] = []
        for (child, issuer) in zip(certificates, certificates.dropFirst()) {
            let (name, above) = (child.subject.commonName ?? "", issuer.subject.commonName ?? "")
            rows.append(LessonRow("\(name): issued by", "\(name)：签发者", text: child.issuer.description))
            rows.append(
                LessonRow("its signature", "它的签名", Array(child.signature.bytes)))
            rows.append(
                LessonRow(
                    "the key of \(above), which has to check it", "用来验证它的公钥，属于 \(above)",
                    Array(issuer.subjectPublicKeyInfo.bytes)))
            checks.append(
                LessonCheck(
                    "\(name), with the key of \(above)", "用 \(above) 的公钥验证 \(name)", taught: .verifies,
                    seen: try check(child, with: issuer)))
        }
        rows.append(
            LessonRow(
                "\(certificates[2].subject.commonName ?? ""): an anchor, so the walk ends here",
                "\(certificates[2].subject.commonName ?? "")：它是信任锚，到此为止", certificates[2].fingerprint))
        checks.append(
            LessonCheck(
                "The leaf with the root's key, one link left out", "跳过一级，直接用根证书的公钥验证叶证书", taught: .doesNotVerify,
                seen: try check(certificates[0], with: certificates[2])))
        return LessonStep(
            LocalizedText("A chain of three, link by link", "三级证书链，逐级验证"),
            [
                LocalizedText(
                    """
                    Nobody has an anchor for every server, so anchors vouch for authorities, and these for servers. To \
                    check a certificate, its issuer's key is needed; that key stands in another certificate, which has \
                    to be checked the same way. The recursion ends at an anchor, which is believed and not checked.
                    """,
                    "谁也不可能为每台服务器各备一个信任锚，于是由信任锚担保颁发机构，再由颁发机构担保服务器。验证一张证书需要签发者的公钥；这把公钥写在另一张证书里，而那张证书同样需要验证。如此递归，"
                        + "直到遇见信任锚为止：信任锚是直接相信的，不再验证。"
                ),
                LocalizedText(
                    """
                    At every link more is asked than the signature: whether the issuer may issue at all, whether it is \
                    still valid, how many may stand below it, for which names it may speak.
                    """,
                    "在每一级，要检查的不只是签名：签发者是否有权签发、是否仍在有效期内、下面允许有几级、可以为哪些名称担保。"),
            ],
            asking: LessonQuestion(
                "Leave the intermediate out: does the leaf's signature verify with the root's key?",
                "跳过中间证书：用根证书的公钥能验证叶证书的签名吗？", about: 2),
            exhibits: [.rows("From the leaf to the anchor", "从叶证书到信任锚", rows)],
            commands: [LessonCommandLine("openssl verify -CAfile root.pem -untrusted intermediate.pem leaf.pem")],
            checks: checks)
    }

    private static func check(_ child: Certificate, with issuer: Certificate) throws -> LessonOutcome {
        .signature(
            try PublicKey(issuer.subjectPublicKeyInfo).isValidSignature(
                child.signature, for: child.tbsBytes, algorithm: child.signatureAlgorithm))
    }

    private static func chain(
        _ leaf: Identity, root: CertificateAuthority, _ materials: LessonMaterials
    ) throws -> LessonStep {
        let report = try materials.verdict(
            leaf.chain, host: LessonHost.name, anchors: [root.certificate], target: "leaf.pem intermediate.pem")
        return LessonStep(
            LocalizedText("The whole chain, judged", "整条证书链的判定"),
            [
                LocalizedText(
                    """
                    A server sends its own certificate and the intermediates. The root it leaves out: who has it as \
                    an anchor does not need it, and who has not would not believe it.
                    """,
                    "服务器发送自己的证书和中间证书，根证书则不发：已将它设为信任锚的客户端用不着，没有设置的客户端收到了也不会相信。")
            ],
            asking: LessonQuestion(
                "The root itself is not sent. What does a client say that has it as an anchor?",
                "根证书并未发送。把它设为信任锚的客户端会如何判定？"),
            exhibits: [.verdict(report)],
            commands: [
                LessonCommandLine(
                    "holdfast evaluate leaf.pem intermediate.pem --host \(LessonHost.name) --anchors-only root.pem")
            ],
            checks: [
                LessonCheck(
                    "The server, with the root as anchor", "以根证书为信任锚判定服务器", taught: .trusted, seen: .verdict(report))
            ])
    }
}
