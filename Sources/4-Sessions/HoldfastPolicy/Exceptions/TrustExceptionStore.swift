import HoldfastCrypto
import HoldfastFiles
public import HoldfastTrust
public import HoldfastX509

/// A file of user exceptions: for its owner alone, written all or nothing, and empty where anything is wrong with it.
///
/// The folder has to be 0700, the file 0600, both the property of the user that the process acts for, neither a
/// symbolic link. Any other file counts as empty and is reported; a corrupt file is kept aside under another name.
public struct TrustExceptionStore: Hashable, Sendable {
    /// The exceptions of a store, and the problems in reading them.
    public struct Contents: Hashable, Sendable {
        /// The exceptions, those that have ended too.
        public var exceptions: [TrustException] = []
        /// The reasons why the store, or entries of it, were left out: to be shown to the user.
        public var problems: [TrustExceptionStoreError] = []
    }

    /// The effect of a change.
    public struct Change: Hashable, Sendable {
        /// The exceptions that went, those that had ended left aside.
        public var removed: [TrustException] = []
        /// Problems that the store had before.
        public var problems: [TrustExceptionStoreError] = []
    }

    /// Bytes of a store; 1 MiB.
    public static let maximumBytes = 1 << 20
    /// Entries of a store; 1,000, each a decision that somebody has made by hand.
    public static let maximumEntries = 1_000
    /// The file.
    public var path: String { file.path }
    let file: LockedFile

    /// A store in a file, which need not be there yet.
    public init(path: String) {
        file = LockedFile(path: path, unnamed: "exceptions.json")
    }

    /// Reads the store. Nothing is thrown: what cannot be used is empty, and why stands in the problems.
    ///
    /// A corrupt file is put aside, so that the next change does not lose it.
    public func load() -> Contents {
        let found = read()
        guard found.corruption != nil else { return found.contents }
        let kept = try? file.whileLocked(failing: { $0 }) { folder throws(StoreError) in
            readKeepingAside(folder).contents
        }
        return kept ?? found.contents
    }

    /// Takes an exception up, in the place of one for the same certificate and host.
    ///
    /// - Parameter now: what has ended by then is dropped.
    /// - Returns: what was replaced.
    /// - Throws: ``TrustExceptionStoreError`` where the file cannot be believed or written; it is then unchanged.
    @discardableResult
    public func add(_ exception: TrustException, at now: Instant) throws(TrustExceptionStoreError) -> Change {
        guard let added = ExceptionRecord(exception) else {
            throw TrustExceptionStoreError(path: path, reason: .notOfAServer(exception.purpose.name))
        }
        do throws(PrivateFolderError) {
            try PrivateFolder.make(file.folder)
        } catch {
            throw problem(StoreError(error, file.folder, isWriting: true))
        }
        return try change(at: now, adding: added) { record, _ in record.isAbout(sameAs: added) }
    }

    /// Takes away what a condition names, and what has ended.
    ///
    /// - Throws: ``TrustExceptionStoreError`` where the file cannot be believed or written; it is then unchanged.
    @discardableResult
    public func remove(
        at now: Instant, where isMeant: (TrustException) -> Bool
    ) throws(TrustExceptionStoreError) -> Change {
        try change(at: now) { _, exception in exception.map(isMeant) ?? false }
    }

    /// Takes away every entry, those too that state nothing that an exception may state.
    @discardableResult
    public func removeAll(at now: Instant) throws(TrustExceptionStoreError) -> Change {
        try change(at: now) { _, _ in true }
    }

    private func change(
        at now: Instant, adding added: ExceptionRecord? = nil,
        removing isMeant: (ExceptionRecord, TrustException?) -> Bool
    ) throws(TrustExceptionStoreError) -> Change {
        let made = try file.whileLocked(failing: problem) { folder throws(TrustExceptionStoreError) in
            let before = readKeepingAside(folder)
            if let obstacle = before.obstacle { throw obstacle }
            var (records, removed) = ([ExceptionRecord](), [TrustException]())
            for (record, exception) in before.entries {
                if let exception, exception.until <= now { continue }
                guard isMeant(record, exception) else {
                    records.append(record)
                    continue
                }
                if let exception { removed.append(exception) }
            }
            if let added { records.append(added) }
            let bytes = ExceptionFile(records).bytes
            guard records.count <= Self.maximumEntries else { throw problem(.tooMany(limit: Self.maximumEntries)) }
            guard bytes.count <= Self.maximumBytes else {
                throw problem(.file(.tooLarge(limit: Self.maximumBytes)))
            }
            if records != before.entries.map(\.record) {
                do throws(StoreError) { try file.replace(in: folder, with: bytes) } catch { throw problem(error) }
            }
            return Change(removed: removed, problems: before.contents.problems)
        }
        if let made { return made }
        // Where there is no folder there is nothing to take away.
        guard added == nil else { throw problem(StoreError(.absent, path, isWriting: true)) }
        return Change()
    }
}

extension TrustExceptionStore {
    /// The user's own store: `holdfast/exceptions.json` in `$XDG_STATE_HOME`, else in `~/.local/state`.
    ///
    /// Nil where neither variable names an absolute path (XDG Base Directory Specification: a relative one is ignored),
    /// and in a program that runs with more rights than its caller, which must not choose what it trusts.
    ///
    /// - Parameter environment: gives the value of a variable; the process's own unless a test says otherwise.
    public static func user(
        environment: (String) -> String? = processEnvironment
    ) -> TrustExceptionStore? {
        StateFolder.path(environment).map { TrustExceptionStore(path: $0 + "/exceptions.json") }
    }

    /// A variable of the process's environment; nil in a program that runs with more rights than its caller
    /// (secure_getenv(3)).
    public static func processEnvironment(_ name: String) -> String? { ProcessEnvironment.value(name) }
}

extension TrustExceptionStore {
    /// A handle for policies that follows the file: every decision looks whether it has changed.
    ///
    /// A connection that was accepted by an exception serves no further request once that is out of the file.
    ///
    /// - Parameter report: told what is wrong with the store, each time that it is read and something is.
    public func exceptions(
        reporting report: @escaping @Sendable ([TrustExceptionStoreError]) -> Void = { _ in }
    ) -> TrustExceptions {
        .from(Source(store: self, report: report))
    }

    private struct Source: TrustExceptionSource {
        let store: TrustExceptionStore
        let report: @Sendable ([TrustExceptionStoreError]) -> Void

        func stamp() -> [UInt8] { store.file.stamp }

        func exceptions() -> [TrustException] {
            let contents = store.load()
            if !contents.problems.isEmpty { report(contents.problems) }
            return contents.exceptions
        }
    }
}
