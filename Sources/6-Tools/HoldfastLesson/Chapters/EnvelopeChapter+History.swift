import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// The key exchange with RSA of TLS until 1.2, and its two holes.
extension EnvelopeChapter {
    static func history(_ exchange: RSAKeyExchange, _ key: PrivateKey) throws -> LessonStep {
        let block = try key.dangerousDecryptPKCS1Block(exchange.sealedPreMaster) ?? []
        let opened = DangerousPKCS1Block.message(in: block)
        let server = try exchange.keys(preMaster: opened ?? [])
        var parts = AnnotatedBytes()
        parts.add(Array(block.prefix(2)), "00 02: for encryption", "00 02：表示用于加密")
        parts.add(Array(block.dropFirst(2).prefix { $0 != 0 }), "random padding without a zero", "随机填充，不含零字节")
        parts.add([0], "a zero: here the padding ends", "零字节：填充到此为止")
        parts.add(Array((opened ?? []).prefix(2)), "the version that the client asked for", "客户端请求的版本")
        parts.add(Array((opened ?? []).dropFirst(2)), "46 random bytes of the client", "客户端的 46 个随机字节")
        return LessonStep(
            LocalizedText("So did TLS until 1.2", "TLS 1.2 及以前就是这样做的"),
            [
                LocalizedText(
                    """
                    The handshake of the articles: TLS with RSA key exchange. Both sides send a random number in the \
                    clear. The client encrypts a pre-master secret of 48 bytes with the certificate's key \
                    (ClientKeyExchange, PKCS #1 v1.5), and from the three numbers both derive the same keys.
                    """,
                    "经典的 RSA 密钥交换：双方各以明文发送一个随机数；客户端用证书里的公钥加密 48 字节的预主密钥（ClientKeyExchange，PKCS #1 v1.5 填充）；"
                        + "双方再由这三个数推导出相同的密钥。"
                ),
                LocalizedText(
                    """
                    Shown with the key derivation of TLS 1.2 (RFC 5246); 1.0 mixed MD5 and SHA-1 instead. The server \
                    proves itself only by being able to decrypt: it signs nothing.
                    """,
                    "这里使用 TLS 1.2 的密钥推导（RFC 5246）；TLS 1.0 则混用 MD5 与 SHA-1。服务器证明身份的方式只是“能够解密”，它并不签名。"),
            ],
            asking: LessonQuestion(
                "Each side derives the master secret by itself. Are the two the same?",
                "双方各自推导主密钥，得到的结果相同吗？"),
            exhibits: [
                .rows(
                    "On the wire", "网络上传输的内容",
                    [
                        LessonRow("ClientHello.random", "ClientHello.random", exchange.clientRandom),
                        LessonRow("ServerHello.random", "ServerHello.random", exchange.serverRandom),
                        LessonRow("EncryptedPreMasterSecret", "EncryptedPreMasterSecret", exchange.sealedPreMaster),
                        LessonRow("a record of application data", "一条应用数据记录", exchange.record),
                    ]),
                .bytes("Inside, as the server sees it", "服务器解开后看到的内容", parts),
                .rows(
                    "Derived on both sides", "双方推导出的密钥",
                    [
                        LessonRow("master secret", "主密钥（master secret）", server.masterSecret),
                        LessonRow("key of the client's direction", "客户端方向的密钥", server.clientKey),
                        LessonRow("key of the server's direction", "服务器方向的密钥", server.serverKey),
                    ]),
            ],
            commands: [
                LessonCommandLine("openssl pkeyutl -decrypt -inkey server.key -in premaster.enc -out opened.bin"),
                LessonCommandLine("cmp opened.bin premaster.bin"),
            ],
            checks: [
                LessonCheck(
                    "The master secret on both sides", "双方得到的主密钥", taught: .same,
                    seen: .comparison(
                        server.masterSecret == (try exchange.keys(preMaster: exchange.preMaster)).masterSecret)),
                LessonCheck(
                    "The client's record, on the server", "服务器解密客户端的记录", taught: .opened,
                    seen: .opening(try server.openFromClient(exchange.record), of: text)),
            ])
    }

    static func theft(
        _ exchange: RSAKeyExchange, _ key: PrivateKey, _ listener: PrivateKey
    ) throws -> LessonStep {
        func read(with key: PrivateKey) throws -> [UInt8]? {
            let block = try key.dangerousDecryptPKCS1Block(exchange.sealedPreMaster)
            guard let preMaster = block.flatMap(DangerousPKCS1Block.message(in:)) else { return nil }
            return try exchange.keys(preMaster: preMaster).openFromClient(exchange.record)
        }
        let stolen = try read(with: key)
        return LessonStep(
            LocalizedText("First hole: stolen later, opened later", "漏洞一：日后失窃，旧账全开"),
            [
                LocalizedText(
                    """
                    A listener recorded it all years ago and could do nothing with it. Today he gets the server's \
                    private key: from a backup, by a bug like Heartbleed, by a court. He opens every recorded \
                    envelope, \
                    and with it every conversation that was ever held under this key.
                    """,
                    "多年前有人录下了全部流量，当时毫无用处。如今他得到了服务器的私钥：也许来自一份备份，也许利用了 Heartbleed 这样的漏洞，也许凭一纸法院命令。于是他打开了录下的每一个信封，"
                        + "这把密钥保护过的所有通信全部泄露。"
                ),
                LocalizedText(
                    """
                    Here it is done: the recorded bytes of the step before, and the private key, nothing else. What \
                    TLS \
                    lacked is called forward secrecy.
                    """,
                    "下面就来做一遍：只用上一步录下的字节和这把私钥，此外什么也不用。TLS 当时所缺的，叫做前向保密（forward secrecy）。"),
            ],
            asking: LessonQuestion(
                "The recording is years old. Does it open with the key that was stolen today?",
                "录像是多年前的。用今天窃得的私钥能解开吗？", about: 1),
            exhibits: [
                .rows(
                    "What the thief reads", "窃贼读到的内容",
                    [
                        LessonRow(
                            "from the record", "来自录下的记录",
                            text: String(decoding: (stolen ?? []).map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self))
                    ])
            ],
            checks: [
                LessonCheck(
                    "The recording, without the server's key", "没有服务器私钥时解录下的流量", taught: .notOpened,
                    seen: .opening(try read(with: listener), of: text)),
                LessonCheck(
                    "The same recording, with the key stolen later", "日后窃得私钥，再解同一份流量", taught: .opened,
                    seen: .opening(stolen, of: text)),
            ])
    }

