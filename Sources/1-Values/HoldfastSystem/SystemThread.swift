import CGlibcShims
package import HoldfastFiles
import HoldfastLibC

/// A thread of our own: it may wait in calls of the system, which a thread of Swift's pool must not.
package struct SystemThread: Sendable {
    private final class Body: Sendable {
        let signals: [Int32]
        let run: @Sendable () -> Void

        init(_ signals: [Int32], _ run: @escaping @Sendable () -> Void) { (self.signals, self.run) = (signals, run) }
    }

    private let thread: pthread_t

    /// Starts a thread that is waited for (``join()``), exactly once.
    ///
    /// - Parameter signals: those that come to other threads. A peer that has gone must be an error of a call, not the
    ///   end of the process; blocking SIGPIPE here, instead of ignoring it in the process, leaves alone what the
    ///   program has set up.
    package init(
        blocking signals: [Int32] = [SIGPIPE], _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let argument = unsafe Unmanaged.passRetained(Body(signals, body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = unsafe pthread_create(&thread, nil, Self.enter, argument.toOpaque())
        guard code == 0 else {
            unsafe argument.release()
            throw SystemError(code)
        }
        #if canImport(Darwin)
            guard let thread = unsafe thread else { throw SystemError(EAGAIN) }
        #endif
        self.thread = thread
    }

    /// Starts a thread that nobody waits for.
    package static func start(
        blocking signals: [Int32] = [SIGPIPE], _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        pthread_detach(try SystemThread(blocking: signals, body).thread)
    }

    /// Carries something out on a thread of its own, or on this one where none can be started.
    package static func value<Value: Sendable>(of body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value, Never>) in
            let run: @Sendable () -> Void = { continuation.resume(returning: body()) }
            do throws(SystemError) { try start(run) } catch { run() }
        }
    }

    /// Waits for its end.
    package func join() { _ = pthread_join(thread, nil) }

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
        let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)
        for signal in body.signals { unsafe sigaddset(&blocked, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
        body.run()
    }
}
