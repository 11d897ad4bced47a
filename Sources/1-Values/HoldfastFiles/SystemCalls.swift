import HoldfastLibC

/// An error number of the operating system (`errno`).
package struct SystemError: Error, Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// The error of the call that has just failed.
    static var last: SystemError { SystemError(errno) }
    /// The error for a file that is not there.
    package static let absent = SystemError(ENOENT)
    /// Whether the disk, or what the user may have of it, is full.
    var isOfFullDisk: Bool { number == ENOSPC || number == EDQUOT }
}

/// The operating system's words for its error numbers.
package enum SystemText {
    /// The system's text, as "No such file or directory".
    package static func error(_ number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The system's text in small letters, for the middle of a sentence.
    package static func clause(_ number: Int32) -> String { error(number).lowercased() }

    /// The clause for a file that is not there.
    static var absent: String { clause(ENOENT) }
}

/// Flags of open(2) that Swift's module of the C library does not have.
enum OpenFlag {
    /// `O_PATH`: a place in the file system that is looked at, and not opened. That needs no right to the file, runs
    /// nothing that answers to being opened, and leaves alone the locks that the process has on the file.
    ///
    /// glibc declares it for `_GNU_SOURCE` only; the value is the one of Linux's asm-generic/fcntl.h.
    static let path: Int32 = 0o10_000_000
}

/// Requests of fcntl(2) that Swift's module of the C library does not have.
enum FileRequest {
    /// `F_OFD_SETLK`: a lock that belongs to what was opened, and is gone with its last descriptor.
    ///
    /// The values are those of Linux's asm-generic/fcntl.h and of Darwin's sys/fcntl.h.
    #if canImport(Darwin)
        static let lockOpened: Int32 = 90
    #else
        static let lockOpened: Int32 = 37
    #endif
}
