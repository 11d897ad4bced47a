import HoldfastCrypto
public import HoldfastTrust
public import HoldfastX509

/// A file of user exceptions: for its owner alone, written all or nothing, and empty where anything is wrong with it.
///
/// The folder has to be 0700, the file 0600, both the property of the user that the process acts for, neither a symbolic
/// link. What is not so counts as empty and is reported; a corrupt file is kept aside under another name.
public struct TrustExceptionStore: Hashable, Sendable {
    /// What a store holds, and what is wrong with it.
    public struct Contents: Hashable, Sendable {
        /// The exceptions, those that have ended too.
        public var exceptions: [TrustException] = []
        /// Why the store, or an entry, was left out: to be shown to the user.
        public var problems: [TrustExceptionStoreProblem] = []
    }

    /// What a change has done.
    public struct Change: Hashable, Sendable {
        /// The exceptions that went, those that had ended left aside.
        public var removed: [TrustException] = []
        /// What was wrong with the store before.
        public var problems: [TrustExceptionStoreProblem] = []
    }

    /// Bytes of a store; 1 MiB.
    public static let maximumBytes = 1 << 20
    /// Entries of a store; 1,000, each a decision that somebody has made by hand.
    public static let maximumEntries = 1_000
    /// How long a change waits for another process's.
    static let lockSeconds = 10

    /// The file.
    public let path: String
    let folder: String
    let name: String

    /// A store in a file, which need not be there yet.
    public init(path: String) {
        self.path = path
        (folder, name) = StateFolder.parts(of: path, unnamed: "exceptions.json")
    }

    /// Reads the store. Nothing is thrown: what cannot be used is empty, and why stands in the problems.
    ///
    /// A corrupt file is put aside, so that the next change does not lose it.
    public func load() -> Contents {
        let found = read()
        guard found.corruption != nil else { return found.contents }
        do throws(PrivateFolder.Fault) {
            let folder = try PrivateFolder(folder)
            return try folder.whileLocked(lockName, seconds: Self.lockSeconds) { readKeepingAside(folder).contents }
        } catch {
            return found.contents
        }
    }

    /// Takes an exception up, in the place of one for the same certificate and host.
    ///
    /// - Parameter now: what has ended by then is dropped.
    /// - Returns: what was replaced.
    /// - Throws: ``TrustExceptionStoreProblem`` where the file cannot be believed or written; it is then unchanged.
    @discardableResult
    public func add(_ exception: TrustException, at now: Instant) throws(TrustExceptionStoreProblem) -> Change {
        guard let added = ExceptionRecord(exception) else {
            throw TrustExceptionStoreProblem(path: path, reason: .notOfAServer(exception.purpose.name))
        }
        do throws(PrivateFolder.Fault) {
            try PrivateFolder.make(folder)
        } catch {
            throw problem(error, folder, isWriting: true)
        }
        return try change(at: now, adding: added) { record, _ in record.isAbout(sameAs: added) }
    }

    /// Takes away what a condition names, and what has ended.
    ///
    /// - Throws: ``TrustExceptionStoreProblem`` where the file cannot be believed or written; it is then unchanged.
    @discardableResult
    public func remove(
        at now: Instant, where isMeant: (TrustException) -> Bool
    ) throws(TrustExceptionStoreProblem) -> Change {
        try change(at: now) { _, exception in exception.map(isMeant) ?? false }
    }

    /// Takes away every entry, those too that state nothing that an exception may state.
    @discardableResult
    public func removeAll(at now: Instant) throws(TrustExceptionStoreProblem) -> Change {
        try change(at: now) { _, _ in true }
    }

    private func change(
        at now: Instant, adding added: ExceptionRecord? = nil,
        removing isMeant: (ExceptionRecord, TrustException?) -> Bool
    ) throws(TrustExceptionStoreProblem) -> Change {
        let outcome: Result<Change, TrustExceptionStoreProblem>
        do throws(PrivateFolder.Fault) {
            let folder = try PrivateFolder(folder)
            outcome = try folder.whileLocked(lockName, seconds: Self.lockSeconds) { () throws(PrivateFolder.Fault) in
                let before = readKeepingAside(folder)
                if let obstacle = before.obstacle { return .failure(obstacle) }
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
                guard records.count <= Self.maximumEntries else {
                    return .failure(problem(.tooMany(limit: Self.maximumEntries)))
                }
                guard bytes.count <= Self.maximumBytes else {
                    return .failure(problem(.file(.tooLarge(limit: Self.maximumBytes))))
                }
                if records != before.entries.map(\.record) { try folder.replace(name, with: bytes) }
                return .success(Change(removed: removed, problems: before.contents.problems))
            }
        } catch {
            // Where there is no folder there is nothing to take away.
            if error == .absent, added == nil { return Change() }
            throw problem(error, path, isWriting: true)
        }
        return try outcome.get()
    }
}
