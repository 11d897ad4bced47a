import Foundation
import TestSupport
import Testing

/// The articles' demonstration, by their own openssl commands: a version 1 certificate with a 1,024 bit key and no
/// alternative names (recorded with an OpenSSL that still makes version 1, Vectors/articles/make).
@Suite(.ownThread)
struct ArticleTests {
    private static let vectors = ProjectFolder.top.appending(path: "Vectors/articles").path

    private func run(_ arguments: String...) throws -> CommandRun {
        try CommandRun(
            "holdfast", ["evaluate", "--at", "2026-12-01T00:00:00Z"] + arguments + [Self.vectors + "/public_key.der"],
            in: Folder())
    }

    @Test("With the .cer as the anchor and no name to compare the demonstration works: unspecified")
    func anchored() throws {
        let run = try run("--json", "--policy", "basic-x509", "--anchors-only", Self.vectors + "/rsaCert.cer")
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let verdict = try Verdict(run.output)
        #expect(verdict.result == "unspecified")
        #expect(verdict.trusted)
    }

    @Test("Without the anchor: self-signed, 22")
    func unanchored() throws {
        let run = try run("--policy", "basic-x509")
        #expect(run.exitCode == 22, "\(run.output)")
    }

    @Test("As a server's certificate it is refused for four reasons and more")
    func server() throws {
        let run = try run("--json", "--host", "localhost")
        #expect(run.exitCode == 22)
        let expected: Set = ["selfSignedNotAnchor", "unsupportedVersion", "weakKey", "missingSubjectAltName"]
        #expect(try Verdict(run.output).errors.isSuperset(of: expected), "\(run.output)")
    }
}
