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
