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

    @Test("--ios: what Swift on Linux lacks, with what to write instead, in both languages")
    func lacks() throws {
        let folder = try folder()
        try folder.write("layer.swift", "import os.log\nlet a = FoundationURLs()\n#if os(iOS)\nimport UIKit\n#endif\n")
        try folder.write(
            "codes.swift", "import FoundationNetworking\nlet a = NSURLErrorServerCertificateUntrusted\n")
        try Script(
            """
            $ holdfast imports --ios good.swift
            > 1 file: nothing is silently unjudged, nothing known that Swift 6.3.1 on Linux lacks
            $ holdfast imports --ios layer.swift
            > layer.swift:1: error: Swift 6.3.1 on Linux has no module os: …
            >   seen    import os.log
            >   advice  Put it into #if canImport(os), …
            > 1 file: nothing is silently unjudged, 1 that Swift 6.3.1 on Linux lacks
            = 33
            $ holdfast imports --ios codes.swift
            > codes.swift:1: error: This file's requests are silently unjudged: …
            >   seen    import FoundationNetworking
            >   advice  Write import HoldfastNetworking in its place; it brings Foundation too.
            > codes.swift:2: error: NSURLErrorServerCertificateUntrusted is -1202 on Apple's platforms, …
            >   seen    let a = NSURLErrorServerCertificateUntrusted
            >   advice  Compare with URLError.Code, …
            > 1 file: 1 silently unjudged, 1 that Swift 6.3.1 on Linux lacks
            = 33
            $ holdfast imports --ios --language zh-Hans layer.swift
            > layer.swift:1: 错误: Linux 上的 Swift 6.3.1 没有模块 os：…
            >   所见    import os.log
            >   建议    …
            > 1 个文件：没有任何请求在无提示的情况下未经判定，Linux 上的 Swift 6.3.1 缺少其中 1 处所用之物
            = 33
            $ holdfast imports layer.swift
            > 1 file: nothing is silently unjudged
            """
        ).run(in: folder)
        let run = try CommandRun("holdfast", ["imports", "--ios", "--json", "codes.swift"], in: folder)
        let objects = try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
        #expect(run.exitCode == 33 && objects.map { $0["code"] as? String } == ["directImport", "otherNumber", nil])
        #expect(objects.map { $0["name"] as? String } == [nil, "NSURLErrorServerCertificateUntrusted", nil])
        #expect(objects.last?["errors"] as? Int == 1 && objects.last?["lacking"] as? Int == 1)
        #expect(objects.last?["toolchain"] as? String == "Swift 6.3.1")
    }

    @Test("an iOS layer as it is: the import line that is missing, kept modules, and what is there and different")
    func layer() throws {
        let folder = try folder()
        try folder.write("loader.swift", "import Foundation\nfinal class Loader: NSObject, URLSessionDelegate {}\n")
        try folder.write("keys.swift", "import Foundation\nimport Security\nlet trust: SecTrust\n")
        try folder.write(
            "later.swift",
            "import HoldfastNetworking\nlet a = URLSessionConfiguration.background(withIdentifier: \"a\")\n")
        try Script(
            """
            $ holdfast imports loader.swift
            > loader.swift:2: note: Foundation of Swift 6.3.1 on Linux has no URLSessionDelegate: …
            >   seen    final class Loader: NSObject, URLSessionDelegate {}
            >   advice  Write import HoldfastNetworking in the place of import Foundation: …
            > 1 file: nothing is silently unjudged, 1 to look at
            $ holdfast imports --ios loader.swift
            > loader.swift:2: error: Foundation of Swift 6.3.1 on Linux has no URLSessionDelegate: …
            >   seen    final class Loader: NSObject, URLSessionDelegate {}
            >   advice  Write import HoldfastNetworking in the place of import Foundation: …
            > 1 file: nothing is silently unjudged, 1 that Swift 6.3.1 on Linux lacks
            = 33
            $ holdfast imports --ios keys.swift
            > keys.swift:2: error: Swift 6.3.1 on Linux has no module Security: …
            >   seen    import Security
            >   advice  Leave it out beside import HoldfastNetworking; …
            > 1 file: nothing is silently unjudged, 1 that Swift 6.3.1 on Linux lacks
            = 33
            $ holdfast imports --ios --with-module Security --with-module CommonCrypto keys.swift
            > 1 file: nothing is silently unjudged, nothing known that Swift 6.3.1 on Linux lacks
            $ holdfast imports --ios later.swift
            > later.swift:2: note: background(withIdentifier:) compiles with HoldfastNetworking, and does not do …
            >   seen    let a = URLSessionConfiguration.background(withIdentifier: "a")
            >   advice  Keep the program running until its tasks have ended: …
            > 1 file: nothing is silently unjudged, 1 to look at, nothing known that Swift 6.3.1 on Linux lacks
            $ holdfast imports --ios --with-module Securty keys.swift
            ! holdfast: --with-module: 'Securty' is none of AppKit, …
            = 2
            $ holdfast imports --with-module Security keys.swift
            ! holdfast: --with-module needs --ios
            = 2
            """
        ).run(in: folder)
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
