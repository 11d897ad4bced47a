import HoldfastX509

/// The store that the versions of a synchronised folder make together: a function of the set of them, in no order.
struct MergedRecords {
    /// A record in the version that counts.
    struct Record: Sendable {
        let version: RecordVersion
        let state: RecordState

        /// Whether nobody needs even the note any longer that the record was removed or has expired.
        func isOutlived(at now: Instant) -> Bool {
            let days = SynchronizedCredentialFolder.tombstoneDays
            guard let end = state.end else { return false }
            return MergedRecords.isOver(end, days, now) && MergedRecords.isOver(version.time, days, now)
        }
    }

    /// Each record in the version that counts.
    private(set) var records: [CredentialItem.ID: Record] = [:]
    /// The versions that count no more, each with the next one, which took its place.
    private var surpassed: [(version: RecordVersion, by: RecordVersion)] = []
    private(set) var highestClock: UInt64 = 0

    init(_ versions: [Record]) {
        for (id, all) in Dictionary(grouping: versions, by: \.version.record) {
            let order = all.sorted { $0.version < $1.version }
            records[id] = order.last
            surpassed += zip(order, order.dropFirst()).map { ($0.version, $1.version) }
        }
        highestClock = versions.map(\.version.clock).max() ?? 0
    }

    /// The items that there are at a time: of several records of one identity, which devices made without knowing of
    /// each other, that of the version that counts.
    func items(at now: Instant) -> [CredentialItem] {
        var best: [CredentialItem.Identity: (item: CredentialItem, version: RecordVersion)] = [:]
        for record in records.values {
            guard case .item(let item) = record.state, !item.isExpired(at: now) else { continue }
            if let other = best[item.identity], record.version.isSurpassed(by: other.version) { continue }
            best[item.identity] = (item, record.version)
        }
        return best.values.map(\.item).sorted { $0.id < $1.id }
    }

    /// The records of one identity beside the item that counts: they go with it, or when it is changed.
    func others(like item: CredentialItem) -> [CredentialItem.ID] {
        records.values.compactMap { record in
            guard case .item(let other) = record.state, other.id != item.id, other.identity == item.identity else {
                return nil
            }
            return other.id
        }
    }

    /// The files that nobody needs any longer, in the order in which they have to go: what was surpassed for long, and
    /// the notes of what was removed for long, after everything older.
    func outlived(at now: Instant) -> [RecordVersion] {
        let outlived = records.values.filter { $0.isOutlived(at: now) }.map(\.version)
        let ended = Set(outlived.map(\.record))
        let days = SynchronizedCredentialFolder.surpassedDays
        let gone = surpassed.filter { ended.contains($0.version.record) || Self.isOver($0.by.time, days, now) }
        return gone.map(\.version) + outlived
    }

    static func isOver(_ begin: Instant, _ days: Int64, _ now: Instant) -> Bool {
        begin.advanced(bySeconds: days * 86_400) < now
    }
}
