import HoldfastFiles
import HoldfastJSON
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// Reads a policy file, and the files of anchors and lists of logs that it names.
struct PolicyLoader: Sendable {
    /// Bytes of a file of anchors; 16 MiB, as of those that a program names.
    static let maximumAnchorBytes = 16 << 20

    let path: String
    let allowsDebug: Bool
    let publicSuffixes: PublicSuffixes?

    func load(
        at now: Instant, after earlier: PolicySnapshot?
    ) throws(PolicyFileError) -> (snapshot: PolicySnapshot, stamp: [FileStamp], places: PolicyPlaces) {
        // Before anything is read: a change in between is then seen the next time.
        let ownStamp = GuardedFile.stamp(of: [path])
        let bytes: [UInt8]
        do throws(GuardedFileError) {
            bytes = try GuardedFile.bytes(path, limit: PolicyDocument.maximumBytes)
        } catch {
            throw PolicyFileError(path: path, error)
        }
        do throws(PolicyDocumentError) {
            var reading = PolicyReading(publicSuffixes: publicSuffixes, debugAllowedAt: allowsDebug ? now : nil)
            let document: PolicyDocument?
            do throws(PolicyDocumentError) { document = try reading.document(of: bytes) } catch {
                // What is wrong with the files that it names is told together with what is wrong in it.
                guard reading.reader.count > 0 else { throw error }
                document = nil
            }
            let namedStamp = document.map { GuardedFile.stamp(of: namedPaths($0)) } ?? []
            let files = anchors(of: &reading)
            let lists = lists(of: &reading)
            guard let document, reading.reader.count == 0 else { throw PolicyDocumentError(reading.reader) }
            let snapshot = PolicySnapshot(
                document, files: files, lists: lists, from: path, at: now, after: earlier)
            Self.log(document, at: now, "policy '\(path)'")
            return (snapshot, ownStamp + namedStamp, reading.places)
        } catch {
            throw PolicyFileError(path: path, reason: .document(error))
        }
    }

    /// Differs whenever the file, or one that the document in force names, may have changed.
    func stamp(_ snapshot: PolicySnapshot) -> [FileStamp] {
        GuardedFile.stamp(of: [path] + namedPaths(snapshot.document))
    }

    private func namedPaths(_ document: PolicyDocument) -> [String] {
        Set(document.hosts.values.flatMap(\.files)).sorted().map(resolved)
    }

    /// A relative file belongs to the folder of the policy file.
    private func resolved(_ file: String) -> String {
        guard !file.hasPrefix("/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return file }
        return path[...slash] + file
    }

    private func anchors(of reading: inout PolicyReading) -> [String: AnchorContents] {
        var files: [String: AnchorContents] = [:]
        for (file, place) in reading.anchorFiles {
            switch anchors(in: resolved(file)) {
            case .success(let contents): files[file] = contents
            case .failure(let error):
                reading.reader.report(
                    PolicyDocumentSentence.inFile(JSONText.excerpt(file), error.statement), at: place)
            }
        }
        return files
    }

    /// The lists of logs that the document names; what is wrong in one is told at the place that names it.
    private func lists(of reading: inout PolicyReading) -> [String: TransparencyLogList] {
        var lists: [String: TransparencyLogList] = [:]
        for (file, place) in reading.logFiles {
            do throws(TransparencyLogFileError) {
                lists[file] = try TransparencyLogList(path: resolved(file))
            } catch {
                for clause in error.clauses {
                    reading.reader.report(PolicyDocumentSentence.inFile(JSONText.excerpt(file), clause), at: place)
                }
            }
        }
        return lists
    }

    /// An error for a file that gives no anchors.
    private struct AnchorFileError: Error {
        let statement: Statement
    }

    private func anchors(in file: String) -> Result<AnchorContents, AnchorFileError> {
        let bytes: [UInt8]
        do throws(GuardedFileError) {
            bytes = try GuardedFile.bytes(file, limit: Self.maximumAnchorBytes)
        } catch {
            return .failure(AnchorFileError(statement: error.statement))
        }
        do throws(AnchorError) { return .success(try AnchorContents(file: bytes, path: file)) } catch {
            return .failure(AnchorFileError(statement: error.reason.statement))
        }
    }

    /// Says once a process and host what may be accepted without proof.
    static func log(_ document: PolicyDocument, at now: Instant, _ source: String) {
        for (pattern, host) in document.hosts {
            guard let debug = host.dangerousDebug, now < debug.until else { continue }
            let what =
                switch debug.kind {
                case .acceptAny: "any certificate"
                case .anchors: "certificates of other authorities"
                }
            let line = "holdfast: dangerous: \(source) accepts \(what) for \(pattern) until \(debug.until)"
            DangerLog.say(line, about: line)
        }
    }
}
