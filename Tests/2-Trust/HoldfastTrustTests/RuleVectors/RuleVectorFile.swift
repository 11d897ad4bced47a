import Foundation
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// A recorded case as text: what it rests on, how it is judged, what is expected, then the chain, the anchor, and where
/// there are any the revocation lists or the keys of logs, as PEM.
struct RuleVectorFile: Hashable, Sendable {
    let sentence: String
    let judged: RuleVectorConditions
    let expected: RuleExpectation
    /// What is said by a library without ML-DSA; nil where that is the same.
    let expectedWithoutMLDSA: RuleExpectation?
    /// Leaf first (DER).
    let chain: [[UInt8]]
    let anchor: [UInt8]
    let lists: [[UInt8]]
    /// SubjectPublicKeyInfo (DER).
    let logs: [[UInt8]]

    /// What stands before the chain, the anchor, the lists, and the keys of logs.
    private static let sections = ["chain:", "anchor:", "lists:", "logs:"]
    private static let columns = 118

    init(_ vector: RuleVector) throws {
        let logged = try vector.makeWithLogs?()
        let (made, lists) = try vector.makeWithLists?() ?? (logged?.made ?? vector.make(), [])
        self.lists = lists
        logs = logged?.logs ?? []
        sentence = vector.sentence
        judged = vector.judged
        expected = vector.expected
        expectedWithoutMLDSA = vector.expectedWithoutMLDSA
        chain = made.chain
        anchor = made.root
    }

    /// The text; a reader gets the same values from it.
    var text: String { (header + ["", Self.sections[0]]).joined(separator: "\n") + "\n" + bytes }

    /// The lines before the bytes.
    var header: [String] { Self.header(sentence, judged, expected, expectedWithoutMLDSA) }

    /// What is expected by the library of this process.
    var expectedHere: RuleExpectation {
        MLDSA.allCases.allSatisfy(\.isInLibrary) ? expected : expectedWithoutMLDSA ?? expected
    }

    /// The lines that stand before the bytes of a case, whatever those are.
    static func header(of vector: RuleVector) -> [String] {
        header(vector.sentence, vector.judged, vector.expected, vector.expectedWithoutMLDSA)
    }

    private static func header(
        _ sentence: String, _ judged: RuleVectorConditions, _ expected: RuleExpectation,
        _ withoutMLDSA: RuleExpectation?
    ) -> [String] {
        var lines = folded(sentence).map { "# " + $0 }
        lines += [
            "host: \(judged.host)", "at: \(judged.at)",
            "anchors: \(judged.anchors == .publicWeb ? "public" : "own")",
        ]
        lines += RuleVectorConditions.Setting.allCases.compactMap { setting in
            judged.settings[setting].map { "\(setting.rawValue): \($0)" }
        }
        lines += expected.lines()
        if let withoutMLDSA { lines += withoutMLDSA.lines(RuleExpectation.withoutMLDSA) }
        return lines
    }

    private var bytes: String {
        func pem(_ certificate: [UInt8]) -> String { PEMBlock(label: "CERTIFICATE", contents: certificate).encoded }
        func section(_ number: Int, _ label: String, _ contents: [[UInt8]]) -> String {
            guard !contents.isEmpty else { return "" }
            return "\n\(Self.sections[number])\n"
                + contents.map { PEMBlock(label: label, contents: $0).encoded }.joined()
        }
        return chain.map(pem).joined() + "\n\(Self.sections[1])\n" + pem(anchor)
            + section(2, "X509 CRL", lists) + section(3, "PUBLIC KEY", logs)
    }

