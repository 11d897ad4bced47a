#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
                .internal, .noThread, "no thread could be started (error \(code))",
                hint: "raise the limit of processes, or open fewer connections under different policies at a time")
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
