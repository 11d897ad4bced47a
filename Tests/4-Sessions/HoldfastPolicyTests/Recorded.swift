import HoldfastTrust

@testable import HoldfastPolicy

/// A file as the store writes it.
enum Recorded {
    static func bytes(of exceptions: [TrustException]) -> [UInt8] {
        ExceptionFile(exceptions.compactMap { ExceptionRecord($0) }).bytes
    }
}
