import Foundation
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The rules on bytes that no writer of ours makes anew: `Vectors/rules`, a folder for each rule, a fixed moment, and
/// what each profile must say, written from the standard (`make vectors` records it from the table in `RuleVectors`).
@Suite("The recorded chains of each rule", .ownThread)
struct RecordedRuleTests {
    @Test("each chain gives exactly the findings of its file, by every profile", arguments: RuleVectorFolder.recorded)
    func judged(_ recorded: RuleVectorFolder.Recorded) throws {
        let file = try #require(recorded.file, "\(recorded) cannot be read")
        for profile in Profile.all {
            let found = RuleExpectation.text(try file.findings(profile))
            let expected = RuleExpectation.text(file.expectedHere.findings[profile.name] ?? [])
            #expect(found == expected, "\(profile.name)")
        }
    }

    @Test("every rule of Docs/rules.md has a folder, and every folder is a rule's")
    func folders() throws {
        let rules = try RuleVectorFolder.documentedRules()
        #expect(rules.count >= 29 && Set(rules).count == rules.count)
        #expect(RuleVectorFolder.names(in: RuleVectorFolder.path) == rules.sorted())
    }

    /// A rule that never spoke, or that spoke of everything, would pass a folder of one kind.
    @Test("every folder holds a breach of its rule, and a chain beside it that every profile accepts")
    func kinds() throws {
        for (rule, files) in Dictionary(grouping: RuleVectorFolder.recorded, by: \.rule) {
            let expected = files.compactMap { $0.file?.expected.findings.values.flatMap(\.self) ?? [] }
            #expect(files.count >= 2, "\(rule)")
            #expect(expected.contains { !$0.isEmpty }, "\(rule): no breach")
            #expect(expected.contains { !$0.contains { $0.hasPrefix("error") } }, "\(rule): nothing good")
        }
    }

    @Test("the table and the files agree: make vectors records anew")
    func table() throws {
        var written: [String: [String]] = [:]
        for folder in RuleFolder.all {
            for vector in folder.cases {
                let name = "\(folder.rule)/\(vector.name).txt"
                #expect(written[name] == nil, "\(name) stands in the table twice")
                written[name] = RuleVectorFile.header(of: vector)
            }
        }
        #expect(Set(RuleFolder.all.map(\.rule)).count == RuleFolder.all.count)
        #expect(RuleVectorFolder.recorded.map { "\($0.rule)/\($0.name)" } == written.keys.sorted())
        for recorded in RuleVectorFolder.recorded {
            #expect(recorded.file?.header == written["\(recorded.rule)/\(recorded.name)"], "\(recorded)")
        }
    }

    /// Every expectation names requirements that exist, with a weight that the profile can give.
    @Test("what is expected can be expected")
    func requirements() {
        let ids = Set(Requirement.standard.map(\.id))
        for folder in RuleFolder.all {
            let expected = folder.cases.flatMap { [$0.expected] + ($0.expectedWithoutMLDSA.map { [$0] } ?? []) }
            for finding in expected.flatMap({ $0.findings.values.flatMap(\.self) }) {
                let words = finding.split(separator: " ").map(String.init)
                #expect(words.count == 2 && Severity(rawValue: words[0]) != nil && ids.contains(words[1]), "\(finding)")
            }
        }
    }

    @Test("a file that lacks a field, or has one too many, is not read")
    func malformed() throws {
        let text = try #require(RuleFolder.all.first?.cases.first.map { try RuleVectorFile($0).text })
        #expect(RuleVectorFile(text: text)?.text == text)
        for (old, new) in [
            ("host: ", "hosts: "), ("at: 2026", "at: then"), ("anchors: own", "anchors: any"), ("apple: ", "pear: "),
            ("anchor:", "root:"), ("host: ", "apple: -\nhost: "), ("# ", ""),
            ("-----END CERTIFICATE-----", "-----END CERT-----"),
        ] {
            #expect(RuleVectorFile(text: text.replacingOccurrences(of: old, with: new)) == nil, "\(new)")
        }
    }

    /// Every case of ML-DSA says what a library without it has to say, and of no other does it say anything else.
    @Test("both expectations stand in the files, and each case is judged by this library")
    func libraries() throws {
        let files = RuleVectorFolder.recorded.compactMap(\.file)
        let ofTwo = files.filter { $0.expectedWithoutMLDSA != nil }
        #expect(ofTwo.count >= 8)
        let hasMLDSA = MLDSA.mlDSA65.isInLibrary
        for file in ofTwo {
            #expect(file.expectedHere == (hasMLDSA ? file.expected : file.expectedWithoutMLDSA))
            let missed = file.expectedWithoutMLDSA?.findings.values.allSatisfy { findings in
                findings.contains { $0.hasPrefix("error ") && $0.hasSuffix(".library") }
            }
            #expect(missed == true, "a library that cannot verify refuses")
        }
        let text = try #require(ofTwo.first).text
        #expect(RuleVectorFile(text: text)?.text == text)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("apple without ML-DSA: ") })
        #expect(RuleVectorFile(text: text.replacingOccurrences(of: line + "\n", with: "")) == nil)
    }

    @Test("what is new is recorded alone, and what this library cannot make is kept and named")
    func kept() throws {
        let folder = try TemporaryFolder()
        let place = URL(filePath: folder.path)
        let plain = RuleVector("plain", "RFC 5280", .own, .good)
        var needing = RuleVector("needing", "RFC 9881", .own, .good).needing(.mlDSA44)
        let first = try RuleVectorFolder.record([RuleFolder("Rule", [plain, needing])], in: place)
        let named = "! Rule/needing.txt: not recorded, since this OpenSSL has no ML-DSA-44"
        #expect(first.contains(named) == !MLDSA.mlDSA44.isInLibrary && first.contains("  Rule/plain.txt"))
        func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: place.appending(path: name))) }
        let recorded = try bytes("Rule/plain.txt")
        try Data(recorded).write(to: place.appending(path: "Rule/needing.txt"))
        needing.expectedWithoutMLDSA = .everywhere("error signature.library")
        let again = try RuleVectorFolder.record(
            [RuleFolder("Rule", [plain, needing])], in: place, onlyNew: true)
        #expect(try bytes("Rule/plain.txt") == recorded)
        let kept = "! Rule/needing.txt: its chain is kept, since this OpenSSL has no ML-DSA-44"
        #expect(again.contains(kept) == !MLDSA.mlDSA44.isInLibrary && !again.contains("  Rule/plain.txt"))
        let file = RuleVectorFile(text: String(decoding: try bytes("Rule/needing.txt"), as: UTF8.self))
        #expect(file?.header == RuleVectorFile.header(of: needing))
        let old = RuleVectorFile(text: String(decoding: recorded, as: UTF8.self))
        #expect((file?.chain == old?.chain) == !MLDSA.mlDSA44.isInLibrary)
    }

    /// Not a test: `make vectors` records every chain anew and prints how the expectations changed.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_RECORD"] != nil, "records: make vectors"))
    func record() throws {
        let onlyNew = ProcessInfo.processInfo.environment["HOLDFAST_RECORD"] == "new"
        let difference = try RuleVectorFolder.record(onlyNew: onlyNew)
        print(difference.isEmpty ? "the rules' expectations are the same" : difference.joined(separator: "\n"))
    }
}
