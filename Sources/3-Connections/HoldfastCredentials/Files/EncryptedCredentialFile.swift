public import HoldfastCrypto
import HoldfastFiles
import HoldfastSystem
public import HoldfastX509
import Synchronization

/// A store of items in one encrypted file, for its owner alone: what lasts where no Secret Service answers.
///
/// The file is written whole, with a data key and nonces of its own each time, and takes the place of the old one at
/// once: a process that is ended while it writes leaves the one or the other. A lock keeps processes from writing at
/// once. What cannot be opened, by a wrong key or for damage, is an error, and is not written over. Who can write to
/// the file can put an older one in its place; a process notices that where it has seen a later one.
public final class EncryptedCredentialFile: CredentialItemStore {
    /// The most bytes of the items: 16 MiB; some hundred bytes a password.
    public static let maximumByteCount = 16 << 20
    /// Seconds that another process's lock is waited for; what is done under one takes milliseconds, since keys are
    /// made before it is taken.
    static let lockSeconds = 30
    /// Changes of other processes after which keys are made under the lock after all: somebody may replace the store
    /// again and again.
    static let mostPreparations = 8
    /// The name in a path that has none.
    static let unnamed = "credentials"

    /// The file.
    public let path: String
    private let folder: String
    private let name: String
    let keys: CredentialKeyRing
    private let now: @Sendable () -> Instant
    private let broadcast: ChangeBroadcast
    /// The latest generation that this process has seen.
    private let seen = Mutex(UInt64(0))
    /// The way in which the keys of the file are made that was opened or written last.
    private let known = Mutex(CredentialKeyRing.Origin?.none)
    private let watched = Mutex([UInt8]?.none)

    /// A store in a file; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - path: the file, in a folder that nobody but its owner may enter (0700). Both are made with the first item.
    ///     Beside it, the same name with `.lock` and `.new` behind it is this store's: no other store may have it.
    ///   - key: where the key comes from.
    ///   - scrypt: the parameters with which a passphrase's key is made for a new file.
    ///   - interval: the time between two looks for changes by other processes, while ``changes()`` has a reader.
    ///   - now: the clock by which items expire.
    public init(
        path: String, key: CredentialFileKey, scrypt: Scrypt = .standard, lookingEvery interval: Duration = .seconds(1),
        now: @escaping @Sendable () -> Instant = SystemClock.now
    ) {
        self.path = path
        (folder, name) = StateFolder.parts(of: path, unnamed: Self.unnamed)
        keys = CredentialKeyRing(key, scrypt: scrypt)
        self.now = now
        broadcast = ChangeBroadcast(every: interval)
    }

    public func items(matching query: CredentialQuery) async throws(CredentialStoreError) -> CredentialItems {
        CredentialItems(try await onThread { [self] () throws(CredentialStoreError) in try itemsNow(query) })
    }

    /// The items that a query finds; waits on the caller's thread.
    func itemsNow(_ query: CredentialQuery) throws(CredentialStoreError) -> [CredentialItem] {
        ItemTable(try read()?.items ?? []).found(by: query, at: now())
    }

    @discardableResult
    public func put(
        _ item: CredentialItem, _ condition: CredentialPutCondition
    ) async throws(CredentialStoreError) -> CredentialItem {
        let stored = try await onThread { [self] () throws(CredentialStoreError) in try putNow(item, condition) }
        broadcast.tell(
            CredentialStoreChange(changed: [stored.id]), digests: [stored.id: ChangeBroadcast.digest(stored)])
        return stored
    }

    /// Stores an item; waits on the caller's thread.
    func putNow(
        _ item: CredentialItem, _ condition: CredentialPutCondition
    ) throws(CredentialStoreError) -> CredentialItem {
        try change { table throws(CredentialStoreError) in try table.put(item, condition, at: now()) }
    }

    @discardableResult
    public func remove(matching query: CredentialQuery) async throws(CredentialStoreError) -> [CredentialItem] {
        let removed = try await onThread { [self] () throws(CredentialStoreError) in
            // A store that holds nothing of it is not written.
            guard let contents = try read(), !ItemTable(contents.items).found(by: query, at: now()).isEmpty else {
                return [CredentialItem]()
            }
            return try change { table in table.remove(query, at: now()) }
        }
        broadcast.tell(CredentialStoreChange(removed: Set(removed.map(\.id))))
        return removed
    }

