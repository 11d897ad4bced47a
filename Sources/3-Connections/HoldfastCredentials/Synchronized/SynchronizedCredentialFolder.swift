public import HoldfastCrypto
import HoldfastFiles
import HoldfastSystem
public import HoldfastX509
import Synchronization

/// A store of items made to lie in a folder that another program synchronises between devices.
///
/// Each change is a file of its own that nobody changes again, encrypted and authenticated with its name: what two
/// devices write meets without a conflict, in any order, and comes to the same on both. Changes of different items are
/// all kept; of two changes of one item the later counts. A file that is damaged, or has arrived in part, is a problem
/// in the result of ``items(matching:)`` and stays where it is; the version before it counts meanwhile. What is removed
/// leaves a note for ``tombstoneDays`` days, so that a device that was away does not bring it back.
///
/// Whoever can write to the folder, as the service that synchronises it, can hold back changes or put the folder's
/// older state in its place; a process notices that where it has seen a later one, and a new process does not.
public final class SynchronizedCredentialFolder: CredentialItemStore {
    /// The days for which the note of what was removed is kept: 180. A device that was away for longer, with its files
    /// kept and not replaced by the folder's, brings back what was removed.
    public static let tombstoneDays: Int64 = 180
    /// The days for which a version is kept after another took its place: 7, since that one may arrive later than its
    /// removal.
    public static let surpassedDays: Int64 = 7
    /// The most files: 40,000, of which each is read.
    public static let maximumFileCount = 40_000

    /// The folder.
    public let path: String
    let keys: CredentialKeyRing
    private let now: @Sendable () -> Instant
    private let broadcast: ChangeBroadcast
    private let reading: Mutex<FolderReading>
    private let writer = Mutex([UInt8]?.none)

    /// A store in a folder; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - path: the folder, to which nobody but its owner may write. It is made with the first item, and not anew
    ///     where it is gone since this process has seen it.
    ///   - key: where the key comes from, the same on every device: a passphrase, or 32 bytes that were carried over.
    ///   - scrypt: the parameters with which a passphrase's key is made for a new folder.
    ///   - interval: the time between two looks for changes, while ``changes()`` has a reader.
    ///   - now: the clock by which items expire and changes are ordered. Of a device whose clock is ahead, changes
    ///     count before those that others make at the same time.
    public init(
        path: String, key: CredentialFileKey, scrypt: Scrypt = .standard, lookingEvery interval: Duration = .seconds(5),
        now: @escaping @Sendable () -> Instant = SystemClock.now
    ) {
        self.path = path
        keys = CredentialKeyRing(key, scrypt: scrypt)
        self.now = now
        broadcast = ChangeBroadcast(every: interval)
        reading = Mutex(FolderReading(path: path))
    }

    public func items(matching query: CredentialQuery) async throws(CredentialStoreError) -> CredentialItems {
        try await WaitingThreads.files.result { [self] () throws(CredentialStoreError) in
            let (time, result) = (now(), try read())
            let items = result.merged.items(at: time).filter { query.matches($0, at: time) }
            return CredentialItems(items, problems: result.problems)
        }
    }

    @discardableResult
    public func put(
        _ item: CredentialItem, _ condition: CredentialPutCondition
    ) async throws(CredentialStoreError) -> CredentialItem {
        let stored = try await WaitingThreads.files.result { [self] () throws(CredentialStoreError) in
            try change { folder, result throws(CredentialStoreError) in
                let time = now()
                var item = item
                item.isSynchronizable = true
                try item.check()
                let table = ItemTable(result.merged.items(at: time))
                item = try table.resolved(item, condition, at: time)
                let old = table.items[item.id]
                guard table.items[item.id] != nil || table.items.count < ItemTable.maximumCount else {
                    throw .tooLarge(.items(count: table.items.count + 1), limit: ItemTable.maximumCount)
                }
                var clock = result.merged.highestClock
                try write(.item(item), of: item.id, after: &clock, folder, result.key)
                // What the old identity hid goes too: it would come to light under that.
                let hidden = old.map { $0.identity == item.identity ? [] : result.merged.others(like: $0) } ?? []
                for other in result.merged.others(like: item) + hidden {
                    try write(.removed(time), of: other, after: &clock, folder, result.key)
                }
                return item
            }
        }
        broadcast.tell(
            CredentialStoreChange(changed: [stored.id]), digests: [stored.id: ChangeBroadcast.digest(stored)])
        return stored
    }

    @discardableResult
    public func remove(matching query: CredentialQuery) async throws(CredentialStoreError) -> [CredentialItem] {
        let removed = try await WaitingThreads.files.result { [self] () throws(CredentialStoreError) in
            let found = { (result: FolderReading.Result) in
                result.merged.items(at: self.now()).filter { query.matches($0, at: self.now()) }
            }
            guard !found(try read()).isEmpty else { return [CredentialItem]() }
            return try change { folder, result throws(CredentialStoreError) in
                var clock = result.merged.highestClock
                let items = found(result)
                for item in items {
                    for id in [item.id] + result.merged.others(like: item) {
                        try write(.removed(now()), of: id, after: &clock, folder, result.key)
                    }
                }
                return items
            }
        }
        broadcast.tell(CredentialStoreChange(removed: Set(removed.map(\.id))))
        return removed
    }

    public func changes() async -> AsyncStream<CredentialStoreChange> {
        await broadcast.stream { [weak self] _ in
            guard let self else { return nil }
            return try? await WaitingThreads.files.result { [self] () throws(CredentialStoreError) in
                ChangeBroadcast.digests(try read().merged.items(at: now()))
            }
        }
    }

