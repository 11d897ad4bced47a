import HoldfastLibC

/// Starts threads of our own: libcurl's loop waits in `poll`, which a thread of Swift's pool must not.
package enum LoopThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread, which nobody waits for.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(TransportError) {
        let argument = unsafe Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = unsafe pthread_create(&thread, nil, enter, argument.toOpaque())
        guard code == 0 else {
            unsafe argument.release()
            throw TransportError(
                .internal, .noThread, MachineSentence.noThread(error: code), advice: MachineAdvice.raiseProcesses)
        }
        #if canImport(Darwin)
            if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }

    #if canImport(Darwin)
        private static let enter: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
            unsafe run(argument)
            return nil
        }
    #else
        private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
            if let argument = unsafe argument { unsafe run(argument) }
            return nil
        }
    #endif

    private static func run(_ argument: UnsafeMutableRawPointer) {
        // A peer that has gone must not end the process; libcurl is told to leave signals alone.
        var pipe = sigset_t()
        unsafe sigemptyset(&pipe)
        unsafe sigaddset(&pipe, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &pipe, nil)
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
    }
}

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
                .internal, .noDescriptors, MachineSentence.noDescriptor, advice: MachineAdvice.raiseDescriptors)
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

/// Keeps a partition's thread from spinning while handshakes wait for their decisions.
///
/// A paused handshake reads nothing from its socket. libcurl 7.88 does not watch such a socket; later versions do, and
/// find it ready for as long as the server has more to say: wake-ups that are spurious.
struct SpinGuard {
    /// Spurious wake-ups in a row that cost nothing: in a burst of handshakes some are.
    private static let freeWakeUps = 16
    /// Milliseconds of the longest pause.
    private static let longestPause: Int32 = 16
    private var spuriousWakeUps = 0

    /// Milliseconds to wait for the signal alone; nil for none.
    ///
    /// - Parameter isSpurious: whether the thread woke up for a handshake that still waits for its decision.
    mutating func pause(afterSpuriousWakeUp isSpurious: Bool) -> Int32? {
        guard isSpurious else {
            spuriousWakeUps = 0
            return nil
        }
        spuriousWakeUps += 1
        guard spuriousWakeUps > Self.freeWakeUps else { return nil }
        return min(Int32(1) << min(spuriousWakeUps - Self.freeWakeUps - 1, 4), Self.longestPause)
    }
}
