import HoldfastCredentials
import HoldfastCrypto
import HoldfastFiles
import HoldfastStore
import HoldfastX509

/// A response that lies on the disk, its body still closed.
struct DiskAnswer: Sendable {
    let head: CachedHead
    let bodyDigest: [UInt8]
    let row: CacheTable.Row
}

/// The files of a cache as far as they are open.
struct CacheDiskState: TroubledStore {
    private typealias Files = IndexedFolder<OpenedCache>.Opened

    /// Entries that are to be forgotten.
    private enum Removal {
        case place(CachePlace)
        case response(CachePlace, sent: [UInt8])
        case since(Instant)
    }

    /// Responses that count as used before that is written.
    private static let touchLimit = 256
    /// Removals that are owed; where there are more, everything goes.
    private static let owedLimit = 256
    /// The time for which a folder without a response counts as one, whatever other processes keep there meanwhile;
    /// 10 ms. A look costs calls of the system, and a program may ask for much that no cache keeps.
    private static let emptyTime = Duration.milliseconds(10)

    private var folder: IndexedFolder<OpenedCache>
    private var touched: Set<Int64> = []
    /// Removals that could not be made, as while another process held the index: before they are, nothing is read.
    private var owed: [Removal] = []
    /// The last look whether there is any response at all; nil where one was kept here since.
    private var lastCount: (at: ContinuousClock.Instant, isEmpty: Bool)?

    init(folder: String, capacity: Int, key: CredentialFileKey?) {
        self.folder = OpenedCache.folder(folder, capacity: capacity, key: key)
    }

    /// Bytes of all responses that may be there.
    var capacity: Int { folder.limits.bytes }

    mutating func newProblems() -> [StoreError] { folder.newProblems() }

    // MARK: Reading

    /// The responses at a place, what was kept last first.
    mutating func answers(at place: CachePlace, limit: Int) -> [DiskAnswer] {
        let now = ContinuousClock.now
        let recent = lastCount.flatMap { now < $0.at + Self.emptyTime ? $0 : nil }
        if recent?.isEmpty == true, owed.isEmpty { return [] }
        let found = with { files throws(IndexedFolderError) -> ([DiskAnswer], [Int64]) in
            let (table, seal) = (files.contents.table, files.contents.seal)
            let digest = try Self.digests(of: place, nil, by: seal).place
            let read = try IndexedFolderError.ofIndex { () throws(SQLiteError) in
                try table.rows(at: digest, limit: limit)
            }
            var (answers, bad) = ([DiskAnswer](), read.bad)
            for row in read.rows {
                guard let text = seal.open(row.head, as: Self.context(row.place, row.variant, "head")),
                    let record = CacheRecord.head(text)
                else {
                    bad.append(row.id)
                    continue
                }
                answers.append(DiskAnswer(head: record.head, bodyDigest: record.bodyDigest, row: row))
            }
            return (answers, bad)
        }
        let (answers, bad) = found ?? ([], [])
        if !bad.isEmpty {
            folder.note(.badEntries(bad.count))
            drop(bad)
        }
        if answers.isEmpty, recent == nil { lastCount = (now, isEmpty()) }
        return answers
    }

    /// The body of a response; nil where it is gone, or is not what was kept.
    mutating func body(of answer: DiskAnswer) -> [UInt8]? {
        let row = answer.row
        // A file says how long it is; more than the cache may have is not read for its word.
        let limit = min(answer.head.bodyCount, capacity) + CacheSeal.overhead
        let found = with { files throws(IndexedFolderError) -> [UInt8]? in
            guard let closed = files.bytes(of: row.body, limit: limit),
                let body = files.contents.seal.open(closed, as: Self.context(row.place, row.variant, "body")),
                Digest.sha256(body[...]) == answer.bodyDigest
            else { return nil }
            return body
        }
        guard case .some(.some(let body)) = found else {
            // Whoever has dropped it in the meantime was allowed to.
            if case .some(.none) = found { drop([row.id]) }
            return nil
        }
        touch(row.id)
        return body
    }

    private mutating func touch(_ id: Int64) {
        touched.insert(id)
        if touched.count >= Self.touchLimit { flush(at: SystemClock.now()) }
    }

    private mutating func drop(_ ids: [Int64]) {
        folder.drop { files throws(SQLiteError) in
            var dropped: [String] = []
            for id in ids { dropped += try files.index.drop(id) }
            return dropped
        }
    }

    /// Whether another process has changed the files since this was last asked, or since they were opened.
    mutating func hasChangedElsewhere() -> Bool { folder.hasChangedElsewhere() }

    // MARK: Writing

