import Foundation
import HoldfastFiles
import TestSupport
import Testing

@testable import HoldfastTrustStores

/// Paths of a tree of files: its links lead to places within it.
struct TreePathTests {
    private func link(_ folder: TemporaryFolder, _ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    }

    @Test("Absolute links and those that climb out lead to the tree's own files, as chroot(2) has it")
    func links() throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "etc/real/file")
        try link(folder, "absolute", to: "/etc/real")
        try link(folder, "climbing", to: "../../../../etc/real")
        try link(folder, "etc/chain", to: "/absolute/file")
        let tree = TreePath(folder.path + "/")
        for path in ["/absolute/file", "/climbing/file", "/etc/chain", "/etc/./real/../real/file"] {
            #expect(tree.resolved(path) == folder.path("etc/real/file"), "\(path)")
            #expect(tree.kind(path) == .regular)
        }
        #expect(tree.resolved("/../../etc/passwd") == folder.path("etc/passwd"))
        #expect(!tree.exists("/etc/passwd"))
        #expect(tree.names("/absolute") == ["file"])
    }

    @Test("A circle of links leads nowhere")
    func circle() throws {
        let folder = try TemporaryFolder()
        try link(folder, "one", to: "/two")
        try link(folder, "two", to: "/one")
        let tree = TreePath(folder.path)
        #expect(tree.resolved("/one/file") == nil)
        #expect(!tree.exists("/one"))
        #expect(tree.names("/one") == [])
    }

    @Test("The machine's own tree is as it is")
    func own() {
        #expect(TreePath("/").resolved("/etc/ssl") == "/etc/ssl")
        #expect(TreePath("/").path("/etc/ssl") == "/etc/ssl")
    }
}
