import PeerPrograms
import TestSupport
import Testing

/// scripts/run-tests, with a shell script in the place of Swift.
@Suite("The end of a run of tests", .ownThread)
struct RunTestsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(repositoryWith: ["run-tests", "step", "steps.txt"]) }

    private func run(_ log: String, exit code: Int, arguments: [String] = []) throws -> Peer {
        try folder.makeFolder("programs")
        try ProgramFile.write(
            "#!/bin/sh\ncat <<'END'\n\(log)\nEND\nexit \(code)\n", to: folder.path("programs/swift"))
        let path = "\(folder.path("programs")):/usr/bin:/bin"
        return try Peer.run("env", ["PATH=\(path)", "bash", folder.path("scripts/run-tests")] + arguments)
    }

    @Test("of all tests it says beforehand how long they take, and keeps how long they took; of some, nothing")
    func times() throws {
        let log = """
            Build complete! (12.34s)
            ✔ Test run with 2 tests in 1 suite passed after 61.5 seconds.
            """
        let some = try run(log, exit: 0, arguments: ["--filter", "A"])
        #expect(some.status == 0 && some.output == log + "\n")
        let first = try run(log, exit: 0).output.split(separator: "\n")
        try #require(first.count == 4)
        #expect(first[0].hasPrefix("building the tests") && first[0].hasSuffix(" on two cores"))
        #expect(first[2].hasPrefix("running the tests") && first[2].hasSuffix(" on two cores"))
        let second = try run(log, exit: 0).output.split(separator: "\n")
        try #require(second.count == 4)
        #expect(second[0].hasSuffix(", 12 s the last time here"))
        #expect(second[2].hasSuffix(", 1 min 1 s the last time here"))
        #expect(String(second[3]) == String(log.split(separator: "\n")[1]))
    }

    @Test("it is green where tests ran and none failed, and red where none ran or the process says so")
    func result() throws {
        let green = try run("✔ Test run with 2 tests in 1 suite passed after 0.1 seconds.", exit: 0)
        #expect(green.status == 0)
        let none = try run("✔ Test run with 0 tests in 0 suites passed after 0.1 seconds.", exit: 0)
        #expect(none.status == 1 && none.errors.contains("no test ran"))
        let failed = try run(
            """
            ✘ Test "a" recorded an issue at A.swift:1:2: no
            ✘ Test "a" failed after 0.1 seconds with 1 issue.
            ✘ Test run with 1 test in 1 suite failed after 0.1 seconds with 1 issue.
            """, exit: 1)
        #expect(failed.status == 1 && failed.output.contains("what failed:"))
        #expect(failed.output.hasSuffix("failed after 0.1 seconds with 1 issue.\n"))
    }

    @Test("a process that ends at a trap: the tests that were running, the thread that trapped, and why")
    func trap() throws {
        let run = try run(
            """
            ◇ Test run started.
            ◇ Test "a" started.
            ◇ Test "b" started.
            ◇ Test "c" started.
            ◇ Test case passing 1 argument n → 1 to "b" started.
            ✔ Test "c" with 3 test cases passed after 0.1 seconds.
            A.swift:1: Fatal error: Index out of range
            Thread 0 "main":

              0      0x00007f5305a92301 sigsuspend + 65 in libc.so.6

            Thread 1 "default-qos" crashed:

              0      0x00007f53c5b6df7f trap() + 196 in Tests.xctest
              1 [ra] 0x00007f53c5b6df80 caller() + 2 in Tests.xctest

            Registers:

            rax 0x0000000000000000  0
            ✘ Test "a" failed after 0.1 seconds with 1 issue.
            error: Process '/x' exited with unexpected signal code 4
            """, exit: 1)
        #expect(run.status == 1)
        #expect(
            run.errors == """

                run-tests: the process ended before its tests did; they were running:
                ◇ Test "b"
                  1 [ra] caller() + 2 in Tests.xctest
                  0      trap() + 196 in Tests.xctest
                exited with unexpected signal code 4
                A.swift:1: Fatal error: Index out of range

                """)
    }
}
