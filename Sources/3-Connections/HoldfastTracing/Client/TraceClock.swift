import HoldfastLibC

/// The monotonic clock, from the beginning of a trace on.
struct TraceClock: Sendable {
    private let start: UInt64

    init() { start = Self.nanoseconds }

    /// Since the beginning.
    var elapsed: Duration { .nanoseconds(Int64(clamping: Self.nanoseconds - start)) }

    private static var nanoseconds: UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Wakes the thread of a trace that waits, from any other thread; once raised it stays so.
final class CancelSignal: Sendable {
    /// Readable once raised; -1 where no descriptor was left, and then nothing is woken before its time.
    let descriptor: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if writeEnd >= 0 { close(writeEnd) }
    }

    func raise() {
        var byte: UInt8 = 1
        _ = unsafe write(writeEnd, &byte, 1)
    }
}

/// A thread of a trace's own: it waits in `poll`, which a thread of Swift's pool must not.
enum TraceThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread, which nobody waits for; false where none could be started.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let argument = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                // A peer that has gone must not end the process.
                var pipe = sigset_t()
                unsafe sigemptyset(&pipe)
                unsafe sigaddset(&pipe, SIGPIPE)
                unsafe pthread_sigmask(SIG_BLOCK, &pipe, nil)
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        guard code == 0 else {
            unsafe argument.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
