import HoldfastCrypto
import HoldfastFiles
import HoldfastStatements
import HoldfastX509

/// The state of a synchronised folder as a process has read it: each version once, and the highest of each record,
/// which an older one does not take the place of.
struct FolderReading {
    /// A file that was opened.
    private struct Opened {
        let stamp: FileStamp
        let record: MergedRecords.Record
        let origin: CredentialKeyRing.Origin
    }

    /// A file that is new, or was changed.
    private struct Changed {
        let version: RecordVersion
        let header: SealedHeader
        let bytes: [UInt8]
        let stamp: FileStamp
    }

    /// The files by their names.
    private var opened: [String: Opened] = [:]
    /// The versions that counted when this process looked last.
    private var seen: [CredentialItem.ID: MergedRecords.Record] = [:]
    /// The origins for which scrypt was run though nothing had opened with them yet.
    private var tried: Set<CredentialKeyRing.Origin> = []
    private let path: String

    init(path: String) { self.path = path }

    /// Whether this process has seen a record of the folder.
    var hasSeen: Bool { !seen.isEmpty }

    /// The records, the parts that could not be read, and how the key was made of files that could.
    struct Result {
        var merged = MergedRecords([])
        /// The records of the files alone, without those that only this process remembers.
        var files = MergedRecords([])
        var problems: [CredentialStoreProblem] = []
        var key: (derivation: SealedHeader.Derivation, salt: [UInt8])?
    }

    /// Reads what is new.
    ///
    /// - Throws: ``CredentialStoreError`` where there are too many files, or no file opens with the key and some
    ///   should.
    mutating func read(
        _ folder: PrivateFolder, _ ring: CredentialKeyRing, at now: Instant
    ) throws(CredentialStoreError) -> Result {
        let names = try names(folder)
        var result = Result()
        let present = Set(names)
        opened = opened.filter { present.contains($0.key) }
        // Each file is read a second time when it is its turn: the bytes of all of them would fill the memory.
        var waiting: [(name: String, header: SealedHeader)] = []
        for name in names.sorted() {
            do throws(CredentialStoreError) {
                if let file = try changed(name, folder) { waiting.append((name, file.header)) }
            } catch {
                opened[name] = nil
                result.problems.append(CredentialStoreProblem(error.at(shown(name))))
            }
        }
        let origins = affordable(waiting.map(\.header.origin), ring)
        for (name, header) in waiting {
            do throws(CredentialStoreError) {
                guard origins.contains(header.origin) else {
                    throw CredentialStoreError(
                        .tooMuchWork(SaltSentence.beyond(count: CredentialKeyRing.keptCount).statement))
                }
                guard let file = try changed(name, folder) else { continue }
                guard file.header == header else { throw CredentialStoreError(damaged: .changed) }
                opened[name] = try open(file, ring)
            } catch {
                // Without a key there is nothing to be said about any file.
                if case .noKey = error.reason { throw error }
                opened[name] = nil
                result.problems.append(CredentialStoreProblem(error.at(shown(name))))
            }
        }
        let isWrong = result.problems.contains { $0.error.reason == .wrongKey }
        // The key is right where something has opened with it before.
        if opened.isEmpty, seen.isEmpty, isWrong { throw CredentialStoreError(.wrongKey, path: path) }
        merge(into: &result, at: now)
        return result
    }

    /// Whether a reading makes no keys now: those of all files are there, or were tried for nothing.
    func hasKeys(_ folder: PrivateFolder, _ ring: CredentialKeyRing) throws(CredentialStoreError) -> Bool {
        for name in try names(folder) {
            // One that cannot be read is told of by the reading.
            guard let file = try? changed(name, folder) else { continue }
            let origin = file.header.origin
            guard !origin.takesWork || ring.has(origin) || tried.contains(origin) else { return false }
        }
        return true
    }

    /// The state where there is no folder: what this process has seen of it still counts.
    mutating func readNothing(at now: Instant) -> Result {
        opened = [:]
        var result = Result()
        merge(into: &result, at: now)
        return result
    }

    private func names(_ folder: PrivateFolder) throws(CredentialStoreError) -> [String] {
        let limit = SynchronizedCredentialFolder.maximumFileCount
        do throws(PrivateFolderError) {
            return try folder.names(limit: limit) { $0.hasSuffix(RecordVersion.ending) }
        } catch .tooLarge {
            throw CredentialStoreError(.tooLarge(CredentialSize.files.statement, limit: limit), path: path)
        } catch {
            throw CredentialStoreError(.file(StoreError(error, path, isWriting: false)), path: path)
        }
    }

