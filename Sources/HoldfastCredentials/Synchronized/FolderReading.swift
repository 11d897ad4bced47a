import HoldfastCrypto
import HoldfastFiles
import HoldfastX509

/// The state of a synchronised folder as a process has read it: each version once, and the highest of each record,
/// which an older one does not take the place of.
struct FolderReading {
    /// A file that was opened.
    private struct Opened {
        let stamp: FileStamp
        let record: MergedRecords.Record
        let derivation: SealedHeader.Derivation
        let salt: [UInt8]
    }

    /// The files by their names.
    private var opened: [String: Opened] = [:]
    /// The versions that counted when this process looked last.
    private var seen: [CredentialItem.ID: MergedRecords.Record] = [:]
    private let path: String

    init(path: String) { self.path = path }

    /// The records, the parts that could not be read, and how the key was made of files that could.
    struct Result {
        var merged = MergedRecords([])
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
        let names: [String]
        do throws(PrivateFolderError) {
            names = try folder.names(limit: SynchronizedCredentialFolder.maximumFileCount) {
                $0.hasSuffix(RecordVersion.ending)
            }
        } catch {
            throw CredentialStoreError(.file(StateFileError(error, path, isWriting: false)), path: path)
        }
        var result = Result()
        let present = Set(names)
        opened = opened.filter { present.contains($0.key) }
        var waiting: [(name: String, version: RecordVersion, file: [UInt8], stamp: FileStamp, header: SealedHeader)] =
            []
        for name in names.sorted() {
            do throws(CredentialStoreError) {
                guard let (version, file, stamp) = try changed(name, folder) else { continue }
                let header = try SealedHeader(file, of: .record)
                guard header.context == version.context else {
                    throw CredentialStoreError(.damaged("a record under another name"))
                }
                waiting.append((name, version, file, stamp, header))
            } catch {
                opened[name] = nil
                result.problems.append(CredentialStoreProblem(error.at(path + "/" + name)))
            }
        }
        let salts = affordable(waiting.map(\.header), ring)
        for (name, version, file, stamp, header) in waiting {
            do throws(CredentialStoreError) {
                guard salts.contains(header.salt) else {
                    throw CredentialStoreError(
                        .tooMuchWork("a file with a salt beyond the \(CredentialKeyRing.keptCount)"))
                }
                var text = try SealedFile.open(file, header, try ring.keys(header.derivation, salt: header.salt))
                defer { text.wipe() }
                let record = MergedRecords.Record(
                    version: version, state: try RecordState(encoded: text, of: version.record))
                opened[name] = Opened(
                    stamp: stamp, record: record, derivation: header.derivation, salt: header.salt)
            } catch {
                // Without a key there is nothing to be said about any file.
                if case .noKey = error.reason { throw error }
                opened[name] = nil
                result.problems.append(CredentialStoreProblem(error.at(path + "/" + name)))
            }
        }
        let isWrong = result.problems.contains { $0.error.reason == .wrongKey }
        if opened.isEmpty, isWrong { throw CredentialStoreError(.wrongKey, path: path) }
        merge(into: &result, at: now)
        return result
    }

    /// The version and the bytes of a file; nil where it is as it was.
    private func changed(
        _ name: String, _ folder: PrivateFolder
    ) throws(CredentialStoreError) -> (RecordVersion, [UInt8], FileStamp)? {
        guard let version = RecordVersion(fileName: name) else {
            throw CredentialStoreError(.damaged("a name that no record has"))
        }
        let limit =
            SealedHeader.byteCount(.record) + SealedHeader.Content.record.maximumTextCount + AESGCM.tagCount
        do throws(PrivateFolderError) {
            let read = try folder.readAnybodys(name, limit: limit) { $0 != opened[name]?.stamp }
            return read.map { (version, $0.bytes, $0.stamp) }
        } catch {
            throw CredentialStoreError(.file(StateFileError(error, path + "/" + name, isWriting: false)))
        }
    }

    /// The salts for which keys are made: those whose keys are there, and of the others those of most files. Who can
    /// write to the folder could ask for a run of scrypt a file otherwise.
    private func affordable(_ headers: [SealedHeader], _ ring: CredentialKeyRing) -> Set<[UInt8]> {
        var salts = Set(headers.filter { ring.has($0.derivation, salt: $0.salt) }.map(\.salt))
        let known = Set(opened.values.map(\.salt)).union(salts).count
        let counts = Dictionary(grouping: headers.filter { !salts.contains($0.salt) }, by: \.salt).mapValues(\.count)
        let order = counts.sorted {
            $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
        }
        salts.formUnion(order.prefix(max(0, CredentialKeyRing.keptCount - known)).map(\.key))
        return salts
    }

    private mutating func merge(into result: inout Result, at now: Instant) {
        var versions = opened.values.map(\.record)
        let current = MergedRecords(versions)
        for (id, last) in seen {
            if let found = current.records[id]?.version, !found.isSurpassed(by: last.version) { continue }
            // Another process, or another device, may have taken the note away.
            if last.isOutlived(at: now) { continue }
            versions.append(last)
            result.problems.append(
                CredentialStoreProblem(
                    CredentialStoreError(
                        .setBack(current.records[id]?.version.clock ?? 0, last: last.version.clock),
                        path: path + "/" + last.version.fileName)))
        }
        result.merged = MergedRecords(versions)
        seen = result.merged.records
        // The lowest salt: all devices come to write with one.
        let least = opened.values.min { $0.salt.lexicographicallyPrecedes($1.salt) }
        result.key = least.map { ($0.derivation, $0.salt) }
    }

    /// Forgets records whose files this process has taken away itself.
    mutating func forget(_ versions: [RecordVersion]) {
        for version in versions where seen[version.record]?.version == version { seen[version.record] = nil }
    }
}
