import Foundation
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// One line of the expectations, and what it names.
struct RecordedLine: CustomTestStringConvertible, Sendable {
    let text: String
    let columns: [String]

    init?(_ text: Substring) {
        guard !text.hasPrefix("#") else { return nil }
        self.text = String(text)
        columns = text.components(separatedBy: " | ")
    }

    var name: String { columns[0] }
    var testDescription: String { name }
    var expectedExit: Int32? { Int32(columns[4]) }
    var expectedCodes: Set<String> { columns[5] == "-" ? [] : Set(columns[5].components(separatedBy: " ")) }

    /// Words that were recorded and are understood here: a profile, the policy and the list of logs of certificates.
    func arguments() throws -> [String: String] {
        if columns[3] == "-" { return [:] }
        let words = columns[3].components(separatedBy: " ")
        let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
        let known: Set = ["--profile", "--ct-policy", "--ct-logs"]
        try #require(words.count % 2 == 0 && pairs.allSatisfy { known.contains($0.0) }, "\(text)")
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    func policy() throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName(columns[1]))
        let arguments = try arguments()
        if let name = arguments["--profile"] { policy.profile = try #require(Profile.named(name), "\(text)") }
        if let name = arguments["--ct-policy"] {
            let counting = try #require(TransparencyPolicy.named(name), "\(text)")
            let list = try #require(arguments["--ct-logs"].map { Self.folder.appendingPathComponent($0) }, "\(text)")
            policy.transparency = .required(
                TransparencyRequirement(
                    policy: counting, logs: try TransparencyLogList(json: Array(Data(contentsOf: list)))))
        }
        // What a list says of the one public suffix that the catalogue has.
        policy.publicSuffixes = PublicSuffixes(identity: "co.uk") { $0 == "co.uk" ? .icann : nil }
        policy.anchors = .only(try certificates(in: columns[6]).map { try Certificate(der: $0) })
        return policy
    }

    func certificates(in file: String) throws -> [[UInt8]] {
        let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent(file)))
        return try PEM.blocks(in: bytes[...]).filter { $0.label == "CERTIFICATE" }.map(\.contents)
    }

    static let folder = ProjectFolder.top.appendingPathComponent("Vectors/catalogue")

    static let all: [RecordedLine] = {
        let text = try? String(contentsOf: folder.appendingPathComponent("expectations.txt"), encoding: .utf8)
        return text?.split(separator: "\n").compactMap(RecordedLine.init) ?? []
    }()
}

/// The catalogue's chains as they were recorded: fixed bytes, a fixed moment, and the verdicts that were written down
/// before (`Vectors/catalogue`, `Docs/catalogue.md`).
@Suite("The recorded catalogue", .ownThread)
struct RecordedCatalogueTests {
    private static func judge(
        _ line: RecordedLine, with policy: TrustPolicy, later days: Int64 = 0
    ) throws -> (exit: Int32, codes: Set<String>) {
        let trust = try ServerTrust(derChain: line.certificates(in: "\(line.name).pem"))
        let at = try #require(Instant(rfc3339: line.columns[2])).advanced(byDays: days)
        do throws(TrustFailure) {
            _ = try TrustEngine().evaluate(trust, with: policy, at: at)
            return (0, [])
        } catch {
            return (error.cause.code.exitCode, Set(error.errors.map(\.code.rawValue)))
        }
    }

    @Test("each chain comes to the verdict that stands in its line", arguments: RecordedLine.all)
    func judged(_ line: RecordedLine) throws {
        let verdict = try Self.judge(line, with: line.policy())
        #expect(verdict.exit == line.expectedExit, "\(line.text)")
        #expect(verdict.codes == line.expectedCodes, "\(line.text)")
    }

    @Test("every line has seven columns, and there are as many as there were")
    func lines() {
        #expect(RecordedLine.all.count >= 100)
        for line in RecordedLine.all { #expect(line.columns.count == 7 && line.expectedExit != nil, "\(line.text)") }
        #expect(Set(RecordedLine.all.map(\.name)).count == RecordedLine.all.count)
    }

    @Test(
        "what is trusted is not for another name, at another time, or without its anchor", arguments: RecordedLine.all)
    func bounded(_ line: RecordedLine) throws {
        guard line.expectedExit == 0 else { return }
        var policy = try line.policy()
        policy.purpose = .ssl(try ServerName("another.name.elsewhere.test"))
        #expect(try Self.judge(line, with: policy).codes.contains("hostMismatch"), "\(line.name)")
        #expect(try Self.judge(line, with: line.policy(), later: 7_300).codes.contains("expired"), "\(line.name)")
        policy = try line.policy()
        policy.anchors = .only([])
        let causes: Set = ["issuerNotFound", "selfSignedNotAnchor", "noAnchor"]
        #expect(!causes.isDisjoint(with: try Self.judge(line, with: policy).codes), "\(line.name)")
    }
}
