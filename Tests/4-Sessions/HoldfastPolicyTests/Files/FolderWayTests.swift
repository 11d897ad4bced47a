import Foundation
import TestSupport
import Testing

@testable import HoldfastFiles

/// path_resolution(7): a link on the way is followed by whoever asks by path, and one at the end too, where a slash or
/// `/.` stands behind it.
@Suite("The way to a folder for one user alone")
struct FolderWayTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("real/own", mode: 0o700)
        try folder.setMode(0o700, of: "real")
    }

    private func fault(_ path: String) -> PrivateFolderError? {
        do throws(PrivateFolderError) {
            _ = try PrivateFolder(folder.path(path))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "its end is no link, whatever is written behind it",
        arguments: ["link", "link/", "link/.", "link/./", "./link"])
    func end(_ path: String) throws {
        try folder.link("link", to: folder.path("real/own"))
        #expect(fault(path) == .wrongKind)
    }

    @Test("a link of one's own on the way is followed", arguments: ["link/own", "link/./own", "link/own/../own"])
    func ownLink(_ path: String) throws {
        try folder.link("link", to: "real")
        #expect(fault(path) == nil)
    }

    @Test("not one in a folder that others may write to", arguments: [0o770, 0o707, 0o777]) func openFolder(mode: Int)
        throws
    {
        try folder.makeFolder("open", mode: mode)
        try folder.link("open/link", to: folder.path("real"))
        #expect(fault("open/link/own") == .wrongKind)
        // As in /tmp, nobody moves what is another's there.
        try folder.setMode(0o1777, of: "open")
        #expect(fault("open/link/own") == nil)
    }

    /// UAX #29: a mark belongs to the character before it, a slash too; to the kernel the slash ends a name.
    @Test("nor behind a slash that a mark stands behind") func mark() throws {
        try folder.makeFolder("open", mode: 0o777)
        #expect(unsafe mkdir(folder.path("real/\u{301}own"), 0o700) == 0)
        try folder.link("open/link", to: folder.path("real"))
        #expect(fault("open/link/\u{301}own") == .wrongKind)
        #expect(fault("real/\u{301}own") == nil)
    }

    @Test("nor one of another's", .enabled(if: geteuid() == 0, "only root can give a link away")) func anothersLink()
        throws
    {
        try folder.link("link", to: "real")
        #expect(unsafe lchown(folder.path("link"), 65_534, 65_534) == 0)
        #expect(fault("link/own") == .wrongKind)
    }

    @Test("a folder for its owner alone may lie where others write") func below() throws {
        try folder.makeFolder("open", mode: 0o777)
        try folder.makeFolder("open/own", mode: 0o700)
        #expect(fault("open/own") == nil)
        try PrivateFolder.make(folder.path("open/a/b"))
        #expect(try folder.mode(of: "open/a") == 0o700)
        #expect(fault("open/a/b") == nil)
    }

    @Test("no folder is made where others have led the way") func making() throws {
        try folder.makeFolder("open", mode: 0o777)
        try folder.link("open/link", to: folder.path("real"))
        #expect(throws: PrivateFolderError.wrongKind) { try PrivateFolder.make(folder.path("open/link/new")) }
        #expect(!FileManager.default.fileExists(atPath: folder.path("real/new")))
    }

    @Test("links that go round end", arguments: ["a/own", "./a/b/own"]) func circle(_ path: String) throws {
        try folder.link("a", to: "b")
        try folder.link("b", to: "a")
        #expect(fault(path) == .wrongKind)
    }
}
