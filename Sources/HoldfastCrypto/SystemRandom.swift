import COpenSSL

/// The random numbers of libcrypto's generator, which the operating system seeds.
public enum SystemRandom {
    /// `count` random bytes, fit for keys and serial numbers.
    ///
    /// - Throws: ``CryptoError`` where the generator has no entropy; there is no weaker fall-back.
    public static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
        guard count > 0 else { return [] }
        let context = unsafe try LibraryContext.pointer()
        var output = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes_ex(context, &output, count, 0) == 1 else { throw .library("make random bytes") }
        return output
    }
}
