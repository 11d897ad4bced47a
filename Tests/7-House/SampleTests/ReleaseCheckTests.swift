import Foundation
import PeerPrograms
import TestSupport
import Testing

/// `scripts/release check`, in a bare clone's clone of a repository of what it looks at: a version is one where the
/// sources, the changelog, the documentation and the tag say the same.
@Suite("The version of a release", .ownThread)
struct ReleaseCheckTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(repositoryWith: ["release"])
        try folder.write("# Changelog\n\n## 1.2.3 - 2026-11-27\n", to: "CHANGELOG.md")
        try write(version: "1.2.3")
        try folder.makeFolder("Docs")
        try folder.write(
            ".package(url: \"https://example.com/holdfast.git\", from: \"1.2.3\"),\n", to: "Docs/depending.md")
        try commit("first")
    }

    private func write(version: String) throws {
        try folder.makeFolder("Sources/6-Tools/HoldfastCommand/Options")
        try folder.write(
            "static let version = \"\(version)\"\nstatic let released = \"2026-11-27\"\n",
            to: "Sources/6-Tools/HoldfastCommand/Options/HelpText.swift")
    }

    private func git(_ arguments: String...) throws {
        let identity = ["-c", "user.name=x", "-c", "user.email=x@example.com"]
        let run = try Peer.run("git", ["-C", folder.path] + identity + arguments)
        try #require(run.status == 0, "\(run.all)")
    }

    private func commit(_ message: String) throws {
        try git("add", ".")
        try git("commit", "-q", "-m", message)
    }

    /// What the script says; empty where everything agrees.
    private func check(in place: String? = nil) throws -> String {
        let run = try Peer.run("bash", [(place ?? folder.path) + "/scripts/release", "check"])
        #expect((run.status == 0) == run.errors.isEmpty, "\(run.status): \(run.all)")
        return run.errors
    }

    @Test("without the tag it says how to make it; with it, in a clone too, all agrees")
    func tag() throws {
        let missing =
            "release: there is no tag 1.2.3 here: once all is committed, "
            + "git tag -a 1.2.3 -m 'Holdfast 1.2.3' makes it\n"
        #expect(try check() == missing)
        let (bare, clone) = (folder.path("bare.git"), folder.path("clone"))
        try git("clone", "-q", "--bare", ".", bare)
        try git("--git-dir", bare, "tag", "-a", "1.2.3", "-m", "Holdfast 1.2.3")
        // The tag is the clone's alone.
        #expect(try check() == missing)
        try git("clone", "-q", bare, clone)
        #expect(try check(in: clone).isEmpty)
    }

    @Test("a tag of another commit, and a file that is not committed, are refused")
    func moved() throws {
        try git("tag", "1.2.3")
        #expect(try check().isEmpty)
        try folder.write("changed", to: "Docs/other.md")
        #expect(try check().isEmpty, "a new file is in no release")
        try write(version: "1.2.3")
        try folder.write("# Changelog\n\n## 1.2.3 - 2026-11-27\n\nMore.\n", to: "CHANGELOG.md")
        #expect(try check().contains("files differ from the tag 1.2.3"))
        try commit("second")
        #expect(try check().contains("the tag 1.2.3 is another commit"))
    }

    @Test("a changelog or a page that names another version is refused, each by its name")
    func disagreement() throws {
        try write(version: "1.3.0")
        try commit("raised")
        try git("tag", "1.3.0")
        let said = try check()
        #expect(said.contains("CHANGELOG.md begins with '## 1.2.3 - 2026-11-27'"), "\(said)")
        #expect(said.contains("Docs/depending.md shows no dependency from: \"1.3.0\""), "\(said)")
        try folder.write("# Changelog\n\n## Unreleased\n\n## 1.3.0 - 2026-11-27\n", to: "CHANGELOG.md")
        #expect(try check().contains("CHANGELOG.md begins with '## Unreleased'"))
    }

    @Test("a page that says that there is no release yet is refused", arguments: ["README.md", "SECURITY.md"])
    func denied(_ page: String) throws {
        try folder.write("There is no release yet: this repository has no tag.\n", to: page)
        try commit("written")
        try git("tag", "1.2.3")
        let said = try check()
        #expect(said.hasPrefix("release: \(page) says that there is no release yet") && !said.dropLast().contains("\n"))
        try folder.write("1.2.3 is released.\n", to: page)
        try commit("taken out")
        try git("tag", "-f", "1.2.3")
        #expect(try check().isEmpty)
    }

    @Test("a folder that is no clone has no tag, and is told so")
    func noClone() throws {
        try FileManager.default.removeItem(at: folder.url(".git"))
        #expect(try check() == "release: this is no clone of the repository, in which a tag would be\n")
    }

    /// The project itself, but for the tag, which whoever releases makes.
    @Test("the sources, the changelog and the documentation of this tree agree")
    func thisTree() throws {
        let top = ProjectFolder.top.path
        let problems = try Peer.run("bash", [top + "/scripts/release", "check"]).errors.split(separator: "\n")
            .filter { !$0.contains(" tag ") && !$0.contains("this is no clone") }
        #expect(problems.isEmpty, "\(problems)")
    }
}
