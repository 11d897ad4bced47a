import CGlibcShims
package import HoldfastFiles
import HoldfastLibC

/// Waits for many descriptors that stay watched (epoll(7)); each is told by a number of the caller's.
///
/// What is watched is told for as long as it is ready. A broken connection is told as both readable and writable,
/// whatever is watched of it, until it is removed.
package final class ReadinessPoll: Sendable {
    /// The states that a descriptor is watched for, or found in.
    package struct Interest: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let readable = Interest(rawValue: 1)
        package static let writable = Interest(rawValue: 2)

        /// Asked for with every event: a set built of elements is found to be slow there.
        package init(isReadable: Bool, isWritable: Bool) { rawValue = (isReadable ? 1 : 0) | (isWritable ? 2 : 0) }

        fileprivate var events: UInt32 {
            (contains(.readable) ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0)
                | (contains(.writable) ? EPOLLOUT.rawValue : 0)
        }

        fileprivate init(events: UInt32) {
            let isBroken = events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
            let isReadable = isBroken || events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0
            self.init(isReadable: isReadable, isWritable: isBroken || events & EPOLLOUT.rawValue != 0)
        }
    }

    private static let mostEvents = 64
    private let descriptor: OwnedDescriptor

    package init() throws(SystemError) { descriptor = try OwnedDescriptor(made: epoll_create1(Int32(EPOLL_CLOEXEC))) }

    /// Begins to watch a descriptor.
    package func add(_ watched: Int32, as number: UInt64, for interest: Interest) throws(SystemError) {
        guard control(EPOLL_CTL_ADD, watched, number, interest) else { throw SystemError(errno) }
    }

    /// Watches a descriptor for something else.
    package func change(_ watched: Int32, as number: UInt64, to interest: Interest) {
        _ = control(EPOLL_CTL_MOD, watched, number, interest)
    }

    /// Watches a descriptor no more; one that is closed is not watched any more by itself.
    package func remove(_ watched: Int32) { _ = control(EPOLL_CTL_DEL, watched, 0, []) }

    /// Waits until something is ready.
    ///
    /// - Parameters:
    ///   - milliseconds: the longest wait; negative for no end.
    ///   - found: each number, with what its descriptor was found to be.
    package func wait(milliseconds: Int32, _ found: (UInt64, Interest) -> Void) {
        unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.mostEvents) { events in
            let count = unsafe epoll_wait(
                descriptor.number, events.baseAddress, Int32(Self.mostEvents), milliseconds)
            for index in 0..<max(0, Int(count)) {
                unsafe found(events[index].data.u64, Interest(events: events[index].events))
            }
        }
    }

    private func control(_ operation: Int32, _ watched: Int32, _ number: UInt64, _ interest: Interest) -> Bool {
        var event = unsafe epoll_event()
        unsafe event.events = interest.events
        unsafe event.data.u64 = number
        return unsafe epoll_ctl(descriptor.number, operation, watched, &event) == 0
    }
}
