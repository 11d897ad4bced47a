import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// A PKCS #12 file: its protection and its contents, as far as they can be told.
struct PKCS12Content: InspectedContent {
    /// The protection of the file against changes, `none` for none; null where that cannot be told.
    let integrity: LocalizedText?
    /// The file's parts and how each is encrypted, as seen without a passphrase.
    let parts: [LocalizedText]
    /// Whether it was opened; keys and certificates then follow as things of their own.
    let isOpened: Bool
    let keyCount: Int?
    let certificateCount: Int?
    /// The names that people gave to its keys.
    let friendlyNames: [String]
    /// Types of what is not read here.
    let others: [String]

    var title: LocalizedText { LocalizedText("PKCS #12 file", "PKCS #12 文件") }

    var brief: LocalizedText {
        guard let keyCount, let certificateCount else {
            return .joined(parts, by: .semicolon)
        }
        return LocalizedText(
            "\(Counted.english(keyCount, "key")), \(Counted.english(certificateCount, "certificate"))",
            "\(keyCount) 个密钥，\(certificateCount) 张证书")
    }

    var rows: [InspectionRow] {
        let open = LocalizedText("none: nobody would notice a change", "无：没有人会察觉改动")
        var rows = [InspectionRow(.integrity, optional: integrity == .absent ? open : integrity)].compactMap(\.self)
        if !parts.isEmpty { rows.append(InspectionRow(.parts, parts)) }
        if let keyCount, let certificateCount {
            rows.append(
                InspectionRow(
                    .holds,
                    LocalizedText(
                        "private keys: \(keyCount), certificates: \(certificateCount)",
                        "私钥：\(keyCount)，证书：\(certificateCount)")))
        }
        if !friendlyNames.isEmpty { rows.append(InspectionRow(.names, friendlyNames.map { .same($0) })) }
        if !others.isEmpty { rows.append(InspectionRow(.notRead, others.map { .same($0) })) }
        return rows
    }
}

/// The outline of a PKCS #12 file, which its passphrase does not hide (RFC 7292 §4).
struct PKCS12Outline {
    let integrity: LocalizedText
    private(set) var parts: [LocalizedText] = []

    /// Reads the outer structure of a PKCS #12 file, DER or BER (RFC 7292 §3).
    ///
    /// - Throws: ``DERError`` for what is not of that form.
    init(_ bytes: [UInt8]) throws(DERError) {
        let der = try BERTranscoder.distinguished(bytes[...])
        var reader = try DERReader(der[...])
        let (content, mac) = try reader.readSequence("PFX") {
            (pfx: inout DERReader) throws(DERError) -> (ArraySlice<UInt8>?, LocalizedText?) in
            _ = try pfx.readInt()
            let content = try pfx.readSequence("authSafe") {
                (info: inout DERReader) throws(DERError) -> ArraySlice<UInt8>? in
                let type = try info.readObjectIdentifier()
                guard type == .pkcs7Data else {
                    _ = info.isAtEnd ? nil : try info.readElement()
                    return nil
                }
                return try info.readSequence("content", as: .context(0, constructed: true)) {
                    (inner: inout DERReader) throws(DERError) in try inner.readOctetString()
                }
            }
            return (content, pfx.isAtEnd ? nil : try Self.mac(&pfx))
        }
        integrity = content == nil ? LocalizedText("signed with a key", "以密钥签名") : mac ?? .absent
        if let content { parts = try Self.parts(try BERTranscoder.distinguished(content)) }
    }

    private static func mac(_ reader: inout DERReader) throws(DERError) -> LocalizedText {
        try reader.readSequence("macData") { (inner: inout DERReader) throws(DERError) -> LocalizedText in
            let digest = try inner.readSequence("mac") { (info: inout DERReader) throws(DERError) -> String? in
                let algorithm = try AlgorithmIdentifier(from: &info).algorithm
                _ = try info.readOctetString()
                guard algorithm != .pbmac1 else { return nil }
                return DigestAlgorithm(algorithm)?.description ?? algorithm.name ?? algorithm.description
            }
            _ = try inner.readOctetString()
            // RFC 7292 §4: "iterations INTEGER DEFAULT 1".
            let iterations = inner.isAtEnd ? 1 : try inner.readCount()
            // RFC 9579 §5: salt and iterations of MacData are not used, the algorithm has its own.
            return digest.map {
                LocalizedText("HMAC with \($0), \(iterations) iterations", "HMAC 使用 \($0)，\(iterations) 次迭代")
            } ?? .same("PBMAC1 (RFC 9579)")
        }
    }

