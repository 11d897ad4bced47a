import Foundation
import Synchronization

/// What this process holds.
package enum ProcessFigures {
    /// Bytes of memory that lie in RAM (proc(5), `statm`).
    package static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }

    package static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    package static var threads: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }

    package static let areSoaksWanted = ProcessInfo.processInfo.environment["HOLDFAST_SOAK"] != nil
}

/// The most of something that was seen.
package final class Highest: Sendable {
    private let state = Mutex(0)

    package init() {}

    package var value: Int { state.withLock { $0 } }
    package func see(_ value: Int) { state.withLock { $0 = max($0, value) } }
}
