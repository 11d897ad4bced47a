import Foundation
import TestSupport
import Testing

/// Bad input at the command line: one clear line, a hint, the documented exit code.
@Suite(.ownThread)
struct InputFileTests {
    @Test("Files that are not there, are no certificates, or no files")
    func files() throws {
        try Script(
            """
            $ holdfast evaluate nope.pem --host www.example.com
            ! holdfast: 'nope.pem': no such file or directory
            ! hint: check the spelling; a relative path starts at the current folder
            = 1
            $ holdfast inspect leaf.pem/nope
            ! holdfast: 'leaf.pem/nope': not a directory
            ! hint: check the spelling; a relative path starts at the current folder
            = 1
            $ holdfast evaluate folder
            ! holdfast: 'folder' is a folder
            ! hint: name a file
            = 2
            $ holdfast evaluate empty
            ! holdfast: 'empty' is empty
            ! hint: name a file with certificates, PEM or DER; the server's own comes first
            = 2
            $ holdfast evaluate key.pem
            ! holdfast: 'key.pem' holds no certificate, but PRIVATE KEY
            ! hint: name a file with certificates, PEM or DER; the server's own comes first
            = 2
            $ holdfast inspect key.der
            ! holdfast: 'key.der' holds no certificate, but DER of an unknown kind
            ! hint: name a file with certificates, PEM or DER; the server's own comes first
            = 2
            $ holdfast evaluate text.txt
            ! holdfast: 'text.txt' holds no certificate
            ! hint: name a file with certificates, PEM or DER; the server's own comes first
            = 2
            $ holdfast evaluate cut.pem
            ! holdfast: cut.pem:1: …
            ! hint: copy the file again; each block begins and ends with a line of dashes
            = 30
            $ holdfast evaluate -- -leaf.pem
            ! holdfast: '-leaf.pem': no such file or directory
            ! hint: check the spelling; a relative path starts at the current folder
            = 1
            """
        ).run(in: Folder())
    }

    @Test("A DER file that is cut off is a malformed certificate, with the place of the defect")
    func cutDER() throws {
        try Script(
            """
            $ holdfast evaluate cut.der
            > cut.der: refused: the server's certificate cannot be read: …
            > …
            = 30
            $ holdfast inspect cut.der
            > malformed certificate
            > …
            = 30
            """
        ).run(in: Folder())
    }

    @Test("Anchors: not there, without a certificate, a folder without one")
    func anchors() throws {
        try Script(
            """
            $ holdfast evaluate chain.pem --anchors-only nope.pem
            ! holdfast: anchors 'nope.pem': no such file or directory
            ! hint: check the spelling and the file's rights
            = 1
            $ holdfast evaluate chain.pem --anchors key.pem
            ! holdfast: anchors 'key.pem': the file holds no certificate, but PRIVATE KEY
            ! hint: name a file or folder with certificates
            = 2
            $ holdfast evaluate chain.pem --anchors-only folder
            ! holdfast: anchors 'folder': the folder holds no certificate
            ! hint: name a file or folder with certificates
            = 2
            $ holdfast evaluate chain.pem --anchors-only empty
            ! holdfast: anchors 'empty': the file is empty
            ! hint: name a file or folder with certificates
            = 2
            """
        ).run(in: Folder())
    }

    @Test(
        "1 GB of noise is refused at once, as a chain, as a file to inspect, as anchors, from a pipe or a device",
        arguments: [
            ["evaluate", "noise"], ["inspect", "noise"], ["evaluate", "chain.pem", "--anchors-only", "noise"],
            ["evaluate", "/dev/zero"], ["inspect", "/dev/zero"],
        ])
    func noise(_ arguments: [String]) throws {
        let folder = try Folder()
        try folder.writeSparse("noise", bytes: 1 << 30)
        let run = try CommandRun("holdfast", arguments, in: folder)
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2, "\(run.errors)")
        #expect(lines.first?.contains("too large") == true, "\(run.errors)")
        #expect(lines.last?.hasPrefix("hint: ") == true, "\(run.errors)")
    }

    @Test("With --json a file that cannot be read gives its line too: result invalid, an error with a code")
    func jsonOfUnreadable() throws {
        try Script(
            """
            $ holdfast evaluate --json nope.pem
            > {"at":…,"error":{…"code":"noSuchFile",…"phase":"internal",…"result":"invalid"…"trusted":false}
            ! holdfast: 'nope.pem': no such file or directory
            ! hint: …
            = 1
            $ holdfast evaluate --json folder
            > {"at":…,"error":{…"code":"folder",…"phase":"internal",…"result":"invalid"…"trusted":false}
            ! holdfast: 'folder' is a folder
            ! hint: …
            = 2
            """
        ).run(in: Folder())
    }
}
