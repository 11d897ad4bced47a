import Glibc
import HoldfastFiles
import TestSupport
import Testing

@Suite("A file that decides about trust")
struct GuardedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func fault(_ path: String, limit: Int = 100) -> GuardedFileError? {
        do throws(GuardedFileError) {
            _ = try GuardedFile.bytes(path, limit: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test("is read where nobody else can have written it")
    func good() throws {
        let file = try folder.write("text", to: "a")
        #expect(try GuardedFile.bytes(file, limit: 4) == Array("text".utf8))
        #expect(fault(file, limit: 3) == .tooLarge(limit: 3))
        try folder.makeFolder("b")
        #expect(fault(folder.path + "/./b//../a") == nil)
        try folder.setMode(0o600, of: "a")
        #expect(fault(file) == nil)
    }

    @Test("is refused where others may write to it", arguments: [0o664, 0o646, 0o666, 0o620, 0o602])
    func writable(mode: Int) throws {
        let file = try folder.write("text", to: "a", mode: mode)
        #expect(fault(file) == .writableByOthers(file, UInt32(mode)))
    }

    @Test("is refused where others may exchange it, in any folder on the way", arguments: [0o775, 0o757, 0o777])
    func exchangeable(mode: Int) throws {
        let outer = try folder.makeFolder("outer")
        try folder.makeFolder("outer/inner")
        let file = try folder.write("text", to: "outer/inner/a")
        #expect(fault(file) == nil)
        try folder.setMode(mode, of: "outer/inner")
        #expect(fault(file) == .writableByOthers(outer + "/inner", UInt32(mode)))
        try folder.setMode(0o755, of: "outer/inner")
        try folder.setMode(mode, of: "outer")
        #expect(fault(file) == .writableByOthers(outer, UInt32(mode)))
        // As /tmp: others may put files there, and not exchange this one.
        try folder.setMode(mode | 0o1000, of: "outer")
        #expect(fault(file) == nil)
    }

    @Test("is refused where it, a folder or a link is another's", .enabled(if: geteuid() == 0, "only root gives away"))
    func owners() throws {
        let outer = try folder.makeFolder("outer")
        let file = try folder.write("text", to: "outer/a")
        try folder.setOwner(12_345, of: "outer/a")
        #expect(fault(file) == .foreignOwner(file, 12_345))
        try folder.setOwner(0, of: "outer/a")
        try folder.setOwner(12_345, of: "outer")
        #expect(fault(file) == .foreignOwner(outer, 12_345))
        try folder.setMode(0o1777, of: "outer")
        #expect(fault(file) == .foreignOwner(outer, 12_345))
        try folder.setOwner(0, of: "outer")
        try folder.link("link", to: "outer/a")
        #expect(fault(folder.path + "/link") == nil)
        #expect(unsafe lchown(folder.path + "/link", 12_345, 0) == 0)
        #expect(fault(folder.path + "/link") == .foreignOwner(folder.path + "/link", 12_345))
    }

    @Test("links are followed, and every folder on their way counts")
    func links() throws {
        try folder.makeFolder("real/deep")
        try folder.write("text", to: "real/deep/a")
        try folder.link("absolute", to: folder.path + "/real/deep/a")
        try folder.link("relative", to: "real/../real/deep")
        try folder.link("real/deep/up", to: "../../absolute")
        for path in ["absolute", "relative/a", "relative/up"] {
            #expect(fault(folder.path + "/" + path) == nil, "\(path)")
        }
        try folder.setMode(0o777, of: "real")
        for path in ["absolute", "relative/a", "relative/up"] {
            #expect(fault(folder.path + "/" + path) == .writableByOthers(folder.path + "/real", 0o777), "\(path)")
        }
    }

    @Test("what is no file, leads round in a circle or is not there")
    func others() throws {
        try folder.link("circle", to: "circle")
        try folder.link("nowhere", to: "gone")
        let pipe = folder.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(fault(pipe) == .wrongKind)
        #expect(fault(folder.path) == .wrongKind)
        #expect(fault("/") == .wrongKind)
        #expect(fault("/dev/null") == .wrongKind)
        let file = try folder.write("text", to: "a")
        for path in [
            "", folder.path + "/circle", folder.path + "/nowhere", folder.path + "/gone", file + "/b", file + "\u{0}b",
        ] {
            guard case .unreadable? = fault(path) else {
                Issue.record("'\(path)'")
                continue
            }
        }
    }

    @Test("a change shows, whatever is changed")
    func stamps() throws {
        let file = try folder.write("text", to: "a")
        let first = GuardedFile.stamp(of: [file])
        #expect(GuardedFile.stamp(of: [file]) == first)
        try folder.setMode(0o600, of: "a")
        let second = GuardedFile.stamp(of: [file])
        #expect(second != first)
        try folder.write("texts", to: "a")
        #expect(GuardedFile.stamp(of: [file]) != second)
        #expect(GuardedFile.stamp(of: [folder.path + "/gone"]) != GuardedFile.stamp(of: [folder.path]))
    }
}
