import CSQLite
import HoldfastFiles
import Synchronization

/// SQLite's own way to files (`unix`, sqlite.org/vfs.html), but for one thing: a path stays as it is.
///
/// Its own resolves every link in a path, `/proc/self/fd/N` too, and so goes back from an open folder to the name that
/// it had, which somebody may have given to another folder by then.
enum UnresolvedPaths {
    static let name = "holdfast-unix"

    /// Whether SQLite knows it: it is registered once, and stays for as long as the process.
    static let isUsable: Bool = {
        guard let own = unsafe sqlite3_vfs_find("unix") else { return false }
        let text = Self.name.utf8CString
        let name = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
        for (index, octet) in text.enumerated() { unsafe (name + index).initialize(to: octet) }
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe vfs.initialize(to: own.pointee)
        unsafe vfs.pointee.pNext = nil
        unsafe vfs.pointee.zName = UnsafePointer(name)
        unsafe vfs.pointee.xFullPathname = { _, path, room, full in
            guard let path = unsafe path, let full = unsafe full else { return SQLITE_CANTOPEN }
            for index in 0..<Int(room) {
                unsafe full[index] = path[index]
                if unsafe path[index] == 0 { return SQLITE_OK }
            }
            return SQLITE_CANTOPEN
        }
        return unsafe sqlite3_vfs_register(vfs, 0) == SQLITE_OK
    }()
}

/// The folders of the databases that are open in the process, each by one descriptor.
///
/// What SQLite shares between the connections to one file it names by the path of the first, and removes by that name
/// with the last: a number of a descriptor that was closed before would lead into another folder.
enum OpenFolders {
    private struct Entry {
        weak var folder: PrivateFolder?
    }

    private static let entries = Mutex<[Entry]>([])

    /// The folder by the descriptor under which the process has it open already; otherwise as it is given.
    static func shared(_ folder: PrivateFolder) -> PrivateFolder {
        entries.withLock { entries in
            entries.removeAll { $0.folder == nil }
            for entry in entries { if let known = entry.folder, known.isSame(as: folder) { return known } }
            entries.append(Entry(folder: folder))
            return folder
        }
    }
}
