import Foundation
import PeerPrograms
import TestSupport
import Testing

/// `scripts/subjects`, which `make lint` runs, in a repository of its own.
@Suite("Subjects of commits", .ownThread)
struct SubjectsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(repositoryWith: ["subjects"])
        // An old one, which stands.
        try commit(String(repeating: "o", count: 100))
        try begin(at: try git("rev-parse", "HEAD").trimmingCharacters(in: .newlines))
    }

    @discardableResult
    private func git(_ arguments: String...) throws -> String {
        let identity = ["-c", "user.name=x", "-c", "user.email=x@example.com"]
        let run = try Peer.run("git", ["-C", folder.path] + identity + arguments)
        try #require(run.status == 0, "\(run.all)")
        return run.output
    }

    private func commit(_ message: String) throws { try git("commit", "-q", "--allow-empty", "-m", message) }

    private func begin(at commit: String) throws {
        try folder.write("# subjects COMMIT : a remark\nsubjects \(commit)\n", to: "scripts/house.txt")
    }

    private func look() throws -> (status: Int32, text: String) {
        let run = try Peer.run("bash", [folder.path("scripts/subjects")])
        return (run.status, run.all)
    }

    @Test("72 characters pass, however many octets they have, and whatever is older or in the body")
    func passes() throws {
        try commit(String(repeating: "a", count: 72))
        try commit(String(repeating: "é", count: 72))
        try commit("short\n\n" + String(repeating: "b", count: 100))
        let seen = try look()
        #expect(seen.status == 0 && seen.text.hasPrefix("subjects: 3 commits since "), "\(seen)")
    }

    @Test("73 are named, each by its commit")
    func named() throws {
        try commit(String(repeating: "a", count: 73))
        let first = try git("rev-parse", "--short", "HEAD").trimmingCharacters(in: .newlines)
        try commit("short")
        try commit(String(repeating: "é", count: 73))
        let seen = try look()
        let lines = seen.text.split(separator: "\n")
        #expect(seen.status == 1 && lines.count == 2 && lines[1].hasPrefix("\(first) aaa"), "\(seen)")
        #expect(lines.allSatisfy { $0.hasSuffix("more than 72 characters; the reason goes into the body") })
    }

    @Test("where the history does not reach so far, a line says that nothing was looked at")
    func withoutHistory() throws {
        try commit(String(repeating: "a", count: 73))
        try begin(at: "0123456789abcdef0123456789abcdef01234567")
        var seen = try look()
        #expect(seen.status == 0 && seen.text.hasPrefix("subjects: not looked at: there is no commit 01234"), "\(seen)")
        try FileManager.default.removeItem(at: folder.url(".git"))
        seen = try look()
        #expect(seen.status == 0 && seen.text.hasPrefix("subjects: not looked at"), "\(seen)")
    }

    @Test("a table that names no commit is an error, and passes nothing")
    func noBeginning() throws {
        try folder.write("# subjects\n", to: "scripts/house.txt")
        #expect(try look().status == 1)
    }
}
