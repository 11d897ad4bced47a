package import Foundation
import Glibc

extension FileHandle {
    /// Waits for bytes, and reads those that have come: none at the end.
    ///
    /// `availableData`, of the same meaning, ends the whole process at any error, one signal's interruption included.
    package func readAvailable() throws -> Data {
        var bytes = Data(count: 65_536)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            var count = 0
            repeat {
                count = unsafe Glibc.read(fileDescriptor, buffer.baseAddress, buffer.count)
            } while count < 0 && errno == EINTR
            return count
        }
        guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return bytes.prefix(count)
    }
}
