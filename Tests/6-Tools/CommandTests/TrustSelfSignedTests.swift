import Foundation
import HoldfastAuthority
import TestSupport
import Testing

/// `holdfast trust add` for certificates that `openssl req -x509` makes, and what it says where an error remains.
@Suite("holdfast trust add: self-signed certificates", .ownThread)
struct TrustSelfSignedTests {
    /// A folder with a certificate that signed itself, and its key.
    private static func folder(_ arguments: String, bits: Int = 2048) throws -> Folder {
        let folder = try Folder()
        let made = try CommandRun(
            shell: "openssl req -x509 -newkey rsa:\(bits) -nodes -subj /CN=printer.test -keyout key.pem -out own.pem "
                + "\(arguments) 2>/dev/null", in: folder)
        try #require(made.exitCode == 0, "\(made.errors)")
        return folder
    }

    private static func add(_ codes: String, in folder: Folder) throws -> CommandRun {
        try CommandRun(
            "holdfast", ["trust", "add", "own.pem", "--host", "printer.test", "--until", "30d", "--codes", codes],
            in: folder)
    }

    private static func evaluate(in folder: Folder) throws -> CommandRun {
        try CommandRun("holdfast", ["evaluate", "own.pem", "--host", "printer.test"], in: folder)
    }

    @Test("selfSignedNotAnchor alone suffices for ten years, no extended key usage, and the name as alternative name")
    func suffices() throws {
        let folder = try Self.folder("-days 3650 -addext subjectAltName=DNS:printer.test")
        #expect(try Self.evaluate(in: folder).exitCode == 22)
        let added = try Self.add("selfSignedNotAnchor", in: folder)
        #expect(added.exitCode == 0, "\(added.errors)")
        #expect(added.errors == "")
        let trusted = try Self.evaluate(in: folder)
        #expect(trusted.exitCode == 0, "\(trusted.output)")
        #expect(trusted.output.contains(": trusted by the user's exception until "))
    }

    @Test("where an error remains, it says which, keeps the exception, and ends with that code's exit code")
    func remains() throws {
        let folder = try Self.folder("-days 3650 -addext subjectAltName=DNS:other.test")
        let added = try Self.add("selfSignedNotAnchor", in: folder)
        #expect(added.exitCode == 24, "\(added.errors)")
        #expect(added.errors.contains("not covered, and so still refused: hostMismatch\n"))
        #expect(added.output.hasPrefix("printer.test: "))
        let list = try CommandRun("holdfast", ["trust", "list", "--json"], in: folder)
        #expect(list.output.contains("\"codes\":[\"selfSignedNotAnchor\"]"))
        #expect(try Self.evaluate(in: folder).exitCode == 22)
        let whole = try Self.add("selfSignedNotAnchor,hostMismatch", in: folder)
        #expect(whole.exitCode == 0, "\(whole.errors)")
        #expect(try Self.evaluate(in: folder).exitCode == 0)
    }

    @Test("of several that remain the first-ranked gives the exit code")
    func several() throws {
        let folder = try Self.folder("-days 3650 -addext subjectAltName=DNS:other.test", bits: 1024)
        let added = try Self.add("selfSignedNotAnchor", in: folder)
        #expect(added.errors.contains("not covered, and so still refused: hostMismatch, weakKey\n"), "\(added.errors)")
        #expect(added.exitCode == 24)
        #expect(try Self.add("hostMismatch,weakKey", in: folder).exitCode == 22)
    }
}
