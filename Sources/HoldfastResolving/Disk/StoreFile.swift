#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file in a folder, both for their owner alone.
struct StoreFile {
    let path: String
    private let folder: String
    private let name: String

    init(path: String) {
        self.path = path
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let above = parts.dropLast().joined(separator: "/")
        folder = path.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above
        name = parts.last.map(String.init) ?? "resolvers.sqlite"
    }

    /// Sees to it that the file is there, and that nobody else can have written it or can read it.
    ///
    /// Folders that are missing are made for their owner alone. What SQLite puts beside the file is looked at as well.
    func prepare() throws(ResolverCacheStoreProblem.Reason) {
        makeFolder()
        try check(folder, kind: S_IFDIR)
        for beside in ["", "-wal", "-shm", "-journal"] {
            do throws(ResolverCacheStoreProblem.Reason) {
                try check(path + beside, kind: S_IFREG)
            } catch .system(ENOENT) {
                continue
            }
        }
        let file = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw errno == ELOOP ? .wrongKind : .system(errno) }
        close(file)
    }

    private func makeFolder() {
        var made = path.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/", omittingEmptySubsequences: true) {
            made += "/" + part
            // Whether it is there now is found out by looking at it.
            _ = unsafe mkdir(made, 0o700)
        }
    }

    private func check(_ path: String, kind: mode_t) throws(ResolverCacheStoreProblem.Reason) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == kind else { throw .wrongKind }
        guard status.st_uid == geteuid() else { throw .foreignOwner(status.st_uid) }
        guard status.st_mode & 0o077 == 0 else { throw .openToOthers(status.st_mode & 0o7777) }
    }

    /// Gives the file another name, `NAME.corrupt-1` or the next number that is free; nil if that cannot be done.
    ///
    /// What SQLite wrote beside it goes: it belongs to a database of the old name.
    func putAside() -> String? {
        for number in 1...99 {
            let other = "\(path).corrupt-\(number)"
            var status = stat()
            if unsafe lstat(other, &status) == 0 { continue }
            guard unsafe rename(path, other) == 0 else { return nil }
            for beside in ["-wal", "-shm", "-journal"] { _ = unsafe unlink(path + beside) }
            return other
        }
        return nil
    }
}
