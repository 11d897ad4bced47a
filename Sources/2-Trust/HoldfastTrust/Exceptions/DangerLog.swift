import HoldfastLibC
import Synchronization

/// A log that says aloud that any certificate is accepted, that a delegate's failed check was no refusal, or that
/// somebody takes away what is kept of pins: standard error, unless a program has a log of its own.
public enum DangerLog {
    private struct State {
        var hook: (@Sendable (String) -> Void)?
        var said: Set<String> = []
    }

    /// Hosts remembered; beyond that each verdict is said again rather than none.
    private static let maximumHosts = 10_000

    private static let state = Mutex(State())

    /// Sends the lines to a log of the program's own; nil brings standard error back.
    ///
    /// - Parameter hook: called with one line, without its end, once a process and host; from any thread.
    public static func send(to hook: (@Sendable (String) -> Void)?) { state.withLock { $0.hook = hook } }

    /// Says once a process and host that its certificate was accepted unseen, or may be.
    package static func say(_ line: String, about host: String) {
        let hook: (@Sendable (String) -> Void)?? = state.withLock { state in
            guard !state.said.contains(host) else { return nil }
            if state.said.count < maximumHosts { state.said.insert(host) }
            return .some(state.hook)
        }
        guard let hook else { return }
        if let hook { return hook(line) }
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
