package import HoldfastFiles
package import HoldfastLibC

/// The two ends of a pipe, which no child process gets.
package struct PipeEnds: ~Copyable, Sendable {
    package let reading: OwnedDescriptor
    package let writing: OwnedDescriptor

    /// Makes a pipe.
    ///
    /// - Parameter blocks: whether reading and writing wait.
    package init(blocks: Bool) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemError(errno) }
        reading = OwnedDescriptor(ends[0])
        writing = OwnedDescriptor(ends[1])
        reading.setCloseOnExec()
        writing.setCloseOnExec()
        guard !blocks else { return }
        reading.setNonBlocking()
        writing.setNonBlocking()
    }

    /// Gives the end for reading to whoever will close it; the other one is closed.
    package consuming func releaseReading() -> Int32 { reading.release() }

    /// Gives the end for writing to whoever will close it; the other one is closed.
    package consuming func releaseWriting() -> Int32 { writing.release() }
}

/// Wakes a thread that waits in `poll`, from any other thread; it stays raised until it is lowered.
///
/// A pipe: a thread can wait for it alone, or beside sockets.
package final class WakeSignal: Sendable {
    private let ends: PipeEnds

    package init() throws(SystemError) { ends = try PipeEnds(blocks: false) }

    /// Readable while the signal is raised.
    package var descriptor: Int32 { ends.reading.number }
    /// The descriptor to which a byte is written to raise it, for handlers of signals (signal-safety(7)).
    package var raisingDescriptor: Int32 { ends.writing.number }

    /// As `poll` takes it.
    package var entry: pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }

    /// Raises it with a byte, which says nothing to most.
    package func raise() {
        var byte: UInt8 = 1
        // A pipe that is full is raised already.
        _ = unsafe write(raisingDescriptor, &byte, 1)
    }

    package func lower() {
        var bytes: UInt64 = 0
        while unsafe read(descriptor, &bytes, 8) == 8 {}
    }

    /// Takes the first byte by which it was raised; nil where it was not.
    package func take() -> UInt8? {
        var byte: UInt8 = 0
        return unsafe read(descriptor, &byte, 1) == 1 ? byte : nil
    }

    /// Whether it is raised.
    package var isRaised: Bool {
        var watched = entry
        return unsafe poll(&watched, 1, 0) > 0
    }

    /// Waits for the signal alone.
    package func wait(milliseconds: Int32) {
        var watched = entry
        _ = unsafe poll(&watched, 1, milliseconds)
    }
}

/// Waiting for several descriptors at once (poll(2)).
package enum Poll {
    /// An entry that stands for no descriptor: one below zero is passed over (poll(2)).
    package static let nothing = pollfd(fd: -1, events: 0, revents: 0)

    /// Waits once.
    ///
    /// - Returns: whether one of them is ready; false after a signal too, or after a minute: the caller looks again.
    package static func wait(for entries: inout [pollfd], until deadline: Deadline = .never) throws(SystemError) -> Bool
    {
        let ready = unsafe poll(&entries, nfds_t(entries.count), deadline.pollMilliseconds)
        guard ready >= 0 || errno == EINTR else { throw SystemError(errno) }
        return ready > 0
    }
}