    public func changes() async -> AsyncStream<CredentialStoreChange> {
        await broadcast.stream { [weak self] isWhole in
            guard let self else { return nil }
            return try? await onThread { [self] () throws(CredentialStoreError) in
                let stamp = PrivateFolder.stamp(folder: folder, name: name)
                guard isWhole || watched.withLock({ $0 != stamp }) else { return nil }
                let digests = ChangeBroadcast.digests(try read()?.items ?? [])
                // Only now: what could not be read is to be looked at again.
                watched.withLock { $0 = stamp }
                return digests
            }
        }
    }

    // MARK: The file

    private struct Contents {
        let header: SealedHeader
        let generation: UInt64
        let items: [CredentialItem]
    }

    /// The contents; nil where there is no file yet.
    private func read() throws(CredentialStoreError) -> Contents? {
        let last = seen.withLock { $0 }
        let place: PrivateFolder
        do throws(PrivateFolderError) { place = try PrivateFolder(folder) } catch .absent {
            return try absent(after: last)
        } catch {
            throw failed(error, isWriting: false)
        }
        return try read(in: place)
    }

    private func read(in place: PrivateFolder) throws(CredentialStoreError) -> Contents? {
        // As it was before the file is opened: while that is read, another thread may see, or write, a later one.
        let last = seen.withLock { $0 }
        return try contents(of: bytes(in: place), after: last)
    }

    private func contents(of file: [UInt8]?, after last: UInt64) throws(CredentialStoreError) -> Contents? {
        guard let file else { return try absent(after: last) }
        do throws(CredentialStoreError) { return try open(file, after: last) } catch { throw error.at(path) }
    }

    /// The file's bytes; nil where there is none.
    private func bytes(in place: PrivateFolder) throws(CredentialStoreError) -> [UInt8]? {
        let limit = Self.maximumByteCount + SealedHeader.byteCount(.file) + AESGCM.tagCount
        do throws(PrivateFolderError) { return try place.read(name, limit: limit) } catch .absent {
            return nil
        } catch {
            throw failed(error, isWriting: false)
        }
    }

    /// No file: nothing, unless this process had seen one before.
    private func absent(after last: UInt64) throws(CredentialStoreError) -> Contents? {
        guard last == 0 else { throw CredentialStoreError(.setBack(0, last: last), path: path) }
        return nil
    }

    /// Opens the file, which is to be no older than the one that was seen last before it was read.
    private func open(_ file: [UInt8], after last: UInt64) throws(CredentialStoreError) -> Contents {
        let header = try SealedHeader(file, of: .file)
        var text = try SealedFile.open(file, header, try keys.keys(header.derivation, salt: header.salt))
        defer { text.wipe() }
        known.withLock { $0 = header.origin }
        var context = CredentialRecordReader(header.context)
        let generation = try context.number64()
        seen.withLock { $0 = max($0, generation) }
        guard generation >= last else { throw CredentialStoreError(.setBack(generation, last: last)) }
        var reader = CredentialRecordReader(text)
        let count = Int(try reader.number32())
        guard count <= ItemTable.maximumCount else { throw CredentialStoreError(damaged: .items(count: Int(count))) }
        var items: [CredentialItem] = []
        for _ in 0..<count {
            var encoded = try reader.sized(limit: CredentialItem.maximumEncodedByteCount)
            defer { encoded.wipe() }
            let item = try CredentialItem(encoded: encoded)
            if let last = items.last, last.id >= item.id { throw CredentialStoreError(damaged: .itemOrder) }
            items.append(item)
        }
        guard reader.isAtEnd else { throw CredentialStoreError(damaged: .bytesAfterItems) }
        return Contents(header: header, generation: generation, items: items)
    }

    /// The outcome of a change under the lock.
    private enum Step<Value> {
        case done(Value)
        /// Keys are wanted, which are not made there.
        case lacks(CredentialKeyRing.Origin)
    }