    /// Keeps a response.
    ///
    /// - Returns: whether it is on the disk.
    mutating func keep(_ answer: KeptAnswer, at place: CachePlace, now: Instant) -> Bool {
        lastCount = nil
        let bodyDigest = Digest.sha256(answer.body[...])
        guard let record = CacheRecord.bytes(answer.head, bodyDigest: bodyDigest) else { return false }
        let sent = answer.head.sent
        let closed = with(making: true) { files throws(IndexedFolderError) in
            let seal = files.contents.seal
            let (placeDigest, variant) = try Self.digests(of: place, sent, by: seal)
            return try IndexedFolderError.ofLibrary { () throws(CryptoError) in
                (
                    place: placeDigest, variant: variant,
                    head: try seal.close(record, as: Self.context(placeDigest, variant, "head")),
                    body: try seal.close(answer.body, as: Self.context(placeDigest, variant, "body"))
                )
            }
        }
        guard let closed else { return false }
        let cost = closed.head.count + closed.body.count + 200
        let (limits, milliseconds) = (folder.limits, now.milliseconds)
        guard cost <= limits.bytes else { return false }
        return folder.keep(closed.body, now: now) { files, body throws(SQLiteError) in
            let row = CacheTable.Row(
                place: closed.place, variant: closed.variant, stored: milliseconds, cost: Int64(cost),
                head: closed.head, body: body)
            return try files.contents.table.keep(
                row, isOnly: sent == nil, variants: CacheMemory.variantLimit, now: milliseconds, limits: limits)
        }
    }

    mutating func remove(at place: CachePlace) { remove(.place(place)) }

    mutating func remove(at place: CachePlace, sent: [UInt8]?) {
        remove(sent.map { Removal.response(place, sent: $0) } ?? Removal.place(place))
    }

    mutating func remove(since moment: Instant) { remove(.since(moment)) }

    private mutating func remove(_ removal: Removal) {
        if owed.count < Self.owedLimit { owed.append(removal) } else { owed = [.since(Instant(milliseconds: .min))] }
        // Whoever uses the files, makes what is owed first.
        _ = with { _ throws(IndexedFolderError) in }
    }

    private static func make(_ removal: Removal, _ files: Files) throws(IndexedFolderError) {
        let (table, seal) = (files.contents.table, files.contents.seal)
        let change: () throws(SQLiteError) -> [String]
        switch removal {
        case .place(let place):
            let digest = try digests(of: place, nil, by: seal).place
            change = { () throws(SQLiteError) in try table.drop(at: digest, nil) }
        case .response(let place, let sent):
            let (digest, variant) = try digests(of: place, sent, by: seal)
            change = { () throws(SQLiteError) in try table.drop(at: digest, variant) }
        case .since(let moment) where moment.milliseconds == .min:
            return try IndexedFolderError.ofIndex { () throws(SQLiteError) in try files.removeAll() }
        case .since(let moment):
            change = { () throws(SQLiteError) in try table.drop(since: moment.milliseconds) }
        }
        try IndexedFolderError.ofIndex { () throws(SQLiteError) in try files.drop(change) }
    }

    /// The place of a response, and what tells it from others there.
    private static func digests(
        of place: CachePlace, _ sent: [UInt8]?, by seal: CacheSeal
    ) throws(IndexedFolderError) -> (place: [UInt8], variant: [UInt8]) {
        try IndexedFolderError.ofLibrary { () throws(CryptoError) in
            let place = try seal.digest(of: Array(place.text.utf8))
            return (place, try seal.digest(of: place, [sent == nil ? 0 : 1], sent ?? []))
        }
    }

    private static func context(_ place: [UInt8], _ variant: [UInt8], _ part: String) -> [UInt8] {
        place + variant + Array(part.utf8)
    }

    mutating func shrink(to capacity: Int) { folder.shrink(to: IndexTable.Limits(bytes: capacity)) }

    /// Writes down what was used.
    mutating func flush(at now: Instant) {
        let ids = touched
        touched = []
        guard !ids.isEmpty, folder.isOpen else { return }
        // Of no importance where another process writes just now.
        _ = folder.with { files throws(IndexedFolderError) in
            try? files.contents.table.touch(ids, at: now.milliseconds)
        }
    }

    /// Bytes of all responses.
    mutating func cost() -> Int { Int(clamping: knownCost() ?? 0) }

    /// Whether nothing is kept, or there are no files.
    private mutating func isEmpty() -> Bool { knownCost().map { $0 == 0 } ?? !folder.isOpen }

    private mutating func knownCost() -> Int64? {
        with { files throws(IndexedFolderError) in
            try IndexedFolderError.ofIndex { () throws(SQLiteError) in try files.index.cost() }
        }
    }

    /// Does something with the files once all that is owed was made; nil where there are none, or it failed.
    ///
    /// - Parameter isMaking: whether they are made where they are missing: who only looks leaves nothing behind.
    private mutating func with<Value>(
        making isMaking: Bool = false, _ body: (Files) throws(IndexedFolderError) -> Value
    ) -> Value? {
        // Without files there is nothing to remove, or nothing that is used any more.
        if !isMaking, !folder.isThere { owed = [] }
        let (removals, openings) = (owed, folder.openings)
        var made = 0
        let value = folder.with(making: isMaking) { files throws(IndexedFolderError) in
            for removal in removals.reversed() {
                try Self.make(removal, files)
                made += 1
            }
            return try body(files)
        }
        owed.removeLast(made)
        // They were rows of another file.
        if folder.openings != openings { touched = [] }
        return value
    }
}
