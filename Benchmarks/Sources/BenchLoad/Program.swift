import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program's whole work, in a task of its own.
public enum Program {
    /// Does the work and ends the process: 0, or 1 after the error's text.
    ///
    /// The main thread waits for it: an asynchronous `main` ends that thread, which callgrind does not survive.
    public static func run(_ work: @escaping @Sendable () async throws -> Void) -> Never {
        let done = DispatchSemaphore(value: 0)
        Task {
            do {
                try await work()
            } catch {
                let bytes = Array("\(error)\n".utf8)
                _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
                exit(1)
            }
            done.signal()
        }
        done.wait()
        exit(0)
    }
}
