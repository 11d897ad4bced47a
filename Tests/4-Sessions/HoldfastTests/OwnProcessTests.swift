import Foundation
import TestSupport
import Testing

@Suite("Processes of a test's own", .ownThread)
struct OwnProcessTests {
    @Test("an error in the body of an exit test is told by its words")
    func errors() async {
        // The issue is what is tested: without one, or with other words, the test fails.
        await withKnownIssue("the process's error is the test's") {
            await #expect(processExitsWith: .success) {
                await OwnProcess.run { throw ForkedProcess.Failure("seven of nine") }
            }
        } matching: { issue in
            "\(issue)".contains("seven of nine")
        }
    }

    @Test("writers that take long to begin get to write, and their numbers are told")
    func slowWriters() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let folder = try TemporaryFolder()
                let path = try folder.write("", to: "numbers")
                var writers = try KilledWriters()
                try writers.run(12) {
                    // Longer than any writing takes: as a process begins on a machine that is busy with others.
                    usleep(30_000)
                    return try #require(FileHandle(forWritingAtPath: path))
                } write: { file, number in
                    try file.seekToEnd()
                    try file.write(contentsOf: Data("\(number)\n".utf8))
                } kept: { _ in
                    try folder.text("numbers").split(separator: "\n").last.flatMap { UInt64($0) } ?? 0
                }
                #expect(try folder.text("numbers").split(separator: "\n").count > 6)
            }
        }
    }

    @Test("a process that ends by an error says which")
    func endedWriters() async {
        // The issue is what is tested, as above.
        await withKnownIssue("the writer's error is the test's") {
            await #expect(processExitsWith: .success) {
                await OwnProcess.run {
                    try ForkedProcess.killed(once: { false }, andAfter: { 0 }) {
                        throw ForkedProcess.Failure("the folder is gone")
                    }
                }
            }
        } matching: { issue in
            "\(issue)".contains("the folder is gone")
        }
    }
}
