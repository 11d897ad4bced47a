import Foundation
import PeerPrograms
import TestSupport
import Testing

/// scripts/test-adapters, where what it needs is not there.
@Suite("What is absent for the adapters' tests is named", .ownThread)
struct AdapterScriptTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(repositoryWith: ["test-adapters"])
        try folder.write(
            #"    .package(url: "https://git.example.com/apple/swift-nio.git", from: "2.98.0"),\#n"#,
            to: "Adapters/One/Package.swift")
    }

    private func run(_ arguments: String...) throws -> Peer {
        try Peer.run("bash", [folder.path("scripts/test-adapters")] + arguments)
    }

    /// A clone with one tag.
    private func clone(_ name: String, _ version: String) throws {
        try folder.write("// nothing\n", to: "clones/\(name)/Package.swift")
        let git = ["-C", folder.path("clones/\(name)"), "-c", "user.name=x", "-c", "user.email=x@example.com"]
        for arguments in [["init", "-q"], ["add", "."], ["commit", "-qm", "x"], ["tag", version]] {
            #expect(try Peer.run("git", git + arguments).status == 0)
        }
    }

    @Test("without a folder, with one that is not there, and with clones that lack, in one line")
    func absent() throws {
        let none = try run("")
        #expect(none.status == 0 && none.output.hasPrefix("skipped: no folder with clones of swift-nio swift-nio-ssl "))
        let wrong = try run(folder.path("nowhere"))
        #expect(wrong.status == 0 && wrong.output == "skipped: there is no folder \(folder.path("nowhere"))\n")
        for name in ["swift-nio", "swift-nio-ssl", "swift-collections", "swift-atomics"] { try clone(name, "9.0.0") }
        let some = try run(folder.path("clones"))
        #expect(some.status == 0 && some.output.hasSuffix("/clones has no clone of swift-system swift-log\n"))
    }

    @Test("a clone of an older version than a manifest wants is named with both")
    func old() throws {
        for name in ["swift-nio-ssl", "swift-collections", "swift-atomics", "swift-system", "swift-log"] {
            try clone(name, "9.0.0")
        }
        try clone("swift-nio", "2.97.5")
        let run = try run(folder.path("clones"))
        #expect(run.status == 0 && run.output.contains("\nswift-nio-ssl 9.0.0\n"))
        #expect(run.output.hasSuffix("/swift-nio is at 2.97.5, Adapters/One/Package.swift wants 2.98.0\n"))
    }
}
