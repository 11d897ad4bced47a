import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// Chapter 4: how TLS 1.3 and 1.2 agree on keys today, and what is left for the certificate to do.
enum HandshakeChapter: LessonPart {
    static let title = LocalizedText("How TLS really does it", "TLS 实际上是怎么做的")
    static let lead = LocalizedText(
        """
        In TLS 1.3, and in 1.2 with ECDHE, nothing is encrypted with the certificate's key. Both sides make keys for \
        this one handshake, agree on \
        a secret with them, and throw them away. The certificate's key does one thing: it signs what was said, so that \
        one knows with whom the secret was agreed on.
        """,
        "在 TLS 1.3 以及使用 ECDHE 的 TLS 1.2 中，没有任何内容用证书的密钥加密。双方为每次握手单独生成密钥，用它们协商出共享秘密，用完即弃。证书的密钥只做一件事：对握手内容签名，"
            + "让人知道这个秘密究竟是和谁协商出来的。"
    )

    static let text = EnvelopeChapter.text

    static func content(_ materials: LessonMaterials) throws -> LessonContent {
        let identity = try Identity.selfSigned(
            .server(names: [LessonHost.name], at: materials.at), key: try materials.key(.p256))
        let certificate = try Certificate(der: identity.certificate)
        let handshake = try TLS13Handshake(host: LessonHost.name, identity: identity, text: text, materials)
        let exchange = try ECDHEKeyExchange(identity: identity, text: text, materials)
        let key = identity.key
        return LessonContent(
            steps: [
                try agreement(handshake, materials), try hellos(handshake), try schedule(handshake),
                try authentication(handshake, certificate, materials), try finished(handshake),
                try theft(handshake, key), try older(exchange, certificate, key),
                try ticket(handshake, identity, materials),
            ],
            files: try files(handshake, identity))
    }

    private static func files(_ handshake: TLS13Handshake, _ identity: Identity) throws -> [LessonFile] {
        [
            LessonFile("server.key", try identity.key.pem, isPrivate: true),
            .certificates("server.pem", [identity.certificate]),
            .publicKey("server.pub", identity.key.subjectPublicKeyInfo),
            LessonFile("client-hello.bin", handshake.clientHello.bytes),
            LessonFile("server-hello.bin", handshake.serverHello.bytes),
            LessonFile("shared.secret", handshake.sharedSecret, isPrivate: true),
            LessonFile("signed-content.bin", handshake.signedContent?.bytes ?? []),
            LessonFile("certificate-verify.sig", handshake.signature ?? []),
        ]
    }

