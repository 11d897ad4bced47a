import Glibc
import HoldfastFiles
import TestSupport
import Testing

@Suite("A file of secrets")
struct GuardedSecretTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func fault(_ path: String) -> GuardedFileError? {
        do throws(GuardedFileError) {
            _ = try GuardedFile.secret(path, limit: 100)
            return nil
        } catch {
            return error
        }
    }

    @Test("is read where nobody but its owner has any right to it")
    func good() throws {
        let file = try folder.write("text", to: "a", mode: 0o600)
        #expect(try GuardedFile.secret(file, limit: 4) == Array("text".utf8))
        try folder.setMode(0o400, of: "a")
        #expect(fault(file) == nil)
        try folder.link("link", to: "a")
        #expect(fault(folder.path + "/link") == nil)
    }

    @Test(
        "is refused where others have any, and where the way to it is theirs",
        arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o666])
    func open(mode: Int) throws {
        let file = try folder.write("text", to: "a", mode: mode)
        #expect(fault(file) == .openToOthers(file, UInt32(mode)))
        try folder.makeFolder("outer")
        try folder.write("text", to: "outer/a", mode: 0o600)
        try folder.setMode(0o777, of: "outer")
        #expect(fault(folder.path + "/outer/a") == .writableByOthers(folder.path + "/outer", 0o777))
    }

    @Test("is refused where another owns it", .enabled(if: geteuid() == 0, "only root gives away"))
    func owners() throws {
        let file = try folder.write("text", to: "a", mode: 0o600)
        try folder.setOwner(12_345, of: "a")
        #expect(fault(file) == .foreignOwner(file, 12_345))
        // By its descriptor too: what is read is what is looked at, by whatever name it was come to.
        let descriptor = unsafe Glibc.open(file, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(throws: GuardedFileError.foreignOwner("-", 12_345)) {
            try GuardedFile.secret(descriptor, named: "-", limit: 100)
        }
        let pipe = folder.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0 && chown(pipe, 12_345, 0) == 0)
        // Without a writer it is at its end at once.
        let end = unsafe Glibc.open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(end) }
        #expect(throws: GuardedFileError.foreignOwner(pipe, 12_345)) {
            try GuardedFile.secret(end, named: pipe, limit: 100)
        }
    }

    @Test("a pipe is taken, by the name that a process substitution has, and to its end")
    func pipes() throws {
        var ends: [Int32] = [0, 0]
        #expect(unsafe pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(unsafe write(ends[1], "text", 4) == 4)
        close(ends[1])
        #expect(try GuardedFile.secret("/dev/fd/\(ends[0])", limit: 4) == Array("text".utf8))
        let named = folder.path + "/pipe"
        #expect(unsafe mkfifo(named, 0o644) == 0)
        let end = unsafe Glibc.open(named, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(end) }
        #expect(throws: GuardedFileError.openToOthers(named, 0o644)) {
            try GuardedFile.secret(end, named: named, limit: 100)
        }
    }

    @Test("what is neither")
    func others() {
        #expect(fault(folder.path) == .wrongKind && fault("/dev/null") == .wrongKind)
        guard case .unreadable? = fault(folder.path + "/gone") else { return #expect(Bool(false)) }
    }
}
