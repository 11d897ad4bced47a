import Foundation
import PeerPrograms
import TestSupport
import Testing

/// README.md, SECURITY.md and CHANGELOG.md say the same of whether there is a release, and what git's tags say.
@Suite("Whether there is a release", .ownThread)
struct ReleaseWordsTests {
    private static let top = ProjectFolder.top
    private static let pages = ["README.md", "SECURITY.md", "CHANGELOG.md"]
    private static let noRelease = "There is no release yet"

    /// Whether the page says that there is none.
    private static func denies(_ page: String) throws -> Bool {
        try String(contentsOf: top.appending(path: page), encoding: .utf8).contains(noRelease)
    }

    @Test("the three pages agree")
    func agree() throws {
        let denials = try Self.pages.map(Self.denies)
        #expect(Set(denials).count == 1, "\(zip(Self.pages, denials).map { "\($0): \($1)" })")
    }

    /// A release is a tag of a version. A clone of a few commits has no tags, whatever there is elsewhere.
    @Test("and say what the tags of the repository say")
    func tags() throws {
        func git(_ arguments: String...) throws -> Peer { try Peer.run("git", ["-C", Self.top.path] + arguments) }
        guard FileManager.default.fileExists(atPath: Self.top.appending(path: ".git").path), Peer.exists("git"),
            try git("rev-parse", "--is-shallow-repository").output == "false\n"
        else { return }
        let versions = try git("tag", "--list").output.split(separator: "\n").filter {
            $0.wholeMatch(of: /v?[0-9]+\.[0-9]+\.[0-9]+/) != nil
        }
        for page in Self.pages {
            #expect(try Self.denies(page) == versions.isEmpty, "\(page); tags: \(versions)")
        }
    }
}
