import COpenSSLShims
package import HoldfastX509

/// A message digest over bytes that arrive in pieces, as a plain value.
///
/// A copy goes on by itself, and a value may be left where it is: nothing has to be freed. All zeros is a digest that
/// was not begun. ``SHA256Hasher`` is the one for code of ours; this one is for contexts that lie in other people's
/// memory.
package struct DigestState: Sendable {
    private var state = shim_digest()

    /// A digest that was not begun.
    package init() {}

    /// A digest that has seen nothing yet.
    package init(_ algorithm: DigestAlgorithm) {
        _ = unsafe shim_digest_init(&state, Int32(bitPattern: algorithm.shim.rawValue))
    }

    /// Adds bytes.
    ///
    /// - Returns: Whether the digest was begun.
    @discardableResult
    package mutating func update(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe shim_digest_update(&state, bytes.baseAddress, bytes.count) == 1
    }

    /// The digest of all that was added; what was kept of it is overwritten.
    ///
    /// - Returns: `nil` where it was not begun.
    package mutating func finish() -> [UInt8]? {
        guard let count = algorithm?.byteCount else { return nil }
        var output = [UInt8](repeating: 0, count: count)
        return unsafe shim_digest_final(&state, &output) == 1 ? output : nil
    }

    private var algorithm: DigestAlgorithm? {
        DigestAlgorithm.allCases.first { Int32(bitPattern: $0.shim.rawValue) == state.algorithm }
    }
}

/// Keyed message authentication with a digest (HMAC, RFC 2104) over bytes that arrive in pieces, as a plain value.
///
/// Like ``DigestState``; ``HMAC`` is the one for messages that are all there.
package struct HMACState: Sendable {
    private var inner = DigestState()
    private var outer = DigestState()

    /// A code that was not begun.
    package init() {}

    /// A code that has seen nothing yet.
    ///
    /// - Parameter key: of any length; a longer one than the digest's block is hashed first (RFC 2104 §2).
    package init(_ algorithm: DigestAlgorithm, key: UnsafeRawBufferPointer) {
        var block = [UInt8](repeating: 0, count: algorithm.blockByteCount)
        defer { block.wipe() }
        if key.count <= block.count {
            unsafe block.withUnsafeMutableBytes { unsafe $0.copyMemory(from: key) }
        } else {
            var digest = DigestState(algorithm)
            unsafe digest.update(key)
            guard var short = digest.finish() else { return }
            block.replaceSubrange(..<short.count, with: short)
            short.wipe()
        }
        (inner, outer) = (DigestState(algorithm), DigestState(algorithm))
        add(block, mixedWith: 0x36, to: &inner)
        add(block, mixedWith: 0x5C, to: &outer)
    }

    /// Adds bytes of the message.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { unsafe inner.update(bytes) }

    /// The authentication code, as long as the digest; what was kept of it is overwritten.
    ///
    /// - Returns: `nil` where it was not begun.
    package mutating func finish() -> [UInt8]? {
        guard let digest = inner.finish() else { return nil }
        unsafe digest.withUnsafeBytes { _ = unsafe outer.update($0) }
        return outer.finish()
    }

    private func add(_ block: [UInt8], mixedWith pad: UInt8, to digest: inout DigestState) {
        var mixed = block.map { $0 ^ pad }
        unsafe mixed.withUnsafeBytes { _ = unsafe digest.update($0) }
        mixed.wipe()
    }
}

extension DigestAlgorithm {
    fileprivate var shim: shim_algorithm {
        switch self {
        case .md5: shim_digest_md5
        case .sha1: shim_digest_sha1
        case .sha224: shim_digest_sha224
        case .sha256: shim_digest_sha256
        case .sha384: shim_digest_sha384
        case .sha512: shim_digest_sha512
        }
    }

    /// The bytes that the digest takes in at a time (FIPS 180-4 §1, RFC 1321 §3.4).
    fileprivate var blockByteCount: Int {
        switch self {
        case .md5, .sha1, .sha224, .sha256: 64
        case .sha384, .sha512: 128
        }
    }
}
