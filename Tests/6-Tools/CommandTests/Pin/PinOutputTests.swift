import Foundation
import TestSupport
import Testing

/// Files of pins for iOS: whose keys they are, and where they go.
@Suite("Pins for iOS, and --out", .ownThread)
struct PinOutputTests {
    /// SHA-256 of "a" and of "abc" (FIPS 180-2, appendix B).
    private static let policy = """
        {"schema":"holdfast.policy/1","hosts":{"a.example":{"pins":{"anywhere":[\
        "sha256/ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=","sha256/ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="]}}}}
        """

    /// A certificate that issues others and names no server is an authority's (RFC 5280 §4.2.1.9); one that signs for
    /// itself and names a server is the server's own, as `openssl req -x509` makes it.
    @Test("an authority's file is for the authorities, a server's own certificate for the leaf")
    func groups() throws {
        let folder = try Folder()
        let run = try CreateTests.shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -subj '/CN=Test CA' \
              -addext keyUsage=critical,keyCertSign -out ca.pem 2>/dev/null
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout own.key -subj /CN=a.example \
              -addext subjectAltName=DNS:a.example -out own.pem 2>/dev/null
            for file in ca own; do
              "$holdfast" pin compute --format apple --host a.example --lossy $file.pem 2>/dev/null |
                grep -o 'NSPinned[A-Z][A-Za-z]*Identities'
            done
            "$holdfast" pin compute --format nspinned --host a.example ca.pem own.pem 2>/dev/null > both.plist
            "$holdfast" pin lint --certificates own.pem both.plist | grep -c wrongGroup || true
            """, in: folder)
        #expect(run.output == "NSPinnedCAIdentities\nNSPinnedLeafIdentities\n0\n", "\(run.output)\(run.errors)")
    }

    /// JLS §3.3: a compiler reads \\u000a as the end of a line before it looks for comments.
    @Test("a label ends no comment of Java's")
    func escapes() throws {
        let folder = try Folder()
        let pin = #""sha256/ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=""#
        let labelled = #"{"pin":\#(pin),"label":"own \\u000a.add(evil)"}"#
        try folder.write("policy.json", Self.policy.replacingOccurrences(of: pin, with: labelled))
        let run = try CommandRun("holdfast", ["pin", "export", "okhttp", "policy.json"], in: folder)
        #expect(run.exitCode == 0 && run.output.contains("// own ") && !run.output.contains(#"\"#), "\(run.output)")
    }

    @Test("--out is written as a whole, and only where the file may be")
    func out() throws {
        let folder = try Folder()
        try folder.write("policy.json", Self.policy)
        try Script(
            """
            $ holdfast pin export nspinned policy.json --out pins.plist
            ! is not pinned there: a.example: …
            ! holdfast: nothing is written: one thing above would be lost or do harm
            ! hint: --anywhere-as leaf or --anywhere-as authorities says whose keys they are
            = 33
            """
        ).run(in: folder)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "pins.plist").path))
        try Script(
            """
            $ holdfast pin export apple --anywhere-as leaf policy.json --out pins.plist
            ! cannot be expressed: a.example: …
            $ holdfast pin export okhttp policy.json --out no/such/folder
            ! holdfast: cannot write 'no/such/folder': no such file or directory
            ! hint: check the folder and its rights
            = 1
            $ holdfast pin export okhttp policy.json --out file --json
            ! holdfast: --out excludes --json
            ! hint: the JSON holds the file; leave one of the two out
            = 2
            $ holdfast pin export nspined policy.json
            ! holdfast: 'nspined' is no format of pins
            ! hint: did you mean nspinned?
            = 2
            $ holdfast pin compute leaf.pem --out file
            ! holdfast: --out needs --format
            ! hint: a pin alone goes to standard output
            = 2
            $ holdfast pin compute leaf.pem --format okhttp --host www.example.com --out pins.kt
            ! …
            """
        ).run(in: folder)
        for (file, word) in [("pins.plist", "<key>NSPinnedLeafIdentities</key>"), ("pins.kt", "sha256/")] {
            let text = try String(contentsOf: folder.url.appending(path: file), encoding: .utf8)
            #expect(text.components(separatedBy: word).count == 2, "\(text)")
        }
    }
}
