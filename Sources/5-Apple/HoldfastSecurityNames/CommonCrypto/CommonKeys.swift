import HoldfastCrypto
import HoldfastX509

// CommonKeyDerivation.h, CommonSymmetricKeywrap.h and CommonRandom.h.

/// A way from passwords to keys, by Apple's number.
public typealias CCPBKDFAlgorithm = UInt32
/// The digest of the HMAC in a way from passwords to keys, by Apple's number.
public typealias CCPseudoRandomAlgorithm = UInt32

/// PBKDF2 (RFC 8018 §5.2).
public let kCCPBKDF2: Int = 2
/// HMAC with SHA-1.
public let kCCPRFHmacAlgSHA1: Int = 1
/// HMAC with SHA-224.
public let kCCPRFHmacAlgSHA224: Int = 2
/// HMAC with SHA-256.
public let kCCPRFHmacAlgSHA256: Int = 3
/// HMAC with SHA-384.
public let kCCPRFHmacAlgSHA384: Int = 4
/// HMAC with SHA-512.
public let kCCPRFHmacAlgSHA512: Int = 5

/// Makes a key of a password.
///
/// - Parameters:
///   - algorithm: `CCPBKDFAlgorithm(kCCPBKDF2)`.
///   - password: `passwordLen` bytes; may be nil where that is 0.
///   - salt: `saltLen` bytes; may be nil where that is 0.
///   - prf: `CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256)` and its kin.
///   - rounds: the work of one guess; 1 at least.
///   - derivedKey: room for `derivedKeyLen` bytes, 1 at least.
/// - Returns: `kCCSuccess`; `kCCParamError`; `kCCUnspecifiedError` where libcrypto fails, as for more than 2^32 - 1
///   digests.
@discardableResult
public func CCKeyDerivationPBKDF(
    _ algorithm: CCPBKDFAlgorithm, _ password: UnsafePointer<CChar>!, _ passwordLen: Int, _ salt: UnsafePointer<UInt8>!,
    _ saltLen: Int, _ prf: CCPseudoRandomAlgorithm, _ rounds: UInt32, _ derivedKey: UnsafeMutablePointer<UInt8>!,
    _ derivedKeyLen: Int
) -> Int32 {
    guard Int(algorithm) == kCCPBKDF2, let digest = digests[Int(prf)], rounds > 0, derivedKeyLen > 0,
        let password = unsafe lentBytes(password, passwordLen), let salt = unsafe lentBytes(salt, saltLen),
        let room = unsafe derivedKey
    else { return status(kCCParamError) }
    guard
        var key = unsafe try? PBKDF2.deriveKey(
            digest, password: password, salt: salt, rounds: rounds, count: derivedKeyLen)
    else { return status(kCCUnspecifiedError) }
    unsafe room.update(from: key, count: key.count)
    key.wipe()
    return status(kCCSuccess)
}

/// The number of rounds that take a time on this machine.
///
/// A busy machine answers too few: what is kept for years takes a fixed number.
///
/// - Parameters:
///   - saltLen: 132 at most.
///   - msec: the time of one derivation, in milliseconds.
/// - Returns: 10,000 at least; `UInt32.max` for what ``CCKeyDerivationPBKDF(_:_:_:_:_:_:_:_:_:)`` would not take, and
///   for a longer salt.
public func CCCalibratePBKDF(
    _ algorithm: CCPBKDFAlgorithm, _ passwordLen: Int, _ saltLen: Int, _ prf: CCPseudoRandomAlgorithm,
    _ derivedKeyLen: Int, _ msec: UInt32
) -> UInt32 {
    // The time goes by blocks of the key; one of more than a MiB is measured as one of a MiB would be.
    let limit = 1 << 20
    guard Int(algorithm) == kCCPBKDF2, let digest = digests[Int(prf)], derivedKeyLen > 0, passwordLen >= 0,
        (0..<133).contains(saltLen)
    else { return .max }
    let (password, salt) = (
        [UInt8](repeating: 1, count: min(passwordLen, limit)), [UInt8](repeating: 2, count: saltLen)
    )
    var rounds: UInt32 = 1_000
    let clock = ContinuousClock()
    while true {
        let start = clock.now
        guard
            (try? PBKDF2.deriveKey(
                digest, password: password, salt: salt, rounds: rounds, count: min(derivedKeyLen, limit))) != nil
        else { return .max }
        let seconds = (clock.now - start) / .seconds(1)
        if seconds >= 0.02 || rounds >= 1 << 28 {
            let wanted = Double(rounds) * Double(msec) / 1_000 / max(seconds, 1e-9)
            return UInt32(min(max(wanted, 10_000), Double(Int32.max)))
        }
        rounds *= 4
    }
}

/// The digests of Apple's numbers.
private let digests: [Int: DigestAlgorithm] = [
    kCCPRFHmacAlgSHA1: .sha1, kCCPRFHmacAlgSHA224: .sha224, kCCPRFHmacAlgSHA256: .sha256,
    kCCPRFHmacAlgSHA384: .sha384, kCCPRFHmacAlgSHA512: .sha512,
]

/// A way to encrypt keys by keys, by Apple's number.
public typealias CCWrappingAlgorithm = UInt32

/// AES Key Wrap (RFC 3394).
public let kCCWRAPAES: Int = 1
/// The initial value of RFC 3394 §2.2.3.1.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
@safe public nonisolated(unsafe) let CCrfc3394_iv: UnsafePointer<UInt8>! = {
    let place = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: AESKeyWrap.initialValue.count)
    _ = unsafe place.initialize(from: AESKeyWrap.initialValue)
    return unsafe UnsafePointer(place.baseAddress)
}()
/// The bytes of ``CCrfc3394_iv``.
public let CCrfc3394_ivLen: Int = 8

