/// A private key with its algorithm: PKCS #8 (`PrivateKeyInfo`, RFC 5208 §5; `OneAsymmetricKey`, RFC 5958 §2).
///
/// The structure only: whether the octets are a key is for whoever can compute with them. It holds a secret, so it has
/// no text form, and what is made from it should not live long.
public struct PrivateKeyInfo: Sendable {
    /// The algorithm, with its parameters.
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

// PrivateKeyInfo, OneAsymmetricKey ::= SEQUENCE {
//     version              Version,
//     privateKeyAlgorithm  AlgorithmIdentifier,
//     privateKey           OCTET STRING,
//     attributes           [0] Attributes OPTIONAL,
//     publicKey            [1] PublicKey OPTIONAL }
extension PrivateKeyInfo: DERStructure {
    package static var errorName: StaticString? { "PrivateKeyInfo" }

    package init(fields reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        let version = try reader.value("version", as: ASN1.Integer.self)
        guard version == 0 || version == 1 else {
            throw DERError(.invalidValue(.version(of: .privateKey)), at: start, path: ["version"])
        }
        isVersion2 = version == 1
        privateKeyAlgorithm = try reader.value("privateKeyAlgorithm", as: AlgorithmIdentifier.self)
        privateKey = try reader.value("privateKey", as: ASN1.OctetString.self)
        attributes = reader.nextIs(.context(0, constructed: true)) ? try reader.readAny().content : nil
        publicKey = try reader.optional("publicKey", implicit: 1, as: BitString.self)
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
    /// The encryption, as encoded; see ``PassphraseEncryption``.
    public let encryptionAlgorithm: AlgorithmIdentifier
    /// A ``PrivateKeyInfo``, encrypted.
    public let encryptedData: ArraySlice<UInt8>

    /// Puts the parts together.
    public init(_ encryptionAlgorithm: AlgorithmIdentifier, encryptedData: [UInt8]) {
        self.encryptionAlgorithm = encryptionAlgorithm
        self.encryptedData = encryptedData[...]
    }
}

// EncryptedPrivateKeyInfo ::= SEQUENCE {
//     encryptionAlgorithm  EncryptionAlgorithmIdentifier,
//     encryptedData        EncryptedData }
extension EncryptedPrivateKeyInfo: DERStructure {
    package static var errorName: StaticString? { "EncryptedPrivateKeyInfo" }

    package init(fields reader: inout DERReader) throws(DERError) {
        encryptionAlgorithm = try reader.value("encryptionAlgorithm", as: AlgorithmIdentifier.self)
        encryptedData = try reader.value("encryptedData", as: ASN1.OctetString.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { info in
            info.value(encryptionAlgorithm)
            info.octetString(encryptedData)
        }
    }
}
