import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// Chapter 3: the digital envelope, and what becomes of it when the key is stolen later.
enum EnvelopeChapter: LessonPart {
    static let title = LocalizedText("The secret envelope", "数字信封")
    static let lead = LocalizedText(
        """
        How HTTPS is often told: encrypt a session key with the certificate's public key, open it with the private \
        one, and encrypt everything else with the session key. It works, TLS did it until 1.2, and it has two holes \
        that ended it. All three are shown here.
        """,
        "HTTPS 常被这样讲解：用证书里的公钥加密会话密钥，用私钥解开，之后的数据都用会话密钥加密。这样做行得通，TLS 直到 1.2 都支持；但它有两个漏洞，最终因此被淘汰。本章把这三件事都做一遍。")

    /// The text that is sent through the envelope and through the old handshake.
    static let text = Array("GET /account HTTP/1.1\r\nCookie: session=7c1f\r\n\r\n".utf8)

    static func content(_ materials: LessonMaterials) throws -> LessonContent {
        let key = try materials.key(.rsa(bits: 2048))
        let listener = try materials.key(.rsa(bits: 2048))
        let certificate = try Certificate(
            der: Identity.selfSigned(.server(names: [LessonHost.name], at: materials.at), key: key).certificate)
        let publicKey = try PublicKey(certificate.subjectPublicKeyInfo)
        let envelope = try Envelope(for: publicKey, text: text, materials)
        let exchange = try RSAKeyExchange(for: publicKey, text: text, materials)
        return LessonContent(
            steps: [
                try seal(envelope, key), try data(envelope, key), try listen(envelope, listener),
                try history(exchange, key), try theft(exchange, key, listener), try padding(exchange, publicKey, key),
            ],
            files: [
                LessonFile("server.key", try key.pem, isPrivate: true),
                .certificates("server.pem", [Array(certificate.bytes)]),
                LessonFile("listener.key", try listener.pem, isPrivate: true),
                LessonFile("session.key", envelope.sessionKey, isPrivate: true),
                LessonFile("envelope.bin", envelope.sealedKey), LessonFile("data.bin", envelope.sealedText),
                LessonFile("premaster.bin", exchange.preMaster, isPrivate: true),
                LessonFile("premaster.enc", exchange.sealedPreMaster),
            ])
    }

    private static let oaep = "-pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256"

    private static func seal(_ envelope: Envelope, _ key: PrivateKey) throws -> LessonStep {
        LessonStep(
            LocalizedText("A session key in an envelope", "把会话密钥装进信封"),
            [
                LocalizedText(
                    """
                    The client makes 32 random bytes: the session key. It takes the public key out of the server's \
                    certificate, which it has judged before, and encrypts the session key with it (RSA with OAEP). \
                    Only \
                    the private key opens that.
                    """,
                    "客户端生成 32 个随机字节，作为会话密钥。接着从服务器证书（此前已经判定可信）中取出公钥，加密这把会话密钥（RSA，OAEP 填充）。只有对应的私钥才能解开。"),
                LocalizedText(
                    """
                    Why two keys? RSA encrypts a few hundred bytes slowly; AES encrypts gigabytes a second, but needs \
                    a key that both sides have.
                    """,
                    "为什么要两把密钥？RSA 很慢，一次只能加密几百字节；AES 每秒能加密数 GB，但前提是双方事先拥有同一把密钥。"),
            ],
            asking: LessonQuestion(
                "The server tries its private key on the envelope. What happens?",
                "服务器用自己的私钥来拆信封，结果如何？"),
            exhibits: [
                .rows(
                    "On the client", "客户端",
                    [
                        LessonRow("the session key", "会话密钥", envelope.sessionKey),
                        LessonRow("the envelope: this goes over the wire", "信封：在网络上传输的内容", envelope.sealedKey),
                    ])
            ],
            commands: [
                LessonCommandLine(
                    "openssl pkeyutl -decrypt -inkey server.key \(oaep) -in envelope.bin -out opened.key"),
                LessonCommandLine("cmp opened.key session.key"),
            ],
            checks: [
                LessonCheck(
                    "The envelope, with the server's private key", "用服务器的私钥打开信封", taught: .opened,
                    seen: .opening(try key.decryptOAEP(envelope.sealedKey), of: envelope.sessionKey))
            ])
    }

