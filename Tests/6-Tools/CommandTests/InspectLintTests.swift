import Foundation
import TestSupport
import Testing

/// `holdfast inspect --lint`: what profiles find in a certificate, whoever vouches for it.
@Suite(.ownThread)
struct InspectLintTests {
    private static let article = ProjectFolder.top.appending(path: "Vectors/articles/rsaCert.cer").path

    private struct Line: Decodable {
        struct Finding: Decodable {
            let code: String
            let severity: String
        }

        let kind: String?
        let role: String?
        let findings: [Finding]?

        var errors: Set<String> { Set((findings ?? []).filter { $0.severity == "error" }.map(\.code)) }
    }

    private func lint(_ arguments: [String], in folder: Folder, exit code: Int32) throws -> [Line] {
        let run = try CommandRun("holdfast", ["inspect", "--lint", "--json"] + arguments, in: folder)
        #expect(run.exitCode == code, "\(run.output)\(run.errors)")
        return try run.output.split(separator: "\n")
            .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }.filter { $0.kind == "lint" }
    }

    /// CA/B BR 6.1.5 asks for 2,048 bits, RFC 9525 §6.4 for an alternative name; whether anybody trusts it is not
    /// asked.
    @Test("The articles' certificate: version 1, a short key, no alternative name; not that it is nobody's")
    func articles() throws {
        for profile in ["default", "webpki", "apple"] {
            let lines = try lint(
                ["--profile", profile, "--at", "2026-12-01T00:00:00Z", Self.article], in: Folder(), exit: 33)
            let errors = try #require(lines.first).errors
            #expect(errors.isSuperset(of: ["unsupportedVersion", "weakKey", "missingSubjectAltName"]), "\(errors)")
            let ofTrust: Set = ["selfSignedNotAnchor", "noAnchor", "issuerNotFound", "hostMismatch", "badSignature"]
            #expect(errors.isDisjoint(with: ofTrust), "\(errors)")
        }
    }

    @Test("What create makes has no errors under rfc5280; each certificate is looked at as what it is")
    func created() throws {
        let folder = try Folder()
        try CreateTests.shell(
            """
            "$holdfast" create ca --name Root --out ca.pem --key ca.key
            "$holdfast" create intermediate --name Middle --ca ca.pem --ca-key ca.key --out int.pem --key int.key
            "$holdfast" create leaf --san www.example.com --ca int.pem --ca-key int.key --out a.pem --key a.key
            "$holdfast" create leaf --usage client --name c --ca int.pem --ca-key int.key --out c.pem --key c.key
            """, in: folder)
        let lines = try lint(["a.pem", "ca.pem", "c.pem", "--profile", "rfc5280"], in: folder, exit: 0)
        #expect(lines.map(\.role) == ["server", "authority", "root", "client", "authority"])
        for line in lines { #expect(line.errors == []) }
    }

    /// CA/B BR 6.3.2: 398 days from 1 September 2020 on.
    @Test("A server's certificate for 500 days has an error under webpki, in words, with advice and source")
    func lifetime() throws {
        let folder = try Folder()
        try CreateTests.shell(
            """
            "$holdfast" create self-signed --san www.example.com --days 500 --at 2025-01-01T00:00:00Z --out a.pem \
            --key a.key
            """, in: folder)
        let run = try CommandRun(
            "holdfast", ["inspect", "a.pem", "--lint", "--profile", "webpki", "--at", "2025-02-01T00:00:00Z"],
            in: folder)
        #expect(run.exitCode == 33)
        #expect(run.output.contains("error lifetime: the certificate is valid for 500 days"), "\(run.output)")
        #expect(run.output.contains("advice    have the certificate issued for a shorter time"), "\(run.output)")
        let expired = try lint(["a.pem", "--at", "2027-01-01T00:00:00Z", "--profile", "rfc5280"], in: folder, exit: 33)
        #expect(expired.first?.errors == ["expired"])
    }
}
