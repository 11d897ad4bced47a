import HoldfastTLS
import HoldfastTracing
import HoldfastStatements

/// A phase of the handshake in words: its name, and what happens in it.
struct PhaseWords {
    let title: LocalizedText
    let meaning: LocalizedText

    /// Makes the words for a phase of a handshake.
    ///
    /// - Parameter version: what was negotiated; the phases of TLS 1.3 are not those of 1.2.
    init(_ phase: HandshakePhase, version: ProtocolVersion?) {
        let isTLS13 = version.map { $0 >= .tls13 } ?? false
        switch phase {
        case .clientHello:
            title = .same("ClientHello")
            meaning =
                isTLS13
                ? LocalizedText(
                    "what the client offers, random_C, and its share of the key exchange",
                    "客户端的提议、random_C，以及它的密钥份额")
                : LocalizedText("what the client offers, and random_C", "客户端的提议，以及 random_C")
        case .helloRetry:
            title = .same("HelloRetryRequest")
            meaning = LocalizedText(
                "the server wants another group, and the client says hello again",
                "服务器要求另一个群，客户端重新发送 ClientHello")
        case .serverHello:
            title =
                isTLS13
                ? .same("ServerHello")
                : LocalizedText("ServerHello to ServerHelloDone", "ServerHello 至 ServerHelloDone")
            meaning =
                isTLS13
                ? LocalizedText(
                    "what the server chose, random_S, and its share of the key exchange; from here on both encrypt",
                    "服务器的选择、random_S，以及它的密钥份额；此后双方开始加密")
                : LocalizedText(
                    // RFC 5246 §7.4.3: the server sends none where RSA transports the key.
                    "what the server chose, random_S, its certificates and, where the suite has one, its half of the "
                        + "key exchange",
                    "服务器的选择、random_S、证书，以及它的一半密钥交换（密码套件有此步骤时）")
        case .serverParameters:
            title = .same("EncryptedExtensions")
            meaning = LocalizedText("what else the server says, encrypted", "服务器的其他参数，已加密")
        case .serverAuthentication:
            title = LocalizedText("Certificate to Finished of the server", "服务器的 Certificate 至 Finished")
            meaning = LocalizedText(
                "who the server is, and the proof that it holds the key, encrypted",
                "服务器的身份，以及持有私钥的证明，已加密")
        case .certificateCheck:
            title = LocalizedText("The certificate is judged", "证书判定")
            meaning = LocalizedText("by the client alone; nothing goes over the wire", "由客户端独立完成，不产生网络数据")
        case .clientKeyExchange:
            title = LocalizedText("ClientKeyExchange to Finished of the client", "客户端的 ClientKeyExchange 至 Finished")
            meaning = LocalizedText(
                "the client's half of the key exchange; both compute the master secret",
                "客户端的一半密钥交换；双方计算出主密钥")
        case .clientFinished:
            title = LocalizedText("Finished of the client", "客户端的 Finished")
            meaning = LocalizedText("the client has the same keys and saw the same messages", "证明客户端拥有相同密钥、看到相同消息")
        case .serverFinished:
            title = LocalizedText("Finished of the server", "服务器的 Finished")
            meaning = LocalizedText("the server has the same keys and saw the same messages", "证明服务器拥有相同密钥、看到相同消息")
        case .application:
            title = LocalizedText("After the handshake", "握手之后")
            meaning = LocalizedText("application data, tickets, the end", "应用数据、会话票据、连接结束")
        }
    }
}

/// The words for what came to be known.
enum KnowledgeWords {
    static func of(_ item: Knowledge.Item) -> LocalizedText {
        switch item {
        case .clientRandom: .same("random_C")
        case .serverRandom: .same("random_S")
        case .clientShare(let group):
            switch group?.method {
            case .encapsulation: share("the client's encapsulation key", "客户端的封装密钥", group)
            case .hybrid: share("the client's value and encapsulation key", "客户端的交换值与封装密钥", group)
            case .diffieHellman, nil: share("the client's key share", "客户端的密钥份额", group)
            }
        case .serverShare(let group):
            switch group?.method {
            case .encapsulation: share("the server's ciphertext", "服务器的密文", group)
            case .hybrid: share("the server's value and ciphertext", "服务器的交换值与密文", group)
            case .diffieHellman, nil: share("the server's key share", "服务器的密钥份额", group)
            }
        case .serverCertificate: LocalizedText("the server's certificate", "服务器证书")
        case .clientCertificate: LocalizedText("the client's certificate", "客户端证书")
        case .serverIdentity:
            LocalizedText("whether the key belongs to that server (the verdict)", "该密钥是否属于目标服务器（结论）")
        case .serverKeyPossession: LocalizedText("that the server holds the certificate's key", "服务器确实持有证书对应的私钥")
        case .encryptedPreMasterSecret: LocalizedText("the encrypted pre-master secret", "加密后的预主密钥")
        case .preMasterSecret: LocalizedText("the pre-master secret", "预主密钥")
        case .sharedSecret(let group): share("the shared secret", "共享秘密", group)
        case .preSharedKey: LocalizedText("the pre-shared key", "预共享密钥")
        case .masterSecret: LocalizedText("the master secret", "主密钥")
        case .handshakeTrafficKeys: LocalizedText("the keys for the rest of the handshake", "握手流量密钥")
        case .applicationTrafficKeys: LocalizedText("the keys for application data", "应用数据密钥")
        case .peerFinished(.client): LocalizedText("that the client saw the same handshake", "客户端看到的握手一致")
        case .peerFinished(.server): LocalizedText("that the server saw the same handshake", "服务器看到的握手一致")
        case .sessionTicket: LocalizedText("the session ticket, which only the server can open", "会话票据（只有服务器能解开）")
        }
    }

    private static func share(_ english: String, _ chinese: String, _ group: NamedGroup?) -> LocalizedText {
        group.map { LocalizedText("\(english) (\($0))", "\(chinese)（\($0)）") } ?? LocalizedText(english, chinese)
    }

    /// A name for programs.
    static func code(_ item: Knowledge.Item) -> (name: String, group: String?) {
        switch item {
        case .clientRandom: ("clientRandom", nil)
        case .serverRandom: ("serverRandom", nil)
        case .clientShare(let group): ("clientShare", group?.name)
        case .serverShare(let group): ("serverShare", group?.name)
        case .serverCertificate: ("serverCertificate", nil)
        case .clientCertificate: ("clientCertificate", nil)
        case .serverIdentity: ("serverIdentity", nil)
        case .serverKeyPossession: ("serverKeyPossession", nil)
        case .encryptedPreMasterSecret: ("encryptedPreMasterSecret", nil)
        case .preMasterSecret: ("preMasterSecret", nil)
        case .sharedSecret(let group): ("sharedSecret", group?.name)
        case .preSharedKey: ("preSharedKey", nil)
        case .masterSecret: ("masterSecret", nil)
        case .handshakeTrafficKeys: ("handshakeTrafficKeys", nil)
        case .applicationTrafficKeys: ("applicationTrafficKeys", nil)
        case .peerFinished(.client): ("clientFinished", nil)
        case .peerFinished(.server): ("serverFinished", nil)
        case .sessionTicket: ("sessionTicket", nil)
        }
    }
}