    /// The path of a file as it is told of: whoever writes to the folder chooses the name, and not what a log says.
    private func shown(_ name: String) -> String {
        let plain = name.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? $0 : "?" }
        return path + "/" + String(String.UnicodeScalarView(plain))
    }

    /// The version, the header and the bytes of a file; nil where it is as it was, or gone since the folder was looked
    /// at, as when another process has taken away what counts no more.
    private func changed(_ name: String, _ folder: PrivateFolder) throws(CredentialStoreError) -> Changed? {
        guard let version = RecordVersion(fileName: name) else {
            throw CredentialStoreError(damaged: .noRecordName)
        }
        let limit =
            SealedHeader.byteCount(.record) + SealedHeader.Content.record.maximumTextCount + AESGCM.tagCount
        let file: (bytes: [UInt8], stamp: FileStamp)?
        do throws(PrivateFolderError) {
            file = try folder.readAnybodys(name, limit: limit) { $0 != opened[name]?.stamp }
        } catch .absent {
            return nil
        } catch {
            throw CredentialStoreError(.file(StoreError(error, path + "/" + name, isWriting: false)))
        }
        guard let file else { return nil }
        let header = try SealedHeader(file.bytes, of: .record)
        guard header.context == version.context else {
            throw CredentialStoreError(damaged: .otherName)
        }
        return Changed(version: version, header: header, bytes: file.bytes, stamp: file.stamp)
    }

    private func open(_ file: Changed, _ ring: CredentialKeyRing) throws(CredentialStoreError) -> Opened {
        let keys = try ring.keys(file.header.derivation, salt: file.header.salt)
        var text = try SealedFile.open(file.bytes, file.header, keys)
        defer { text.wipe() }
        let state = try RecordState(encoded: text, of: file.version.record)
        return Opened(
            stamp: file.stamp, record: MergedRecords.Record(version: file.version, state: state),
            origin: file.header.origin)
    }

    /// The origins for which keys are made: those that cost nothing, that have opened a file, or whose keys are there;
    /// and of the others those of most files, a few as long as the process lasts. Who can write to the folder could ask
    /// for a run of scrypt with each file otherwise, by its salt or by its parameters.
    private mutating func affordable(
        _ origins: [CredentialKeyRing.Origin], _ ring: CredentialKeyRing
    ) -> Set<CredentialKeyRing.Origin> {
        let own = Set(opened.values.map(\.origin))
        let known = Set(origins.filter { !$0.takesWork || own.contains($0) || ring.has($0) })
        let counts = Dictionary(grouping: origins.filter { !known.contains($0) }, by: { $0 }).mapValues(\.count)
        let order = counts.sorted {
            $0.value != $1.value ? $0.value > $1.value : $0.key.salt.lexicographicallyPrecedes($1.key.salt)
        }
        let spent = tried.subtracting(own).count
        let next = order.prefix(max(0, CredentialKeyRing.keptCount - spent)).map(\.key)
        tried.formUnion(next)
        return known.union(next)
    }

    private mutating func merge(into result: inout Result, at now: Instant) {
        var versions = opened.values.map(\.record)
        result.files = MergedRecords(versions)
        var setBack: [CredentialStoreProblem] = []
        for (id, last) in seen {
            let found = result.files.records[id]?.version
            if let found, !found.isSurpassed(by: last.version) { continue }
            // Another process, or another device, may have taken the note away.
            if last.isOutlived(at: now) { continue }
            versions.append(last)
            setBack.append(
                CredentialStoreProblem(
                    CredentialStoreError(
                        .setBack(found?.clock ?? 0, last: last.version.clock),
                        path: path + "/" + last.version.fileName)))
        }
        // First, so that no number of other problems hides them.
        result.problems = setBack + result.problems
        result.merged = MergedRecords(versions)
        seen = result.merged.records
        // The lowest salt: all devices come to write with one.
        let least = opened.values.map(\.origin).min { $0.salt.lexicographicallyPrecedes($1.salt) }
        result.key = least.map { ($0.derivation, $0.salt) }
    }

    /// Forgets records whose files this process has taken away itself.
    mutating func forget(_ versions: [RecordVersion]) {
        for version in versions where seen[version.record]?.version == version { seen[version.record] = nil }
    }
}
