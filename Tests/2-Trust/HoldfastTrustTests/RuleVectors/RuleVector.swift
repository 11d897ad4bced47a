import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

/// One recorded case of a rule: a chain, how it is judged, and what each profile must say of it.
///
/// The good chain is ``RootProgramChain``, of which no profile has anything to say: a case states what deviates.
struct RuleVector: Sendable, CustomTestStringConvertible {
    /// A chain as the server sends it, and the one anchor.
    typealias Made = (chain: [[UInt8]], root: [UInt8])

    /// The name of its file: the attack, or the deviation.
    let name: String
    /// The sentence of the RFC or of the programme that it rests on.
    let sentence: String
    let judged: RuleVectorConditions
    let expected: RuleExpectation
    /// What is said of it by a library without ML-DSA; nil where that is the same.
    var expectedWithoutMLDSA: RuleExpectation?
    /// The parameter set without which the chain cannot be made anew; nil where every library can. Judged it is by all.
    var needs: MLDSA?
    /// Makes the chain anew.
    let make: @Sendable () throws -> Made
    /// Makes the chain anew together with the revocation lists that are supplied with it; nil where there are none.
    var makeWithLists: (@Sendable () throws -> (made: Made, lists: [[UInt8]]))?
    /// Makes the chain anew together with the keys of the logs that it was shown to; nil where there are none.
    var makeWithLogs: (@Sendable () throws -> (made: Made, logs: [[UInt8]]))?

    var testDescription: String { name }

    /// A case of another shape than the good chain.
    init(
        _ name: String, _ sentence: String, _ kind: AnchorKind, host: String = RootProgramChain.host,
        at moment: Instant = RootProgramChain.moment, settings: [RuleVectorConditions.Setting: Int64] = [:],
        _ expected: RuleExpectation, made make: @escaping @Sendable () throws -> Made
    ) {
        self.name = name
        self.sentence = sentence
        judged = RuleVectorConditions(host: host, at: moment, anchors: kind, settings: settings)
        self.expected = expected
        self.make = make
    }

    /// A case that differs from the good chain by `change`.
    init(
        _ name: String, _ sentence: String, _ kind: AnchorKind, host: String = RootProgramChain.host,
        at moment: Instant = RootProgramChain.moment, settings: [RuleVectorConditions.Setting: Int64] = [:],
        _ expected: RuleExpectation,
        _ change: @escaping @Sendable (inout RootProgramChain) throws -> Void = { _ in }
    ) {
        self.init(name, sentence, kind, host: host, at: moment, settings: settings, expected) {
            var chain = try RootProgramChain()
            try change(&chain)
            return try chain.made()
        }
    }
}

extension RuleVector {
    /// The same case, of which a library without ML-DSA says something else.
    func withoutMLDSA(_ expected: RuleExpectation) -> RuleVector {
        var vector = self
        vector.expectedWithoutMLDSA = expected
        return vector
    }

    /// The same case, whose chain can only be made by a library that has the parameter set.
    func needing(_ set: MLDSA) -> RuleVector {
        var vector = self
        vector.needs = set
        return vector
    }
}

/// How a recorded case is judged, besides the profile.
struct RuleVectorConditions: Hashable, Sendable {
    /// What else the policy asks for; the names are those of `TrustPolicy`.
    enum Setting: String, CaseIterable, Sendable {
        /// How many intermediates may stand in the path.
        case maximumIntermediates
        /// How many days a certificate below any anchor may be valid for.
        case maximumLifetimeDays
        /// In seconds.
        case expiryNotice
        /// One where a policy is required from the start.
        case explicitPolicy
        /// One where revocation lists are looked at, two where they are required.
        case revocation
        /// A ``RuleVectorPins`` by its number.
        case pins
        /// A ``RuleVectorLogs`` by its number.
        case transparency
    }

    var host: String
    var at: Instant
    /// Whether the anchor counts as the public web's or as one's own.
    var anchors: AnchorKind
    var settings: [Setting: Int64] = [:]

