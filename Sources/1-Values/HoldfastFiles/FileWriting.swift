import HoldfastLibC

/// Writing to files and descriptors.
package enum FileWriting {
    /// Puts all bytes out.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe HoldfastLibC.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 {
                throw SystemError(ENOSPC)
            } else if errno == EAGAIN {
                // Somebody has made the terminal or pipe that we share non-blocking.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            } else if errno != EINTR {
                throw .last
            }
        }
    }

    /// A way to open a file that is written at its place.
    package enum Opening: Sendable {
        /// A file that is there is emptied; a link leads to one.
        case emptied
        /// A file that is there is emptied; a link is an error.
        case emptiedUnlessLink
        /// A file that is there is an error, and a link as well.
        case new
    }

    /// Puts bytes into a file at its place, and makes it where there is none.
    ///
    /// - Parameter mode: its rights where it is made, less those that the process's umask takes.
    package static func put(
        _ bytes: [UInt8], at path: String, _ opening: Opening, mode: UInt32
    ) throws(SystemError) {
        let flags =
            switch opening {
            case .emptied: O_TRUNC
            case .emptiedUnlessLink: O_TRUNC | O_NOFOLLOW
            case .new: O_EXCL | O_NOFOLLOW
            }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode_t(mode))
        guard descriptor >= 0 else { throw .last }
        do throws(SystemError) {
            try write(bytes, to: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        // A full disk may only be noticed here.
        guard close(descriptor) == 0 else { throw .last }
    }
}

/// A new file that is written under another name and then given its own, whole or not at all.
///
/// A draft that ends without its place is removed.
package struct FileDraft: ~Copyable {
    private let folder: Int32
    private let name: String
    private let descriptor: Int32
    private var isOpen = true
    private var isPlaced = false

    /// Makes a draft; a file or link of that name is an error.
    ///
    /// - Parameters:
    ///   - name: the name of the draft, on the file system of the place where it is to stand.
    ///   - folder: an open folder, which the names are in and which has to stay open; nil for the working directory.
    ///   - mode: its rights, less those that the process's umask takes.
    package init(named name: String, in folder: Int32? = nil, mode: UInt32) throws(SystemError) {
        let folder = folder ?? AT_FDCWD
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe openat(folder, name, flags, mode_t(mode))
        guard descriptor >= 0 else { throw .last }
        (self.folder, self.name, self.descriptor) = (folder, name, descriptor)
    }

    /// Makes a draft with a name of its own in the folder of a file.
    package static func beside(_ place: String, mode: UInt32 = 0o666) throws(SystemError) -> FileDraft {
        let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
        for _ in 0..<100 {
            let name = "\(folder).holdfast-\(String(UInt64.random(in: .min ... .max), radix: 36))"
            do throws(SystemError) {
                return try FileDraft(named: name, mode: mode)
            } catch {
                guard error.number == EEXIST else { throw error }
            }
        }
        throw SystemError(EEXIST)
    }

    deinit {
        if isOpen { close(descriptor) }
        if !isPlaced { _ = unsafe unlinkat(folder, name, 0) }
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) {
        try checkOpen()
        try FileWriting.write(bytes, to: descriptor)
    }

    /// Gives the draft exactly these rights, whatever the process's umask is.
    package func setMode(_ mode: UInt32) throws(SystemError) {
        try checkOpen()
        guard fchmod(descriptor, mode_t(mode)) == 0 else { throw .last }
    }

    /// Throws once the draft has its place: the number of its descriptor may be another file's by then.
    private func checkOpen() throws(SystemError) {
        guard isOpen else { throw SystemError(EBADF) }
    }

    /// Gives the draft the owner and the rights of another file, as far as the process may.
    package func takeOwnerAndMode(of other: FileStatus) {
        guard isOpen else { return }
        // Only root may give a file away; for others it is theirs already, or becomes so.
        _ = fchown(descriptor, other.owner, other.group)
        _ = fchmod(descriptor, mode_t(other.mode))
    }

    /// Writes the draft out to the disk and gives it its name; nothing can be written to it afterwards.
    ///
    /// - Parameter replacing: whether a file of that name goes; otherwise it is the error `EEXIST`.
    package mutating func place(as target: String, replacing: Bool) throws(SystemError) {
        try checkOpen()
        guard fsync(descriptor) == 0 else { throw .last }
        isOpen = false
        // A full disk may only be noticed here.
        guard close(descriptor) == 0 else { throw .last }
        if replacing {
            guard unsafe renameat(folder, name, folder, target) == 0 else { throw .last }
        } else {
            // A link, unlike a rename, fails where somebody has made the file in the meantime.
            guard unsafe linkat(folder, name, folder, target, 0) == 0 else { throw .last }
            _ = unsafe unlinkat(folder, name, 0)
        }
        isPlaced = true
    }
}
