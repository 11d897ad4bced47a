import HoldfastX509

// CommonDigest.h, one algorithm after the other. `…_Init`, `…_Update` and `…_Final` give 1, and 0 where they did
// nothing: a pointer that is nil with a length, a context that was not begun or is of another algorithm. Apple's give 1
// in any case.

/// Begins an MD5 digest (RFC 1321).
///
/// - Parameter c: the context, initialized or not.
@available(
    *, deprecated,
    message: "MD5 is broken: whoever wants two texts with one digest makes them. CC_SHA256 is the one to take."
)
@discardableResult
public func CC_MD5_Init(_ c: UnsafeMutablePointer<CC_MD5_CTX>!) -> Int32 {
    unsafe DigestAlgorithm.md5.begin(c)
}

/// Adds bytes to an MD5 digest.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
@available(
    *, deprecated,
    message: "MD5 is broken: whoever wants two texts with one digest makes them. CC_SHA256 is the one to take."
)
@discardableResult
public func CC_MD5_Update(
    _ c: UnsafeMutablePointer<CC_MD5_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
    unsafe DigestAlgorithm.md5.add(data, len, to: c)
}

/// Writes an MD5 digest, and overwrites the context.
///
/// - Parameter md: room for ``CC_MD5_DIGEST_LENGTH`` bytes.
@available(
    *, deprecated,
    message: "MD5 is broken: whoever wants two texts with one digest makes them. CC_SHA256 is the one to take."
)
@discardableResult
public func CC_MD5_Final(
    _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_MD5_CTX>!
) -> Int32 {
    unsafe DigestAlgorithm.md5.finish(c, into: md)
}

/// Writes the MD5 digest of bytes that are all there.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
///   - md: room for ``CC_MD5_DIGEST_LENGTH`` bytes.
/// - Returns: `md`; nil where that is nil, or where nil was given with a length.
@available(
    *, deprecated,
    message: "MD5 is broken: whoever wants two texts with one digest makes them. CC_SHA256 is the one to take."
)
@discardableResult
public func CC_MD5(
    _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    unsafe DigestAlgorithm.md5.digest(data, len, into: md)
}

/// Begins an SHA-1 digest (FIPS 180-4 §6.1).
///
/// - Parameter c: the context, initialized or not.
@discardableResult
public func CC_SHA1_Init(_ c: UnsafeMutablePointer<CC_SHA1_CTX>!) -> Int32 {
    unsafe DigestAlgorithm.sha1.begin(c)
}

/// Adds bytes to an SHA-1 digest.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
@discardableResult
public func CC_SHA1_Update(
    _ c: UnsafeMutablePointer<CC_SHA1_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
    unsafe DigestAlgorithm.sha1.add(data, len, to: c)
}

/// Writes an SHA-1 digest, and overwrites the context.
///
/// - Parameter md: room for ``CC_SHA1_DIGEST_LENGTH`` bytes.
@discardableResult
public func CC_SHA1_Final(
    _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA1_CTX>!
) -> Int32 {
    unsafe DigestAlgorithm.sha1.finish(c, into: md)
}

/// Writes the SHA-1 digest of bytes that are all there.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
///   - md: room for ``CC_SHA1_DIGEST_LENGTH`` bytes.
/// - Returns: `md`; nil where that is nil, or where nil was given with a length.
@discardableResult
public func CC_SHA1(
    _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    unsafe DigestAlgorithm.sha1.digest(data, len, into: md)
}

/// Begins an SHA-224 digest (FIPS 180-4 §6.3).
///
/// - Parameter c: the context, initialized or not.
@discardableResult
public func CC_SHA224_Init(_ c: UnsafeMutablePointer<CC_SHA256_CTX>!) -> Int32 {
    unsafe DigestAlgorithm.sha224.begin(c)
}

/// Adds bytes to an SHA-224 digest.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
@discardableResult
public func CC_SHA224_Update(
    _ c: UnsafeMutablePointer<CC_SHA256_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
    unsafe DigestAlgorithm.sha224.add(data, len, to: c)
}

/// Writes an SHA-224 digest, and overwrites the context.
///
/// - Parameter md: room for ``CC_SHA224_DIGEST_LENGTH`` bytes.
@discardableResult
public func CC_SHA224_Final(
    _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA256_CTX>!
) -> Int32 {
    unsafe DigestAlgorithm.sha224.finish(c, into: md)
}

