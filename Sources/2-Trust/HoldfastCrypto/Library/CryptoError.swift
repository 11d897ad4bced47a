import COpenSSL
public import HoldfastStatements

/// A cryptographic operation that could not be carried out, with everything that OpenSSL said about it.
///
/// A signature that does not verify is not an error: it is an answer.
public struct CryptoError: Error, Hashable, Sendable {
    /// A reason why an operation was not carried out.
    public enum Reason: Hashable, Sendable {
        /// libcrypto failed; `stack` holds what it said.
        case library
        /// A kind of key that this room does not handle, by the name or the dotted object identifier of its type.
        case unsupportedKey(String)
        /// A key in OpenSSH's own form (`openssh-key-v1`), which is not read; its type where the file says it.
        case openSSHForm(keyType: String?)
        /// An algorithm by its name that the libcrypto of this process does not have.
        case notInLibrary(String)
        /// An RSA key over the limit, refused before anything was computed with it.
        case keyTooLarge(bits: Int, limit: Int)
        /// An RSA public exponent that is even, below 3 or over 2^32.
        case publicExponentOutOfRange
        /// An RSA modulus that is even or too small to sign anything.
        case modulusOutOfRange
        /// A key whose bytes are not of the form that its type asks for, with what is wrong.
        case malformedKey(Statement)
        /// An elliptic-curve point that does not lie on its curve, or is the point at infinity.
        case pointNotOnCurve
        /// A signature algorithm that the key's type or the key's own parameters do not allow.
        case algorithmNotForKey
        /// Encrypted data, and no passphrase was given.
        case passphraseNeeded
        /// Encrypted data that do not open with this passphrase, or are damaged: the two cannot be told apart.
        case wrongPassphrase
        /// An encryption or a check sum that is not known here or not installed, by its name.
        case unsupportedEncryption(Statement)
        /// A file that asks for more work than is done for one, or for too little to protect anything.
        case tooMuchWork(Statement)
        /// More bytes than are read.
        case tooLarge(bytes: Int, limit: Int)
        /// A file that is not of the form that it should have, with what is wrong.
        case malformedContainer(Statement)
    }

    /// The operation that was tried, for example "sign".
    public let operation: String
    /// The reason why it was not carried out.
    public let reason: Reason
    /// OpenSSL's whole error queue, oldest entry (the innermost cause) first.
    public let stack: [OpenSSLError]

    init(_ operation: String, reason: Reason, stack: [OpenSSLError] = []) {
        self.operation = operation
        self.reason = reason
        self.stack = stack
    }

    /// A key whose bytes are not of the form that its type asks for.
    init(_ operation: String, _ fault: KeyFault) { self.init(operation, reason: .malformedKey(fault.statement)) }

    /// An error that libcrypto has just reported on the calling thread; empties the thread's queue.
    package static func library(_ operation: String) -> CryptoError {
        CryptoError(operation, reason: .library, stack: OpenSSLError.takeAll())
    }

    /// The reason in words, without what OpenSSL said: for people who did not write the program.
    public var clause: String { reason.english }
}

extension CryptoError.Reason {
    /// Whether the thing may be whole, and is of a kind, a protection or a size that is not handled here.
    public var isNotSupported: Bool {
        switch self {
        case .unsupportedKey, .openSSHForm, .notInLibrary, .unsupportedEncryption, .keyTooLarge, .tooMuchWork,
            .tooLarge:
            true
        default: false
        }
    }
}

/// One entry of OpenSSL's error queue.
public struct OpenSSLError: Hashable, Sendable, CustomStringConvertible {
    /// OpenSSL's packed number, as `openssl errstr` takes it in hexadecimal.
    public let code: UInt
    /// The part of OpenSSL that failed, for example "rsa routines".
    public let library: String
    /// The failure, for example "data too large for key size".
    public let reason: String
    /// Text that OpenSSL added to the entry, for example the name of an algorithm that it does not have.
    public let data: String?

    public var description: String {
        let hexadecimal = String(code, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 8 - hexadecimal.count)) + hexadecimal
        let text = "error:\(padded):\(library):\(reason)"
        guard let data else { return text }
        return text + " (" + data + ")"
    }
}

extension OpenSSLError {
    /// Empties the calling thread's error queue and returns what stood in it, oldest first.
    package static func takeAll() -> [OpenSSLError] {
        var entries: [OpenSSLError] = []
        // The queue is a ring of 16 entries; the bound only keeps this loop from depending on that.
        while entries.count < 64, let next = takeOldest() { entries.append(next) }
        return entries
    }

    private static func takeOldest() -> OpenSSLError? {
        var data: UnsafePointer<CChar>?
        var flags: Int32 = 0
        let code = unsafe ERR_get_error_all(nil, nil, nil, &data, &flags)
        guard code != 0 else { return nil }
        return unsafe OpenSSLError(
            code: UInt(code),
            library: text(ERR_lib_error_string(code)) ?? "library \(ERR_GET_LIB(code))",
            reason: text(ERR_reason_error_string(code)) ?? "reason \(ERR_GET_REASON(code))",
            data: flags & ERR_TXT_STRING != 0 ? text(data).flatMap { $0.isEmpty ? nil : $0 } : nil)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}
