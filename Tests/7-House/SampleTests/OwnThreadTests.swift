import Glibc
import TestSupport
import Testing

/// Long and waiting tests leave the threads alone that all tasks share.
@Suite("Threads of tests' own")
struct OwnThreadTests {
    @Suite("one of a test", .ownThread)
    struct Own {
        @Test("a test and its tasks run on one thread from the beginning to the end", arguments: 0..<8)
        func whole(_ number: Int) async {
            #expect(!OwnThread.isShared)
            let thread = pthread_self()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { #expect(pthread_self() == thread) } }
            }
            try? await Task.sleep(for: .milliseconds(1))
            #expect(pthread_self() == thread)
        }

        @Test("a nest of calls as deep as on a process's first thread") func deep() {
            #expect(Self.depth(20_000) == 20_000)
        }

        private static func depth(_ count: Int) -> Int { count == 0 ? 0 : 1 + depth(count - 1) }
    }

    @Test("a test without the trait runs on a thread that all tasks share") func shared() {
        #expect(OwnThread.isShared)
    }

    @Test("what never holds is an error in time")
    func never() async {
        let error = await #expect(throws: NeverHeld.self) {
            try await eventually("the end of time", within: .milliseconds(50)) { false }
        }
        #expect(error?.description.contains("OwnThreadTests.swift") == true)
        #expect(error?.description.hasSuffix("not within 0.05 seconds: the end of time") == true)
    }
}
