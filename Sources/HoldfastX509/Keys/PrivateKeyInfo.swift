/// A private key with its algorithm: PKCS #8 (`PrivateKeyInfo`, RFC 5208 §5; `OneAsymmetricKey`, RFC 5958 §2).
///
/// The structure only: whether the octets are a key is for whoever can compute with them. It holds a secret, so it has
/// no text form, and what is made from it should not live long.
public struct PrivateKeyInfo: Sendable {
    /// Which algorithm, with its parameters.
    public let privateKeyAlgorithm: AlgorithmIdentifier
    /// The key in the form of its algorithm.
    public let privateKey: ArraySlice<UInt8>
    /// The content of the attributes, not read; `nil` where the field is absent.
    public let attributes: ArraySlice<UInt8>?
    /// The public half that version 2 may carry; `nil` where the field is absent.
    public let publicKey: BitString?
    /// Whether the version is 2, which RFC 5958 asks for where the public half is there.
    public let isVersion2: Bool

    /// Makes the structure of version 1, without attributes.
    public init(_ algorithm: AlgorithmIdentifier, privateKey: ArraySlice<UInt8>) {
        privateKeyAlgorithm = algorithm
        self.privateKey = privateKey
        attributes = nil
        publicKey = nil
        isVersion2 = false
    }
}

extension PrivateKeyInfo: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence("PrivateKeyInfo") { (inner: inout DERReader) throws(DERError) in
            try PrivateKeyInfo(content: &inner)
        }
    }

    private init(content reader: inout DERReader) throws(DERError) {
        isVersion2 = try reader.field("version") { (field: inout DERReader) throws(DERError) -> Bool in
            let start = field.offset
            let number = try field.readInt()
            guard number == 0 || number == 1 else {
                throw DERError(.invalidValue("version that PKCS #8 does not have"), at: start)
            }
            return number == 1
        }
        privateKeyAlgorithm = try reader.field("privateKeyAlgorithm") { (field: inout DERReader) throws(DERError) in
            try AlgorithmIdentifier(from: &field)
        }
        privateKey = try reader.field("privateKey") { (field: inout DERReader) throws(DERError) in
            try field.readOctetString()
        }
        let attributes: DERTag = .context(0, constructed: true)
        self.attributes = reader.nextIs(attributes) ? try reader.readAny().content : nil
        publicKey =
            reader.nextIs(.context(1))
            ? try reader.field("publicKey") { (field: inout DERReader) throws(DERError) in
                try field.readBitString(as: .context(1))
            } : nil
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { info in
            info.integer(isVersion2 ? 1 : 0)
            info.value(privateKeyAlgorithm)
            info.octetString(privateKey)
            if let attributes { info.write(.context(0, constructed: true), content: attributes) }
            if let publicKey { info.bitString(publicKey, as: .context(1)) }
        }
    }
}

/// A private key under a passphrase: `EncryptedPrivateKeyInfo` (RFC 5208 §6).
public struct EncryptedPrivateKeyInfo: Hashable, Sendable {
    /// How it is encrypted, as encoded; see ``PassphraseEncryption``.
    public let encryptionAlgorithm: AlgorithmIdentifier
    /// A ``PrivateKeyInfo``, encrypted.
    public let encryptedData: ArraySlice<UInt8>

    /// Puts the parts together.
    public init(_ encryptionAlgorithm: AlgorithmIdentifier, encryptedData: [UInt8]) {
        self.encryptionAlgorithm = encryptionAlgorithm
        self.encryptedData = encryptedData[...]
    }
}

extension EncryptedPrivateKeyInfo: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        (encryptionAlgorithm, encryptedData) = try reader.readSequence("EncryptedPrivateKeyInfo") {
            (inner: inout DERReader) throws(DERError) -> (AlgorithmIdentifier, ArraySlice<UInt8>) in
            let algorithm = try inner.field("encryptionAlgorithm") { (field: inout DERReader) throws(DERError) in
                try AlgorithmIdentifier(from: &field)
            }
            let data = try inner.field("encryptedData") { (field: inout DERReader) throws(DERError) in
                try field.readOctetString()
            }
            return (algorithm, data)
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { info in
            info.value(encryptionAlgorithm)
            info.octetString(encryptedData)
        }
    }
}
