import HoldfastCrypto
import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

/// The evidence of a fetcher on a disk, for every thread; what goes wrong is told with no lock held.
///
/// Nothing that is read is believed: it is parsed, and judged, as what comes from the network. Processes may share a
/// folder, and be killed at any moment.
final class EvidenceDisk: Sendable {
    private let storage: EvidenceFetcher.Storage
    private let state: Mutex<State>

    init(_ storage: EvidenceFetcher.Storage) {
        self.storage = storage
        state = Mutex(State(storage))
    }

    /// The evidence that was kept of a place, where it still counts; read by the question.
    func evidence(for question: EvidenceQuestion, at instant: Instant) -> KeptEvidence? {
        let key = question.digest
        guard let (row, bytes) = use({ $0.find(key, limit: question.byteLimit) }) else { return nil }
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
        use { $0.keep(evidence, key, at: instant) }
    }

    func confirm(_ question: EvidenceQuestion, at instant: Instant) {
        let key = question.digest
        use { $0.confirm(key, at: instant) }
    }

    func drop(_ question: EvidenceQuestion) {
        let key = question.digest
        use { $0.drop(key) }
    }

    func removeAll() { use { $0.removeAll() } }

    private func use<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, problems) = state.withLock { state in
            let value = body(&state)
            return (value, state.newProblems())
        }
        for problem in problems { storage.report(problem) }
        return value
    }
}

extension EvidenceDisk {
    /// The files as far as they are open.
    private struct State {
        private let storage: EvidenceFetcher.Storage
        private var access: StoreAccess
        private var bodies: CacheBodies?
        private var problems: [StateFileError] = []
        private var told: Set<StateFileError> = []
        private var hasSwept = false

        init(_ storage: EvidenceFetcher.Storage) {
            self.storage = storage
            access = StoreAccess(
                StoreFile(path: storage.index, unnamed: "evidence.sqlite"), EvidenceTable.schema,
                bytes: OpenedCache.bytes(for: storage.bytes), waitingFor: .milliseconds(250))
        }

        /// Failures that were not told yet, each once.
        mutating func newProblems() -> [StateFileError] {
            defer { problems = [] }
            problems += access.newProblems().map { StateFileError($0, path: storage.index) }
            return problems.filter { told.count < 100 && told.insert($0).inserted }
        }

        mutating func find(_ key: [UInt8], limit: Int) -> (EvidenceTable.Row, [UInt8])? {
            let found = with(making: false) { table throws(SQLiteError) in try table.row(of: key) }
            guard case .some(.some(let row)) = found else { return nil }
            let bytes = row.body ?? row.file.flatMap { folder()?.bytes(of: $0, limit: limit) }
            guard let bytes, Digest.sha256(bytes[...]) == row.digest else {
                // Another process may have dropped it just now.
                if row.body != nil { problems.append(StateFileError(path: storage.index, reason: .badEntries(1))) }
                drop(key)
                return nil
            }
            return (row, bytes)
        }

        mutating func keep(_ evidence: KeptEvidence, _ key: [UInt8], at instant: Instant) {
            let bytes = evidence.fetch.bytes
            // What stands beside the bytes in a row, roughly.
            let cost = Int64(bytes.count + 500)
            guard cost <= storage.bytes else { return }
            let isInline = bytes.count <= EvidenceTable.inlineLimit
            var name: String?
            if !isInline {
                // A folder that others may write to is found out before anything is put beside the index.
                guard with(making: true, { _ throws(SQLiteError) in true }) == true, let folder = folder() else {
                    return
                }
                do throws(PrivateFolderError) { name = try folder.add(bytes, now: instant) } catch {
                    problems.append(StateFileError(error, storage.lists, isWriting: true))
                }
                guard name != nil else { return }
            }
            let marks = evidence.fetch.validators
            let row = EvidenceTable.Row(
                question: key, confirmed: instant.secondsSince1970, until: evidence.until.secondsSince1970, cost: cost,
                digest: Digest.sha256(bytes[...]), entityTag: marks.entityTag, lastModified: marks.lastModified,
                body: isInline ? bytes : nil, file: name)
            let (most, entries) = (Int64(storage.bytes), storage.entries)
            let dropped = with(making: true) { table throws(SQLiteError) in
                try table.keep(row, at: instant.secondsSince1970, bytes: most, entries: entries)
            }
            remove(dropped ?? [name].compactMap(\.self))
            if dropped != nil { sweep(instant) }
        }

        mutating func confirm(_ key: [UInt8], at instant: Instant) {
            _ = with(making: false) { table throws(SQLiteError) in
                try table.confirm(key, at: instant.secondsSince1970)
            }
        }

        mutating func drop(_ key: [UInt8]) {
            remove(with(making: false) { table throws(SQLiteError) in try table.remove(key) } ?? [])
        }

        mutating func removeAll() {
            guard with(making: false, { table throws(SQLiteError) in try table.removeAll() }) != nil,
                !FileStamp.isOfNothing(storage.lists)
            else { return }
            folder()?.removeAll()
        }

        private mutating func remove(_ files: [String]) {
            guard !files.isEmpty else { return }
            folder()?.remove(files)
        }

        private mutating func sweep(_ now: Instant) {
            guard !hasSwept else { return }
            hasSwept = true
            guard let known = with(making: false, { table throws(SQLiteError) in try table.files() }) else { return }
            if !FileStamp.isOfNothing(storage.lists) { folder()?.sweep(keeping: known, now: now) }
        }

        /// The folder of long lists, beside the index as that was opened.
        private mutating func folder() -> CacheBodies? {
            if let bodies { return bodies }
            guard let place = access.folder else { return nil }
            do throws(PrivateFolderError) {
                bodies = try CacheBodies(EvidenceFetcher.Storage.lists, in: place)
            } catch {
                problems.append(StateFileError(error, storage.lists, isWriting: true))
            }
            return bodies
        }

        private mutating func with<Value>(
            making: Bool, _ body: (EvidenceTable) throws(SQLiteError) -> Value
        ) -> Value? {
            access.with(makingFile: making) { database throws(SQLiteError) in
                try body(EvidenceTable(database: database))
            }
        }
    }
}
