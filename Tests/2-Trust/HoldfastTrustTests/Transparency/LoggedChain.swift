import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import Testing

@testable import HoldfastTrust

/// A chain whose leaf was shown to logs, and the list of those logs.
struct LoggedChain {
    /// A log of the tests, with what a list says of it.
    struct Log {
        let log: TransparencyLog
        var operatorName: String
        var state = "usable"
        var since = "2020-01-01T00:00:00Z"
        var isTiled = false
        var previous: (name: String, end: String)?
        /// The ends of validity of the certificates that it takes, RFC 3339.
        var interval: (start: String, end: String)?

        init(_ operatorName: String) throws {
            log = try TransparencyLog(key: try PrivateKey.generate(.p256))
            self.operatorName = operatorName
        }
    }

    static let moment = TestChain.moment

    var chain: TestChain
    var logs: [Log]
    var leaf = TestChain.server()

    /// Logs of these operators, one each.
    init(_ operators: [String] = ["One", "Two"]) throws {
        chain = try TestChain()
        logs = try operators.map { try Log($0) }
    }

    /// The list of the logs, as it is published.
    func list(published: String = "2026-05-30T00:00:00Z") throws -> TransparencyLogList {
        let operators = Dictionary(grouping: logs, by: \.operatorName).sorted { $0.key < $1.key }.map { name, logs in
            let (plain, tiled) = (logs.filter { !$0.isTiled }, logs.filter(\.isTiled))
            return #"{"name": "\#(name)", "email": [], "logs": [\#(Self.text(plain))], "#
                + #""tiled_logs": [\#(Self.text(tiled))]}"#
        }
        let json =
            #"{"version": "1.0", "log_list_timestamp": "\#(published)", "#
            + #""operators": [\#(operators.joined(separator: ", "))]}"#
        return try TransparencyLogList(json: Array(json.utf8))
    }

    private static func text(_ logs: [Log]) -> String {
        logs.map { one in
            let key = Base64.encode(one.log.key.subjectPublicKeyInfo.bytes)
            let previous = one.previous.map { #", "previous_operators": [{"name": "\#($0)", "end_time": "\#($1)"}]"# }
            let interval = one.interval.map {
                #", "temporal_interval": {"start_inclusive": "\#($0.start)", "end_exclusive": "\#($0.end)"}"#
            }
            return #"{"description": "\#(one.operatorName)'s", "log_id": "\#(Base64.encode(one.log.id))", "#
                + #""key": "\#(key)", "mmd": 86400, "#
                + #""state": {"\#(one.state)": {"timestamp": "\#(one.since)"}}\#(previous ?? "")\#(interval ?? "")}"#
        }
        .joined(separator: ", ")
    }

    /// The chain as a server sends it, its leaf shown to these logs a day after it begins to be valid.
    func made(loggedBy chosen: [Int]? = nil, at given: Instant? = nil) throws -> [[UInt8]] {
        let chosen = (chosen ?? Array(logs.indices)).map { logs[$0].log }
        return try chain.intermediate.issue(leaf, loggedBy: chosen, at: given ?? Self.given).chain
    }

    /// The chain, its leaf shown to each log at a time of its own.
    func made(at given: (Int) -> Instant) throws -> [[UInt8]] {
        let issuerKey = chain.intermediate.identity.key.subjectPublicKeyInfo
        let identity = try chain.intermediate.issue(leaf) { (precertificate) throws(AuthorityError) in
            var timestamps: [SignedCertificateTimestamp] = []
            for (number, one) in logs.enumerated() {
                timestamps.append(
                    try one.log.timestamp(
                        precertificate: precertificate, issuerKey: issuerKey, at: given(number)))
            }
            return timestamps
        }
        return identity.chain
    }

    /// The time of the timestamps, unless a test says otherwise.
    static let given = moment.advanced(bySeconds: -3_600)

    func policy(
        _ policy: TransparencyPolicy = .apple, logs: TransparencyLogList?,
        _ scope: TransparencyRequirement.Scope = .everyAnchor
    ) throws -> TrustPolicy {
        var result = try chain.policy()
        result.transparency = .required(TransparencyRequirement(policy: policy, logs: logs, scope: scope))
        return result
    }

    /// The outcome for a chain that is sent with these timestamps beside it.
    func outcome(
        _ sent: [[UInt8]], _ policy: TransparencyPolicy = .apple, beside: [SignedCertificateTimestamp] = [],
        stapled: [UInt8]? = nil, at moment: Instant = moment
    ) throws -> any TrustOutcome {
        let list = beside.isEmpty ? nil : SignedCertificateTimestampList(beside).encoded
        let trust = try ServerTrust(derChain: sent, stapledOCSP: stapled, signedCertificateTimestamps: list)
        return try outcome(trust, self.policy(policy, logs: self.list()), at: moment)
    }

    func outcome(
        _ trust: ServerTrust, _ policy: TrustPolicy, at moment: Instant = moment
    ) throws -> any TrustOutcome {
        do throws(TrustFailure) {
            return try chain.engine.evaluate(trust, with: policy, at: moment)
        } catch { return error }
    }
}

extension TrustOutcome {
    /// The requirements that the findings are about, errors only.
    var unmet: Set<String> { Set(findings.filter { $0.severity == .error }.map(\.requirement)) }

    func severity(of requirement: String) -> Severity? {
        findings.filter { $0.requirement == requirement }.map(\.severity).max()
    }

    /// The reasons why timestamps do not count, in their order; an empty text for one that does.
    var objections: [String] { transparency.timestamps.map { $0.problem ?? "" } }
}
