import HoldfastLibC

/// The way to a folder, walked by open folders from the root or the working folder: a path that changes meanwhile leads
/// nowhere else.
///
/// Folders on the way may be anybody's. A link is followed only where nobody but the process's user, or root, can have
/// put it there, as ``GuardedFile`` has it; the last component is never one, with `/.` behind it neither.
struct FolderWalk: ~Copyable {
    /// The folder that was come to: looked at, and not opened, which one of another's would not allow.
    private(set) var place: Int32
    /// The names that are still to be entered, the next one last.
    private var names: [String]
    private var links = 0

    /// Walks to a folder.
    ///
    /// - Parameter making: whether folders that are missing are made, for their owner alone (XDG Base Directory
    ///   Specification: 0700).
    static func walk(to path: String, making: Bool = false) throws(PrivateFolderError) -> FolderWalk {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .absent }
        var walk = FolderWalk(from: try start(PathSteps.isAbsolute(path) ? "/" : "."), PathSteps.names(path))
        while let name = walk.names.popLast() { try walk.enter(name, making: making) }
        return walk
    }

    private init(from place: Int32, _ names: [String]) { (self.place, self.names) = (place, names) }

    deinit { close(place) }

    private static func start(_ path: String) throws(PrivateFolderError) -> Int32 {
        let start = unsafe open(path, OpenFlag.path | O_DIRECTORY | O_CLOEXEC)
        guard start >= 0 else { throw PrivateFolderError(errno) }
        return start
    }

    private mutating func enter(_ name: String, making: Bool) throws(PrivateFolderError) {
        var entry = unsafe openat(place, name, OpenFlag.path | O_NOFOLLOW | O_CLOEXEC)
        if entry < 0, errno == ENOENT, making {
            // Where somebody else has just made it, that one is looked at.
            guard unsafe mkdirat(place, name, 0o700) == 0 || errno == EEXIST else { throw PrivateFolderError(errno) }
            entry = unsafe openat(place, name, OpenFlag.path | O_NOFOLLOW | O_CLOEXEC)
        }
        guard entry >= 0 else { throw PrivateFolderError(errno) }
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: entry) } catch {
            close(entry)
            throw .system(error.number)
        }
        switch status.kind {
        case .folder:
            close(place)
            place = entry
        case .link:
            defer { close(entry) }
            try follow(entry, status)
        case .regular, .pipe, .other:
            close(entry)
            throw .wrongKind
        }
    }

    /// Goes on where a link leads. Its own mode says nothing; who owns it and its folder, who could have made it.
    private mutating func follow(_ link: Int32, _ status: FileStatus) throws(PrivateFolderError) {
        links += 1
        guard !names.isEmpty, links <= PathSteps.maximumLinks, PathSteps.isTrusted(status.owner) else {
            throw .wrongKind
        }
        let folder: FileStatus
        do throws(SystemError) { folder = try FileStatus(of: place) } catch { throw .system(error.number) }
        // In a folder with the sticky bit, as /tmp, nobody moves what is another's (inode(7)).
        guard PathSteps.isTrusted(folder.owner), !folder.isWritableByOthers || folder.isSticky else {
            throw .wrongKind
        }
        let target: String
        do throws(SystemError) { target = try PathSteps.target(of: link) } catch { throw .system(error.number) }
        names += PathSteps.names(target)
        guard PathSteps.isAbsolute(target) else { return }
        let root = try Self.start("/")
        close(place)
        place = root
    }
}
