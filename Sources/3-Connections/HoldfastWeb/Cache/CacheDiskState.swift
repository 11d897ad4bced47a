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
struct CacheDiskState {
    private enum Trouble: Error {
        case store(SQLiteError)
        case folder(PrivateFolderError)
        case library(CryptoError)
    }

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

    private let folder: String
    private let index: String
    private let key: CredentialFileKey?
    var capacity: Int { didSet { access.bytes = OpenedCache.bytes(for: capacity) } }
    private var access: StoreAccess
    /// The files while they are open.
    private var opened: OpenedCache?
    private var problems: [HTTPCacheError] = []
    private var reported: Set<HTTPCacheError> = []
    private var touched: Set<Int64> = []
    /// Removals that could not be made, as while another process held the index: before they are, nothing is read.
    private var owed: [Removal] = []
    private var lastVersion: Int64?
    private var hasSwept = false
    /// The last look whether there is any response at all; nil where one was kept here since.
    private var lastCount: (at: ContinuousClock.Instant, isEmpty: Bool)?

    init(folder: String, capacity: Int, key: CredentialFileKey?) {
        self.folder = folder
        self.capacity = capacity
        self.key = key
        index = folder + "/index.sqlite"
        access = StoreAccess(
            StoreFile(path: index, unnamed: "index.sqlite"), CacheTable.schema,
            bytes: OpenedCache.bytes(for: capacity), waitingFor: .seconds(1))
    }

    /// Failures that have not been reported yet.
    mutating func newProblems() -> [HTTPCacheError] {
        for problem in access.newProblems() { note(HTTPCacheError.Reason(problem)) }
        guard !problems.isEmpty else { return [] }
        defer { problems = [] }
        return problems.filter { reported.count < 100 && reported.insert($0).inserted }
    }

    // MARK: Reading

