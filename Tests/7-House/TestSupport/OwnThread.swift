import Foundation
package import Testing

/// A thread on which one test runs from its beginning to its end.
///
/// Swift runs tasks on as many threads as the machine has cores. A test that computes for long, or waits for another
/// program, holds one of them, and every other test's connections and time limits wait for it.
package final class OwnThread: TaskExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var isEnded = false

    init() {
        let thread = Thread { [self] in
            while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
        // That of a process's first thread: some tests nest deeply.
        thread.stackSize = 8 << 20
        thread.start()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.append(job)
            condition.signal()
        }
    }

    func end() {
        condition.withLock {
            isEnded = true
            condition.signal()
        }
    }

    private func next() -> UnownedJob? {
        condition.withLock {
            while jobs.isEmpty, !isEnded { condition.wait() }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }

    /// Runs `body` on a thread of its own: for what waits in a process that a test has started.
    package static func run(_ body: @Sendable () async throws -> Void) async throws {
        let thread = OwnThread()
        defer { thread.end() }
        try await withTaskExecutorPreference(thread) { try await body() }
    }

    /// Whether the caller runs on one of the threads that all tasks share.
    package static var isShared: Bool {
        unsafe withUnsafeCurrentTask { task in
            if let task = unsafe task { unsafe task.unownedTaskExecutor == nil } else { false }
        }
    }

    /// Records an issue where the caller is about to hold one of the threads that all tasks share.
    package static func expect(for wait: String) {
        if isShared { Issue.record("\(wait) holds a thread that all tests share: mark the suite `.ownThread`") }
    }
}

/// The trait of tests that wait or compute for long.
package struct OwnThreadTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await OwnThread.run(function)
    }
}

extension Trait where Self == OwnThreadTrait {
    /// Each test has a thread of its own: see ``OwnThread``.
    package static var ownThread: Self { Self() }
}