    private static func parts(_ safe: [UInt8]) throws(DERError) -> [LocalizedText] {
        var reader = try DERReader(safe[...])
        var parts: [LocalizedText] = []
        try reader.readSequence("authenticatedSafe") { (list: inout DERReader) throws(DERError) in
            while !list.isAtEnd {
                parts += try list.readSequence { (info: inout DERReader) throws(DERError) -> [LocalizedText] in
                    let type = try info.readObjectIdentifier()
                    switch type {
                    case .pkcs7Data:
                        let contents = try info.readSequence("content", as: .context(0, constructed: true)) {
                            (inner: inout DERReader) throws(DERError) in try inner.readOctetString()
                        }
                        return try bags(contents)
                    case .pkcs7EncryptedData:
                        return [LocalizedText("encrypted: ", "已加密：") + (try cipher(&info))]
                    default:
                        _ = info.isAtEnd ? nil : try info.readElement()
                        let name = type.name ?? type.description
                        return [LocalizedText("of the type \(name)", "类型为 \(name)")]
                    }
                }
            }
        }
        return parts
    }

    /// EncryptedData (RFC 2315 §13): how it is encrypted.
    private static func cipher(_ info: inout DERReader) throws(DERError) -> LocalizedText {
        try info.readSequence("content", as: .context(0, constructed: true)) {
            (outer: inout DERReader) throws(DERError) -> LocalizedText in
            try outer.readSequence { (data: inout DERReader) throws(DERError) -> LocalizedText in
                _ = try data.readInt()
                let words = try data.readSequence { (content: inout DERReader) throws(DERError) -> LocalizedText in
                    _ = try content.readObjectIdentifier()
                    let words = KeyReading.words(try AlgorithmIdentifier(from: &content))
                    if !content.isAtEnd { _ = try content.readElement() }
                    return words
                }
                if !data.isAtEnd { _ = try data.readElement() }
                return words
            }
        }
    }

    /// The bags that are not encrypted as a whole; keys in them may be.
    private static func bags(_ contents: ArraySlice<UInt8>) throws(DERError) -> [LocalizedText] {
        let der = try BERTranscoder.distinguished(contents)
        var reader = try DERReader(der[...])
        var words: [LocalizedText] = []
        try bags(&reader, into: &words)
        return words
    }

    private static func bags(_ reader: inout DERReader, into words: inout [LocalizedText]) throws(DERError) {
        try reader.readSequence("safeContents") { (list: inout DERReader) throws(DERError) in
            while !list.isAtEnd {
                try list.readSequence { (bag: inout DERReader) throws(DERError) in
                    let type = try bag.readObjectIdentifier()
                    try bag.readSequence("bagValue", as: .context(0, constructed: true)) {
                        (inner: inout DERReader) throws(DERError) in
                        guard type != .pkcs12SafeContentsBag else { return try bags(&inner, into: &words) }
                        words.append(try describe(type, try inner.readElement().bytes))
                    }
                    if !bag.isAtEnd { _ = try bag.readElement() }
                }
            }
        }
    }

    private static func describe(_ type: ObjectIdentifier, _ value: ArraySlice<UInt8>) throws(DERError) -> LocalizedText
    {
        switch type {
        case .pkcs12ShroudedKeyBag:
            let info = try EncryptedPrivateKeyInfo(der: Array(value))
            return LocalizedText("a private key, encrypted: ", "私钥，已加密：") + KeyReading.words(info.encryptionAlgorithm)
        case .pkcs12KeyBag: return LocalizedText("a private key, not encrypted", "私钥，未加密")
        case .pkcs12CertBag: return LocalizedText("a certificate, not encrypted", "证书，未加密")
        // Whether a secret is encrypted in its turn is its own form's business.
        default:
            let name = type.name ?? type.description
            return LocalizedText("a bag of the type \(name), which is not read", "类型为 \(name) 的包，不读取")
        }
    }
}