    private static func data(_ envelope: Envelope, _ key: PrivateKey) throws -> LessonStep {
        let opened = try key.decryptOAEP(envelope.sealedKey) ?? []
        var changed = envelope
        changed.sealedText[0] ^= 1
        return LessonStep(
            LocalizedText("Data under the session key", "用会话密钥加密数据"),
            [
                LocalizedText(
                    """
                    Both sides now have the session key and encrypt with AES-256-GCM. GCM also authenticates: a tag of \
                    16 bytes stands behind the text, and a single changed bit makes the whole message unreadable \
                    instead of slightly different.
                    """,
                    "现在双方都有会话密钥，用 AES-256-GCM 加密数据。GCM 同时提供认证：密文后面附有 16 字节的标签，只要改动一个比特，整条消息就会被拒绝，而不是解出略有差异的内容。")
            ],
            asking: LessonQuestion(
                "One bit is changed on the way. What can the server do with the message?",
                "途中有一个比特被改动，服务器还能解开这条消息吗？", about: 1),
            exhibits: [
                .rows(
                    "A request", "一个请求",
                    [
                        LessonRow("in the clear", "明文", text: "GET /account HTTP/1.1 ⏎ Cookie: session=7c1f ⏎"),
                        LessonRow("nonce: never twice under one key", "nonce：同一密钥下不得重复", envelope.nonce),
                        LessonRow("encrypted, with its tag", "密文与标签", envelope.sealedText),
                    ])
            ],
            checks: [
                LessonCheck(
                    "On the server, with the session key out of the envelope", "服务器用信封里取出的会话密钥解密", taught: .opened,
                    seen: .opening(try envelope.open(with: opened), of: text)),
                LessonCheck(
                    "The same with one bit changed on the way", "途中被改动了一个比特", taught: .notOpened,
                    seen: .opening(try changed.open(with: opened), of: text)),
            ])
    }

    private static func listen(_ envelope: Envelope, _ listener: PrivateKey) throws -> LessonStep {
        let guess = try listener.decryptOAEP(envelope.sealedKey)
        return LessonStep(
            LocalizedText("A listener without the private key", "没有私钥的窃听者"),
            [
                LocalizedText(
                    """
                    Somebody on the way has everything that was sent: the certificate, the envelope, the encrypted \
                    data. Not the private key. With a key of his own he opens nothing; the public key only closes \
                    envelopes.
                    """,
                    "途中有人截获了传输的一切：证书、信封、密文，唯独没有私钥。用他自己的密钥什么也解不开；而公钥只能封信，不能拆信。"),
                LocalizedText(
                    """
                    This holds only because the client judged the certificate first. Had it taken the listener's \
                    certificate, the envelope would be addressed to the listener.
                    """,
                    "这一切成立的前提是客户端先判定了证书。如果它接受了窃听者的证书，信封就等于写给了窃听者。"),
            ],
            asking: LessonQuestion(
                "He tries the private key that he has, his own. What happens to the envelope?",
                "他用自己的私钥去拆信封，结果如何？"),
            commands: [
                LessonCommandLine(
                    "openssl pkeyutl -decrypt -inkey listener.key \(oaep) -in envelope.bin -out guess.key", exitCode: 1)
            ],
            checks: [
                LessonCheck(
                    "The envelope, with the listener's own private key", "窃听者用自己的私钥打开信封", taught: .notOpened,
                    seen: .opening(guess, of: envelope.sessionKey)),
                LessonCheck(
                    "The data, with what he has", "窃听者用手头的内容解密数据", taught: .notOpened,
                    seen: .opening(try envelope.open(with: guess ?? [UInt8](repeating: 0, count: 32)), of: text)),
            ])
    }
}

/// A session key sealed for a public key, and a text sealed with it.
struct Envelope: Sendable {
    let sessionKey: [UInt8]
    let sealedKey: [UInt8]
    let nonce: [UInt8]
    var sealedText: [UInt8]

    init(for key: PublicKey, text: [UInt8], _ materials: LessonMaterials) throws {
        sessionKey = try materials.random(32)
        sealedKey = try key.encryptOAEP(sessionKey)
        nonce = try materials.random(AESGCM.nonceCount)
        sealedText = try AESGCM(key: sessionKey).seal(text, nonce: nonce)
    }

    /// Nil for a wrong key, of whatever length.
    func open(with key: [UInt8]) throws -> [UInt8]? {
        guard key.count == sessionKey.count else { return nil }
        return try AESGCM(key: key).open(sealedText, nonce: nonce)
    }
}