/// Writes the SHA-224 digest of bytes that are all there.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
///   - md: room for ``CC_SHA224_DIGEST_LENGTH`` bytes.
/// - Returns: `md`; nil where that is nil, or where nil was given with a length.
@discardableResult
public func CC_SHA224(
    _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    unsafe DigestAlgorithm.sha224.digest(data, len, into: md)
}

/// Begins an SHA-256 digest (FIPS 180-4 §6.2).
///
/// - Parameter c: the context, initialized or not.
@discardableResult
public func CC_SHA256_Init(_ c: UnsafeMutablePointer<CC_SHA256_CTX>!) -> Int32 {
    unsafe DigestAlgorithm.sha256.begin(c)
}

/// Adds bytes to an SHA-256 digest.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
@discardableResult
public func CC_SHA256_Update(
    _ c: UnsafeMutablePointer<CC_SHA256_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
    unsafe DigestAlgorithm.sha256.add(data, len, to: c)
}

/// Writes an SHA-256 digest, and overwrites the context.
///
/// - Parameter md: room for ``CC_SHA256_DIGEST_LENGTH`` bytes.
@discardableResult
public func CC_SHA256_Final(
    _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA256_CTX>!
) -> Int32 {
    unsafe DigestAlgorithm.sha256.finish(c, into: md)
}

/// Writes the SHA-256 digest of bytes that are all there.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
///   - md: room for ``CC_SHA256_DIGEST_LENGTH`` bytes.
/// - Returns: `md`; nil where that is nil, or where nil was given with a length.
@discardableResult
public func CC_SHA256(
    _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    unsafe DigestAlgorithm.sha256.digest(data, len, into: md)
}

/// Begins an SHA-384 digest (FIPS 180-4 §6.5).
///
/// - Parameter c: the context, initialized or not.
@discardableResult
public func CC_SHA384_Init(_ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
    unsafe DigestAlgorithm.sha384.begin(c)
}

/// Adds bytes to an SHA-384 digest.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
@discardableResult
public func CC_SHA384_Update(
    _ c: UnsafeMutablePointer<CC_SHA512_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
    unsafe DigestAlgorithm.sha384.add(data, len, to: c)
}

/// Writes an SHA-384 digest, and overwrites the context.
///
/// - Parameter md: room for ``CC_SHA384_DIGEST_LENGTH`` bytes.
@discardableResult
public func CC_SHA384_Final(
    _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA512_CTX>!
) -> Int32 {
    unsafe DigestAlgorithm.sha384.finish(c, into: md)
}

/// Writes the SHA-384 digest of bytes that are all there.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
///   - md: room for ``CC_SHA384_DIGEST_LENGTH`` bytes.
/// - Returns: `md`; nil where that is nil, or where nil was given with a length.
@discardableResult
public func CC_SHA384(
    _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    unsafe DigestAlgorithm.sha384.digest(data, len, into: md)
}

/// Begins an SHA-512 digest (FIPS 180-4 §6.4).
///
/// - Parameter c: the context, initialized or not.
@discardableResult
public func CC_SHA512_Init(_ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
    unsafe DigestAlgorithm.sha512.begin(c)
}

/// Adds bytes to an SHA-512 digest.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
@discardableResult
public func CC_SHA512_Update(
    _ c: UnsafeMutablePointer<CC_SHA512_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
    unsafe DigestAlgorithm.sha512.add(data, len, to: c)
}

/// Writes an SHA-512 digest, and overwrites the context.
///
/// - Parameter md: room for ``CC_SHA512_DIGEST_LENGTH`` bytes.
@discardableResult
public func CC_SHA512_Final(
    _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA512_CTX>!
) -> Int32 {
    unsafe DigestAlgorithm.sha512.finish(c, into: md)
}

/// Writes the SHA-512 digest of bytes that are all there.
///
/// - Parameters:
///   - data: `len` bytes; may be nil where that is 0.
///   - md: room for ``CC_SHA512_DIGEST_LENGTH`` bytes.
/// - Returns: `md`; nil where that is nil, or where nil was given with a length.
@discardableResult
public func CC_SHA512(
    _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    unsafe DigestAlgorithm.sha512.digest(data, len, into: md)
}
