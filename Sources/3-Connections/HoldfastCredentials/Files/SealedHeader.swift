import HoldfastCrypto
import HoldfastFiles

/// The header of a sealed file: how its key is made, the wrapped data key, and the nonces; all of it authenticated.
///
/// The form, byte by byte, stands in Docs/credentials.md. Everything is checked against its limits before a key is
/// made.
struct SealedHeader: Hashable, Sendable {
    /// The content that a header belongs to: another one's is refused.
    enum Content: UInt8, Sendable {
        /// All items of a store.
        case file = 1
        /// One version of one record of a synchronised folder.
        case record = 2

        /// The bytes of the context: the generation of a file; the identifier, the clock and the writer of a record.
        var contextCount: Int { self == .file ? 8 : 40 }
        /// The most bytes of the text that is sealed.
        var maximumTextCount: Int {
            self == .file ? EncryptedCredentialFile.maximumByteCount : CredentialItem.maximumEncodedByteCount + 64
        }
    }

    /// A way in which the key is made of the secret.
    enum Derivation: Hashable, Sendable {
        /// HKDF alone, of 32 random bytes.
        case uniform
        /// scrypt, of a passphrase.
        case scrypt(Scrypt)
    }

    static let magic = Array("HOLDFCRD".utf8)
    static let version: UInt8 = 1
    static let saltCount = Scrypt.saltCount
    static let dataKeyCount = 32
    static let authenticationCount = 32
    private static let wrappedKeyCount = dataKeyCount + AESGCM.tagCount

    let content: Content
    let derivation: Derivation
    let salt: [UInt8]
    let context: [UInt8]
    let keyNonce: [UInt8]
    let wrappedKey: [UInt8]
    let textNonce: [UInt8]
    /// The bytes of the text, which are as many sealed, with the tag behind them.
    let textCount: Int
    let authentication: [UInt8]

    /// The bytes of a header.
    static func byteCount(_ content: Content) -> Int {
        prefixCount(content) + AESGCM.nonceCount + wrappedKeyCount + AESGCM.nonceCount + 4 + authenticationCount
    }

    private static func prefixCount(_ content: Content) -> Int {
        magic.count + 4 + 8 + saltCount + content.contextCount
    }

    /// The additional data with which the data key is wrapped: everything before it.
    var prefix: [UInt8] {
        var writer = RecordWriter()
        writer.put(Self.magic)
        writer.put(Self.version)
        writer.put(content.rawValue)
        switch derivation {
        case .uniform:
            writer.put(1 as UInt8)
            writer.put(0 as UInt8)
            writer.put(0 as UInt32)
            writer.put(0 as UInt32)
        case .scrypt(let scrypt):
            writer.put(2 as UInt8)
            writer.put(UInt8(scrypt.logarithmOfCost))
            writer.put(UInt32(scrypt.blockSize))
            writer.put(UInt32(scrypt.parallelization))
        }
        writer.put(salt)
        writer.put(context)
        return writer.bytes
    }

    /// The bytes that the header's own code authenticates: everything before that.
    var authenticated: [UInt8] {
        var writer = RecordWriter()
        writer.put(prefix)
        writer.put(keyNonce)
        writer.put(wrappedKey)
        writer.put(textNonce)
        writer.put(UInt32(textCount))
        return writer.bytes
    }

    var origin: CredentialKeyRing.Origin { CredentialKeyRing.Origin(derivation: derivation, salt: salt) }

    /// The whole header: the additional data of the text.
    var bytes: [UInt8] { authenticated + authentication }

    init(
        _ content: Content, _ derivation: Derivation, salt: [UInt8], context: [UInt8], keyNonce: [UInt8],
        wrappedKey: [UInt8], textNonce: [UInt8], textCount: Int, authentication: [UInt8]
    ) {
        self.content = content
        self.derivation = derivation
        self.salt = salt
        self.context = context
        self.keyNonce = keyNonce
        self.wrappedKey = wrappedKey
        self.textNonce = textNonce
        self.textCount = textCount
        self.authentication = authentication
    }

    /// Reads the header of a file whose whole length is known.
    init(_ file: [UInt8], of expected: Content) throws(CredentialStoreError) {
        let count = Self.byteCount(expected)
        guard file.count >= count else { throw CredentialStoreError(damaged: .endsInHeader) }
        var reader = CredentialRecordReader(Array(file.prefix(count)))
        guard try reader.bytes(Self.magic.count) == Self.magic else {
            throw CredentialStoreError(damaged: .otherBeginning)
        }
        let version = try reader.byte()
        guard version == Self.version else { throw CredentialStoreError(.unsupportedFormat(version)) }
        guard try reader.byte() == expected.rawValue else { throw CredentialStoreError(damaged: .otherContent) }
        content = expected
        derivation = try Self.derivation(&reader)
        salt = try reader.bytes(Self.saltCount)
        context = try reader.bytes(expected.contextCount)
        keyNonce = try reader.bytes(AESGCM.nonceCount)
        wrappedKey = try reader.bytes(Self.wrappedKeyCount)
        textNonce = try reader.bytes(AESGCM.nonceCount)
        textCount = Int(try reader.number32())
        authentication = try reader.bytes(Self.authenticationCount)
        guard textCount <= expected.maximumTextCount else {
            throw CredentialStoreError(damaged: .text(bytes: Int(textCount)))
        }
        guard file.count == count + textCount + AESGCM.tagCount else {
            throw CredentialStoreError(damaged: .size(bytes: file.count, expected: count + textCount + AESGCM.tagCount))
        }
    }

    private static func derivation(_ reader: inout CredentialRecordReader) throws(CredentialStoreError) -> Derivation {
        let (kind, cost) = (try reader.byte(), Int(try reader.byte()))
        let (block, parallel) = (Int(try reader.number32()), Int(try reader.number32()))
        switch kind {
        case 1:
            guard (cost, block, parallel) == (0, 0, 0) else { throw CredentialStoreError(damaged: .noScrypt) }
            return .uniform
        case 2:
            return .scrypt(
                try CredentialStoreError.ofLibrary { () throws(CryptoError) in
                    try Scrypt(logarithmOfCost: cost, blockSize: block, parallelization: parallel)
                })
        default: throw CredentialStoreError(damaged: .derivation)
        }
    }
}
