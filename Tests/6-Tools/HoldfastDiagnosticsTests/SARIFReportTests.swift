import FoundationEssentials
import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// SARIF 2.1.0 (OASIS Standard with Errata 01); section numbers are the standard's.
@Suite(.ownThread)
struct SARIFReportTests {
    private func reports() throws -> [VerdictReport] {
        let samples = try Samples()
        let warned = try samples.leaf { $0.extendedKeyUsage = nil }
        let bad = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
            $0.names = ["other.example"]
        }
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: "nothing listens", hint: "check the port", exitCode: 3)
        return [
            try samples.verdict(warned.chain, target: "warned.pem"), try samples.verdict(bad.chain, target: "bad.pem"),
            VerdictReport(failure, target: "https://closed.example/", policy: .basicX509, at: samples.at),
        ]
    }

    private func log(_ reports: [VerdictReport]) throws -> JSONDocument {
        try JSONDocument(SARIFReport(reports, toolVersion: "0.1.0").text)
    }

    private func list(_ value: JSONDocument?) -> [JSONDocument] {
        if case .array(let elements)? = value { elements } else { [] }
    }

    @Test("A log of one run, with the tool and its rules (§3.13, §3.14, §3.19)")
    func run() throws {
        let log = try log(reports())
        #expect(log["version"] == .text("2.1.0"))
        #expect(log.keys == ["$schema", "version", "runs"])
        let run = try #require(log["runs"]?[0])
        #expect(log["runs"]?.count == 1)
        #expect(run.keys == ["tool", "invocations", "results"])
        let driver = try #require(run["tool"]?["driver"])
        #expect(driver["name"] == .text("Holdfast") && driver["semanticVersion"] == .text("0.1.0"))
        let rules = list(driver["rules"])
        #expect(
            rules.map { $0["id"] }
                == ["extendedKeyUsage", "expired", "hostMismatch", "connectionRefused"].map { .text($0) })
        for rule in rules {
            for part in ["shortDescription", "fullDescription", "help"] {
                // §3.12: text is required.
                guard case .text(let text)? = rule[part]?["text"] else {
                    Issue.record("\(part)")
                    continue
                }
                #expect(!text.isEmpty)
            }
        }
        #expect(rules[1]["properties"]?["exitCode"] == .number(21))
        #expect(rules[1]["properties"]?["osStatusName"] == .text("errSecCertificateExpired"))
    }

    /// §3.27.7: ruleIndex is "the index of the reportingDescriptor object … within … rules".
    @Test("A result a finding, with level, message, place and fingerprint; its rule is the one that it points to")
    func results() throws {
        let run = try #require(try log(reports())["runs"]?[0])
        let results = list(run["results"])
        #expect(
            results.map { $0["ruleId"] }
                == ["extendedKeyUsage", "expired", "hostMismatch", "connectionRefused"].map { .text($0) })
        #expect(results.map { $0["level"] } == ["warning", "error", "error", "error"].map { .text($0) })
        for result in results {
            guard case .number(let index)? = result["ruleIndex"] else {
                Issue.record("no ruleIndex")
                continue
            }
            #expect(run["tool"]?["driver"]?["rules"]?[Int(index)]?["id"] == result["ruleId"])
        }
        let expired = results[1]
        #expect(
            expired["message"]?["text"]
                == .text("the leaf, CN=www.example.com: the certificate expired 2 days ago"))
        let place = expired["locations"]?[0]?["logicalLocations"]?[0]
        #expect(place?["fullyQualifiedName"] == .text("bad.pem") && place?["kind"] == .text("resource"))
        #expect(expired["properties"]?["requirement"] == .text("validity.notAfter"))
        #expect(expired["properties"]?["seen"] != nil && expired["properties"]?["advice"] != nil)
    }

    @Test("The fingerprint stays the same from run to run, and differs between findings, targets and certificates")
    func fingerprints() throws {
        func fingerprints(_ log: JSONDocument) -> [JSONDocument?] {
            list(log["runs"]?[0]?["results"]).map { $0["fingerprints"]?["holdfast.finding/1"] }
        }
        let reports = try reports()
        let first = fingerprints(try log(reports))
        let again = fingerprints(try log(reports.reversed()))
        #expect(Set(first.map { "\($0 as Any)" }) == Set(again.map { "\($0 as Any)" }))
        #expect(Set(first.map { "\($0 as Any)" }).count == first.count && !first.contains(nil))
    }

    /// §3.20.14: executionSuccessful is false where the run could not be completed; §3.20.21 notifications say why.
    @Test("A target without a verdict makes the invocation a failed one, and is a result too")
    func invocation() throws {
        let reports = try reports()
        let failed = try #require(try log(reports)["runs"]?[0]?["invocations"]?[0])
        #expect(failed["executionSuccessful"] == .bool(false))
        #expect(failed["exitCode"] == .number(21))
        #expect(failed["toolExecutionNotifications"]?[0]?["descriptor"]?["id"] == .text("connectionRefused"))
        let whole = try #require(try log(Array(reports.prefix(2)))["runs"]?[0]?["invocations"]?[0])
        #expect(whole["executionSuccessful"] == .bool(true))
        #expect(whole["toolExecutionNotifications"] == .array([]))
    }

    /// §3.11.5: "the characters '{' and '}' SHALL be represented by the character sequences '{{' and '}}'".
    @Test("Whatever a stranger wrote, messages hold no placeholder, no link and no control", arguments: Attack.all)
    func hostile(_ attack: Attack) throws {
        let text = SARIFReport([try attack.verdict(), try attack.failure()], toolVersion: "0.1.0").text
        #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control || $0 == "\n" })
        let results = list(try JSONDocument(text)["runs"]?[0]?["results"])
        #expect(results.count >= 2)
        for result in results {
            guard case .text(let message)? = result["message"]?["text"] else {
                Issue.record("no message")
                continue
            }
            #expect(!message.contains("]("))
            let single = message.replacing("{{", with: "").replacing("}}", with: "")
            #expect(!single.contains("{") && !single.contains("}"), "\(message)")
        }
    }
}
