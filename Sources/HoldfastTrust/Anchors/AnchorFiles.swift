import Glibc
import HoldfastX509

/// What tells that a file or folder has been changed.
struct FileStamp: Hashable, Sendable {
    let path: String
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let seconds: Int64
    let nanoseconds: Int64
}

/// Reads anchors from files and folders: the only input of this room.
enum AnchorFiles {
    struct Contents {
        var anchors: [TrustAnchor] = []
        var problems: [String] = []
    }

    /// Bytes of one file of anchors; 16 MiB. Debian's whole bundle has 220 KiB.
    static let maximumFileBytes = 16 << 20
    /// Files looked at in one folder; 4,096.
    static let maximumFolderEntries = 4_096

    static func read(_ location: AnchorLocation) throws(AnchorError) -> Contents {
        let path = location.path
        guard let status = status(of: path) else { throw AnchorError(path: path, reason: .unreadable(lastError())) }
        var contents = Contents()
        if status.isFolder {
            for name in try entries(of: path) {
                // A folder of anchors also holds READMEs, keys and broken links: they are named, not fatal.
                do throws(AnchorError) {
                    let file = try readFile(path + "/" + name, isGiven: false)
                    contents.anchors += file.anchors
                    contents.problems += file.problems
                } catch {
                    contents.problems.append(error.description)
                }
            }
            if contents.anchors.isEmpty, case .given = location {
                throw AnchorError(path: path, reason: .noCertificate("the folder holds no certificate"))
            }
            return contents
        }
        if case .given = location { return try readFile(path, isGiven: true) }
        return try readFile(path, isGiven: false)
    }

    private static func readFile(_ path: String, isGiven: Bool) throws(AnchorError) -> Contents {
        let bytes = try bytes(of: path)
        let blocks: [ArraySlice<UInt8>]
        do {
            blocks = try CertificateFile.certificates(in: bytes)
        } catch {
            throw AnchorError(path: path, reason: .noCertificate(String(describing: error)))
        }
        var contents = Contents()
        for (index, block) in blocks.enumerated() {
            do throws(DERError) {
                contents.anchors.append(TrustAnchor(certificate: try Certificate(der: block), source: path))
            } catch {
                let problem = AnchorError(path: path, reason: .malformed("certificate \(index + 1): \(error)"))
                if isGiven { throw problem }
                contents.problems.append(problem.description)
            }
        }
        return contents
    }

    static func stamps(of locations: [AnchorLocation]) -> [FileStamp] {
        locations.map { location in
            status(of: location.path)?.stamp
                ?? FileStamp(path: location.path, device: 0, inode: 0, size: -1, seconds: 0, nanoseconds: 0)
        }
    }

    private static func status(of path: String) -> (isFolder: Bool, stamp: FileStamp)? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return (
            status.st_mode & S_IFMT == S_IFDIR,
            FileStamp(
                path: path, device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
                seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
        )
    }

    private static func entries(of path: String) throws(AnchorError) -> [String] {
        guard let folder = unsafe opendir(path) else {
            throw AnchorError(path: path, reason: .unreadable(lastError()))
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                unsafe String(decoding: raw.prefix(while: { $0 != 0 }), as: UTF8.self)
            }
            if name.hasPrefix(".") { continue }
            guard names.count < maximumFolderEntries else {
                throw AnchorError(path: path, reason: .tooLarge(limit: maximumFolderEntries))
            }
            names.append(name)
        }
        return names.sorted()
    }

    private static func bytes(of path: String) throws(AnchorError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw AnchorError(path: path, reason: .unreadable(lastError())) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw AnchorError(path: path, reason: .unreadable(lastError()))
            }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= maximumFileBytes else {
                throw AnchorError(path: path, reason: .tooLarge(limit: maximumFileBytes))
            }
        }
    }

    private static func lastError() -> String {
        guard let text = unsafe strerror(errno) else { return "error \(errno)" }
        return unsafe String(cString: text)
    }
}
