/// A file of a user's state: replaced as a whole, under a lock between processes, in a folder for its owner alone.
package struct LockedFile: Hashable, Sendable {
    /// Seconds to wait for another process's change.
    private static let lockSeconds = 10

    package let path: String
    package let folder: String
    package let name: String

    /// Names a file; nothing is opened.
    ///
    /// - Parameter unnamed: the name in a path that has none.
    package init(path: String, unnamed: String) {
        self.path = path
        (folder, name) = StateFolder.parts(of: path, unnamed: unnamed)
    }

    /// The file's bytes; nil where there is none, or no folder.
    package func read(limit: Int) throws(StoreError) -> [UInt8]? {
        let place: PrivateFolder
        do throws(PrivateFolderError) { place = try PrivateFolder(folder) } catch .absent { return nil } catch {
            throw StoreError(error, folder, isWriting: false)
        }
        do throws(PrivateFolderError) { return try place.read(name, limit: limit) } catch .absent { return nil } catch {
            throw StoreError(error, path, isWriting: false)
        }
    }

    /// Does something while nobody else changes the file; nil where there is no folder.
    ///
    /// - Parameter failing: the error of the body's kind for a folder or a lock that cannot be had.
    package func whileLocked<Value, Failure: Error>(
        failing: (StoreError) -> Failure, _ body: (PrivateFolder) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        let place: PrivateFolder
        do throws(PrivateFolderError) { place = try PrivateFolder(folder) } catch .absent { return nil } catch {
            throw failing(StoreError(error, path, isWriting: true))
        }
        return try place.whileLocked(
            name + ".lock", seconds: Self.lockSeconds,
            failing: { failing(StoreError($0, path, isWriting: true)) }
        ) { () throws(Failure) in try body(place) }
    }

    /// Puts bytes in the place of the file; only under the lock.
    package func replace(in place: PrivateFolder, with bytes: [UInt8]) throws(StoreError) {
        do throws(PrivateFolderError) { try place.replace(name, with: bytes) } catch {
            throw StoreError(error, path, isWriting: true)
        }
    }

    /// Gives the file another name, since its bytes are not what was written there; only under the lock.
    package func putAside(in place: PrivateFolder) -> String? { place.putAside(name, suffix: "corrupt") }

    /// Bytes that differ whenever the rights to the folder, or the file, may have changed.
    package var stamp: [UInt8] { PrivateFolder.stamp(folder: folder, name: name) }
}
