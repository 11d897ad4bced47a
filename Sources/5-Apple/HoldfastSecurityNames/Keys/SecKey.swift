import HoldfastCrypto
import HoldfastX509

/// A public key, or a private key with its public half.
///
/// Two are equal when they are the same half of the same pair, however they were encoded. Keys are never changed, and
/// may be used by any number of threads at a time.
public final class SecKey: Sendable {
    /// The key itself, or the public half of a private one.
    let publicKey: PublicKey
    /// `nil` for a public key.
    let privateKey: PrivateKey?
    /// The public half in Apple's form: PKCS #1 for RSA, the uncompressed point for a curve, else the bare bytes.
    let publicBytes: [UInt8]

    /// A public key.
    init(publicKey: PublicKey) {
        self.publicKey = publicKey
        privateKey = nil
        publicBytes = Self.bytes(of: publicKey)
    }

    /// A private key.
    ///
    /// - Throws: ``CryptoError`` where the public half is one that signatures are not checked with: RSA with an
    ///   exponent over 2^32.
    init(privateKey: PrivateKey) throws(CryptoError) {
        publicKey = try PublicKey(privateKey.subjectPublicKeyInfo)
        self.privateKey = privateKey
        publicBytes = Self.bytes(of: publicKey)
    }

    private static func bytes(of key: PublicKey) -> [UInt8] {
        key.uncompressedPoint ?? Array(key.subjectPublicKeyInfo.subjectPublicKey.bytes)
    }

    /// The key in the form of a certificate, without what made it.
    var key: SubjectPublicKeyInfo.Key { publicKey.subjectPublicKeyInfo.key }

    /// The bytes of RSA's modulus or of a curve's coordinate.
    var blockSize: Int {
        switch key {
        case .rsa(let key), .rsaPSS(let key, _): key.modulus.count
        case .ec(let curve, _): curve.coordinateByteCount
        case .ed25519(let bytes), .ed448(let bytes), .mldsa(_, let bytes): bytes.count
        case .unknown: 0
        }
    }

    var isRSA: Bool {
        switch key {
        case .rsa, .rsaPSS: true
        default: false
        }
    }
}

extension SecKey: Hashable {
    public static func == (left: SecKey, right: SecKey) -> Bool {
        left.publicBytes == right.publicBytes && (left.privateKey == nil) == (right.privateKey == nil)
            && left.publicKey.subjectPublicKeyInfo.typeName == right.publicKey.subjectPublicKeyInfo.typeName
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(publicBytes)
        hasher.combine(privateKey == nil)
    }
}

extension SecKey: CFObject {
    static let typeID: CFTypeID = 0x5EC_0004

    var coreFoundationDescription: String {
        let half = privateKey == nil ? "public" : "private"
        return "<SecKey \(half) \(publicKey.subjectPublicKeyInfo.typeName), block size: \(blockSize * 8) bits>"
    }
}

/// The type of ``SecKey`` among Core Foundation's.
public func SecKeyGetTypeID() -> CFTypeID { SecKey.typeID }

/// The bytes of an RSA key's modulus, or of one coordinate of a key on a curve: 32, 48 or 66.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.blockSize }

/// The public half of a private key; of a public key, the key itself.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    key.privateKey == nil ? key : SecKey(publicKey: key.publicKey)
}
