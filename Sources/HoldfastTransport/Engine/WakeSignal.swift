#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Wakes a thread that waits in `poll`, from any other thread; it stays raised until it is lowered.
///
/// A pipe of our own rather than `curl_multi_wakeup`: it can be raised while the multi handle is being freed, and a
/// thread can wait for it alone.
package final class WakeSignal: Sendable {
    /// Readable while the signal is raised.
    package let descriptor: Int32
    private let writeEnd: Int32

    package init() throws(TransportError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw TransportError(
                .internal, .noDescriptors, "no file descriptor is left for a connection's thread",
                hint: "raise the limit of open files (ulimit -n), or open fewer at a time")
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    package func raise() {
        var byte: UInt8 = 1
        // A pipe that is full is raised already.
        _ = unsafe write(writeEnd, &byte, 1)
    }

    func lower() {
        var bytes: UInt64 = 0
        while unsafe read(descriptor, &bytes, 8) == 8 {}
    }

    /// Waits for the signal alone.
    func wait(milliseconds: Int32) {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&watched, 1, milliseconds)
    }
}
