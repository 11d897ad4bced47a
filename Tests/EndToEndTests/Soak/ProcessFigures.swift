import Foundation
import Synchronization

/// What this process holds.
enum ProcessFigures {
    /// Bytes of memory that lie in RAM (proc(5), `statm`).
    static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }

    static var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }

    static var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }

    static let areSoaksWanted = ProcessInfo.processInfo.environment["HOLDFAST_SOAK"] != nil
}

/// The most of something that was seen.
final class Highest: Sendable {
    private let state = Mutex(0)
    var value: Int { state.withLock { $0 } }
    func see(_ value: Int) { state.withLock { $0 = max($0, value) } }
}
