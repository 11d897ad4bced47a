import HoldfastCrypto
import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// The evidence of a fetcher on a disk, for every thread; what goes wrong is told with no lock held.
///
/// Nothing that is read is believed: it is parsed, and judged, as what comes from the network. Processes may share a
/// folder, and be killed at any moment.
final class EvidenceDisk: Sendable {
    private let store: GuardedStore<State>

    init(_ storage: EvidenceFetcher.Storage) { store = GuardedStore(State(storage), report: storage.report) }

    /// The evidence that was kept of a place, where it still counts; read by the question.
    func evidence(for question: EvidenceQuestion, at instant: Instant) -> KeptEvidence? {
        let key = question.digest
        guard let (row, bytes) = store.use({ $0.find(key, limit: question.byteLimit) }) else { return nil }
        guard let content = try? question.read(bytes) else {
            drop(question)
            return nil
        }
        var fetch = EvidenceFetch(url: question.place, content, bytes: bytes, duration: .zero, isCached: true)
        fetch.validators = EvidenceValidators(entityTag: row.entityTag, lastModified: row.lastModified)
        guard var kept = KeptEvidence(fetch, at: instant) else { return nil }
        kept.confirmed = Instant(secondsSince1970: row.confirmed)
        return kept.holds(at: instant) ? kept : nil
    }

    func keep(_ evidence: KeptEvidence, for question: EvidenceQuestion, at instant: Instant) {
        let key = question.digest
        store.use { $0.keep(evidence, key, at: instant) }
    }

    func confirm(_ question: EvidenceQuestion, at instant: Instant) {
        let key = question.digest
        store.use { $0.confirm(key, at: instant) }
    }

    func drop(_ question: EvidenceQuestion) {
        let key = question.digest
        store.use { $0.drop(key) }
    }

    func removeAll() { store.use { $0.removeAll() } }
}

extension EvidenceDisk {
    /// The files as far as they are open.
    private struct State: TroubledStore {
        private var folder: IndexedFolder<EvidenceTable>

        init(_ storage: EvidenceFetcher.Storage) {
            let plan = IndexedFolder<EvidenceTable>.Plan(
                storage.folder, index: "evidence.sqlite", bodies: "lists", EvidenceTable.schema, EvidenceTable.layout,
                waitingFor: .milliseconds(250))
            let limits = IndexTable.Limits(bytes: storage.bytes, entries: storage.entries)
            folder = IndexedFolder(plan, limits) { () throws(IndexedFolderError) in
                { index, _ throws(IndexedFolderError) in (EvidenceTable(index: index), nil) }
            }
        }

        mutating func newProblems() -> [StoreError] { folder.newProblems() }

        mutating func find(_ key: [UInt8], limit: Int) -> (EvidenceTable.Row, [UInt8])? {
            let found = folder.ask { files throws(SQLiteError) in
                try files.contents.row(of: key).map { row in (row, files.bytes(of: row.body, limit: limit)) }
            }
            guard case .some(.some((let row, let read))) = found else { return nil }
            guard let bytes = read, Digest.sha256(bytes[...]) == row.digest else {
                // Another process may have dropped a file just now.
                if case .inRow = row.body { folder.note(.badEntries(1)) }
                drop(key)
                return nil
            }
            return (row, bytes)
        }

        mutating func keep(_ evidence: KeptEvidence, _ key: [UInt8], at instant: Instant) {
            let bytes = evidence.fetch.bytes
            // What stands beside the bytes in a row, roughly.
            let cost = bytes.count + 500
            let limits = folder.limits
            guard cost <= limits.bytes else { return }
            let (marks, now) = (evidence.fetch.validators, instant.secondsSince1970)
            _ = folder.keep(bytes, now: instant) { files, body throws(SQLiteError) in
                let row = EvidenceTable.Row(
                    question: key, confirmed: now, until: evidence.until.secondsSince1970,
                    digest: Digest.sha256(bytes[...]), entityTag: marks.entityTag, lastModified: marks.lastModified,
                    body: body)
                return try files.contents.keep(row, cost: Int64(cost), at: now, limits: limits)
            }
        }

        mutating func confirm(_ key: [UInt8], at instant: Instant) {
            folder.ask { files throws(SQLiteError) in try files.contents.confirm(key, at: instant.secondsSince1970) }
        }

        mutating func drop(_ key: [UInt8]) {
            folder.drop { files throws(SQLiteError) in try files.contents.drop(key) }
        }

        mutating func removeAll() { folder.ask { files throws(SQLiteError) in try files.removeAll() } }
    }
}
