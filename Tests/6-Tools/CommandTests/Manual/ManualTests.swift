import Foundation
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastCommand

@Suite("The pages of the manual", .ownThread)
struct ManualTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Every page, by the name of its file.
    private func pages() throws -> [String: String] {
        let run = try CommandRun("holdfast", ["manual", "--out", "pages"], in: folder)
        try #require(run.exitCode == 0, "\(run.errors)")
        let place = folder.url.appending(path: "pages")
        var pages: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
            pages[name] = try String(contentsOf: place.appending(path: name), encoding: .utf8)
        }
        return pages
    }

    @Test("there is a page for the tool and for each command, which names each option that --help names")
    func complete() throws {
        let pages = try pages()
        #expect(Set(pages.keys) == Set(["holdfast.1"] + Command.all.map { "holdfast-\($0.name).1" }))
        for command in Command.all {
            let page = try #require(pages["holdfast-\(command.name).1"])
            for option in command.options + command.verbs.flatMap(\.options) {
                let name = option.name.split(separator: "-").joined(separator: "\\-")
                #expect(page.contains("\\fB\\-\\-\(name)\\fR"), "\(command.name): \(option.name)")
            }
        }
    }

    /// mandoc(1): what it calls an error or a warning other readers of manuals may read as something else.
    @Test("mandoc reads each page without a warning", .enabled(if: Peer.exists("mandoc"), "mandoc is not installed"))
    func lint() throws {
        for (name, page) in try pages() {
            let run = try Peer.run("mandoc", ["-T", "lint", "-W", "warning"], input: page)
            #expect(run.status == 0, "\(name): \(run.all)")
        }
    }

    @Test("man shows a text as --help does, dots and dashes and quotation marks in it")
    func shown() throws {
        guard Peer.exists("mandoc") else { return }
        let page = try CommandRun("holdfast", ["manual", "check"], in: folder).output
        let shown = try Peer.run("mandoc", ["-T", "utf8", "-O", "width=400"], input: page).output
            .replacing(#/.\u{8}/#, with: "")
        // Titles end with a colon there alone.
        let help = try CommandRun("holdfast", ["check", "--help", "--all"], in: folder).output.split(separator: "\n")
            .filter { !$0.hasSuffix(":") }.joined(separator: "\n")
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace).map(String.init) }
        let missing = Set(words(help)).subtracting(words(shown)).filter { $0.count > 12 }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test("a page is printed, and one of no command is a usage error")
    func printed() throws {
        try Script(
            """
            $ holdfast manual convert
            > .TH "HOLDFAST\\-CONVERT" 1 "…" "holdfast …" "Holdfast"
            > .SH NAME
            > holdfast\\-convert \\- …
            > …
            $ holdfast manual chek
            ! holdfast: unknown command 'chek'
            ! hint: did you mean holdfast check?
            = 2
            $ holdfast manual check --out pages
            ! holdfast: --out excludes a command
            ! hint: every page is written; leave one of the two out
            = 2
            """
        ).run(in: folder)
    }
}
