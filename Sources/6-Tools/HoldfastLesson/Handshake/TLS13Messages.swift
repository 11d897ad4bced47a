import HoldfastCrypto
package import HoldfastX509

/// The messages of a TLS 1.3 handshake, written out with what each part means (RFC 8446 §4).
package enum TLS13Messages {
    static func clientHello(
        random: [UInt8], host: String, share: KeyAgreementKey, ticket: [UInt8]? = nil
    ) -> AnnotatedBytes {
        let group = TLSBytes.uint16(Int(share.group.rawValue))
        let name = Array(host.utf8)
        let extensions: [(bytes: [UInt8], english: String, chinese: String)] = [
            (
                TLSBytes.extension(0, TLSBytes.vector16([0] + TLSBytes.vector16(name))),
                "server_name: \(host), in the clear", "server_name：\(host)（明文）"
            ),
            (
                TLSBytes.extension(10, TLSBytes.vector16(group)), "supported_groups: x25519", "supported_groups：x25519"
            ),
            (
                TLSBytes.extension(13, TLSBytes.vector16([0x04, 0x03])),
                "signature_algorithms: ecdsa_secp256r1_sha256", "signature_algorithms：ecdsa_secp256r1_sha256"
            ),
            (
                TLSBytes.extension(43, TLSBytes.vector8([0x03, 0x04])), "supported_versions: 1.3",
                "supported_versions：1.3"
            ),
            (
                TLSBytes.extension(45, TLSBytes.vector8([1])),
                "psk_key_exchange_modes: only with a new key agreement", "psk_key_exchange_modes：恢复会话时也必须重新协商密钥"
            ),
            (
                TLSBytes.extension(51, TLSBytes.vector16(group + TLSBytes.vector16(share.publicValue))),
                "key_share: the client's ephemeral public value", "key_share：客户端的临时公钥"
            ),
        ]
        // An age of zero, hidden by a number that a server sends with the ticket; here that is zero too.
        let offer = ticket.map { ticket in
            TLSBytes.vector16(TLSBytes.vector16(ticket) + [0, 0, 0, 0])
        }
        // The binder follows: its list, and one of 32 bytes.
        let binderCount = 2 + 1 + TLS13KeySchedule.count
        let offerCount = offer.map { 4 + $0.count + binderCount } ?? 0
        let listCount = extensions.reduce(0) { $0 + $1.bytes.count } + offerCount
        let bodyCount = 2 + 32 + 1 + 4 + 2 + 2 + listCount

        var message = AnnotatedBytes()
        message.add([1] + TLSBytes.uint24(bodyCount), "ClientHello and its length", "ClientHello 及其长度")
        message.add([3, 3], "legacy_version: 1.2, as ever", "legacy_version：固定写 1.2")
        message.add(random, "random of the client", "客户端随机数")
        message.add([0], "legacy_session_id: none", "legacy_session_id：空")
        message.add(
            [0, 2, 0x13, 0x01], "cipher_suites: TLS_AES_128_GCM_SHA256", "cipher_suites：TLS_AES_128_GCM_SHA256")
        message.add([1, 0], "legacy_compression_methods: none", "legacy_compression_methods：不压缩")
        message.add(TLSBytes.uint16(listCount), "length of the extensions", "扩展的总长度")
        for entry in extensions { message.add(entry.bytes, entry.english, entry.chinese) }
        if let offer {
            message.add(
                TLSBytes.uint16(41) + TLSBytes.uint16(offer.count + binderCount) + offer,
                "pre_shared_key: the ticket, as it was received", "pre_shared_key：原样发回的会话票据")
        }
        return message
    }

    static func serverHello(random: [UInt8], share: KeyAgreementKey, isResumed: Bool = false) -> AnnotatedBytes {
        let group = TLSBytes.uint16(Int(share.group.rawValue))
        let version = TLSBytes.extension(43, [3, 4])
        let key = TLSBytes.extension(51, group + TLSBytes.vector16(share.publicValue))
        let chosen = isResumed ? TLSBytes.extension(41, [0, 0]) : []
        let listCount = version.count + key.count + chosen.count
        var message = AnnotatedBytes()
        message.add(
            [2] + TLSBytes.uint24(2 + 32 + 1 + 2 + 1 + 2 + listCount), "ServerHello and its length", "ServerHello 及其长度")
        message.add([3, 3], "legacy_version: 1.2, as ever", "legacy_version：固定写 1.2")
        message.add(random, "random of the server", "服务器随机数")
        message.add([0], "legacy_session_id_echo: none", "legacy_session_id_echo：空")
        message.add([0x13, 0x01], "cipher_suite: TLS_AES_128_GCM_SHA256", "cipher_suite：TLS_AES_128_GCM_SHA256")
        message.add([0], "legacy_compression_method: none", "legacy_compression_method：不压缩")
        message.add(TLSBytes.uint16(listCount), "length of the extensions", "扩展的总长度")
        message.add(version, "supported_versions: 1.3 it is", "supported_versions：选定 1.3")
        message.add(key, "key_share: the server's ephemeral public value", "key_share：服务器的临时公钥")
        if isResumed { message.add(chosen, "pre_shared_key: the first one offered", "pre_shared_key：选中第一个") }
        return message
    }

    static let encryptedExtensions = TLSBytes.message(8, [0, 0])

    static func certificate(_ chain: [[UInt8]]) -> [UInt8] {
        let entries: [UInt8] = chain.flatMap { certificate -> [UInt8] in TLSBytes.vector24(certificate) + [0, 0] }
        return TLSBytes.message(11, [0] + TLSBytes.vector24(entries))
    }

    static func certificateVerify(_ signature: [UInt8]) -> [UInt8] {
        TLSBytes.message(15, [0x04, 0x03] + TLSBytes.vector16(signature))
    }

    static func finished(_ verifyData: [UInt8]) -> [UInt8] { TLSBytes.message(20, verifyData) }

    /// The content that the server signs (RFC 8446 §4.4.3): 64 blanks, the purpose, a zero, the transcript's hash.
    static func signedContent(transcript: [UInt8]) -> AnnotatedBytes {
        var content = AnnotatedBytes()
        content.add([UInt8](repeating: 0x20, count: 64), "64 blanks", "64 个空格")
        content.add(
            Array("TLS 1.3, server CertificateVerify".utf8), "\"TLS 1.3, server CertificateVerify\"",
            "“TLS 1.3, server CertificateVerify”")
        content.add([0], "a zero between", "分隔用的零字节")
        content.add(
            Digest.sha256(transcript), "SHA-256 of all messages so far", "到目前为止全部握手消息的 SHA-256")
        return content
    }

    /// Whether this is the signature of CertificateVerify after these messages, by the key of this certificate.
    package static func isSigned(
        _ transcript: [UInt8], signature: [UInt8], algorithm: SignatureAlgorithm, by certificate: Certificate
    ) throws -> Bool {
        let content = signedContent(transcript: transcript).bytes
        return try PublicKey(certificate.subjectPublicKeyInfo).isValidSignature(
            signature[...], for: content[...], algorithm: algorithm)
    }
}
