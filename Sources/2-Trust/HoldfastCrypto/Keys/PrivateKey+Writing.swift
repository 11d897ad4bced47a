public import HoldfastX509

extension PrivateKey {
    /// The key as PKCS #8, encrypted (`EncryptedPrivateKeyInfo`, RFC 5208 §6) as ``KeyEncryption`` says.
    ///
    /// - Parameter iterations: How often the passphrase is hashed: the time that each guess takes.
    /// - Throws: ``CryptoError``: for fewer iterations than ``KeyEncryption/minimumIterations``.
    public func encryptedPKCS8DER(
        _ passphrase: Passphrase, iterations: Int = KeyEncryption.defaultIterations
    ) throws(CryptoError) -> [UInt8] {
        var plain = try pkcs8DER
        defer { plain.wipe() }
        let encrypted = try KeyEncryption.encrypt(plain, passphrase, iterations: iterations)
        return EncryptedPrivateKeyInfo(encrypted.algorithm, encryptedData: encrypted.data).der
    }

    /// The key as PEM of ``encryptedPKCS8DER(_:iterations:)``, label `ENCRYPTED PRIVATE KEY` (RFC 7468 §11).
    public func encryptedPEM(
        _ passphrase: Passphrase, iterations: Int = KeyEncryption.defaultIterations
    ) throws(CryptoError) -> String {
        PEMBlock(.encryptedPrivateKey, contents: try encryptedPKCS8DER(passphrase, iterations: iterations)).encoded
    }

    /// Whether the private half fits the public one: a signature made with the one verifies with the other.
    ///
    /// Keys from files state both halves of RSA and of curves, and need not tell the truth.
    public var isPairConsistent: Bool {
        let message = Array("a message".utf8)
        let algorithm = defaultSignatureAlgorithm
        guard let signature = try? sign(message, algorithm: algorithm), let judge = try? PublicKey(subjectPublicKeyInfo)
        else { return false }
        return judge.isValidSignature(signature[...], for: message[...], algorithm: algorithm)
    }
}

extension PrivateKey: CustomStringConvertible {
    /// The kind of key; nothing of the key itself.
    public var description: String {
        let info = subjectPublicKeyInfo
        let size = info.curveName ?? info.bits.map { "\($0) bits" }
        return "private key, \(info.typeName)" + (info.typeName.hasPrefix("Ed") ? "" : size.map { " \($0)" } ?? "")
    }
}

extension KeyKind {
    /// The kinds that are offered to people, by the names that they write; the first one is the usual choice.
    package static let offered: [(name: String, kind: KeyKind)] = [
        ("p-256", .p256), ("p-384", .p384), ("p-521", .p521), ("ed25519", .ed25519), ("rsa-2048", .rsa(bits: 2048)),
        ("rsa-3072", .rsa(bits: 3072)), ("rsa-4096", .rsa(bits: 4096)), ("ml-dsa-44", .mldsa(.mlDSA44)),
        ("ml-dsa-65", .mldsa(.mlDSA65)), ("ml-dsa-87", .mldsa(.mlDSA87)),
    ]

    /// The kind of this name, as `p-256`, `P256` or `rsa:2048`; `nil` for one that is not ``offered``.
    package init?(name: String) {
        func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        guard let found = Self.offered.first(where: { plain($0.name) == plain(name) }) else { return nil }
        self = found.kind
    }

    /// The kind that a public key is of; `nil` for one of another kind than are made here.
    public init?(of key: SubjectPublicKeyInfo) {
        switch key.key {
        case .rsa(let key): self = .rsa(bits: key.modulusBits)
        case .ec(.p256, _): self = .p256
        case .ec(.p384, _): self = .p384
        case .ec(.p521, _): self = .p521
        case .ed25519: self = .ed25519
        case .ed448: self = .ed448
        case .mldsa(let set, _): self = .mldsa(set)
        default: return nil
        }
    }
}