    func policy(_ profile: Profile, anchor: Certificate, logs: [[UInt8]] = []) throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.profile = profile
        policy.publicSuffixes = RootProgramChain.suffixes
        policy.anchors = anchors == .publicWeb ? .onlyAsPublic([anchor]) : .only([anchor])
        policy.maximumIntermediates = settings[.maximumIntermediates].map { Int($0) }
        if let days = settings[.maximumLifetimeDays] {
            var constraints = AnchorConstraints()
            constraints.maximumLifetimeDays = Int(days)
            policy.anchorConstraints = [constraints]
        }
        policy.expiryNotice = settings[.expiryNotice].map { .seconds($0) }
        policy.initialPolicies.explicitPolicy = settings[.explicitPolicy] == 1
        policy.revocation = settings[.revocation].map { $0 == 2 ? .hard : .soft } ?? .off
        if let number = settings[.pins] {
            let pins = try #require(RuleVectorPins(rawValue: number), "no such pins: \(number)")
            policy.pins = TrustPins(try pins.hosts(anchor))
        }
        if let number = settings[.transparency] {
            let asked = try #require(RuleVectorLogs(rawValue: number), "no such logs: \(number)")
            policy.transparency = .required(try asked.requirement(logs))
        }
        return policy
    }
}

/// What each profile must say of a case: exactly these requirements, each as `error keyUsage.handshake`.
struct RuleExpectation: Hashable, Sendable {
    /// By the profile's name.
    let findings: [String: Set<String>]

    init(findings: [String: Set<String>]) { self.findings = findings }

    /// - Parameters: for each profile the findings between commas; a hyphen for none.
    init(default standard: String, rfc5280: String, webpki: String, apple: String) {
        findings = [
            "default": Self.list(standard), "rfc5280": Self.list(rfc5280), "webpki": Self.list(webpki),
            "apple": Self.list(apple),
        ]
    }

    /// The same in all profiles.
    static func everywhere(_ findings: String) -> RuleExpectation {
        RuleExpectation(default: findings, rfc5280: findings, webpki: findings, apple: findings)
    }

    /// Nobody has a word to say.
    static let good = everywhere("-")

    /// What `webpki` alone asks for.
    static func webpki(_ findings: String) -> RuleExpectation {
        RuleExpectation(default: "-", rfc5280: "-", webpki: findings, apple: "-")
    }

    /// What `webpki` asks for, and `rfc5280` of servers' chains.
    static func servers(_ findings: String) -> RuleExpectation {
        RuleExpectation(default: "-", rfc5280: findings, webpki: findings, apple: "-")
    }

    /// One requirement, by its weight in `default`, `rfc5280`, `webpki` and `apple`, and what else `webpki` says.
    static func weights(_ letters: String, _ requirement: String, webpkiToo other: String = "-") -> RuleExpectation {
        let names: [Character: String] = ["E": "error", "W": "warning", "N": "note"]
        let cells = letters.map { letter in names[letter].map { "\($0) \(requirement)" } ?? "-" }
        let columns = (cells + Array(repeating: "no such column", count: 4)).prefix(4)
        return RuleExpectation(
            default: columns[0], rfc5280: columns[1], webpki: "\(columns[2]), \(other)", apple: columns[3])
    }

    static func list(_ text: String) -> Set<String> {
        Set(text.split(separator: ",").map { $0.trimmed }.filter { $0 != "-" && !$0.isEmpty })
    }

    /// The gravest first, then by name.
    static func text(_ findings: Set<String>) -> String {
        func rank(_ finding: String) -> Int { ["error", "warning", "note"].firstIndex { finding.hasPrefix($0) } ?? 3 }
        let sorted = findings.sorted { (rank($0), $0) < (rank($1), $1) }
        return sorted.isEmpty ? "-" : sorted.joined(separator: ", ")
    }
}

extension StringProtocol {
    /// Without the spaces around it.
    var trimmed: String {
        String(self.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// The cases of one rule: a folder of `Vectors/rules`.
struct RuleFolder: Sendable {
    /// The name of the rule, as in `Docs/rules.md`.
    let rule: String
    let cases: [RuleVector]

    init(_ rule: String, _ cases: [RuleVector]) {
        self.rule = rule
        self.cases = cases
    }

    /// Every rule's.
    static let all: [RuleFolder] =
        pathRules + timeRules + nameRules + constraintRules + authorityRules + usageRules + extensionRules + formRules
        + keyRules + postQuantumRules + programmeRules + revocationRules + pinRules + transparencyRules
}