/// Encrypts a key by another key.
///
/// - Parameters:
///   - iv: ``CCrfc3394_iv``; nil stands for it.
///   - ivLen: ``CCrfc3394_ivLen``.
///   - kek: the key that encrypts: 16, 24 or 32 bytes.
///   - rawKey: the key that is encrypted: 16 bytes at least, a multiple of 8.
///   - wrappedKey: room for `wrappedKeyLen` bytes, which are then as many as were written.
/// - Returns: `kCCSuccess`; `kCCParamError`; `kCCBufferTooSmall`, with the bytes that are needed.
@discardableResult
public func CCSymmetricKeyWrap(
    _ algorithm: CCWrappingAlgorithm, _ iv: UnsafePointer<UInt8>!, _ ivLen: Int, _ kek: UnsafePointer<UInt8>!,
    _ kekLen: Int, _ rawKey: UnsafePointer<UInt8>!, _ rawKeyLen: Int, _ wrappedKey: UnsafeMutablePointer<UInt8>!,
    _ wrappedKeyLen: UnsafeMutablePointer<Int>!
) -> Int32 {
    unsafe run(
        algorithm, iv, ivLen, kek, kekLen, rawKey, rawKeyLen, wrappedKey, wrappedKeyLen, failure: kCCParamError,
        AESKeyWrap.wrap)
}

/// Decrypts a key that was encrypted by another key.
///
/// - Parameters:
///   - wrappedKey: 24 bytes at least, a multiple of 8.
///   - rawKey: room for `rawKeyLen` bytes, which are then as many as were written.
/// - Returns: `kCCSuccess`; `kCCParamError`; `kCCBufferTooSmall`, with the bytes that are needed; `kCCDecodeError` for
///   another key, and for a wrapped key that was changed.
@discardableResult
public func CCSymmetricKeyUnwrap(
    _ algorithm: CCWrappingAlgorithm, _ iv: UnsafePointer<UInt8>!, _ ivLen: Int, _ kek: UnsafePointer<UInt8>!,
    _ kekLen: Int, _ wrappedKey: UnsafePointer<UInt8>!, _ wrappedKeyLen: Int, _ rawKey: UnsafeMutablePointer<UInt8>!,
    _ rawKeyLen: UnsafeMutablePointer<Int>!
) -> Int32 {
    unsafe run(
        algorithm, iv, ivLen, kek, kekLen, wrappedKey, wrappedKeyLen, rawKey, rawKeyLen, failure: kCCDecodeError,
        AESKeyWrap.unwrap)
}

/// The bytes of a key once it is wrapped; 0 for a negative length.
public func CCSymmetricWrappedSize(_ algorithm: CCWrappingAlgorithm, _ rawKeyLen: Int) -> Int {
    (0...Int.max - 8).contains(rawKeyLen) ? rawKeyLen + 8 : 0
}

/// The bytes of a wrapped key once it is unwrapped; 0 for one that is too short.
public func CCSymmetricUnwrappedSize(_ algorithm: CCWrappingAlgorithm, _ wrappedKeyLen: Int) -> Int {
    max(8, wrappedKeyLen) - 8
}

@unsafe private func run(
    _ algorithm: CCWrappingAlgorithm, _ iv: UnsafePointer<UInt8>?, _ ivLen: Int, _ kek: UnsafePointer<UInt8>?,
    _ kekLen: Int, _ input: UnsafePointer<UInt8>?, _ inputLen: Int, _ room: UnsafeMutablePointer<UInt8>?,
    _ roomLen: UnsafeMutablePointer<Int>?, failure: Int,
    _ body: ([UInt8], [UInt8], [UInt8]) -> [UInt8]?
) -> Int32 {
    guard Int(algorithm) == kCCWRAPAES, let input = unsafe lentBytes(input, inputLen), input.count % 8 == 0,
        let kek = unsafe lentBytes(kek, kekLen), [16, 24, 32].contains(kek.count),
        let roomLen = unsafe roomLen, let room = unsafe room
    else { return status(kCCParamError) }
    var value = AESKeyWrap.initialValue
    if unsafe iv != nil {
        guard let lent = unsafe lentBytes(iv, ivLen), lent.count == value.count else { return status(kCCParamError) }
        value = unsafe Array(lent)
    }
    // Wrapping takes two blocks of 8 bytes at least, unwrapping three.
    guard input.count >= (failure == kCCDecodeError ? 24 : 16) else { return status(kCCParamError) }
    var (key, bytes) = unsafe (Array(kek), Array(input))
    var output = body(bytes, key, value)
    defer {
        key.wipe()
        bytes.wipe()
        output?.wipe()
    }
    guard let result = output else { return status(failure) }
    guard unsafe result.count <= roomLen.pointee else {
        unsafe roomLen.pointee = result.count
        return status(kCCBufferTooSmall)
    }
    unsafe room.update(from: result, count: result.count)
    unsafe roomLen.pointee = result.count
    return status(kCCSuccess)
}

/// Writes random bytes that are fit for keys.
///
/// - Parameter bytes: room for `count` bytes; may be nil where that is 0.
/// - Returns: `kCCSuccess`; `kCCParamError`; `kCCRNGFailure` where the generator has no entropy, and the bytes may then
///   not be used.
@discardableResult
public func CCRandomGenerateBytes(_ bytes: UnsafeMutableRawPointer!, _ count: Int) -> CCRNGStatus {
    guard count != 0 else { return status(kCCSuccess) }
    guard count > 0, let place = unsafe bytes else { return status(kCCParamError) }
    return unsafe SecRandomCopyBytes(kSecRandomDefault, count, place) == errSecSuccess
        ? status(kCCSuccess) : status(kCCRNGFailure)
}
