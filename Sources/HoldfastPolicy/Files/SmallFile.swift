import Glibc

/// A file that a program or its user names, read whole.
package enum SmallFile {
    /// The bytes of a regular file, which may be reached by a link.
    ///
    /// - Throws: why there are none, as a clause.
    package static func bytes(_ path: String, limit: Int) throws(SmallFileProblem) -> [UInt8] {
        // Not blocking: a pipe must not hold the process up.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw SmallFileProblem(reason: SystemText.of(errno)) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw SmallFileProblem(reason: SystemText.of(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SmallFileProblem(reason: "it is no regular file") }
        guard Int(status.st_size) <= limit else { throw tooLarge(limit) }
        return try contents(of: file, limit: limit)
    }

    /// What is left to be read of an open file.
    static func contents(of file: Int32, limit: Int) throws(SmallFileProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                guard errno == EINTR else { throw SmallFileProblem(reason: SystemText.of(errno)) }
                continue
            }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw tooLarge(limit) }
        }
    }

    static func tooLarge(_ limit: Int) -> SmallFileProblem {
        SmallFileProblem(reason: "it is larger than \(limit) bytes")
    }
}

package struct SmallFileProblem: Error, Hashable, Sendable {
    package let reason: String
}
