import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTrust
import HoldfastWords
import HoldfastX509
import TestSupport
import Testing

/// What GitHub's documentation, "SARIF support for code scanning", requires of a file. "You must supply an explicit
/// value for any property marked as 'required'. The empty string is not supported for required properties."
@Suite(.ownThread)
struct SARIFCodeScanningTests {
    private func reports() throws -> [VerdictReport] {
        let samples = try Samples()
        let bad = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
            $0.names = ["other.example"]
        }
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: "nothing listens", hint: nil, exitCode: 3)
        return [
            try samples.verdict(bad.chain, target: "https://www.example.com:8443/"),
            VerdictReport(failure, target: "[2001:db8::1]:1", policy: .basicX509, at: samples.at),
        ]
    }

    private func run(_ reports: [VerdictReport], limit: Int? = nil) throws -> JSONDocument {
        var report = SARIFReport(reports, toolVersion: "0.1.0")
        report.maximumResults = limit ?? report.maximumResults
        return try #require(try JSONDocument(report.text)["runs"]?[0])
    }

    private func list(_ value: JSONDocument?) -> [JSONDocument] {
        if case .array(let elements)? = value { elements } else { [] }
    }

    private func text(_ value: JSONDocument?) -> String { if case .text(let text)? = value { text } else { "" } }
    private func number(_ value: JSONDocument?) -> Double { if case .number(let value)? = value { value } else { 0 } }

    /// "`location.physicalLocation` | Required", "`artifactLocation.uri`", "`region.startLine`",
    /// "`region.startColumn`", "`region.endLine`", "`region.endColumn`": all required.
    @Test("Each result has a file and a region, also where no file names the server")
    func locations() throws {
        let results = list(try run(reports())["results"])
        #expect(results.count == 3)
        for result in results {
            let place = result["locations"]?[0]?["physicalLocation"]
            let uri = text(place?["artifactLocation"]?["uri"])
            // "For the best results we recommend that this is a relative path".
            #expect(!uri.isEmpty && !uri.hasPrefix("/") && !uri.contains(":") && !uri.contains(".."), "\(uri)")
            let region = place?["region"]
            for name in ["startLine", "startColumn", "endLine", "endColumn"] { #expect(number(region?[name]) >= 1) }
        }
        let uris = results.map { text($0["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]) }
        #expect(uris == ["servers/www.example.com", "servers/www.example.com", "servers/%5B2001%3Adb8%3A%3A1%5D%3A1"])
    }

    @Test("The place that a report was given is its place")
    func given() throws {
        var report = try reports()[0]
        report.place = ReportPlace(file: "ops/my servers.txt", line: 7, column: 3, length: 15)
        let place = try run([report])["results"]?[0]?["locations"]?[0]?["physicalLocation"]
        #expect(place?["artifactLocation"]?["uri"] == .text("ops/my%20servers.txt"))
        #expect(number(place?["region"]?["startLine"]) == 7 && number(place?["region"]?["endLine"]) == 7)
        #expect(number(place?["region"]?["startColumn"]) == 3 && number(place?["region"]?["endColumn"]) == 18)
    }

    /// RFC 3986 §4.2: a relative reference's first segment has no colon, and dots would lead elsewhere.
    @Test(
        "Paths become relative references",
        arguments: [
            ("./a/../b.txt", "b.txt"), ("/etc/ssl/x.pem", "etc/ssl/x.pem"), ("../../x", "x"), ("ü:b", "%C3%BC%3Ab"),
            ("..", "none"), ("", "none"), ("a\u{1b}b", "a%1Bb"),
        ])
    func paths(_ row: (path: String, uri: String)) {
        #expect(ReportPlace(file: row.path).uri == row.uri)
    }

    /// "`partialFingerprints` | Required … code scanning only uses the `primaryLocationLineHash`."
    @Test("Each result has its own primaryLocationLineHash, the same from run to run and wherever it is listed")
    func fingerprints() throws {
        func hashes(_ reports: [VerdictReport]) throws -> [String] {
            list(try run(reports)["results"]).map { text($0["partialFingerprints"]?["primaryLocationLineHash"]) }
        }
        let reports = try reports()
        let first = try hashes(reports)
        #expect(Set(first).count == 3 && !first.contains(""))
        #expect(try hashes(reports.reversed()).sorted() == first.sorted())
        var moved = reports
        moved[0].place = ReportPlace(file: "list.txt", line: 99)
        #expect(try hashes(moved) == first)
        // The same finding twice in one run is two results.
        #expect(Set(try hashes(reports + reports)).count == 6)
    }

    /// "`name` … Limited to 255 characters", "`shortDescription.text` | Required … Limited to 1024 characters",
    /// "`fullDescription.text` | Required … Limited to 1024 characters", "`help.text` | Required"; "`security-severity`
    /// … a value that is greater than 0.0 up to 10.0"; tags: "Only 10 tags will be included".
    @Test("Each code has words within the limits", arguments: FindingCode.all)
    func words(_ code: FindingCode) throws {
        let words = try #require(FindingWords.of(code))
        #expect((1...255).contains(words.headline.english.count) && (1...1024).contains(words.meaning.english.count))
    }

    @Test("Each rule has what is shown of it, within the limits")
    func rules() throws {
        for rule in list(try run(reports())["tool"]?["driver"]?["rules"]) {
            #expect((1...255).contains(text(rule["name"]).count))
            #expect(text(rule["name"]).first?.isUppercase == true)
            for part in ["shortDescription", "fullDescription"] {
                #expect((1...1024).contains(text(rule[part]?["text"]).count))
            }
            let help = text(rule["help"]?["text"])
            #expect(!help.isEmpty)
            #expect((1...10).contains(list(rule["properties"]?["tags"]).count))
            #expect(rule["properties"]?["precision"] == .text("very-high"))
            let severity = rule["properties"]?["security-severity"]
            let isSecurity = list(rule["properties"]?["tags"]).contains(.text("security"))
            #expect((severity != nil) == isSecurity)
            if isSecurity { #expect((0.1...10).contains(Double(text(severity)) ?? 0)) }
        }
    }

    /// "Results per run | 25,000": "If any of these objects exceeds its maximum value the SARIF file is rejected."
    @Test("Of more than 25,000 results the weightiest stay, and the invocation says how many do not")
    func limit() throws {
        let samples = try Samples()
        let warned = try samples.verdict(try samples.leaf { $0.extendedKeyUsage = nil }.chain, target: "warned")
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: "nothing listens", hint: nil, exitCode: 3)
        let failed = VerdictReport(failure, target: "closed", policy: .basicX509, at: samples.at)
        #expect(SARIFReport([], toolVersion: "0.1.0").maximumResults == 25_000)
        let count = 100
        let run = try run(Array(repeating: warned, count: count) + [failed], limit: count)
        let results = list(run["results"])
        #expect(results.count == count)
        #expect(results.last?["ruleId"] == .text("connectionRefused"))
        let notes = list(run["invocations"]?[0]?["toolExecutionNotifications"])
        #expect(notes.last?["descriptor"]?["id"] == .text("resultsLeftOut"))
        let message = text(notes.last?["message"]?["text"])
        #expect(message.hasPrefix("1 results"))
    }
}
