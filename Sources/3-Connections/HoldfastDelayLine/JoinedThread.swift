import HoldfastLibC

/// A thread that is waited for: packets and bytes of a line are moved by threads that never run Swift tasks.
struct JoinedThread: Sendable {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) throws(DelayLineError) {
        let argument = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, Self.enter, argument.toOpaque())
        guard code == 0 else {
            unsafe argument.release()
            throw .system(.noThread, code)
        }
        self.thread = thread
    }

    func join() { _ = pthread_join(thread, nil) }

    private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        if let argument = unsafe argument {
            unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
    }
}