    private static func agreement(_ handshake: TLS13Handshake, _ materials: LessonMaterials) throws -> LessonStep {
        let server = try handshake.serverShare.sharedSecret(with: handshake.clientShare.publicValue)
        let listener = try KeyAgreementKey(.x25519, privateKey: materials.random(32))
        let guess = try listener.sharedSecret(with: handshake.serverShare.publicValue)
        return LessonStep(
            LocalizedText("Two keys for one handshake", "只为一次握手而生的两把密钥"),
            [
                LocalizedText(
                    """
                    Client and server each make an ephemeral key on X25519 and send its public value. Each combines \
                    its own private key with the other's public value, and both arrive at the same secret. It never \
                    went over the wire, not even encrypted.
                    """,
                    "客户端和服务器各自在 X25519 上生成一把临时密钥，并发送公钥。双方都用自己的私钥与对方的公钥计算，得到同一个秘密。这个秘密从未经过网络，连加密后的形式也没有。"),
                LocalizedText(
                    """
                    A listener sees both public values. To combine them he needs one of the private keys; with his own \
                    he gets another secret.
                    """,
                    "窃听者能看到两个公钥，但计算时必须有其中一把私钥；用他自己的私钥只会得到另一个秘密。"),
            ],
            asking: LessonQuestion(
                "A listener has seen both public values. Does he come to the same secret?",
                "窃听者看到了两个公钥。他能得到同一个秘密吗？", about: 1),
            exhibits: [
                .rows(
                    "X25519", "X25519",
                    [
                        LessonRow("the client's public value, sent", "客户端公钥（发送）", handshake.clientShare.publicValue),
                        LessonRow("the server's public value, sent", "服务器公钥（发送）", handshake.serverShare.publicValue),
                        LessonRow("the secret, at the client", "客户端算出的秘密", handshake.sharedSecret),
                        LessonRow("the secret, at the server", "服务器算出的秘密", server),
                        LessonRow("what the listener computes", "窃听者算出的结果", guess),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The secrets of client and server", "客户端与服务器的秘密", taught: .same,
                    seen: .comparison(handshake.sharedSecret == server)),
                LessonCheck(
                    "The listener's and theirs", "窃听者的结果与双方的秘密", taught: .different,
                    seen: .comparison(guess == server)),
            ])
    }

    private static func hellos(_ handshake: TLS13Handshake) throws -> LessonStep {
        let server = try TLS13KeySchedule(
            sharedSecret: handshake.serverShare.sharedSecret(with: handshake.clientShare.publicValue))
        return LessonStep(
            LocalizedText("Two messages, and everything is encrypted", "两条消息之后，一切加密"),
            [
                LocalizedText(
                    """
                    The public values travel in the first two messages. After ServerHello both sides have the secret, \
                    so the certificate already goes encrypted: a listener no longer sees it. The name in server_name \
                    he still sees.
                    """,
                    "双方的公钥就放在最前面的两条消息里。ServerHello 之后双方都有了共享秘密，所以证书本身已经是加密传输的，窃听者再也看不到；但 server_name 里的名称仍然可见。")
            ],
            asking: LessonQuestion(
                "Two messages have gone over the wire. Do both sides have the same handshake secret now?",
                "只交换了两条消息。此时双方的握手密钥相同吗？"),
            exhibits: [
                .bytes("ClientHello", "ClientHello", handshake.clientHello),
                .bytes("ServerHello", "ServerHello", handshake.serverHello),
            ],
            checks: [
                LessonCheck(
                    "The handshake secret on both sides", "双方的握手密钥", taught: .same,
                    seen: .comparison(server.handshakeSecret == handshake.schedule.handshakeSecret))
            ])
    }

    private static func schedule(_ handshake: TLS13Handshake) throws -> LessonStep {
        let schedule = handshake.schedule
        let keys = try TLS13TrafficKey(handshake.serverHandshakeSecret)
        let hash = Digest.sha256(handshake.clientHello.bytes + handshake.serverHello.bytes)
        let flight = try handshake.recording.openFlight(sharedSecret: handshake.sharedSecret)
        return LessonStep(
            LocalizedText("From one secret to many keys", "由一个秘密推导出多把密钥"),
            [
                LocalizedText(
                    """
                    The key schedule (RFC 8446 §7.1) condenses the secret with HKDF-Extract and derives from it, with \
                    a \
                    label and the hash of all messages so far, one key for each purpose and direction. Change one byte \
                    of a message, and both sides have different keys.
                    """,
                    "密钥编排（RFC 8446 §7.1）先用 HKDF-Extract 提炼共享秘密，再结合标签和此前全部消息的散列，为每种用途、每个方向各推导一把密钥。消息中改动任何一个字节，"
                        + "双方得到的密钥就不再一致。"
                )
            ],
            asking: LessonQuestion(
                "The server's next messages are encrypted already. Does the client open them?",
                "服务器接下来的消息已经加密，客户端能解开吗？"),
            exhibits: [
                .rows(
                    "Key schedule", "密钥编排",
                    [
                        LessonRow(
                            "Early Secret = HKDF-Extract(0, 0)", "Early Secret = HKDF-Extract(0, 0)",
                            schedule.earlySecret),
                        LessonRow(
                            "Derive-Secret(., \"derived\", \"\")", "Derive-Secret(., \"derived\", \"\")",
                            schedule.derivedFromEarly),
                        LessonRow(
                            "Handshake Secret = HKDF-Extract(., shared secret)",
                            "Handshake Secret = HKDF-Extract(., 共享秘密)", schedule.handshakeSecret),
                        LessonRow("hash of ClientHello and ServerHello", "ClientHello 与 ServerHello 的散列", hash),
                        LessonRow(
                            "client_handshake_traffic_secret", "client_handshake_traffic_secret",
                            handshake.clientHandshakeSecret),
                        LessonRow(
                            "server_handshake_traffic_secret", "server_handshake_traffic_secret",
                            handshake.serverHandshakeSecret),
                        LessonRow("its key, for AES-128-GCM", "由它得到的 AES-128-GCM 密钥", keys.key),
                        LessonRow("its nonce for the first record", "第一条记录的 nonce", keys.iv),
                        LessonRow("the record of the server's flight", "服务器加密后的握手消息", handshake.recording.flight),
                    ])
            ],
            commands: [
                LessonCommandLine(
                    """
                    openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt mode:EXTRACT_ONLY \
                    -kdfopt hexsalt:\(HexString.encode(schedule.derivedFromEarly)) \
                    -kdfopt hexkey:\(HexString.encode(handshake.sharedSecret)) HKDF
                    """)
            ],
            checks: [
                LessonCheck(
                    "The server's encrypted messages, at the client", "客户端解密服务器的握手消息", taught: .opened,
                    seen: flight?.starts(with: TLS13Messages.encryptedExtensions) == true ? .opened : .notOpened)
            ])
    }

    private static func authentication(
        _ handshake: TLS13Handshake, _ certificate: Certificate, _ materials: LessonMaterials
    ) throws -> LessonStep {
        let signature = handshake.signature ?? []
        let rest = TLS13Messages.encryptedExtensions + TLS13Messages.certificate([Array(certificate.bytes)])
        // The man in the middle has put his own public value into ServerHello.
        let own = try KeyAgreementKey(.x25519, privateKey: materials.random(32))
        let forged = TLS13Messages.serverHello(random: try materials.random(32), share: own)
        func check(_ serverHello: AnnotatedBytes) throws -> LessonOutcome {
            .signature(
                try TLS13Messages.isSigned(
                    handshake.clientHello.bytes + serverHello.bytes + rest, signature: signature,
                    algorithm: .ecdsa(.sha256), by: certificate))
        }
        return LessonStep(
            LocalizedText("What the certificate is for: one signature", "证书的用处：一个签名"),
            [
                LocalizedText(
                    """
                    So far the client has agreed on a secret with somebody. With CertificateVerify the server signs, \
                    with the key of its certificate, the hash of all messages up to here: both public values are \
                    among them. Only now is it known whose they are.
                    """,
                    "到目前为止，客户端只是和“某人”协商出了秘密。服务器在 CertificateVerify 中用证书的密钥对此前全部消息的散列签名，双方的公钥也在其中。至此才能确认对方是谁。"),
                LocalizedText(
                    """
                    A man in the middle can send his own public value and pass on the true certificate. He cannot sign \
                    for it, and a signature from another handshake does not fit. The blanks and the context string \
                    keep \
                    a signature made for something else from being used here (RFC 8446 §4.4.3).
                    """,
                    "中间人可以换上自己的公钥，再转发真正的证书，但他无法为此签名，别的握手中的签名也对不上。开头的空格和上下文字符串，则防止把用于其他场合的签名挪到这里（RFC 8446 §4.4.3）。"),
            ],
            asking: LessonQuestion(
                "A man in the middle puts his own public value in and keeps the signature. What does the check say?",
                "中间人换上自己的公钥，但保留原来的签名。验证结果如何？", about: 1),
            exhibits: [
                .bytes("What is signed", "被签名的内容", handshake.signedContent ?? AnnotatedBytes()),
                .rows(
                    "CertificateVerify", "CertificateVerify",
                    [LessonRow("the signature: ecdsa_secp256r1_sha256", "签名：ecdsa_secp256r1_sha256", signature)]),
            ],
            commands: [
                LessonCommandLine(
                    "openssl dgst -sha256 -verify server.pub -signature certificate-verify.sig signed-content.bin")
            ],
            checks: [
                LessonCheck(
                    "The signature, with the key of the certificate", "用证书里的公钥验证签名", taught: .verifies,
                    seen: try check(handshake.serverHello)),
                LessonCheck(
                    "The same signature in a handshake with another public value", "同一签名放进公钥被替换的握手",
                    taught: .doesNotVerify, seen: try check(forged)),
            ])
    }

    private static func finished(_ handshake: TLS13Handshake) throws -> LessonStep {
        let opened = try handshake.recording.openData(sharedSecret: handshake.sharedSecret)
        let messages = try handshake.recording.openFlight(sharedSecret: handshake.sharedSecret) ?? []
        let finishedCount = 4 + TLS13KeySchedule.count
        let expected = try TLS13KeySchedule.finished(
            handshake.serverHandshakeSecret,
            transcript: handshake.clientHello.bytes + handshake.serverHello.bytes
                + Array(messages.dropLast(finishedCount)))
        return LessonStep(
            LocalizedText("Finished, and the first data", "Finished 与第一条数据"),
            [
                LocalizedText(
                    """
                    Finished is a checksum under a key of the handshake over every message: whoever changed one on the \
                    way, to force an older version for example, is noticed here. Then come new keys for the data.
                    """,
                    "Finished 是用握手密钥对全部消息计算的校验值：途中谁改动了消息（例如为了迫使双方降级到旧版本），在这里就会暴露。随后改用新的密钥传输数据。")
            ],
            asking: LessonQuestion(
                "The client computes the server's Finished by itself. Is it what the server sent?",
                "客户端自行计算服务器的 Finished，与收到的相同吗？"),
            exhibits: [
                .rows(
                    "The end of the handshake", "握手收尾",
                    [
                        LessonRow("the server's verify_data", "服务器的 verify_data", handshake.serverFinished),
                        LessonRow("Master Secret", "Master Secret", handshake.schedule.masterSecret),
                        LessonRow(
                            "client_application_traffic_secret_0", "client_application_traffic_secret_0",
                            handshake.clientApplicationSecret),
                        LessonRow(
                            "server_application_traffic_secret_0", "server_application_traffic_secret_0",
                            handshake.serverApplicationSecret),
                        LessonRow("the client's request, encrypted", "客户端请求的密文", handshake.recording.data),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The server's Finished, computed by the client", "客户端自行计算的服务器 Finished", taught: .same,
                    seen: .comparison(Array(messages.suffix(TLS13KeySchedule.count)) == expected)),
                LessonCheck("The request, on the server", "服务器解密请求", taught: .opened, seen: .opening(opened, of: text)),
            ])
    }
}
