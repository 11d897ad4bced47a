import HoldfastCrypto
import HoldfastLibC

/// A source of random numbers. There is only ``kSecRandomDefault``, which is nil.
public typealias SecRandomRef = OpaquePointer

/// The generator of the system, which is nil (Apple's SecRandom.h).
@safe public nonisolated(unsafe) let kSecRandomDefault: SecRandomRef? = nil

/// Writes random bytes that are fit for keys.
///
/// Whoever does not look at the result may take for random what nobody has written.
///
/// - Parameters:
///   - rnd: not used: there is one generator (Apple's SecRandom.h).
///   - count: how many bytes; 0 writes nothing and succeeds.
///   - bytes: where they go; as many as `count` must fit there.
/// - Returns: `errSecSuccess`; `errSecParam` for a negative count; `errSecInternalComponent` where the generator has
///   no entropy, and the bytes may then not be used.
@discardableResult
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
    guard count >= 0 else { return errSecParam }
    let target = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: count)
    for start in stride(from: 0, to: count, by: chunk) {
        guard var random = try? SystemRandom.bytes(min(chunk, count - start)) else { return errSecInternalComponent }
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyBytes(from: random)
        // A copy of what may become a key is not left in freed memory.
        unsafe random.withUnsafeMutableBytes { memory in
            guard let address = memory.baseAddress else { return }
            unsafe explicit_bzero(address, memory.count)
        }
    }
    return errSecSuccess
}

/// A large request takes no second buffer of its size.
private let chunk = 4096
