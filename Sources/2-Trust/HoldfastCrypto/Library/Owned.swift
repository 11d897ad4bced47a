/// The one owner of an object that libcrypto allocated.
///
/// The pointer is only lent, for the length of a closure, so that it cannot outlive its owner.
@safe struct Owned: ~Copyable {
    private let pointer: OpaquePointer
    private let free: (OpaquePointer?) -> Void

    /// Takes over `pointer`, which came from a function that returns NULL when it fails.
    @unsafe init(
        _ pointer: OpaquePointer?, freedBy free: @escaping (OpaquePointer?) -> Void, during operation: String
    ) throws(CryptoError) {
        guard let pointer = unsafe pointer else { throw .library(operation) }
        unsafe self.pointer = unsafe pointer
        unsafe self.free = unsafe free
    }

    deinit { unsafe free(pointer) }

    @unsafe borrowing func with<Result: ~Copyable, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(pointer)
    }
}

// libcrypto's objects may move from thread to thread; those that two threads use at a time (keys) lock inside.
extension Owned: @unchecked Sendable {}

extension Collection<UInt8> {
    /// Lends the bytes as one stretch of memory, copying them only where they do not lie in one.
    ///
    /// The pointer is never NULL, also where there are no bytes: libcrypto takes NULL for "no argument".
    func withContiguousBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard !isEmpty else {
            return unsafe withUnsafePointer(to: 0 as UInt8) { pointer in
                unsafe body(UnsafeBufferPointer(start: pointer, count: 0))
            }
        }
        let direct: Result? = withContiguousStorageIfAvailable { buffer in unsafe body(buffer) }
        if let direct { return direct }
        return unsafe Array(self).withUnsafeBufferPointer { buffer in unsafe body(buffer) }
    }
}