    private static func folded(_ text: String) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if !last.isEmpty, last.count + 1 + word.count > columns {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
            }
        }
        return lines
    }

    /// Reads a case; nil where a field is missing, unknown, doubled or malformed.
    init?(text: String) {
        var remarks: [String] = []
        var fields: [String: String] = [:]
        var section = 0
        var pem = ["", "", "", ""]
        for line in text.split(separator: "\n") {
            if let next = Self.sections.firstIndex(of: String(line)) {
                // In their order; the last two are there where they hold something.
                guard next == section || (section >= 2 && next > section) else { return nil }
                section = next + 1
            } else if section > 0 {
                pem[section - 1] += line + "\n"
            } else if line.hasPrefix("# ") {
                remarks.append(String(line.dropFirst(2)))
            } else {
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let name = String(line[..<colon])
                guard fields[name] == nil else { return nil }
                fields[name] = line[line.index(after: colon)...].trimmed
            }
        }
        guard !remarks.isEmpty, let judged = RuleVectorConditions(taking: &fields),
            let expected = RuleExpectation(taking: &fields)
        else { return nil }
        let hasMore = !fields.isEmpty
        let withoutMLDSA = RuleExpectation(taking: &fields, RuleExpectation.withoutMLDSA)
        guard fields.isEmpty, hasMore == (withoutMLDSA != nil),
            let chain = Self.blocks(pem[0], "CERTIFICATE"), let anchors = Self.blocks(pem[1], "CERTIFICATE"),
            let lists = Self.blocks(pem[2], "X509 CRL"), let logs = Self.blocks(pem[3], "PUBLIC KEY"),
            anchors.count == 1, !chain.isEmpty, section < 3 || !(lists.isEmpty && logs.isEmpty)
        else { return nil }
        self.lists = lists
        self.logs = logs
        sentence = remarks.joined(separator: " ")
        self.judged = judged
        self.expected = expected
        expectedWithoutMLDSA = withoutMLDSA
        self.chain = chain
        anchor = anchors[0]
    }

    private static func blocks(_ text: String, _ label: String) -> [[UInt8]]? {
        guard let blocks = try? PEM.blocks(in: Array(text.utf8)[...]) else { return nil }
        return blocks.allSatisfy { $0.label == label } ? blocks.map(\.contents) : nil
    }

    /// What a profile says of the recorded bytes.
    func findings(_ profile: Profile) throws -> Set<String> {
        let policy = try judged.policy(profile, anchor: Certificate(der: anchor), logs: logs)
        let trust = try ServerTrust(derChain: chain)
        let found: [Finding]
        do throws(TrustFailure) {
            let evidence = Evidence.revocationLists(lists.map { SuppliedRevocationList(der: $0) })
            found = try TrustEngine().evaluate(trust, with: policy, at: judged.at, supplying: [evidence]).findings
        } catch {
            found = error.findings
        }
        return Set(found.map { "\($0.severity.rawValue) \($0.requirement)" })
    }
}

extension RuleVectorConditions {
    /// Takes its fields out of those of a file.
    fileprivate init?(taking fields: inout [String: String]) {
        guard let host = fields.removeValue(forKey: "host"),
            let moment = fields.removeValue(forKey: "at").flatMap({ Instant(rfc3339: $0) }),
            let kind = fields.removeValue(forKey: "anchors"), kind == "public" || kind == "own"
        else { return nil }
        self.init(host: host, at: moment, anchors: kind == "public" ? .publicWeb : .own)
        for setting in Setting.allCases {
            guard let text = fields.removeValue(forKey: setting.rawValue) else { continue }
            guard let value = Int64(text) else { return nil }
            settings[setting] = value
        }
    }
}

extension RuleExpectation {
    /// Takes the line of each profile out of those of a file.
    fileprivate init?(taking fields: inout [String: String], _ suffix: String = "") {
        var findings: [String: Set<String>] = [:]
        for profile in Profile.all {
            guard let text = fields.removeValue(forKey: profile.name + suffix), !text.isEmpty else { return nil }
            findings[profile.name] = Self.list(text)
        }
        self.init(findings: findings)
    }

    /// The words after a profile's name where the library has no ML-DSA.
    fileprivate static let withoutMLDSA = " without ML-DSA"

    /// The line of each profile.
    fileprivate func lines(_ suffix: String = "") -> [String] {
        Profile.all.map { "\($0.name)\(suffix): \(Self.text(findings[$0.name] ?? []))" }
    }
}