    /// The responses at a place, what was kept last first.
    mutating func answers(at place: CachePlace, limit: Int) -> [DiskAnswer] {
        let now = ContinuousClock.now
        let recent = lastCount.flatMap { now < $0.at + Self.emptyTime ? $0 : nil }
        if recent?.isEmpty == true, owed.isEmpty { return [] }
        let found = with { opened throws(Trouble) -> ([DiskAnswer], [Int64]) in
            let digest = try Self.digests(of: place, nil, by: opened.seal).place
            var (answers, bad) = ([DiskAnswer](), [Int64]())
            let read = try Self.store { () throws(SQLiteError) in try opened.table.rows(at: digest, limit: limit) }
            bad = read.bad
            for row in read.rows {
                guard let text = opened.seal.open(row.head, as: Self.context(row, "head")),
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
        if !bad.isEmpty { drop(bad) }
        if answers.isEmpty, recent == nil { lastCount = (now, isEmpty()) }
        return answers
    }

    /// Whether nothing is kept, or there are no files.
    private mutating func isEmpty() -> Bool {
        let bytes = with { opened throws(Trouble) in
            try Self.store { () throws(SQLiteError) in try opened.table.cost() }
        }
        return bytes.map { $0 == 0 } ?? (opened == nil)
    }

    /// The body of a response; nil where it is gone, or is not what was kept.
    mutating func body(of answer: DiskAnswer) -> [UInt8]? {
        let row = answer.row
        // A file says how long it is; more than the cache may have is not read for its word.
        let limit = min(answer.head.bodyCount, capacity) + CacheSeal.overhead
        let found = with { opened throws(Trouble) -> [UInt8]? in
            guard let closed = row.body ?? row.file.flatMap({ opened.bodies.bytes(of: $0, limit: limit) }),
                let body = opened.seal.open(closed, as: Self.context(row, "body")),
                Digest.sha256(body[...]) == answer.bodyDigest
            else { return nil }
            return body
        }
        guard case .some(.some(let body)) = found else {
            // Whoever has dropped it in the meantime was allowed to.
            if case .some(.none) = found { remove(row.id) }
            return nil
        }
        touch(row.id)
        return body
    }

    private mutating func touch(_ id: Int64) {
        touched.insert(id)
        if touched.count >= Self.touchLimit { flush(at: SystemClock.now()) }
    }

    private mutating func remove(_ id: Int64) {
        _ = with { opened throws(Trouble) in
            opened.bodies.remove(try Self.store { () throws(SQLiteError) in try opened.table.remove(ids: [id]) })
        }
    }

    private mutating func drop(_ bad: [Int64]) {
        note(.badRows(bad.count))
        _ = with { opened throws(Trouble) in
            opened.bodies.remove(try Self.store { () throws(SQLiteError) in try opened.table.remove(ids: bad) })
        }
    }

    /// Whether another process has changed the files since this was last asked, or since they were opened.
    mutating func hasChangedElsewhere() -> Bool {
        guard let opened, let version = try? opened.table.dataVersion() else { return false }
        defer { lastVersion = version }
        return lastVersion != version
    }

    // MARK: Writing

    /// Keeps a response.
    ///
    /// - Returns: whether it is on the disk.
    mutating func keep(_ answer: KeptAnswer, at place: CachePlace, now: Instant) -> Bool {
        let capacity = Int64(capacity)
        lastCount = nil
        let kept = with(making: true) { opened throws(Trouble) -> Bool in
            let digest = Digest.sha256(answer.body[...])
            guard let record = CacheRecord.bytes(answer.head, bodyDigest: digest) else { return false }
            let sent = answer.head.sent
            let (placeDigest, variant) = try Self.digests(of: place, sent, by: opened.seal)
            let context = placeDigest + variant
            let (head, body) = try Self.crypto { () throws(CryptoError) in
                (
                    try opened.seal.close(record, as: context + "head".utf8),
                    try opened.seal.close(answer.body, as: context + "body".utf8)
                )
            }
            let cost = Int64(head.count + body.count + 200)
            guard cost <= capacity else { return false }
            let isInline = body.count <= CacheTable.inlineLimit
            var name: String?
            if !isInline {
                name = try Self.files { () throws(PrivateFolderError) in try opened.bodies.add(body, now: now) }
                guard name != nil else { return false }
            }
            let row = CacheTable.Row(
                place: placeDigest, variant: variant, stored: now.milliseconds, cost: cost, head: head,
                body: isInline ? body : nil, file: name)
            do throws(SQLiteError) {
                let dropped = try opened.table.keep(
                    row, isOnly: sent == nil, variants: CacheMemory.variantLimit, now: now.milliseconds,
                    capacity: capacity)
                opened.bodies.remove(dropped)
            } catch {
                opened.bodies.remove([name].compactMap(\.self))
                throw .store(error)
            }
            return true
        }
        if kept == true { sweep(now) }
        return kept ?? false
    }

    mutating func remove(at place: CachePlace) { remove(.place(place)) }

    mutating func remove(at place: CachePlace, sent: [UInt8]?) {
        remove(sent.map { Removal.response(place, sent: $0) } ?? Removal.place(place))
    }

    mutating func remove(since moment: Instant) { remove(.since(moment)) }

    private mutating func remove(_ removal: Removal) {
        if owed.count < Self.owedLimit { owed.append(removal) } else { owed = [.since(Instant(milliseconds: .min))] }
        // Whoever uses the files, makes what is owed first.
        _ = with { _ throws(Trouble) in }
    }

    private mutating func makeOwed(_ opened: OpenedCache) throws(Trouble) {
        while let removal = owed.last {
            try Self.make(removal, opened)
            owed.removeLast()
        }
    }

    private static func make(_ removal: Removal, _ opened: OpenedCache) throws(Trouble) {
        let (table, bodies) = (opened.table, opened.bodies)
        switch removal {
        case .place(let place):
            let digest = try digests(of: place, nil, by: opened.seal).place
            bodies.remove(try store { () throws(SQLiteError) in try table.remove(at: digest) })
        case .response(let place, let sent):
            let (digest, variant) = try digests(of: place, sent, by: opened.seal)
            bodies.remove(try store { () throws(SQLiteError) in try table.remove(at: digest, variant: variant) })
        case .since(let moment) where moment.milliseconds == .min:
            try store { () throws(SQLiteError) in try table.removeAll() }
            bodies.removeAll()
        case .since(let moment):
            let stored = moment.milliseconds
            bodies.remove(try store { () throws(SQLiteError) in try table.remove(since: stored) })
        }
    }

    /// The place of a response, and what tells it from others there.
    private static func digests(
        of place: CachePlace, _ sent: [UInt8]?, by seal: CacheSeal
    ) throws(Trouble) -> (place: [UInt8], variant: [UInt8]) {
        try crypto { () throws(CryptoError) in
            let place = try seal.digest(of: Array(place.text.utf8))
            return (place, try seal.digest(of: place, [sent == nil ? 0 : 1], sent ?? []))
        }
    }

    mutating func shrink(to capacity: Int) {
        self.capacity = capacity
        let bytes = OpenedCache.bytes(for: capacity)
        _ = with { opened throws(Trouble) in
            let most = Int64(max(capacity, 0))
            let dropped = try Self.store { () throws(SQLiteError) in
                try opened.table.allow(bytes: bytes)
                return try opened.table.shrinkNow(to: most)
            }
            opened.bodies.remove(dropped)
        }
    }

    /// Writes down what was used.
    mutating func flush(at now: Instant) {
        let ids = touched
        touched = []
        guard !ids.isEmpty, let opened else { return }
        // Of no importance where another process writes just now.
        try? opened.table.touch(ids, at: now.milliseconds)
    }

    /// Bytes of all responses.
    mutating func cost() -> Int {
        Int(
            clamping: with { opened throws(Trouble) in
                try Self.store { () throws(SQLiteError) in try opened.table.cost() }
            } ?? 0)
    }

    private mutating func sweep(_ now: Instant) {
        guard !hasSwept else { return }
        hasSwept = true
        _ = with { opened throws(Trouble) in
            let known = try Self.store { () throws(SQLiteError) in try opened.table.files() }
            opened.bodies.sweep(keeping: known, now: now)
        }
    }

    // MARK: Opening

    /// Does something with the files; nil where there are none, or it failed.
    ///
    /// - Parameter making: whether they are made where they are missing: who only looks leaves nothing behind.
    private mutating func with<Value>(
        making: Bool = false, _ body: (OpenedCache) throws(Trouble) -> Value
    ) -> Value? {
        do throws(Trouble) {
            guard let files = files(making: making) else { return nil }
            try makeOwed(files)
            return try body(files)
        } catch {
            fail(error)
            return nil
        }
    }

    private mutating func files(making: Bool) -> OpenedCache? {
        if let opened { return opened }
        guard !access.isRefused, making || !FileStamp.isOfNothing(index) else {
            // There is nothing to remove, or nothing that is used any more.
            owed = []
            return nil
        }
        // A second time where the first one had to be put aside.
        for _ in 0..<2 {
            do throws(HTTPCacheError.Reason) {
                // Without its key nothing is made.
                let secret = try OpenedCache.secret(of: key)
                guard let database = access.with({ database throws(SQLiteError) in database }),
                    let place = access.folder
                else { return nil }
                let (files, wasOpen) = try OpenedCache.open(database, in: place, secret)
                opened = files
                lastVersion = try? files.table.dataVersion()
                if wasOpen { note(.wasOpen) }
                return files
            } catch {
                switch error {
                case .corrupt(let fault, _):
                    access.putAside(fault)
                    continue
                // What went wrong may be right at the next use.
                case .busy, .failed, .full: break
                default: access.refuse()
                }
                note(error)
                return nil
            }
        }
        return nil
    }

    // MARK: Failures

    private mutating func fail(_ trouble: Trouble) {
        switch trouble {
        case .store(let error):
            if error.isCorrupt { (opened, touched, owed) = (nil, [], []) }
            access.fail(error)
            if error.isFull { shrinkByHalf() }
        case .folder(let error): note(HTTPCacheError.Reason(error))
        case .library(let error): note(.failed(error.statement))
        }
    }

    private mutating func shrinkByHalf() {
        guard let opened, let cost = try? opened.table.cost(),
            let files = try? opened.table.shrinkNow(to: cost / 2)
        else { return }
        opened.bodies.remove(files)
    }

    private mutating func note(_ reason: HTTPCacheError.Reason) {
        problems.append(HTTPCacheError(reason, path: folder))
    }

    private static func context(_ row: CacheTable.Row, _ part: String) -> [UInt8] {
        row.place + row.variant + Array(part.utf8)
    }

    private static func store<Value>(_ body: () throws(SQLiteError) -> Value) throws(Trouble) -> Value {
        do throws(SQLiteError) { return try body() } catch { throw .store(error) }
    }

    private static func files<Value>(_ body: () throws(PrivateFolderError) -> Value) throws(Trouble) -> Value {
        do throws(PrivateFolderError) { return try body() } catch { throw .folder(error) }
    }

    private static func crypto<Value>(_ body: () throws(CryptoError) -> Value) throws(Trouble) -> Value {
        do throws(CryptoError) { return try body() } catch { throw .library(error) }
    }
}
