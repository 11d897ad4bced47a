import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastX509

/// Reads anchors from files and folders: the only input of this room.
enum AnchorFiles {
    /// Bytes of one file of anchors; 16 MiB. Debian's whole bundle has 220 KiB.
    static let maximumFileBytes = 16 << 20
    /// Files looked at in one folder; 4,096.
    static let maximumFolderEntries = 4_096

    static func read(_ location: AnchorLocation) throws(AnchorError) -> AnchorContents {
        let path = location.path
        let kind: FileStatus.Kind
        do throws(SystemError) { kind = try FileStatus(of: path).kind } catch {
            throw AnchorError(path: path, reason: .unreadable(SystemText.error(error.number)))
        }
        guard kind == .folder else { return try AnchorContents(file: try bytes(of: path), path: path) }
        var contents = AnchorContents()
        for name in try entries(of: path) {
            // A folder of anchors also holds READMEs, keys and broken links: they are named, not fatal.
            let file = path + "/" + name
            do throws(AnchorError) {
                try checkFile(file)
                contents += try AnchorContents(among: try bytes(of: file), path: file)
            } catch {
                contents.problems.append(AnchorProblem(error))
            }
        }
        if contents.anchors.isEmpty, case .given = location {
            let defect = contents.problems.first(where: \.isDefect)
            throw defect?.error
                ?? AnchorError(path: path, reason: .noCertificate(AnchorFileSentence.noneInFolder.statement))
        }
        return contents
    }

    /// Tells what in a folder is no file, and so no certificate that is missing: a folder, and a link that leads
    /// nowhere, as update-ca-certificates leaves them.
    private static func checkFile(_ path: String) throws(AnchorError) {
        var sentence: AnchorFileSentence?
        do throws(SystemError) {
            if try FileStatus(of: path).kind == .folder { sentence = .folderInside }
        } catch {
            if error.number == ENOENT { sentence = .danglingLink }
        }
        if let sentence { throw AnchorError(path: path, reason: .noCertificate(sentence.statement)) }
    }

    /// The stamps of the files and folders, by their paths.
    static func stamps(of locations: [AnchorLocation]) -> [String: FileStamp] {
        Dictionary(locations.map { ($0.path, FileStamp.of($0.path)) }, uniquingKeysWith: { first, _ in first })
    }

    private static func entries(of path: String) throws(AnchorError) -> [String] {
        do throws(FileReadError) {
            return try FolderNames.of(path, limit: maximumFolderEntries) { !$0.hasPrefix(".") }.sorted()
        } catch {
            throw AnchorError(path: path, error)
        }
    }

    private static func bytes(of path: String) throws(AnchorError) -> [UInt8] {
        do throws(FileReadError) {
            return try BoundedFile.bytes(path, limit: maximumFileBytes, ofAnyKind: true)
        } catch {
            throw AnchorError(path: path, error)
        }
    }
}

extension AnchorError {
    fileprivate init(path: String, _ error: FileReadError) {
        let reason: Reason =
            switch error {
            case .system(let number): .unreadable(SystemText.error(number))
            case .wrongKind: .notRegular
            case .tooLarge(let limit): .tooLarge(limit: limit)
            }
        self.init(path: path, reason: reason)
    }
}
