import HoldfastTracing
import HoldfastStatements
import HoldfastX509

/// A handshake message in a few words.
enum MessageInfo {
    /// The name as the RFCs write the structure: `client_hello` is ClientHello.
    static func name(_ message: HandshakeMessage) -> String {
        if case .helloRetryRequest = message.content { return "HelloRetryRequest" }
        guard let registered = message.type.registeredName else { return "handshake \(message.type.name)" }
        return registered.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    static func facts(_ message: HandshakeMessage) -> [LocalizedText] {
        if let error = message.error?.statement {
            return [LocalizedText("cannot be read: \(error.english)", "无法解析：\(error.chinese)")]
        }
        return switch message.content {
        case .clientHello(let hello): facts(hello)
        case .serverHello(let hello): facts(hello)
        case .helloRetryRequest(let hello):
            hello.group.map { [LocalizedText("wants a share of \($0)", "要求 \($0) 的密钥份额")] } ?? []
        case .encryptedExtensions(let extensions):
            protocols(extensions) + others(extensions)
        case .certificate(let list): facts(list)
        case .compressedCertificate(let message): facts(message)
        case .certificateStatus(let response): [.same("OCSP"), bytes(response.count)]
        case .serverKeyExchange(let exchange): facts(exchange)
        case .certificateRequest(let request):
            [count(request.signatureAlgorithms.count, "signature scheme", "种签名算法")]
                + (request.authorities.isEmpty
                    ? [] : [count(request.authorities.count, "authority", "个颁发机构", plural: "authorities")])
        case .certificateVerify(let signature): signature.scheme.map { [.same($0.name)] } ?? []
        case .clientKeyExchange(let exchange): facts(exchange)
        case .finished(let data): [bytes(data.count)]
        case .newSessionTicket(let ticket):
            [
                bytes(ticket.ticket.count),
                LocalizedText("good for \(ticket.lifetime) s", "有效期 \(ticket.lifetime) 秒"),
            ]
        case .keyUpdate(let isRequested): isRequested ? [LocalizedText("asks for one in return", "要求对方也更新")] : []
        case .helloRequest, .serverHelloDone, .endOfEarlyData: []
        case .unread: [bytes(message.bytes.count)]
        }
    }

    private static func facts(_ message: CompressedCertificate) -> [LocalizedText] {
        let (count, before) = (message.compressed.count, message.uncompressedLength)
        let sizes = LocalizedText("\(Counted.english(count, "byte")) for \(before)", "压缩后 \(count) 字节，原 \(before) 字节")
        return [.same(ExtensionFields.compression(message.algorithm)), sizes]
            + (message.certificates.isEmpty
                ? [] : [Self.count(message.certificates.count, "certificate", "张证书")])
    }

    static func bytes(_ number: Int) -> LocalizedText { count(number, "byte", "字节") }

    static func count(_ number: Int, _ english: String, _ chinese: String, plural: String? = nil) -> LocalizedText {
        LocalizedText(Counted.english(number, english, plural), "\(number) \(chinese)")
    }

    private static func facts(_ hello: ClientHello) -> [LocalizedText] {
        var facts: [LocalizedText] = [
            .same(hello.offeredVersions.filter { !$0.isGREASE }.map(\.name).joined(separator: "/"))
        ]
        facts.append(hello.serverName.map { .same("SNI \($0)") } ?? LocalizedText("no SNI", "未发送 SNI"))
        if !hello.applicationProtocols.isEmpty {
            facts.append(.same("ALPN " + hello.applicationProtocols.joined(separator: " ")))
        }
        facts.append(count(hello.suiteCount, "suite", "个密码套件"))
        let shares = hello.keyShares.filter { !$0.group.isGREASE }.map(\.group.name)
        if !shares.isEmpty {
            let list = shares.joined(separator: " ")
            facts.append(LocalizedText("key share \(list)", "密钥份额 \(list)"))
        }
        for one in hello.extensions {
            switch one.content {
            case .preSharedKeys(let identities, _):
                facts.append(
                    LocalizedText("offers \(identities.count) ticket or PSK", "提供 \(identities.count) 个票据或 PSK"))
            case .sessionTicket(let ticket) where !ticket.isEmpty:
                facts.append(LocalizedText("offers a ticket", "提供会话票据"))
            default: break
            }
        }
        return facts
    }

    private static func facts(_ hello: ServerHello) -> [LocalizedText] {
        var facts: [LocalizedText] = [.same(hello.selectedVersion.name), .same(hello.cipherSuite.name)]
        if let group = hello.group { facts.append(LocalizedText("key share \(group)", "密钥份额 \(group)")) }
        if hello.selectedPreSharedKey != nil { facts.append(LocalizedText("takes the PSK", "接受 PSK")) }
        if let sentinel = hello.downgradeSentinel {
            facts.append(LocalizedText("downgrade sentinel of \(sentinel)", "含 \(sentinel) 的降级标记"))
        }
        return facts + protocols(hello.extensions)
    }

    private static func protocols(_ extensions: [HelloExtension]) -> [LocalizedText] {
        for one in extensions {
            if case .applicationProtocols(let names) = one.content {
                return [.same("ALPN " + names.joined(separator: " "))]
            }
        }
        return []
    }

    /// The names of the extensions that ``protocols(_:)`` says nothing of.
    private static func others(_ extensions: [HelloExtension]) -> [LocalizedText] {
        extensions.filter { one in
            if case .applicationProtocols = one.content { false } else { true }
        }.map { .same($0.type.name) }
    }

    private static func facts(_ list: CertificateMessage) -> [LocalizedText] {
        guard let first = list.entries.first else { return [LocalizedText("no certificate", "没有证书")] }
        var facts = [count(list.entries.count, "certificate", "张证书")]
        if let certificate = try? Certificate(der: first.der) {
            facts.append(.same(CertificateCard.title(CertificateSummary(certificate))))
        } else {
            facts.append(LocalizedText("the first cannot be read", "第一张无法解析"))
        }
        if first.stapledOCSP != nil { facts.append(LocalizedText("OCSP response", "附 OCSP 应答")) }
        if first.signedCertificateTimestamps != nil { facts.append(.same("SCT")) }
        return facts
    }

    private static func facts(_ exchange: ServerKeyExchange) -> [LocalizedText] {
        var facts: [LocalizedText] = []
        switch exchange.parameters {
        case .namedCurve(let group, let point): facts += [.same("ECDHE \(group)"), bytes(point.count)]
        case .finiteField: facts.append(.same("DHE \(exchange.primeBits ?? 0) bit"))
        case .none: break
        case .other(let rest): facts.append(bytes(rest.count))
        }
        if let scheme = exchange.signature?.scheme {
            facts.append(LocalizedText("signed by \(scheme)", "签名算法 \(scheme)"))
        } else if exchange.signature != nil {
            facts.append(LocalizedText("signed", "已签名"))
        }
        return facts
    }

    private static func facts(_ exchange: ClientKeyExchange) -> [LocalizedText] {
        switch exchange {
        case .rsa(let encrypted):
            [
                LocalizedText("the pre-master secret, encrypted to the server's key", "用服务器公钥加密的预主密钥"),
                bytes(encrypted.count),
            ]
        case .finiteField(let value): [.same("DHE"), bytes(value.count)]
        case .curve(let point): [.same("ECDHE"), bytes(point.count)]
        case .psk(let identity, _): [.same("PSK"), bytes(identity.count)]
        case .other(let rest): [bytes(rest.count)]
        }
    }
}

extension ClientHello {
    /// The number of suites that are offered, without values that are none: signals (RFC 5746 §3.3, RFC 7507 §1) and
    /// GREASE (RFC 8701).
    var suiteCount: Int {
        cipherSuites.count { !$0.isGREASE && $0 != .emptyRenegotiationInfo && $0 != .fallback }
    }
}
