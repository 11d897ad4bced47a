public import HoldfastCrypto
import HoldfastFiles
public import HoldfastX509
import Synchronization

/// The stores that last behind what has no store of its own: the shared credential storage of URLSession's names, and
/// the functions on keychain items of the Security framework's.
///
/// A program says once, before it asks for the first credential, which they are. One that says nothing has those of
/// ``UserCredentialStores/permanent(program:key:asksSecretService:)`` for the name of its executable, looked for when
/// they are first needed, and no synchronised one.
public struct ProcessCredentialStores: Sendable {
    /// The store of what is permanent; nil where nothing lasts.
    public var permanent: (any CredentialItemStore)?
    /// The store of what is synchronised; nil where that is kept with what is permanent.
    public var synchronizable: (any CredentialItemStore)?
    package let now: @Sendable () -> Instant

    /// Puts stores together.
    ///
    /// - Parameters:
    ///   - permanent: where permanent credentials are kept; nil where nothing lasts. A `MemoryItemStore` is gone with
    ///     the process, whatever the functions that write to it say.
    ///   - synchronizable: where synchronised ones are kept; nil keeps them with the permanent ones.
    ///   - now: the clock by which items are dated.
    public init(
        permanent: (any CredentialItemStore)?, synchronizable: (any CredentialItemStore)? = nil,
        now: @escaping @Sendable () -> Instant = SystemClock.now
    ) {
        (self.permanent, self.synchronizable, self.now) = (permanent, synchronizable, now)
    }

    /// The store of items that are synchronised, or are not.
    package func store(isSynchronizable: Bool) -> (any CredentialItemStore)? {
        isSynchronizable ? synchronizable ?? permanent : permanent
    }

    /// Every store, once.
    package var all: [any CredentialItemStore] {
        guard let permanent else { return [synchronizable].compactMap(\.self) }
        guard let synchronizable, synchronizable as AnyObject !== permanent as AnyObject else { return [permanent] }
        return [permanent, synchronizable]
    }

    // MARK: The process's own

    /// The stores of one task and its children, in the place of the process's: so that tests share none.
    @TaskLocal package static var ofTask: ProcessCredentialStores?

    private static let ofProcess = Mutex(ProcessCredentialStores?.none)

    /// Makes stores those of the process, from the next call on.
    ///
    /// What was kept before stays in its store, and is found there alone.
    public static func use(_ stores: ProcessCredentialStores) { ofProcess.withLock { $0 = stores } }

    /// The stores of the process, looked for where nobody has said which they are.
    ///
    /// - Throws: ``CredentialStoreError`` for a key that is there and cannot be read, or is too short.
    package static func current() async throws(CredentialStoreError) -> ProcessCredentialStores {
        if let ofTask { return ofTask }
        if let known = ofProcess.withLock(\.self) { return known }
        let found = ProcessCredentialStores(
            permanent: try await UserCredentialStores.permanent(program: programName(CommandLine.arguments.first)))
        // Of two callers at once the first decides, so that both have the same.
        return ofProcess.withLock { stores in
            let known = stores ?? found
            stores = known
            return known
        }
    }

    /// The name of an executable as that of a program, other characters than a file's name may have as `_`.
    package static func programName(_ path: String?) -> String {
        let name = path?.split(separator: "/").last.map(String.init) ?? ""
        let plain = name.map { character in
            character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
                ? character : "_"
        }
        let text = String(plain.drop { $0 == "." }.prefix(100))
        return text.isEmpty ? "program" : text
    }
}
