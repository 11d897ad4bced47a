import HoldfastDiagnostics
import HoldfastJSON
import HoldfastStatements
import HoldfastTrust

extension CommandOption {
    static let ctPolicy = CommandOption(
        "--ct-policy", "PROGRAMME", in: .trust,
        help: "want timestamps of certificate transparency logs as this programme counts them: apple or chrome",
        chinese: "须有证书透明度日志的时间戳，按此计划的算法：apple 或 chrome")
    static let ctLogs = CommandOption(
        "--ct-logs", "FILE", in: .trust,
        help: "the logs that --ct-policy knows: a list as Apple and Google publish it (JSON, version 3)",
        chinese: "--ct-policy 所知的日志：Apple 与 Google 公布的列表（JSON，第 3 版）")
}

/// The demands of `--ct-policy` and `--ct-logs` on servers' certificates.
struct TransparencyOptions: Sendable {
    /// The demand; nil where the options say nothing, and a policy file may.
    let requirement: TransparencyRequirement?

    /// No demand.
    static let none = TransparencyOptions(requirement: nil)

    private init(requirement: TransparencyRequirement?) { self.requirement = requirement }

    /// Reads the options, and the list of logs.
    ///
    /// A demand on the command line holds under every anchor: whoever asks about a server wants its answer, whoever
    /// issued its certificate.
    ///
    /// - Parameters:
    ///   - standing: the programme where `--ct-logs` stands alone; nil where it then makes no sense.
    ///   - scope: the anchors under which the demand holds, where a command asks what somebody else would.
    /// - Throws: exit code 2 for options that make no sense together, 1 for a list that cannot be read.
    init(
        _ invocation: Invocation, purpose: TrustOptions.Purpose?, standing: TransparencyPolicy? = nil,
        scope: TransparencyRequirement.Scope = .everyAnchor
    ) throws(CommandError) {
        let path = invocation.value(.ctLogs)
        guard let name = invocation.value(.ctPolicy) ?? path.flatMap({ _ in standing?.name }) else {
            try invocation.refuse(
                [.ctLogs], without: CommandOption.ctPolicy.name,
                PolicyAdvice.whoseRules(programmes: Self.programmes(" or ")))
            requirement = nil
            return
        }
        guard let policy = TransparencyPolicy.named(name) else {
            throw .usage(
                PolicySentence.noProgramme(option: CommandOption.ctPolicy.name, name: name),
                hint: PolicyAdvice.programmes(names: Self.programmes(", ")))
        }
        if let purpose, purpose != .ssl {
            throw .usage(
                PolicySentence.ctWithoutServer(option: CommandOption.ctPolicy.name, purpose: purpose.rawValue),
                hint: PolicyAdvice.onlyServersLogged)
        }
        let logs = try path.map { path throws(CommandError) in try Self.logs(in: path) }
        requirement = TransparencyRequirement(policy: policy, logs: logs, scope: scope)
    }

    /// A policy with what the options ask for.
    func applied(to policy: TrustPolicy) -> TrustPolicy {
        guard let requirement else { return policy }
        var policy = policy
        policy.transparency = .required(requirement)
        policy.policyFile?.drop("transparency")
        return policy
    }

    private static func programmes(_ separator: String) -> String {
        TransparencyPolicy.all.map(\.name).joined(separator: separator)
    }

    /// The list of logs in a file.
    private static func logs(in path: String) throws(CommandError) -> TransparencyLogList {
        let bytes = try InputFile.bytes(
            of: path, limit: TransparencyLogList.byteLimit,
            advice: FileAdvice.logList)
        do throws(TransparencyLogListError) {
            return try TransparencyLogList(json: bytes)
        } catch {
            throw failure(error, of: path)
        }
    }

    /// The error of a list that does not count; all of its problems are told, a line each.
    private static func failure(_ error: TransparencyLogListError, of path: String) -> CommandError {
        if error.count == 1, let problem = error.problems.first {
            return CommandError(
                .internalError, code: .badLogList, PolicySentence.line(file: path, problem: problem.wholeStatement),
                hint: PolicyAdvice.nothingCounts)
        }
        for problem in error.problems {
            Console.complain(PolicySentence.line(file: path, problem: problem.wholeStatement), hint: nil)
        }
        return CommandError(
            .internalError, code: .badLogList, PolicySentence.logList(file: path, count: error.count),
            hint: PolicyAdvice.nothingCounts)
    }
}
