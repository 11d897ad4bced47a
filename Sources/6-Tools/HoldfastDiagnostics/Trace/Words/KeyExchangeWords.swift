import HoldfastTLS
import HoldfastTracing
import HoldfastStatements

extension KeyExchange {
    /// An explanation of the way to common keys, in one sentence.
    var explanation: LocalizedText {
        switch self {
        case .rsa:
            LocalizedText(
                "the client chose the pre-master secret and sent it encrypted to the key of the server's certificate",
                "客户端生成预主密钥，用服务器证书中的公钥加密后发送")
        case .ecdhe(let group) where group.method == .encapsulation: Self.encapsulation(group)
        case .ecdhe(let group) where group.method == .hybrid: Self.hybrid(group)
        case .ecdhe(let group):
            LocalizedText(
                "each side sent one half of an exchange on \(group), made for this connection; both computed the "
                    + "secret",
                "双方各发送一半为本次连接生成的 \(group) 交换值，各自算出共享秘密")
        case .dhe(let bits):
            LocalizedText(
                "each side sent one half of an exchange over a field of \(bits) bits, made for this connection",
                "双方各发送一半为本次连接生成的 \(bits) 位有限域交换值")
        case .psk:
            LocalizedText("a key that both had before, and nothing else", "仅使用双方事先共有的密钥")
        case .pskECDHE(let group):
            LocalizedText(
                "a key that both had before (of an earlier session, or agreed on otherwise), and a new exchange by "
                    + "\(group)",
                "双方已有的密钥（来自先前会话或事先约定），加上一次新的 \(group) 交换")
        case .pskDHE(let bits):
            LocalizedText(
                "a key that both had before, and a new exchange over a field of \(bits) bits",
                "双方已有的密钥，加上一次新的 \(bits) 位有限域交换")
        case .resumption:
            LocalizedText(
                "the master secret of the session before, with new randoms: nothing was exchanged",
                "沿用先前会话的主密钥和新的随机数，没有新的密钥交换")
        case .other(let name): LocalizedText(name, name)
        }
    }
}

extension KeyExchange {
    /// FIPS 203 §3.1: of a key encapsulation mechanism one side has an encapsulation key, and the other makes the
    /// secret and its ciphertext with that; neither is half of anything.
    private static func encapsulation(_ group: NamedGroup) -> LocalizedText {
        LocalizedText(
            "by \(group), made for this connection: the client sent an encapsulation key, and the server a ciphertext "
                + "of the secret, which the client alone opens",
            "为本次连接使用 \(group)：客户端发送封装密钥，服务器用它生成共享秘密并送回密文，只有客户端能解开")
    }

    /// RFC 9794 §2, a post-quantum/traditional hybrid: the secret is made of both components'.
    private static func hybrid(_ group: NamedGroup) -> LocalizedText {
        LocalizedText(
            "by \(group), made for this connection, which joins two: each side sent a value of Diffie-Hellman, the "
                + "client an encapsulation key too, and the server a ciphertext made with it; the secret is safe while "
                + "one of the two is",
            "为本次连接使用 \(group)，其中合并了两种交换：双方各发送一个 Diffie-Hellman 值，客户端另送封装密钥，服务器另送由它生成的密文；"
                + "只要其中一种未被攻破，共享秘密就安全")
    }
}

extension NegotiatedParameters {
    /// An explanation of the way to common keys, or that there are none, in one sentence; nil where nothing was chosen.
    var keyExchangeExplanation: LocalizedText? {
        guard let keyExchange else { return nil }
        guard !isKeyExchangeDone else { return keyExchange.explanation }
        return LocalizedText(
            "chosen, and not carried out: the handshake ended before the client's half, so that there are no common "
                + "keys",
            "已选定但未完成：握手在客户端发送其部分之前结束，双方没有共同的密钥")
    }
}

extension HandshakeTrace {
    /// The outcome of the handshake, in a few words.
    var outcomeWords: LocalizedText {
        switch outcome {
        case .completed: closing.words
        case .refusedByServer(let alert, true):
            LocalizedText("the server broke off the handshake: \(alert.name)", "服务器中断握手：\(alert.name)")
        case .refusedByServer(let alert, false):
            LocalizedText("the server ended the connection: \(alert.name)", "服务器结束连接：\(alert.name)")
        case .refusedByUs(let alert?):
            LocalizedText("the client broke off because of the verdict: \(alert.name)", "客户端因结论中断：\(alert.name)")
        case .refusedByUs(nil): LocalizedText("the client broke off because of the verdict", "客户端因结论中断")
        case .failed(let error): LocalizedText("failed: \(error.statement.english)", "失败：\(error.statement.chinese)")
        }
    }
}

extension TraceClosing {
    /// The end of a connection whose handshake was done, in words.
    fileprivate var words: LocalizedText {
        switch self {
        case .closeNotify:
            LocalizedText("the handshake was done, and the connection closed in good order", "握手完成，连接正常关闭")
        case .withoutCloseNotify:
            LocalizedText(
                "the handshake was done; the server ended the connection without close_notify",
                "握手完成；服务器未发送 close_notify 就结束了连接")
        case .leftOpen:
            LocalizedText(
                "the handshake was done; the server had not ended the connection when the client left",
                "握手完成；客户端离开时服务器尚未结束连接")
        }
    }
}
