import HoldfastCrypto
import HoldfastX509

/// The digest of an authentication code, by Apple's number (CommonHMAC.h).
public typealias CCHmacAlgorithm = UInt32

/// HMAC with SHA-1.
public let kCCHmacAlgSHA1: Int = 0
/// HMAC with MD5.
public let kCCHmacAlgMD5: Int = 1
/// HMAC with SHA-256.
public let kCCHmacAlgSHA256: Int = 2
/// HMAC with SHA-384.
public let kCCHmacAlgSHA384: Int = 3
/// HMAC with SHA-512.
public let kCCHmacAlgSHA512: Int = 4
/// HMAC with SHA-224.
public let kCCHmacAlgSHA224: Int = 5

/// The state of an HMAC (RFC 2104) over bytes that arrive in pieces: a plain value, as the contexts of digests are.
/// Apple's field is not there.
public struct CCHmacContext: Sendable {
    fileprivate var state = HMACState()

    /// A context that was not begun.
    public init() {}
}

/// Begins an authentication code.
///
/// - Parameters:
///   - ctx: the context, initialized or not. It stays one that was not begun for an algorithm that is none, and for a
///     key that is nil with a length.
///   - algorithm: `CCHmacAlgorithm(kCCHmacAlgSHA256)` and its kin.
///   - key: `keyLength` bytes; may be nil where that is 0.
public func CCHmacInit(
    _ ctx: UnsafeMutablePointer<CCHmacContext>!, _ algorithm: CCHmacAlgorithm, _ key: UnsafeRawPointer!,
    _ keyLength: Int
) {
    guard let place = unsafe ctx else { return }
    var context = CCHmacContext()
    if let digest = digests[Int(algorithm)], let key = unsafe lentBytes(key, keyLength) {
        context.state = unsafe HMACState(digest, key: key)
    }
    unsafe place.initialize(to: context)
}

/// Adds bytes of the message to an authentication code.
///
/// - Parameter data: `dataLength` bytes; may be nil where that is 0.
public func CCHmacUpdate(_ ctx: UnsafeMutablePointer<CCHmacContext>!, _ data: UnsafeRawPointer!, _ dataLength: Int) {
    guard let place = unsafe ctx, let bytes = unsafe lentBytes(data, dataLength) else { return }
    unsafe place.pointee.state.update(bytes)
}

/// Writes an authentication code, and overwrites the context.
///
/// - Parameter macOut: room for as many bytes as the digest has. Nothing is written where the context was not begun.
public func CCHmacFinal(_ ctx: UnsafeMutablePointer<CCHmacContext>!, _ macOut: UnsafeMutableRawPointer!) {
    guard let place = unsafe ctx, let code = unsafe place.pointee.state.finish(), let room = unsafe macOut else {
        return
    }
    unsafe UnsafeMutableRawBufferPointer(start: room, count: code.count).copyBytes(from: code)
}

/// Writes the authentication code of a message that is all there (HMAC, RFC 2104).
///
/// Compare codes in a time that does not tell where they begin to differ.
///
/// - Parameters:
///   - algorithm: `CCHmacAlgorithm(kCCHmacAlgSHA256)` and its kin.
///   - key: `keyLength` bytes; may be nil where that is 0.
///   - data: `dataLength` bytes; may be nil where that is 0.
///   - macOut: room for as many bytes as the digest has. Nothing is written for an algorithm that is none, and where
///     nil was given with a length.
public func CCHmac(
    _ algorithm: CCHmacAlgorithm, _ key: UnsafeRawPointer!, _ keyLength: Int, _ data: UnsafeRawPointer!,
    _ dataLength: Int, _ macOut: UnsafeMutableRawPointer!
) {
    guard unsafe lentBytes(data, dataLength) != nil else { return }
    var context = CCHmacContext()
    unsafe CCHmacInit(&context, algorithm, key, keyLength)
    unsafe CCHmacUpdate(&context, data, dataLength)
    unsafe CCHmacFinal(&context, macOut)
}

/// The digests of Apple's numbers.
private let digests: [Int: DigestAlgorithm] = [
    kCCHmacAlgSHA1: .sha1, kCCHmacAlgMD5: .md5, kCCHmacAlgSHA224: .sha224, kCCHmacAlgSHA256: .sha256,
    kCCHmacAlgSHA384: .sha384, kCCHmacAlgSHA512: .sha512,
]
