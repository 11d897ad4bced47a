import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// The later steps of chapter 4: a stolen key, TLS 1.2, and tickets.
extension HandshakeChapter {
    static func theft(_ handshake: TLS13Handshake, _ key: PrivateKey) throws -> LessonStep {
        let recording = handshake.recording
        // The thief's best try: his key is one of a curve too, so he uses it in place of the ephemeral one.
        let stolen = try KeyAgreementKey(.x25519, privateKey: CertificateKeyScalar.of(key))
        let tries = [
            try stolen.sharedSecret(with: recording.clientValue), try stolen.sharedSecret(with: recording.serverValue),
        ]
        let opened = try tries.compactMap { try recording.openData(sharedSecret: $0) }.first
        // Had the server written its ephemeral key down.
        let kept = try handshake.serverShare.sharedSecret(with: recording.clientValue)
        return LessonStep(
            LocalizedText("Stolen later, and nothing opens", "日后失窃，什么也打不开"),
            [
                LocalizedText(
                    """
                    The theft of chapter 3 once more: the whole recording, and later the private key of the \
                    certificate. \
                    But that key only signed. The thief tries it in place of the ephemeral key, against both public \
                    values, and opens nothing. This is forward secrecy.
                    """,
                    "重演第 3 章的失窃：完整的流量录像，加上日后得到的证书私钥。但这把私钥只用来签过名。窃贼拿它代替临时密钥，与两个公钥逐一尝试，什么也打不开。这就是前向保密。"),
                LocalizedText(
                    """
                    What he would have needed is an ephemeral key, and both sides have forgotten theirs. With the \
                    stolen \
                    key he can pretend to be the server from now on: that is why certificates are revoked.
                    """,
                    "他真正需要的是临时私钥，而双方早已将其丢弃。不过从失窃那一刻起，他可以冒充这台服务器——所以泄露的证书必须吊销。"),
            ],
            asking: LessonQuestion(
                "He has the whole recording and the certificate's private key. Does it open?",
                "他有全部流量和证书私钥，能解开吗？"),
            exhibits: [
                .rows(
                    "The thief's tries", "窃贼的尝试",
                    [
                        LessonRow("certificate's key with the client's public value", "证书私钥与客户端公钥", tries[0]),
                        LessonRow("certificate's key with the server's public value", "证书私钥与服务器公钥", tries[1]),
                        LessonRow("the secret that was agreed on", "实际协商出的秘密", handshake.sharedSecret),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The recording, with the certificate's private key", "用证书私钥解录下的流量", taught: .notOpened,
                    seen: .opening(opened, of: text)),
                LessonCheck(
                    "The recording, had the server kept its ephemeral key", "假如服务器保留了临时私钥", taught: .opened,
                    seen: .opening(try recording.openData(sharedSecret: kept), of: text)),
            ])
    }

    static func older(
        _ exchange: ECDHEKeyExchange, _ certificate: Certificate, _ key: PrivateKey
    ) throws -> LessonStep {
        let judge = try PublicKey(certificate.subjectPublicKeyInfo)
        let client = try exchange.keys(
            sharedSecret: exchange.clientShare.sharedSecret(with: exchange.serverShare.publicValue))
        let server = try exchange.keys(
            sharedSecret: exchange.serverShare.sharedSecret(with: exchange.clientShare.publicValue))
        let stolen = try KeyAgreementKey(.p256, privateKey: CertificateKeyScalar.of(key))
        let tried = try exchange.keys(sharedSecret: stolen.sharedSecret(with: exchange.clientShare.publicValue))
        return LessonStep(
            LocalizedText("TLS 1.2 with ECDHE", "TLS 1.2 的 ECDHE"),
            [
                LocalizedText(
                    """
                    TLS 1.2 can do it too, where an ECDHE suite is chosen: ServerKeyExchange carries the server's \
                    ephemeral public value, signed together with both random numbers (RFC 8422 §5.4). Certificate and \
                    signature still go in the clear, and a server may still choose RSA: look at what was negotiated.
                    """,
                    "只要选用 ECDHE 套件，TLS 1.2 同样做得到：ServerKeyExchange 携带服务器的临时公钥，并与双方随机数一起签名（RFC 8422 §5.4）。但证书和签名仍是明文，"
                        + "服务器也仍可能选用 RSA，所以要看实际协商的结果。"
                ),
                LocalizedText(
                    """
                    The ephemeral keys are of P-256 here, the curve of the certificate's key: the thief's key even \
                    fits, \
                    and helps him nothing.
                    """,
                    "这里的临时密钥用的是 P-256，与证书的密钥同一条曲线：窃贼手里的私钥连格式都合适，却依然无济于事。"),
            ],
            asking: LessonQuestion(
                "And with TLS 1.2: does a recording open with the certificate's private key?",
                "换成 TLS 1.2：用证书私钥能解开录下的流量吗？", about: 3),
            exhibits: [
                .bytes("What ServerKeyExchange signs", "ServerKeyExchange 签名的内容", exchange.signedContent),
                .rows(
                    "Keys", "密钥",
                    [
                        LessonRow("the signature", "签名", exchange.signature),
                        LessonRow("master secret, at the client", "客户端的主密钥", client.masterSecret),
                        LessonRow("master secret, at the server", "服务器的主密钥", server.masterSecret),
                    ]),
            ],
            checks: [
                LessonCheck(
                    "The signature over the ephemeral public value", "对临时公钥的签名", taught: .verifies,
                    seen: .signature(
                        judge.isValidSignature(
                            exchange.signature[...], for: exchange.signedContent.bytes[...], algorithm: .ecdsa(.sha256))
                    )),
                LessonCheck(
                    "The master secret on both sides", "双方的主密钥", taught: .same,
                    seen: .comparison(client.masterSecret == server.masterSecret)),
                LessonCheck(
                    "The request, on the server", "服务器解密请求", taught: .opened,
                    seen: .opening(try server.openFromClient(exchange.record), of: text)),
                LessonCheck(
                    "The recording, with the certificate's private key", "用证书私钥解录下的流量", taught: .notOpened,
                    seen: .opening(try tried.openFromClient(exchange.record), of: text)),
            ])
    }

    static func ticket(
        _ first: TLS13Handshake, _ identity: Identity, _ materials: LessonMaterials
    ) throws -> LessonStep {
        let session = try SessionTicket(for: first, materials)
        let found = try session.preSharedKeyAtServer()
        func resumed() throws -> TLS13Handshake {
            try TLS13Handshake(
                host: LessonHost.name, identity: identity, text: text,
                resuming: .init(ticket: session.ticket, preSharedKey: session.preSharedKey), materials)
        }
        let (second, third) = (try resumed(), try resumed())
        // The ticket taken for a key: its first bytes, as long as one.
        let guess = try TLS13TrafficKey(Array(session.ticket.prefix(TLS13KeySchedule.count))).open(
            second.recording.data)
        // The listener's own secret in place of the agreed one, together with the key that the ticket stands for.
        let leaked = try second.recording.openData(
            preSharedKey: session.preSharedKey, sharedSecret: materials.random(32))
        return LessonStep(
            LocalizedText("What a session ticket is, and is not", "会话票据是什么，不是什么"),
            [
                LocalizedText(
                    """
                    A ticket saves the next handshake the certificate. For the client it is an opaque label; here the \
                    server has sealed into it, under a key of its own, the pre-shared key of this session. It is not \
                    the key of the traffic: nothing is ever encrypted with it.
                    """,
                    "会话票据让下一次握手省去证书。对客户端来说，它只是一串看不懂的标签；服务器用自己的密钥把本次会话的预共享密钥封存在里面。它不是流量密钥，没有任何数据用它加密。"),
                LocalizedText(
                    """
                    A resumed handshake mixes the pre-shared key with a new key agreement, and every one gets traffic \
                    keys of its own. Even the pre-shared key alone opens nothing (psk_dhe_ke). In TLS 1.2 it is \
                    weaker: \
                    the ticket holds the master secret itself, so whoever steals the server's ticket key later opens \
                    recorded connections (RFC 9325 §3.4).
                    """,
                    "恢复会话时，预共享密钥会与新一轮密钥协商混合，每次得到的流量密钥都不同；就算预共享密钥泄露，单凭它也解不开（psk_dhe_ke）。TLS 1.2 要弱一些：票据里封存的就是主密钥，"
                        + "日后谁窃得服务器的票据密钥，就能解开录下的连接（RFC 9325 §3.4）。"
                ),
            ],
            asking: LessonQuestion(
                "One ticket is used for two handshakes. Are their traffic keys the same?",
                "同一张票据用于两次握手，两次的流量密钥相同吗？", about: 1),
            exhibits: [
                .rows(
                    "One ticket, used twice", "同一张票据用两次",
                    [
                        LessonRow("resumption_master_secret", "resumption_master_secret", first.resumptionMasterSecret),
                        LessonRow("the pre-shared key that the ticket stands for", "票据所代表的预共享密钥", session.preSharedKey),
                        LessonRow("the ticket, as the client keeps and sends it", "客户端保存并发送的票据", session.ticket),
                        LessonRow(
                            "client traffic secret, first handshake", "客户端流量密钥：首次握手", first.clientApplicationSecret),
                        LessonRow("client traffic secret, resumed", "客户端流量密钥：第一次恢复", second.clientApplicationSecret),
                        LessonRow(
                            "client traffic secret, resumed again", "客户端流量密钥：第二次恢复", third.clientApplicationSecret),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The pre-shared key, as the server finds it in the ticket", "服务器从票据中取出的预共享密钥", taught: .same,
                    seen: .comparison(found == session.preSharedKey)),
                LessonCheck(
                    "The traffic keys of two resumptions with one ticket", "同一票据两次恢复所得的流量密钥", taught: .different,
                    seen: .comparison(second.clientApplicationSecret == third.clientApplicationSecret)),
                LessonCheck(
                    "The resumed traffic, with the ticket taken for its key", "把票据当作流量密钥解密", taught: .notOpened,
                    seen: .opening(guess, of: text)),
                LessonCheck(
                    "The resumed traffic, with the pre-shared key alone", "只凭预共享密钥解密", taught: .notOpened,
                    seen: .opening(leaked, of: text)),
                LessonCheck(
                    "The resumed traffic, at the server", "服务器解密恢复后的流量", taught: .opened,
                    seen: .opening(
                        try second.recording.openData(
                            preSharedKey: found,
                            sharedSecret: second.serverShare.sharedSecret(with: second.clientShare.publicValue)),
                        of: text)),
            ])
    }
}
