import Foundation
import PeerPrograms
import TestSupport
import Testing

/// scripts/step, in a folder with a table of its own.
@Suite("What a long step does and how long it takes", .ownThread)
struct StepTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(repositoryWith: ["step"])
        try folder.write("# a remark\nshort : 8 : a short one\nlong : 428 : a long one\n", to: "scripts/steps.txt")
    }

    private func step(_ arguments: String...) throws -> Peer {
        try Peer.run("bash", [folder.path("scripts/step")] + arguments)
    }

    @Test("it says what is done, the time on two cores, and the last time here once there was one")
    func says() throws {
        #expect(try step("say", "short").output == "a short one: about 8 s on two cores\n")
        #expect(try step("say", "long").output == "a long one: about 7 min on two cores\n")
        #expect(try step("keep", "long", "126.7").status == 0)
        #expect(
            try step("say", "long").output == "a long one: about 7 min on two cores, 2 min 6 s the last time here\n")
    }

    @Test("a command's end is its own, and a time is kept where it succeeded")
    func runs() throws {
        let failed = try step("run", "short", "sh", "-c", "echo said; exit 7")
        #expect(failed.status == 7 && failed.output == "a short one: about 8 s on two cores\nsaid\n")
        #expect(try step("say", "short").output == "a short one: about 8 s on two cores\n")
        let run = try step("run", "short", "true")
        #expect(run.status == 0 && run.output.contains("\ndone in "))
        #expect(try step("say", "short").output.hasSuffix(" s the last time here\n"))
    }

    @Test("a name that the table lacks is refused, and what was kept and is no number is passed over")
    func refuses() throws {
        let unknown = try step("say", "other")
        #expect(unknown.status == 2 && unknown.errors == "step: scripts/steps.txt has no other\n")
        #expect(try step().status == 2)
        try folder.makeFolder(".build/steps")
        try folder.write("no number\n", to: ".build/steps/short")
        #expect(try step("say", "short").output == "a short one: about 8 s on two cores\n")
    }

    @Test("each step that the Makefile and the scripts name has a row, and each row is named")
    func table() throws {
        let pattern = try Regex<(Substring, Substring)>("scripts/step (?:say|run|keep) ([a-z0-9-]+)")
        let top = ProjectFolder.top
        var named = Set<String>()
        for file in ["Makefile", "scripts/run-tests"] {
            let text = try String(contentsOf: top.appending(path: file), encoding: .utf8)
            named.formUnion(text.matches(of: pattern).map { String($0.output.1) })
        }
        let table = try String(contentsOf: top.appending(path: "scripts/steps.txt"), encoding: .utf8)
        let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { String($0.prefix { $0 != " " }) }
        #expect(rows.sorted() == named.sorted())
    }
}
