import COpenSSL

/// A passphrase, in memory that is wiped when its last reference goes.
///
/// What it was made from, a `String` or what was read from a terminal, is not wiped: Swift's values move and are
/// copied. Make it as near to the source as can be, and drop the source. Its text form does not show it.
@safe
public final class Passphrase: @unchecked Sendable, CustomStringConvertible {
    private let storage: UnsafeMutableBufferPointer<UInt8>

    /// The passphrase of these bytes, mostly UTF-8.
    public init(bytes: some Collection<UInt8>) {
        // One byte more, so that the address of an empty one is an address too.
        unsafe storage = .allocate(capacity: bytes.count + 1)
        unsafe storage.initialize(repeating: 0)
        for (index, byte) in bytes.enumerated() { unsafe storage[index] = byte }
    }

    /// The passphrase of this text, as UTF-8.
    public convenience init(_ text: String) { self.init(bytes: text.utf8) }

    deinit {
        unsafe OPENSSL_cleanse(storage.baseAddress, storage.count)
        unsafe storage.deallocate()
    }

    /// The number of its bytes.
    package var count: Int { unsafe storage.count - 1 }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { unsafe storage.count == 1 }

    public var description: String { "passphrase (hidden)" }

    /// Lends the bytes in the form in which libcrypto takes passphrases.
    @unsafe func withCharacters<Result>(_ body: (UnsafePointer<CChar>?, Int32) -> Result) -> Result {
        let count = unsafe Int32(clamping: storage.count - 1)
        return unsafe storage.withMemoryRebound(to: CChar.self) { characters in
            unsafe body(characters.baseAddress, count)
        }
    }
}

/// A passphrase or none: PKCS #12 tells none from an empty one (RFC 7292 appendix B.1).
enum PassphraseForm {
    case none
    case given(Passphrase)

    @unsafe func withCharacters<Result>(_ body: (UnsafePointer<CChar>?, Int32) -> Result) -> Result {
        switch self {
        case .none: body(nil, 0)
        case .given(let passphrase): unsafe passphrase.withCharacters(body)
        }
    }
}

extension [UInt8] {
    /// Overwrites a secret before its memory is given back. Copies made elsewhere are not reached.
    package mutating func wipe() {
        unsafe withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe OPENSSL_cleanse(start, bytes.count)
        }
    }
}
