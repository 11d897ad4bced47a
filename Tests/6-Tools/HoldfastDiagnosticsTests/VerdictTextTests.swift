import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Verdicts in words: "the cause first, the certificate meant, seen against expected, one sentence of advice, the chain
/// as a small tree".
@Suite(.ownThread)
struct VerdictTextTests {
    @Test("The cause comes first, then its evidence, other errors, the chain, and warnings last")
    func order() throws {
        let samples = try Samples()
        let leaf = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
            $0.names = ["other.example"]
            $0.extendedKeyUsage = nil
        }
        let text = try samples.verdict(leaf.chain).text()
        let parts = [
            "sample.pem: refused: ", "certificate  the leaf, CN=www.example.com", "seen         ", "expected     ",
            "rule         RFC 5280", "(expired)", "advice       ", "also", "hostMismatch: ", "chain",
            "CN=Sample Intermediate", "CN=Sample Root", "warnings", "extendedKeyUsage: ",
        ]
        var rest = text[...]
        for part in parts {
            let range = try #require(rest.firstRange(of: part), "\(part) missing or out of order in\n\(text)")
            rest = rest[range.upperBound...]
        }
    }

    @Test("The chain is a tree: one level deeper for each issuer, the anchor named")
    func tree() throws {
        let samples = try Samples()
        let lines = try samples.verdict(samples.leaf().chain).text().split(separator: "\n").map(String.init)
        // The template's 40 days.
        #expect(lines.first == "sample.pem: trusted, expires in 40 days")
        #expect(lines.contains { $0.hasPrefix("    CN=www.example.com  EC P-256, until 2026-02-24") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("    └─ CN=Sample Intermediate") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("       └─ CN=Sample Root") && $0.hasSuffix("anchor") }, "\(lines)")
    }

    /// RFC 8446 §4.4.2: a server sends its certificate and those that certify it, the root left out if it likes.
    @Test("Where the path needed more, the text says what was sent")
    func sent() throws {
        let samples = try Samples()
        let leaf = try samples.leaf()
        var report = try samples.verdict([leaf.certificate])
        #expect(report.text().contains("\n  given        1 certificate: CN=www.example.com\n"), "\(report.text())")
        report.connection = ConnectionReport(address: "192.0.2.7", tls: nil, timing: nil)
        #expect(report.text().contains("\n  sent         1 certificate: CN=www.example.com\n"))
        let whole = try samples.verdict(leaf.chain)
        #expect(!whole.text().contains("  given "))
        // An intermediate that was had from elsewhere: here it stands among the anchors, below its root.
        var found = try samples.verdict(
            [leaf.certificate], anchors: [samples.root.certificate, samples.intermediate.certificate])
        found.connection = report.connection
        #expect(!found.text().contains("not sent"), "an anchor need not be sent")
    }

    @Test("The certificate that is at fault is marked in the tree, and no other")
    func marks() throws {
        let samples = try Samples()
        let leaf = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
        }
        let marked = try samples.verdict(leaf.chain).text().split(separator: "\n").filter { $0.contains("✗") }
        #expect(marked.count == 1)
        #expect(marked.first?.hasSuffix("✗ expired") == true, "\(marked)")
    }

    @Test("A judgement without a name says so in the headline of a success")
    func noName() throws {
        let samples = try Samples()
        let report = try samples.verdict(samples.leaf().chain, policy: .basicX509)
        #expect(report.headline() == "sample.pem: trusted, expires in 40 days, judged without a name")
    }

    @Test("Colour appears only when asked for")
    func colour() throws {
        let samples = try Samples()
        let report = try samples.verdict(samples.leaf().chain)
        #expect(!report.text(.plain).contains("\u{1b}"))
        #expect(report.text(.coloured).contains("\u{1b}[1;32mtrusted"))
    }

    /// Text that would do harm on a terminal; the name is what test logs show of it.
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
    }

    @Test(
        "What a stranger wrote cannot move the cursor, break the line or turn the direction of writing",
        arguments: [
            Attack(testDescription: "clear the screen", text: "\u{1b}[2J"),
            Attack(testDescription: "clear the screen with a C1 control", text: "\u{9b}2J"),
            Attack(testDescription: "overwrite the line", text: "\rtrusted"),
            Attack(testDescription: "forge a line", text: "\r\nsample.pem: trusted"),
            Attack(testDescription: "turn the direction", text: "\u{202e}moc"),
            Attack(testDescription: "isolate the direction", text: "\u{2066}moc"),
            Attack(testDescription: "delete", text: "\u{7f}"),
            Attack(testDescription: "forge a line with a line separator", text: "\u{2028}trusted"),
        ])
    func hostileNames(_ attack: Attack) throws {
        let samples = try Samples()
        let hostile = try samples.leaf {
            $0.subject = DistinguishedName([(type: .commonName, text: "before" + attack.text + "after")])
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
        }
        let harmless = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
        }
        let text = try samples.verdict(hostile.chain, target: "file" + attack.text).text()
        let unsafe = text.unicodeScalars.filter { scalar in
            scalar != "\n"
                && [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        #expect(unsafe.isEmpty, "\(unsafe.map { String($0.value, radix: 16) })")
        // The same number of lines as with a harmless name.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        let expected = try samples.verdict(harmless.chain).text()
        #expect(lines == expected.split(separator: "\n", omittingEmptySubsequences: false).count)
    }

    @Test("A target that got no verdict has a headline with the reason, and no block")
    func failure() throws {
        let samples = try Samples()
        let failure = FailureReport(phase: .name, code: "x", message: "could not resolve", hint: nil, exitCode: 3)
        let report = VerdictReport(failure, target: "https://no.invalid/", policy: .basicX509, at: samples.at)
        #expect(report.headline() == "https://no.invalid/: failed: could not resolve")
        #expect(report.text() == "")
    }
}