    static func padding(
        _ exchange: RSAKeyExchange, _ publicKey: PublicKey, _ key: PrivateKey
    ) throws -> LessonStep {
        guard case .rsa(let parts) = publicKey.subjectPublicKeyInfo.key else {
            throw LessonFault.noRSAKey
        }
        let modulus = Array(parts.modulus)
        let two = [UInt8](repeating: 0, count: modulus.count - 1) + [2]
        // All that this takes is public.
        let twisted = LargeNumber.product(
            exchange.sealedPreMaster, try publicKey.dangerousRawRSA(two), modulo: modulus)
        let original = try key.dangerousDecryptPKCS1Block(exchange.sealedPreMaster) ?? []
        let block = try key.dangerousDecryptPKCS1Block(twisted) ?? []
        return LessonStep(
            LocalizedText("Second hole: a server that answers too much", "漏洞二：回答得太多的服务器"),
            [
                LocalizedText(
                    """
                    Whoever has a recorded envelope can multiply what is inside without opening it: envelope times \
                    2 to the exponent is the envelope of the doubled number. He sends it to the server, which finds \
                    the \
                    padding right or wrong and lets it be noticed, by an error or by the time it takes.
                    """,
                    "拿到一个录下的信封，不用打开就能把里面的数乘以 2：信封乘以 2 的 e 次方，正好是“加倍之后”的信封。攻击者把它发给服务器，服务器检查填充是否正确，"
                        + "而检查结果总会通过错误信息或耗时流露出来。"),
                LocalizedText(
                    """
                    Each answer narrows the number down. Daniel Bleichenbacher needed about a million questions in \
                    1998; \
                    ROBOT found servers that still answered in 2017. TLS 1.3 removed RSA key exchange altogether.
                    """,
                    "每一个回答都能缩小那个数的范围。1998 年 Bleichenbacher 用了大约一百万次询问；2017 年的 ROBOT 发现仍有服务器会作答。"
                        + "TLS 1.3 干脆取消了 RSA 密钥交换。"),
            ],
            asking: LessonQuestion(
                "Doubled, does the number still have a right padding in the server's eyes?",
                "数被加倍之后，在服务器眼中它的填充还正确吗？", about: 2),
            exhibits: [
                .rows(
                    "Made from public numbers alone", "只用公开的数就能构造",
                    [
                        LessonRow("the recorded envelope", "录下的信封", exchange.sealedPreMaster),
                        LessonRow("the envelope of the doubled number", "“加倍之后”的信封", twisted),
                        LessonRow("what the server finds in the first", "服务器从前者解出的内容", original),
                        LessonRow("what it finds in the second", "服务器从后者解出的内容", block),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The second number and twice the first", "后一个数与前一个数的两倍", taught: .same,
                    seen: .comparison(block == LargeNumber.product(original, two, modulo: modulus))),
                LessonCheck(
                    "The padding of the first, as the server sees it", "服务器眼中前者的填充", taught: .right,
                    seen: .padding(DangerousPKCS1Block.message(in: original) != nil)),
                LessonCheck(
                    "The padding of the second, which answers the attacker's question", "服务器眼中后者的填充（这就回答了攻击者的问题）",
                    taught: .wrong, seen: .padding(DangerousPKCS1Block.message(in: block) != nil)),
            ])
    }
}

/// RSA key exchange as TLS 1.2 still had it (RFC 5246 §7.4.7.1), with one record of data.
struct RSAKeyExchange: Sendable {
    let clientRandom: [UInt8]
    let serverRandom: [UInt8]
    let preMaster: [UInt8]
    let sealedPreMaster: [UInt8]
    let record: [UInt8]

    init(for key: PublicKey, text: [UInt8], _ materials: LessonMaterials) throws {
        clientRandom = try materials.random(32)
        serverRandom = try materials.random(32)
        preMaster = [3, 3] + (try materials.random(46))
        sealedPreMaster = try key.dangerousEncryptPKCS1v15(preMaster)
        record = try TLS12KeySchedule(
            preMaster: preMaster, clientRandom: clientRandom, serverRandom: serverRandom
        ).sealFromClient(text)
    }

    func keys(preMaster: [UInt8]) throws(CryptoError) -> TLS12KeySchedule {
        try TLS12KeySchedule(preMaster: preMaster, clientRandom: clientRandom, serverRandom: serverRandom)
    }
}
