import HoldfastCrypto
import HoldfastX509

// The digests of CommonDigest.h. Their contexts are plain values, as on Apple's platforms: a copy goes on by itself, a
// context may lie in memory that nobody initialized before `…_Init`, and is dropped without a call.

/// A number of bytes, 32 bits long (Apple's CommonDigest.h).
public typealias CC_LONG = UInt32
/// A number of 64 bits (Apple's CommonDigest.h).
public typealias CC_LONG64 = UInt64

/// The bytes of an MD5 digest.
public let CC_MD5_DIGEST_LENGTH: Int32 = 16
/// The bytes that MD5 takes in at a time.
public let CC_MD5_BLOCK_BYTES: Int32 = 64
/// The bytes of an SHA-1 digest.
public let CC_SHA1_DIGEST_LENGTH: Int32 = 20
/// The bytes that SHA-1 takes in at a time.
public let CC_SHA1_BLOCK_BYTES: Int32 = 64
/// The bytes of an SHA-224 digest.
public let CC_SHA224_DIGEST_LENGTH: Int32 = 28
/// The bytes that SHA-224 takes in at a time.
public let CC_SHA224_BLOCK_BYTES: Int32 = 64
/// The bytes of an SHA-256 digest.
public let CC_SHA256_DIGEST_LENGTH: Int32 = 32
/// The bytes that SHA-256 takes in at a time.
public let CC_SHA256_BLOCK_BYTES: Int32 = 64
/// The bytes of an SHA-384 digest.
public let CC_SHA384_DIGEST_LENGTH: Int32 = 48
/// The bytes that SHA-384 takes in at a time.
public let CC_SHA384_BLOCK_BYTES: Int32 = 128
/// The bytes of an SHA-512 digest.
public let CC_SHA512_DIGEST_LENGTH: Int32 = 64
/// The bytes that SHA-512 takes in at a time.
public let CC_SHA512_BLOCK_BYTES: Int32 = 128

/// The state of MD5 over bytes that arrive in pieces. Apple's fields are not there.
public struct CC_MD5state_st: Sendable, DigestContext {
    var state = DigestState()

    /// A context that was not begun.
    public init() {}
}

/// The name by which contexts of MD5 are used.
public typealias CC_MD5_CTX = CC_MD5state_st

/// The state of SHA-1 over bytes that arrive in pieces. Apple's fields are not there.
public struct CC_SHA1state_st: Sendable, DigestContext {
    var state = DigestState()

    /// A context that was not begun.
    public init() {}
}

/// The name by which contexts of SHA-1 are used.
public typealias CC_SHA1_CTX = CC_SHA1state_st

/// The state of SHA-224 and SHA-256 over bytes that arrive in pieces. Apple's fields are not there.
public struct CC_SHA256state_st: Sendable, DigestContext {
    var state = DigestState()

    /// A context that was not begun.
    public init() {}
}

/// The name by which contexts of SHA-224 and SHA-256 are used.
public typealias CC_SHA256_CTX = CC_SHA256state_st

/// The state of SHA-384 and SHA-512 over bytes that arrive in pieces. Apple's fields are not there.
public struct CC_SHA512state_st: Sendable, DigestContext {
    var state = DigestState()

    /// A context that was not begun.
    public init() {}
}

/// The name by which contexts of SHA-384 and SHA-512 are used.
public typealias CC_SHA512_CTX = CC_SHA512state_st

/// A context of one of the digests.
protocol DigestContext {
    var state: DigestState { get set }
    init()
}

extension DigestAlgorithm {
    /// Begins, whatever lay there; 1, or 0 without a place.
    @unsafe func begin<Context: DigestContext>(_ place: UnsafeMutablePointer<Context>?) -> Int32 {
        guard let place = unsafe place else { return 0 }
        var context = Context()
        context.state = DigestState(self)
        unsafe place.initialize(to: context)
        return 1
    }

    /// Adds bytes; 1, or 0 where nothing was added.
    @unsafe func add(
        _ data: UnsafeRawPointer?, _ count: CC_LONG, to place: UnsafeMutablePointer<some DigestContext>?
    ) -> Int32 {
        guard let place = unsafe place, let bytes = unsafe lentBytes(data, Int(count)) else { return 0 }
        return unsafe place.pointee.state.update(bytes) ? 1 : 0
    }

    /// Writes the digest; 1, or 0 where nothing was written: for a context of another algorithm too, whose digest may
    /// be longer than the caller's room.
    @unsafe func finish(_ place: UnsafeMutablePointer<some DigestContext>?, into room: UnsafeMutablePointer<UInt8>?)
        -> Int32
    {
        guard let place = unsafe place, let digest = unsafe place.pointee.state.finish(), digest.count == byteCount,
            let room = unsafe room
        else { return 0 }
        unsafe room.update(from: digest, count: digest.count)
        return 1
    }

    /// Digests bytes that are all there.
    @unsafe func digest(_ data: UnsafeRawPointer?, _ count: CC_LONG, into room: UnsafeMutablePointer<UInt8>?)
        -> UnsafeMutablePointer<UInt8>?
    {
        guard let room = unsafe room, let bytes = unsafe lentBytes(data, Int(count)) else { return nil }
        var state = DigestState(self)
        unsafe state.update(bytes)
        guard let digest = state.finish() else { return nil }
        unsafe room.update(from: digest, count: digest.count)
        return unsafe room
    }
}

/// The bytes at an address of the caller's: none for nil with a length of 0; `nil` for nil with another length, and for
/// a negative one.
@unsafe func lentBytes(_ data: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer? {
    guard count != 0 else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    guard count > 0, let data = unsafe data else { return nil }
    return unsafe UnsafeRawBufferPointer(start: data, count: count)
}
