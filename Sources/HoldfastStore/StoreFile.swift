package import HoldfastFiles

/// A database's file in a folder, both for their owner alone.
package struct StoreFile: Sendable {
    package let path: String
    private let folder: String
    private let name: String
    /// The endings of the files that SQLite puts beside a database.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// Names a file of a store; nothing is opened.
    ///
    /// - Parameter unnamed: the name in a path that has none.
    package init(path: String, unnamed: String) {
        self.path = path
        (folder, name) = StateFolder.parts(of: path, unnamed: unnamed)
    }

    /// Sees to it that the file is there, and that nobody else can have written it or can read it.
    ///
    /// Folders that are missing are made for their owner alone. The files that SQLite puts beside it are looked at as
    /// well. None that is there is opened: closing it would give up the locks that the process has on it
    /// (sqlite.org/howtocorrupt.html §2.2).
    package func prepare() throws(PrivateFolderError) {
        // Whether it is there now is found out by opening it.
        try? PrivateFolder.make(folder)
        let place = try PrivateFolder(folder)
        for ending in [""] + Self.companions {
            do throws(PrivateFolderError) {
                try place.check(name + ending)
            } catch .absent {
                continue
            }
        }
        try place.makeIfAbsent(name)
    }

    /// Gives the file another name, `NAME.corrupt-1` or the next number that is free; nil if that cannot be done.
    ///
    /// The files that SQLite wrote beside it go: they belong to a database of the old name.
    package func putAside() -> String? {
        guard let place = try? PrivateFolder(folder), let other = place.putAside(name, suffix: "corrupt") else {
            return nil
        }
        for ending in Self.companions { try? place.remove(name + ending) }
        return path + other.dropFirst(name.count)
    }
}
