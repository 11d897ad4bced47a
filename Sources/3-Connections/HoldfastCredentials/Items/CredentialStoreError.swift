public import HoldfastCrypto
public import HoldfastFiles
public import HoldfastStatements

/// An error of a credential store that lasts; nothing that was stored is lost by it. It holds no secret.
public struct CredentialStoreError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// More than is stored: a noun with its size, and the most there may be.
        case tooLarge(Statement, limit: Int)
        /// An item of the same identity is there; its identifier.
        case duplicate(CredentialItem.ID)
        /// An item that is not there.
        case notFound
        /// No key for the store, with what was looked for.
        case noKey(Statement)
        /// Another key than the one that the file was written with, or a damaged header: the two cannot be told apart.
        case wrongKey
        /// Bytes that are not what the format has, with what is wrong.
        case damaged(Statement)
        /// A file of a later format.
        case unsupportedFormat(UInt8)
        /// A file that asks for more work than is done for one.
        case tooMuchWork(Statement)
        /// A file older than the one that this process has seen: its generation, and the one that was seen.
        case setBack(UInt64, last: UInt64)
        /// A file or a folder that cannot be used.
        case file(StoreError)
        /// An operation of libcrypto's that failed.
        case library(CryptoError)
        /// No Secret Service, or one that does not do what it is asked, in its own words.
        case secretService(Statement)
    }

    /// The kind of trouble.
    public let reason: Reason
    /// The file or folder that it is about; nil where it is about none.
    public let path: String?

    package init(_ reason: Reason, path: String? = nil) {
        self.reason = reason
        self.path = path
    }

    init(damaged fault: CredentialDamage, path: String? = nil) { self.init(.damaged(fault.statement), path: path) }
    init(noKey fault: CredentialKeyFault, path: String? = nil) { self.init(.noKey(fault.statement), path: path) }
    init(secretService fault: SecretServiceFault) { self.init(.secretService(fault.statement)) }

    static func tooLarge(_ what: CredentialSize, limit: Int) -> CredentialStoreError {
        CredentialStoreError(.tooLarge(what.statement, limit: limit))
    }

    /// This error, about a file.
    func at(_ path: String) -> CredentialStoreError {
        if case .file = reason { return self }
        return self.path == nil ? CredentialStoreError(reason, path: path) : self
    }

    /// The result of what libcrypto does, with its errors as the store's.
    static func ofLibrary<Value>(
        _ body: () throws(CryptoError) -> Value
    ) throws(CredentialStoreError) -> Value {
        do throws(CryptoError) { return try body() } catch {
            if case .tooMuchWork(let what) = error.reason { throw CredentialStoreError(.tooMuchWork(what)) }
            throw CredentialStoreError(.library(error))
        }
    }
}

/// A part of a store that could not be read, while the others could. It stays where it is.
public struct CredentialStoreProblem: Hashable, Sendable, CustomStringConvertible {
    /// The error of the part.
    public let error: CredentialStoreError

    init(_ error: CredentialStoreError) { self.error = error }

    public var description: String { error.description }
}

/// A strict reader of the stores' formats.
typealias CredentialRecordReader = RecordReader<CredentialStoreError>

extension CredentialStoreError: RecordError {
    package init(_ fault: RecordFault) {
        let damage: CredentialDamage =
            switch fault {
            case .endsEarly: .endsEarly
            case .sized(let bytes, let limit): .sized(bytes: bytes, limit: limit)
            case .nanoseconds(let count): .nanoseconds(count)
            }
        self.init(damaged: damage)
    }
}
