import COpenSSL

/// A cryptographic operation that could not be carried out, with everything that OpenSSL said about it.
///
/// A signature that does not verify is not an error: it is an answer.
public struct CryptoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why the operation was not carried out.
    public enum Reason: Hashable, Sendable {
        /// libcrypto failed; `stack` holds what it said.
        case library
        /// A kind of key that this room does not handle, by the name or the dotted object identifier of its type.
        case unsupportedKey(String)
        /// An RSA key over the limit, refused before anything was computed with it.
        case keyTooLarge(bits: Int, limit: Int)
        /// An RSA public exponent that is even, below 3 or over 2^32.
        case publicExponentOutOfRange
        /// An RSA modulus that is even or too small to sign anything.
        case modulusOutOfRange
        /// A key whose bytes are not of the form that its type asks for, with what is wrong.
        case malformedKey(String)
        /// An elliptic-curve point that does not lie on its curve, or is the point at infinity.
        case pointNotOnCurve
        /// A signature algorithm that the key's type or the key's own parameters do not allow.
        case algorithmNotForKey
        /// Something that is encrypted, and no passphrase was given.
        case passphraseNeeded
        /// What was encrypted does not open with this passphrase, or is damaged: the two cannot be told apart.
        case wrongPassphrase
        /// An encryption or a check sum that is not known here or not installed, by its name.
        case unsupportedEncryption(String)
        /// A file that asks for more work than is done for one, or for too little to protect anything.
        case tooMuchWork(String)
        /// More bytes than are read.
        case tooLarge(bytes: Int, limit: Int)
        /// A file that is not of the form that it should have, with what is wrong.
        case malformedContainer(String)
    }

    /// What was tried, for example "sign".
    public let operation: String
    /// Why it was not carried out.
    public let reason: Reason
    /// OpenSSL's whole error queue, oldest entry (the innermost cause) first.
    public let stack: [OpenSSLError]

    init(_ operation: String, reason: Reason, stack: [OpenSSLError] = []) {
        self.operation = operation
        self.reason = reason
        self.stack = stack
    }

    /// An error that libcrypto has just reported on the calling thread; empties the thread's queue.
    package static func library(_ operation: String) -> CryptoError {
        CryptoError(operation, reason: .library, stack: OpenSSLError.takeAll())
    }

    public var description: String {
        var parts: [String] = []
        if reason != .library || stack.isEmpty { parts.append(reason.text) }
        parts += stack.map(\.description)
        return operation + ": " + parts.joined(separator: "; ")
    }
}

extension CryptoError.Reason {
    fileprivate var text: String {
        switch self {
        case .library: "libcrypto gave no reason"
        case .unsupportedKey(let type): "keys of type \(type) are not supported"
        case .keyTooLarge(let bits, let limit): "an RSA key of \(bits) bits is over the limit of \(limit)"
        case .publicExponentOutOfRange: "the RSA public exponent is even, below 3 or over 2^32"
        case .modulusOutOfRange: "the RSA modulus is even or too small"
        case .malformedKey(let what): what
        case .pointNotOnCurve: "the public key is not a point of its curve"
        case .algorithmNotForKey: "the signature algorithm is not one for this key"
        case .passphraseNeeded: "it is encrypted, and no passphrase was given"
        case .wrongPassphrase: "the passphrase is wrong, or the data are damaged"
        case .unsupportedEncryption(let name): "the encryption is not supported: \(name)"
        case .tooMuchWork(let what): what
        case .tooLarge(let bytes, let limit): "\(bytes) bytes are over the limit of \(limit)"
        case .malformedContainer(let what): what
        }
    }
}
