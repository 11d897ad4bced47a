import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

/// A demand for certificate transparency, by the number that stands in a recorded file.
///
/// Each key of the file is a log of an operator of its own, read by RFC 6962 and in use.
enum RuleVectorLogs: Int64 {
    case apple = 1
    case chrome = 2
    /// Apple's, and the second log was retired before it gave its timestamp.
    case appleSecondRetired = 3
    /// Apple's, and both logs have one operator.
    case appleOneOperator = 4
    /// Apple's, without a list.
    case appleWithoutList = 5

    func requirement(_ keys: [[UInt8]]) throws -> TransparencyRequirement {
        let policy = self == .chrome ? TransparencyPolicy.chrome : .apple
        return TransparencyRequirement(policy: policy, logs: self == .appleWithoutList ? nil : try list(keys))
    }

    private func list(_ keys: [[UInt8]]) throws -> TransparencyLogList {
        let operators = keys.enumerated().map { number, key in
            let isRetired = self == .appleSecondRetired && number == 1
            let state = isRetired ? #"{"retired": {"timestamp": "2026-05-01T00:00:00Z"}}"# : Self.usable
            let log =
                #"{"log_id": "\#(Base64.encode(Digest.sha256(key)))", "key": "\#(Base64.encode(key))", "#
                + #""mmd": 86400, "state": \#(state)}"#
            return (name: "Operator \(self == .appleOneOperator ? 0 : number)", log: log)
        }
        let grouped = Dictionary(grouping: operators, by: \.name).sorted { $0.key < $1.key }.map { name, logs in
            #"{"name": "\#(name)", "logs": [\#(logs.map(\.log).joined(separator: ", "))]}"#
        }
        let list = grouped.joined(separator: ", ")
        let json = #"{"log_list_timestamp": "2026-05-31T00:00:00Z", "operators": [\#(list)]}"#
        return try TransparencyLogList(json: Array(json.utf8))
    }

    private static let usable = #"{"usable": {"timestamp": "2024-01-01T00:00:00Z"}}"#
}

extension RuleVector {
    /// A case whose certificate was shown to logs, an hour before it is judged.
    fileprivate init(
        _ name: String, _ sentence: String, _ asked: RuleVectorLogs, loggedBy count: Int, _ expected: RuleExpectation
    ) {
        self.init(name, sentence, .own, settings: [.transparency: asked.rawValue], expected)
        makeWithLogs = {
            let chain = try RootProgramChain()
            let logs = try (0..<2).map { _ in try TransparencyLog(key: try PrivateKey.generate(.p256)) }
            let top = CertificateAuthority(try Identity.selfSigned(chain.root))
            let middle = CertificateAuthority(try top.issue(chain.intermediate))
            let given = RootProgramChain.moment.advanced(bySeconds: -3_600)
            let identity = try middle.issue(chain.leaf, loggedBy: Array(logs.prefix(count)), at: given)
            return ((identity.chain, top.certificate), logs.map { Array($0.key.subjectPublicKeyInfo.bytes) })
        }
    }
}

/// Certificate transparency: the good chain, with timestamps of logs in its leaf.
extension RuleFolder {
    static let transparencyRules = [transparency]

    private static let table =
        "Apple (103214), certificate lifetime of 180 days or less: \"# of SCTs from distinct logs\" 2, \"Maximum # of "
        + "SCTs per log operator which count towards the SCT requirement\" 1."
    private static let distinct =
        "Chrome, Certificate Transparency Policy: \"at least two SCTs must be issued from distinct CT Log Operators\"."
    private static let retired =
        "Apple (103214): \"SCTs from once or currently approved logs\"; a timestamp that a log gave after it was "
        + "retired is of neither."
    private static let noList =
        "RFC 6962 §5.2: the signature is verified \"using the corresponding log's public key\", which a list gives."

    private static let transparency = RuleFolder(
        "TransparencyRule",
        [
            RuleVector("two-logs-apple", table, .apple, loggedBy: 2, .good),
            RuleVector("two-logs-chrome", distinct, .chrome, loggedBy: 2, .good),
            RuleVector("one-log-apple", table, .apple, loggedBy: 1, .everywhere("error transparency.apple")),
            RuleVector("one-log-chrome", distinct, .chrome, loggedBy: 1, .everywhere("error transparency.chrome")),
            RuleVector(
                "one-operator", table, .appleOneOperator, loggedBy: 2, .everywhere("error transparency.apple")),
            RuleVector(
                "retired-before", retired, .appleSecondRetired, loggedBy: 2, .everywhere("error transparency.apple")),
            RuleVector(
                "without-a-list", noList, .appleWithoutList, loggedBy: 2, .everywhere("warning transparency.list")),
        ])
}
