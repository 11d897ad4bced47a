package import HoldfastFiles

/// A database's file in a folder, both for their owner alone.
package struct StoreFile: Sendable {
    package let path: String
    private let folder: String
    private let name: String

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
    ///
    /// - Returns: the file in the folder that was looked at, wherever ``path`` leads from now on.
    package func prepare() throws(StoreError) -> StorePlace {
        // Whether it is there now is found out by opening it.
        try? PrivateFolder.make(folder)
        let place: StorePlace
        do throws(PrivateFolderError) { place = StorePlace(folder: try PrivateFolder(folder), name: name) } catch {
            throw StoreError(error, folder, isWriting: true)
        }
        try look(at: place) { name throws(PrivateFolderError) in try place.folder.check(name) }
        return place
    }

    /// Sees to it that a file which the user has named is there, as ``prepare()`` does: in a folder that is there, and
    /// that others may read, as they may the file. Nobody else can have written it.
    package func prepareNamedByUser() throws(StoreError) -> StorePlace {
        let place: StorePlace
        do throws(PrivateFolderError) {
            place = StorePlace(folder: try PrivateFolder(namedByUser: folder), name: name)
        } catch {
            throw StoreError(error, folder, isWriting: true)
        }
        try look(at: place) { name throws(PrivateFolderError) in try place.folder.check(readableByOthers: name) }
        return place
    }

    /// Looks at the file and at those beside it, and makes it where there is none.
    private func look(
        at place: StorePlace, _ check: (String) throws(PrivateFolderError) -> Void
    ) throws(StoreError) {
        for name in place.names {
            do throws(PrivateFolderError) { try check(name) } catch .absent { continue } catch {
                throw StoreError(error, path + name.dropFirst(place.name.count), isWriting: true)
            }
        }
        do throws(PrivateFolderError) { try place.folder.makeIfAbsent(name) } catch {
            throw StoreError(error, path, isWriting: true)
        }
    }
}

/// A database's file in a folder that was looked at, and is held open.
package struct StorePlace: Sendable {
    package let folder: PrivateFolder
    package let name: String

    /// The endings of the files that SQLite puts beside a database.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// The names of the file and of those beside it.
    fileprivate var names: [String] { ([""] + Self.companions).map { name + $0 } }

    /// Gives the file another name, `NAME.corrupt-1` or the next number that is free; nil if that cannot be done.
    ///
    /// The files that SQLite wrote beside it go: they belong to a database of the old name.
    ///
    /// - Returns: what was added to the name.
    func putAside() -> String? {
        guard let other = folder.putAside(name, suffix: "corrupt") else { return nil }
        for companion in names.dropFirst() { try? folder.remove(companion) }
        return String(other.dropFirst(name.count))
    }
}
