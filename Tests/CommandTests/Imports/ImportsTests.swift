import Foundation
import TestSupport
import Testing

/// `holdfast imports`: what it prints, and its exit codes.
@Suite(.ownThread)
struct ImportsTests {
    private func folder() throws -> Folder {
        let folder = try Folder()
        try folder.write("good.swift", "import HoldfastNetworking\n")
        try folder.write("bad.swift", "import Foundation\n@_exported import FoundationNetworking\n")
        try folder.write("note.swift", "let text = try String(contentsOf: place)\n")
        try folder.write("folder/bad.swift", "import class FoundationNetworking.URLSession\n")
        return folder
    }

    @Test("Nothing, a note, findings, what cannot be read, and what makes no sense")
    func exitCodes() throws {
        try Script(
            """
            $ holdfast imports good.swift
            > 1 file: nothing is silently unjudged
            $ holdfast imports note.swift good.swift
            > note.swift:1: note: If this URL is not one of a file, Foundation loads it itself: …
            >   seen    let text = try String(contentsOf: place)
            >   advice  Use URLSession.shared.data(from:) of HoldfastNetworking for what is not a file.
            > 2 files: nothing is silently unjudged, 1 to look at
            $ holdfast imports folder bad.swift
            > folder/bad.swift:1: error: This file's requests are silently unjudged: …
            >   seen    import class FoundationNetworking.URLSession
            >   advice  Write import HoldfastNetworking in its place; it brings Foundation too.
            > bad.swift:2: error: Everybody who imports this module gets …
            >   seen    @_exported import FoundationNetworking
            >   advice  Write @_exported import HoldfastNetworking in its place.
            > 2 files: 2 silently unjudged
            = 33
            $ holdfast imports --quiet folder
            = 33
            $ holdfast imports --quiet folder nowhere
            ! holdfast: 'nowhere': no such file or directory
            = 1
            $ holdfast imports
            ! holdfast: imports needs PATH…
            ! hint: holdfast imports --help shows examples
            = 2
            $ holdfast imports -
            ! holdfast: imports does not read standard input
            ! hint: name a file or a folder
            = 2
            $ holdfast imports --host a.test folder
            ! holdfast: option --host does not apply to imports
            ! hint: holdfast imports --help --all lists the options that do
            = 2
            """
        ).run(in: folder())
    }

    @Test("JSON: one object for each finding, and one for all of it")
    func json() throws {
        let run = try CommandRun("holdfast", ["imports", "--json", "bad.swift", "nowhere"], in: folder())
        let objects = try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
        #expect(run.exitCode == 1)
        #expect(objects.map { $0["schema"] as? String } == ["holdfast.imports/1", "holdfast.imports/1"])
        #expect(objects.map { $0["kind"] as? String } == ["finding", "summary"])
        #expect(objects.first?["line"] as? Int == 2)
        #expect(objects.last?["errors"] as? Int == 1)
        #expect((objects.last?["problems"] as? [[String: Any]])?.first?["file"] as? String == "nowhere")
    }
}
