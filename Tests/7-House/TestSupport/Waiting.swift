import Foundation
package import Testing

/// The time after which something has not ended at all, and is told instead of waited for.
///
/// No sound run needs it, however busy the machine is, and a test that is green takes no part of it. `make mutants`
/// makes it short by `HOLDFAST_HANG_SECONDS`, since a mutant may well hang.
package enum HangLimit {
    /// An hour, or so many seconds.
    package static let duration: Duration = .seconds(
        ProcessInfo.processInfo.environment["HOLDFAST_HANG_SECONDS"].flatMap { Int($0) } ?? 3_600)

    /// The same number of seconds, as Foundation counts.
    package static var seconds: Double { Double(duration.components.seconds) }
}

extension Trait where Self == TimeLimitTrait {
    /// For a test that may hang: it fails at ``HangLimit``, in whole minutes.
    package static var hangLimit: Self { .timeLimit(.minutes(max(1, HangLimit.duration.components.seconds / 60))) }
}

/// A condition that did not come to hold.
package struct NeverHeld: Error, CustomStringConvertible {
    package let description: String
}

/// Waits until a condition holds, on a thread of one's own; false where it has not come to hold at ``HangLimit``.
package func waited(for holds: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + HangLimit.duration
    while try !holds() {
        guard ContinuousClock.now < end else { return false }
        Thread.sleep(forTimeInterval: 0.01)
    }
    return true
}

/// Waits until a condition holds, and throws where that takes too long.
///
/// - Parameters:
///   - what: names the condition in the error.
///   - limit: what no sound run needs, however busy the machine is.
package func eventually(
    _ what: String = "the condition", within limit: Duration = HangLimit.duration, file: String = #fileID,
    line: Int = #line,
    isolation: isolated (any Actor)? = #isolation, _ holds: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !holds() {
        guard ContinuousClock.now < end else {
            throw NeverHeld(description: "\(file):\(line): not within \(limit): \(what)")
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}
