/// The padding of the older functions on keys, or the digest that they are given; no option at all is RSA's bare power.
public struct SecPadding: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt32

    /// Paddings by Apple's number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// PKCS #1 v1.5; to sign, bytes without the name of a digest. With a curve, a signature in DER.
    public static let PKCS1 = SecPadding(rawValue: 1)
    /// OAEP with SHA-1, to encrypt.
    public static let OAEP = SecPadding(rawValue: 2)
    /// With a curve, a signature of `r` and `s` one behind the other.
    public static let sigRaw = SecPadding(rawValue: 0x4000)
    /// PKCS #1 v1.5 over an MD2 digest; no key supports it.
    public static let PKCS1MD2 = SecPadding(rawValue: 0x8000)
    /// PKCS #1 v1.5 over an MD5 digest; no key supports it.
    public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
    /// PKCS #1 v1.5 over a SHA-1 digest.
    public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
    /// PKCS #1 v1.5 over a SHA-224 digest.
    public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
    /// PKCS #1 v1.5 over a SHA-256 digest.
    public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
    /// PKCS #1 v1.5 over a SHA-384 digest.
    public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
    /// PKCS #1 v1.5 over a SHA-512 digest.
    public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)
}

/// Signs a digest, as iOS did before ``SecKeyCreateSignature(_:_:_:_:)``.
///
/// - Parameters:
///   - sig: room for the signature.
///   - sigLen: the bytes of that room; then those of the signature.
/// - Returns: `errSecParam` for a padding that is not one for the key, and where the room is too small.
@discardableResult
public func SecKeyRawSign(
    _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
    _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    let data = unsafe Array(UnsafeBufferPointer(start: dataToSign, count: max(0, dataToSignLen)))
    return unsafe deliver(to: sig, sigLen) { () throws(KeyError) in
        try key.sign(data, try key.signatureAlgorithm(padding))
    }
}

/// Checks a signature of a digest, as iOS did before ``SecKeyVerifySignature(_:_:_:_:_:)``.
///
/// - Returns: `errSSLCrypto` for a signature that is not the key's, `errSecParam` for a padding that is not one for it.
@discardableResult
public func SecKeyRawVerify(
    _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>, _ signedDataLen: Int,
    _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
    let data = unsafe Array(UnsafeBufferPointer(start: signedData, count: max(0, signedDataLen)))
    let signature = unsafe Array(UnsafeBufferPointer(start: sig, count: max(0, sigLen)))
    do throws(KeyError) {
        try key.verify(signature, of: data, try key.signatureAlgorithm(padding))
        return errSecSuccess
    } catch {
        return error.status == errSecVerifyFailed ? errSSLCrypto : error.status
    }
}

/// Encrypts with RSA, as iOS did before ``SecKeyCreateEncryptedData(_:_:_:_:)``.
///
/// - Parameters:
///   - cipherText: room for the result, which is as long as ``SecKeyGetBlockSize(_:)``.
///   - cipherTextLen: the bytes of that room; then those of the result.
/// - Returns: `errSecParam` for a key that is not RSA's, data that are too long, and where the room is too small.
@discardableResult
public func SecKeyEncrypt(
    _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    let data = unsafe Array(UnsafeBufferPointer(start: plainText, count: max(0, plainTextLen)))
    return unsafe deliver(to: cipherText, cipherTextLen) { () throws(KeyError) in
        try key.encrypt(data, try key.encryptionAlgorithm(padding))
    }
}

/// Decrypts with RSA, as iOS did before ``SecKeyCreateDecryptedData(_:_:_:_:)``.
///
/// Without padding, the zeros that the result begins with are left out.
///
/// - Returns: `errSecParam` for everything that goes wrong. See the newer function for why with PKCS #1 v1.5 nobody
///   else may learn of it.
@discardableResult
public func SecKeyDecrypt(
    _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
    _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    let data = unsafe Array(UnsafeBufferPointer(start: cipherText, count: max(0, cipherTextLen)))
    return unsafe deliver(to: plainText, plainTextLen) { () throws(KeyError) in
        let plain = try key.decrypt(data, try key.encryptionAlgorithm(padding))
        return padding == [] ? Array(plain.drop { $0 == 0 }) : plain
    }
}

/// Copies what `body` makes into the caller's room.
@unsafe private func deliver(
    to room: UnsafeMutablePointer<UInt8>, _ count: UnsafeMutablePointer<Int>,
    _ body: () throws(KeyError) -> [UInt8]
) -> OSStatus {
    do throws(KeyError) {
        let bytes = try body()
        guard unsafe bytes.count <= count.pointee else { return errSecParam }
        for (index, byte) in bytes.enumerated() { unsafe room[index] = byte }
        unsafe count.pointee = bytes.count
        return errSecSuccess
    } catch {
        return error.status
    }
}

extension SecKey {
    fileprivate func signatureAlgorithm(_ padding: SecPadding) throws(KeyError) -> SecKeyAlgorithm {
        // With a curve, Security takes everything but sigRaw for DER over a digest of any length.
        guard isRSA else { return padding == .sigRaw ? .ecdsaSignatureDigestRFC4754 : .ecdsaSignatureDigestX962 }
        switch padding {
        case []: return .rsaSignatureRaw
        case .PKCS1: return .rsaSignatureDigestPKCS1v15Raw
        case .PKCS1SHA1: return .rsaSignatureDigestPKCS1v15SHA1
        case .PKCS1SHA224: return .rsaSignatureDigestPKCS1v15SHA224
        case .PKCS1SHA256: return .rsaSignatureDigestPKCS1v15SHA256
        case .PKCS1SHA384: return .rsaSignatureDigestPKCS1v15SHA384
        case .PKCS1SHA512: return .rsaSignatureDigestPKCS1v15SHA512
        default: throw KeyError(errSecParam, "a padding that is not one for signatures")
        }
    }

    fileprivate func encryptionAlgorithm(_ padding: SecPadding) throws(KeyError) -> SecKeyAlgorithm {
        switch padding {
        case []: return .rsaEncryptionRaw
        case .PKCS1: return .rsaEncryptionPKCS1
        case .OAEP: return .rsaEncryptionOAEPSHA1
        default: throw KeyError(errSecParam, "a padding that is not one for encryption")
        }
    }
}
