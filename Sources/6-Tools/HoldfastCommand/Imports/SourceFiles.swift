import HoldfastFiles
import HoldfastLibC
import HoldfastStatements

/// Finds files of Swift below folders, by descriptors: a folder that is moved or replaced by a link meanwhile leads
/// nowhere else.
struct SourceFiles {
    private static let passedOver: Set<String> = [".build", ".git"]
    /// Names of one folder.
    private static let nameLimit = 1_000_000

    /// Looks through a file or folder that the user named; a link here is followed, since the user wrote it.
    mutating func visit(_ path: String, _ report: inout ImportReport) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return report.fail(path, errno) }
        look(descriptor, path, depth: 0, &report)
    }

    /// Looks at an open file or folder, and closes the descriptor.
    private func look(_ descriptor: Int32, _ path: String, depth: Int, _ report: inout ImportReport) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            report.fail(path, errno)
            close(descriptor)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: walk(descriptor, path, depth: depth, &report)
        case S_IFREG:
            defer { close(descriptor) }
            guard report.fileCount < ImportReport.countLimit else {
                return report.fail(path, .tooManyFiles(limit: ImportReport.countLimit))
            }
            guard Int(status.st_size) <= ImportReport.fileLimit else { return report.fail(path, Self.tooLarge) }
            read(descriptor, path, &report)
        default:
            report.fail(path, .notRegular)
            close(descriptor)
        }
    }

    private static let tooLarge = ImportsProblem.tooLarge(mebibytes: ImportReport.fileLimit >> 20)

    private func read(_ descriptor: Int32, _ path: String, _ report: inout ImportReport) {
        do throws(FileReadError) {
            report.look(at: try BoundedFile.contents(of: descriptor, limit: ImportReport.fileLimit), path)
        } catch {
            if case .tooLarge = error { return report.fail(path, Self.tooLarge) }
            report.fail(path, .fault(error.statement))
        }
    }

    /// Looks through an open folder, and closes the descriptor.
    private func walk(_ descriptor: Int32, _ path: String, depth: Int, _ report: inout ImportReport) {
        guard let folder = unsafe fdopendir(descriptor) else {
            report.fail(path, errno)
            close(descriptor)
            return
        }
        defer { unsafe closedir(folder) }
        guard depth <= ImportReport.depthLimit else {
            return report.fail(path, .tooDeep(limit: ImportReport.depthLimit))
        }
        for name in unsafe names(in: folder, path, &report) {
            let inside = path.hasSuffix("/") ? path + name : path + "/" + name
            var status = stat()
            guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                report.fail(inside, errno)
                continue
            }
            let kind = status.st_mode & S_IFMT
            let isSwift = name.hasSuffix(".swift")
            if kind == S_IFLNK {
                if isSwift || isFolder(name, in: descriptor) { report.links.append(inside) }
                continue
            }
            guard kind == S_IFDIR ? !Self.passedOver.contains(name) : isSwift && kind == S_IFREG else { continue }
            let next = unsafe openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW)
            guard next >= 0 else {
                report.fail(inside, errno)
                continue
            }
            look(next, inside, depth: depth + 1, &report)
        }
    }

    /// Whether a link leads to a folder; nothing of it is read.
    private func isFolder(_ name: String, in descriptor: Int32) -> Bool {
        var status = stat()
        return unsafe fstatat(descriptor, name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder, in the order of their bytes.
    private func names(
        in folder: OpaquePointer, _ path: String, _ report: inout ImportReport
    ) -> [String] {
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            guard name != [0x2E], name != [0x2E, 0x2E] else { continue }
            guard names.count < Self.nameLimit else {
                report.fail(path, .tooManyNames(limit: Self.nameLimit))
                break
            }
            names.append(name)
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension ImportReport {
    mutating func fail(_ path: String, _ reason: ImportsProblem) {
        problems.append(Problem(file: path, statement: reason.statement))
    }

    mutating func fail(_ path: String, _ error: Int32) {
        fail(path, .fault(SystemText.statement(of: SystemText.clause(error))))
    }
}