    // MARK: The folder

    private func read() throws(CredentialStoreError) -> FolderReading.Result {
        let folder: PrivateFolder
        do throws(PrivateFolderError) { folder = try PrivateFolder(readableByOthers: path) } catch .absent {
            return reading.withLock { $0.readNothing(at: now()) }
        } catch {
            throw failed(error, isWriting: false)
        }
        return try read(folder)
    }

    private func read(_ folder: PrivateFolder) throws(CredentialStoreError) -> FolderReading.Result {
        let result: Result<FolderReading.Result, CredentialStoreError> = reading.withLock { reading in
            do throws(CredentialStoreError) { return .success(try reading.read(folder, keys, at: now())) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads and writes while no other process of this device does.
    private func change<Value>(
        _ body: (PrivateFolder, FolderReading.Result) throws(CredentialStoreError) -> Value
    ) throws(CredentialStoreError) -> Value {
        // The key comes before the folder: without one nothing is made.
        _ = try keys.fresh()
        let folder: PrivateFolder
        do throws(PrivateFolderError) {
            // Whether it is there now is found out by opening it. One that is gone since it was seen, as with a drive
            // that was taken out, is not begun anew.
            if !reading.withLock({ $0.hasSeen }) { try? PrivateFolder.make(path) }
            folder = try PrivateFolder(readableByOthers: path)
        } catch {
            throw failed(error, isWriting: true)
        }
        var attempts = 0
        while true {
            attempts += 1
            if try read(folder).key == nil {
                let first = try fresh()
                _ = try keys.keys(first.derivation, salt: first.salt)
            }
            let made = try folder.whileLocked(
                seconds: EncryptedCredentialFile.lockSeconds, failing: { failed($0, isWriting: true) }
            ) { () throws(CredentialStoreError) -> Value? in
                let isReady = try hasKeys(folder)
                guard isReady || attempts > EncryptedCredentialFile.mostPreparations else { return nil }
                let value = try body(folder, try read(folder))
                clean(folder)
                return value
            }
            if let made { return made }
        }
    }

    /// Whether a reading has nothing to make keys for.
    private func hasKeys(_ folder: PrivateFolder) throws(CredentialStoreError) -> Bool {
        let result: Result<Bool, CredentialStoreError> = reading.withLock { reading in
            do throws(CredentialStoreError) { return .success(try reading.hasKeys(folder, keys)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Writes a version that counts before every other that is known.
    private func write(
        _ state: RecordState, of record: CredentialItem.ID, after clock: inout UInt64, _ folder: PrivateFolder,
        _ kept: (derivation: SealedHeader.Derivation, salt: [UInt8])?
    ) throws(CredentialStoreError) {
        guard let next = RecordVersion.clock(after: clock, at: now()) else {
            throw CredentialStoreError(damaged: .noClock, path: path)
        }
        clock = next
        let version = RecordVersion(record, clock: next, writer: try ownNumber())
        let (derivation, salt) = if let kept { kept } else { try fresh() }
        var text = try state.encoded()
        defer { text.wipe() }
        let file = try SealedFile.seal(
            text, as: .record, context: version.context, try keys.keys(derivation, salt: salt), derivation, salt: salt)
        do throws(PrivateFolderError) { try folder.replace(version.fileName, with: file) } catch {
            throw failed(error, isWriting: true)
        }
    }

    /// Takes away the files that nobody needs; one that stays goes next time. The files alone say which they are: what
    /// only this process remembers is no reason to take away the version before it.
    private func clean(_ folder: PrivateFolder) {
        cleanDrafts(folder)
        guard let outlived = try? read(folder).files.outlived(at: now()), !outlived.isEmpty else { return }
        for version in outlived {
            do throws(PrivateFolderError) { try folder.remove(version.fileName) } catch { return }
        }
        reading.withLock { $0.forget(outlived) }
    }

    /// Takes away what processes left that ended while they wrote; not what another device may be writing.
    private func cleanDrafts(_ folder: PrivateFolder) {
        let ending = RecordVersion.ending + PrivateFolder.draftEnding
        let names = try? folder.names(limit: Self.maximumFileCount) { $0.hasSuffix(ending) }
        for name in names ?? [] {
            let version = RecordVersion(fileName: String(name.dropLast(PrivateFolder.draftEnding.count)))
            guard let version, MergedRecords.isOver(version.time, Self.surpassedDays, now()) else { continue }
            try? folder.remove(name)
        }
    }

    private func ownNumber() throws(CredentialStoreError) -> [UInt8] {
        if let number = writer.withLock({ $0 }) { return number }
        let number = try CredentialStoreError.ofLibrary { () throws(CryptoError) in
            try SystemRandom.bytes(RecordVersion.writerCount)
        }
        return writer.withLock { writer in
            if writer == nil { writer = number }
            return writer ?? number
        }
    }

    /// The salt of the first file of a folder: one for all that are written until it is read.
    private let first = Mutex((derivation: SealedHeader.Derivation, salt: [UInt8])?.none)

    private func fresh() throws(CredentialStoreError) -> (derivation: SealedHeader.Derivation, salt: [UInt8]) {
        if let kept = first.withLock({ $0 }) { return kept }
        let made = try keys.fresh()
        return first.withLock { first in
            if first == nil { first = made }
            return first ?? made
        }
    }

    private func failed(_ error: PrivateFolderError, isWriting: Bool) -> CredentialStoreError {
        CredentialStoreError(.file(StoreError(error, path, isWriting: isWriting)), path: path)
    }
}
