import Foundation
import TestSupport
import Testing

/// `holdfast evaluate` on a recorded chain.
@Suite(.ownThread)
struct EvaluateTests {
    @Test("Trusted from one file, from several, from DER, from standard input; leaf first")
    func trusted() throws {
        let folder = try Folder()
        try Script(
            """
            $ holdfast evaluate chain.pem --host www.example.com --anchors-only root.pem --at 2027-01-01T00:00:00Z
            > chain.pem: trusted, expires in 19 years
            >   names        …
            >   judged as    TLS server www.example.com, profile default, at 2027-01-01T00:00:00Z
            >   not checked  revocation, transparency, pins
            >
            >   chain
            >     CN=www.example.com  EC P-256, until 2046-08-08
            >     └─ CN=Recorded Intermediate  EC P-256, until 2046-11-16
            >        └─ CN=Recorded Root  EC P-256, until 2046-11-16, anchor, from root.pem
            >
            >   warnings
            >     lifetime: the certificate is valid for 7200 days; …
            > …
            $ holdfast evaluate leaf.der intermediate.pem --host=192.0.2.7 --anchors-only=root.pem \
            --at=2027-01-01T01:00:00+01:00
            > leaf.der intermediate.pem: trusted, expires in 19 years
            >   names        …
            >   judged as    TLS server 192.0.2.7, profile default, at 2027-01-01T00:00:00Z
            > …
            $ holdfast evaluate chain.pem --anchors-only root.pem --at 2027-01-01T00:00:00Z
            > chain.pem: trusted, expires in 19 years, judged without a name
            >   names        …
            >   judged as    a chain alone, no name compared, profile default, at 2027-01-01T00:00:00Z
            > …
            $ holdfast evaluate leaf.pem --host bücher.example --anchors-only intermediate.pem --at 2027-01-01T00:00:00Z
            > leaf.pem: trusted, expires in 19 years
            >   names        …
            >   judged as    TLS server xn--bcher-kva.example, …
            > …
            """
        ).run(in: folder)
        let input = Recorded.leaf + Recorded.intermediate
        let arguments = ["evaluate", "-", "--host", "WWW.example.com.", "--anchors-only", "root.pem"]
        let run = try CommandRun(
            "holdfast", arguments + ["--at", "2027-01-01T00:00:00Z"], in: folder, input: input)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("-: trusted, expires in 19 years\n"))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let exit: Int32
        let code: String
        var testDescription: String { "\(code): \(arguments.joined(separator: " "))" }
    }

    @Test(
        "Each cause has its exit code and its finding",
        arguments: [
            Row(arguments: ["leaf.pem", "--anchors-only", "root.pem"], exit: 20, code: "issuerNotFound"),
            Row(arguments: ["root.pem", "--anchors-only", "other.pem"], exit: 22, code: "selfSignedNotAnchor"),
            Row(arguments: ["chain.pem", "root.pem", "--anchors-only", "other.pem"], exit: 23, code: "noAnchor"),
            Row(
                arguments: ["chain.pem", "--anchors-only", "root.pem", "--host", "other.example"], exit: 24,
                code: "hostMismatch"),
            Row(
                arguments: ["chain.pem", "--anchors-only", "root.pem", "--host", "192.0.2.8"], exit: 24,
                code: "hostMismatch"),
            Row(
                arguments: ["chain.pem", "--anchors-only", "root.pem", "--at", "2050-01-01T00:00:00Z"], exit: 21,
                code: "expired"),
            Row(
                arguments: ["chain.pem", "--anchors-only", "root.pem", "--at", "2020-01-01T00:00:00Z"], exit: 21,
                code: "notYetValid"),
            Row(
                arguments: ["chain.pem", "--anchors-only", "root.pem", "--policy", "ssl-client"], exit: 28,
                code: "extendedKeyUsage"),
            Row(arguments: ["cut.der"], exit: 30, code: "malformedCertificate"),
        ])
    func causes(_ row: Row) throws {
        var arguments = ["evaluate", "--json"] + row.arguments
        if !arguments.contains("--at") { arguments += ["--at", "2027-01-01T00:00:00Z"] }
        let run = try CommandRun("holdfast", arguments, in: Folder())
        #expect(run.exitCode == row.exit, "\(run.output)\(run.errors)")
        #expect(run.errors == "")
        let verdict = try Verdict(run.output)
        #expect(verdict.findings.first?.code == row.code)
        #expect(verdict.findings.first?.severity == "error")
        #expect(!verdict.trusted)
    }

    @Test("Colour never reaches a file, nor a terminal's escape a pipe")
    func colour() throws {
        let run = try CommandRun(
            "holdfast", ["evaluate", "chain.pem"], in: Folder(), environment: ["TERM": "xterm-256color"])
        #expect(!run.output.contains("\u{1b}"))
    }
}
