import Glibc
import HoldfastFiles
import TestSupport
import Testing

@Suite("A file that is written under another name first")
struct FileDraftTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is there whole once it has its place, and takes nothing more then")
    func placed() throws {
        let place = folder.path("file")
        var draft = try FileDraft.beside(place, mode: 0o600)
        try draft.write(Array("text".utf8))
        #expect(throws: (any Error).self) { try folder.text("file") }
        try draft.place(as: place, replacing: false)
        #expect(try folder.text("file") == "text")
        // The number of its descriptor is free, and the next file that is opened has it.
        let other = unsafe open(folder.path("other"), O_WRONLY | O_CREAT, 0o600)
        defer { close(other) }
        #expect(throws: SystemError(EBADF)) { try draft.write(Array("more".utf8)) }
        #expect(throws: SystemError(EBADF)) { try draft.setMode(0o777) }
        #expect(throws: SystemError(EBADF)) { try draft.place(as: folder.path("second"), replacing: true) }
        #expect(try folder.text("other").isEmpty && folder.text("file") == "text")
    }

    @Test("is gone with its value where it never had a place, and a file that is there stays")
    func abandoned() throws {
        let place = try folder.write("old", to: "file")
        do {
            var draft = try FileDraft.beside(place, mode: 0o600)
            try draft.write(Array("new".utf8))
            #expect(throws: SystemError(EEXIST)) { try draft.place(as: place, replacing: false) }
        }
        #expect(try folder.text("file") == "old")
        #expect(try FolderNames.of(folder.path) == ["file"])
    }
}