    /// Reads, changes and writes under the lock; what is read there, once, is what the change rests on.
    private func change<Value>(
        _ body: (inout ItemTable) throws(CredentialStoreError) -> Value
    ) throws(CredentialStoreError) -> Value {
        // The key comes before the folder: without one nothing is made.
        let fresh = try keys.fresh()
        let place: PrivateFolder
        do throws(PrivateFolderError) {
            // Whether it is there now is found out by opening it.
            try? PrivateFolder.make(folder)
            place = try PrivateFolder(folder)
        } catch {
            throw failed(error, isWriting: true)
        }
        // A file whose keys this process has not is looked at before the lock is taken: they are made first.
        var origin = known.withLock { $0 }
        if origin.map(keys.has) != true { origin = Self.origin(of: try bytes(in: place)) }
        var attempts = 0
        while true {
            attempts += 1
            do throws(CredentialStoreError) {
                _ = try keys.keys(origin?.derivation ?? fresh.derivation, salt: origin?.salt ?? fresh.salt)
            } catch {
                throw error.at(path)
            }
            let step = try place.whileLocked(
                name + ".lock", seconds: Self.lockSeconds, failing: { failed($0, isWriting: true) }
            ) { () throws(CredentialStoreError) -> Step<Value> in
                let last = seen.withLock { $0 }
                let file = try bytes(in: place)
                if attempts <= Self.mostPreparations, let found = Self.origin(of: file), !keys.has(found) {
                    return .lacks(found)
                }
                return .done(try changeLocked(place, contents(of: file, after: last), fresh, body))
            }
            switch step {
            case .done(let value): return value
            case .lacks(let found): origin = found
            }
        }
    }

    /// The way in which a file's keys are made; nil without a file, and for one that is told of once it is opened.
    private static func origin(of file: [UInt8]?) -> CredentialKeyRing.Origin? {
        file.flatMap { try? SealedHeader($0, of: .file).origin }
    }

    private func changeLocked<Value>(
        _ place: PrivateFolder, _ old: Contents?, _ fresh: (derivation: SealedHeader.Derivation, salt: [UInt8]),
        _ body: (inout ItemTable) throws(CredentialStoreError) -> Value
    ) throws(CredentialStoreError) -> Value {
        var table = ItemTable(old?.items ?? [])
        let value = try body(&table)
        let (generation, overflow) = (old?.generation ?? 0).addingReportingOverflow(1)
        guard !overflow else { throw CredentialStoreError(damaged: .noGeneration, path: path) }
        let origin = old.map { ($0.header.derivation, $0.header.salt) } ?? fresh
        let file = try sealed(Array(table.items.values), generation, by: origin)
        do throws(PrivateFolderError) { try place.replace(name, with: file) } catch {
            throw failed(error, isWriting: true)
        }
        seen.withLock { $0 = max($0, generation) }
        known.withLock { $0 = CredentialKeyRing.Origin(derivation: origin.0, salt: origin.1) }
        return value
    }

    private func sealed(
        _ items: [CredentialItem], _ generation: UInt64,
        by origin: (derivation: SealedHeader.Derivation, salt: [UInt8])
    ) throws(CredentialStoreError) -> [UInt8] {
        var writer = RecordWriter()
        defer { writer.bytes.wipe() }
        writer.put(UInt32(items.count))
        for item in items.sorted(by: { $0.id < $1.id }) {
            var encoded = try item.encoded()
            defer { encoded.wipe() }
            writer.putSized(encoded)
        }
        return try SealedFile.seal(
            writer.bytes, as: .file, context: RecordWriter.bytes(generation),
            try keys.keys(origin.derivation, salt: origin.salt), origin.derivation, salt: origin.salt)
    }

    private func failed(_ error: PrivateFolderError, isWriting: Bool) -> CredentialStoreError {
        CredentialStoreError(.file(StoreError(error, path, isWriting: isWriting)), path: path)
    }

    /// Runs what waits for the disk, for locks and for scrypt on a thread of its own kind: tasks share theirs.
    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws(CredentialStoreError) -> Value
    ) async throws(CredentialStoreError) -> Value {
        try await WaitingThreads.files.result(of: body)
    }
}

extension WaitingThreads {
    /// For encrypted files and folders, and for the work of scrypt, which takes much memory.
    static let files = WaitingThreads(limit: 2)
}
