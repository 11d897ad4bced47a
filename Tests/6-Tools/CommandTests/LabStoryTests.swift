import Foundation
import HoldfastTestBed
import TestSupport
import Testing

/// The stories of the lab: each command line comes out as the story tells.
@Suite(.ownThread)
struct LabStoryTests {
    @Test("Each line gives its exit code and prints what it has to", arguments: TestBed.stories.map(\.name))
    func asTold(_ name: String) throws {
        let lab = try RunningStories([name])
        let story = try #require(lab.stories.first)
        #expect(lab.stories.count == 1 && story.name == name && story.commands.count >= 3)
        let folder = try Folder()
        for command in story.commands {
            let run = try CommandRun("holdfast", command.arguments, in: folder)
            let said = "\(command.line)\n\(run.output)\(run.errors)"
            #expect(run.exitCode == command.exitCode, "\(said)")
            for text in command.prints { #expect((run.output + run.errors).contains(text), "'\(text)':\n\(said)") }
        }
        #expect(try lab.end() == 0)
        #expect(!FileManager.default.fileExists(atPath: story.anchors), "the files end with the command")
        for file in story.files { #expect(!FileManager.default.fileExists(atPath: file), "\(file)") }
    }

    @Test("There are the fourteen stories, each with a name that no server has, a source and one way to be reached")
    func all() {
        let names = [
            "basic", "digest", "four-schemes", "form", "client-required", "client-optional", "cdn", "lying-resolver",
            "capture-proxy", "renewed-same-key", "renewed-other-key", "redirects", "codings", "cache",
        ]
        #expect(TestBed.stories.map(\.name) == names)
        for story in TestBed.stories {
            #expect(TestBed.entry(story.name) == nil, "\(story.name)")
            #expect(story.source.contains("RFC ") && story.story.hasSuffix("."), "\(story.name)")
        }
    }

    @Test("A client finds what it needs in the line: identity for its owner alone, pins, files")
    func needs() throws {
        let lab = try RunningStories(["client-required", "renewed-other-key", "lying-resolver", "capture-proxy"])
        let stories = Dictionary(uniqueKeysWithValues: lab.stories.map { ($0.name, $0) })
        let identity = try #require(stories["client-required"]?.identity)
        let mode = try FileManager.default.attributesOfItem(atPath: identity.key)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        #expect(FileManager.default.fileExists(atPath: identity.certificate))
        #expect(stories["renewed-other-key"]?.pins?.count == 2)
        #expect(stories["lying-resolver"]?.files.allSatisfy { $0.hasSuffix(".hosts") } == true)
        #expect(stories["capture-proxy"]?.arguments.first == "--proxy")
        for story in lab.stories { #expect(story.connectTo.hasPrefix("\(story.name).holdfast.test:")) }
    }

    @Test("--check runs the lines by a shell, says which came out as told, and ends with the sum")
    func check() throws {
        let folder = try Folder()
        try Script(
            """
            $ holdfast lab --stories --check basic renewed-other-key
            > basic              as told  3 lines
            > renewed-other-key  as told  3 lines
            > 2 stories, 2 as told, 0 not
            $ holdfast lab --stories --list basic
            > …basic  The server asks for a user and a password by Basic, and reads the password itself.
            $ holdfast lab --stories basi
            ! holdfast: there is no story 'basi'
            ! hint: did you mean basic?
            = 2
            $ holdfast lab basic
            ! holdfast: the catalogue has no server 'basic'
            ! hint: it is a story: holdfast lab --stories basic
            = 2
            $ holdfast lab --stories --rtt 22ms
            ! holdfast: --stories excludes --rtt
            ! hint: it is for the servers of the catalogue
            = 2
            $ holdfast lab --stories --list --check
            ! holdfast: --list excludes --check
            ! hint: --list starts no server
            = 2
            """
        ).run(in: folder)
        let run = try CommandRun("holdfast", ["lab", "--stories", "--check", "--json", "digest"], in: folder)
        #expect(run.exitCode == 0 && run.output.contains(#""asTold":true"#), "\(run.output)\(run.errors)")
        let list = try CommandRun("holdfast", ["lab", "--stories", "--list", "--json"], in: folder)
        #expect(list.output.split(separator: "\n").count == TestBed.stories.count)
    }

    @Test("The text of a story is a block that a shell takes as it is")
    func pasted() throws {
        let folder = try Folder()
        let run = try CommandRun(
            shell: """
                mkfifo input; exec 3<>input
                "$holdfast" lab --stories four-schemes <input >story 2>said & lab=$!
                for try in $(seq 200); do grep -q listening said && break; sleep 0.05; done
                holdfast() { "$holdfast" "$@"; }
                sed 1d story >lines; . ./lines >out 2>err
                kill $lab; wait $lab; echo "ended $?"; cat out
                """, in: folder)
        #expect(run.output.contains("ended 0") && run.output.contains("let in by Basic"), "\(run.output)\(run.errors)")
        #expect(run.output.contains("WWW-Authenticate: NTLM"), "\(run.output)")
    }
}
