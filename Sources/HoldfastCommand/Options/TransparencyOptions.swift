import HoldfastTrust

extension CommandOption {
    static let ctPolicy = CommandOption(
        "--ct-policy", "PROGRAMME", in: .trust,
        help: "want timestamps of certificate transparency logs as this programme counts them: apple or chrome")
    static let ctLogs = CommandOption(
        "--ct-logs", "FILE", in: .trust,
        help: "the logs that --ct-policy knows: a list as Apple and Google publish it (JSON, version 3)")
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
            guard path == nil else {
                throw .usage(
                    "\(CommandOption.ctLogs.name) needs \(CommandOption.ctPolicy.name)",
                    hint: "say whose rules count the timestamps: \(Self.programmes(" or "))")
            }
            requirement = nil
            return
        }
        guard let policy = TransparencyPolicy.named(name) else {
            throw .usage(
                "\(CommandOption.ctPolicy.name): \(Wording.quoted(name)) is no programme",
                hint: "programmes are \(Self.programmes(", "))")
        }
        if let purpose, purpose != .ssl {
            throw .usage(
                "\(CommandOption.ctPolicy.name) does not apply to --policy \(purpose.rawValue)",
                hint: "only certificates of servers are logged; leave one of the two out")
        }
        let logs = try path.map { path throws(CommandError) in try Self.logs(in: path) }
        requirement = TransparencyRequirement(policy: policy, logs: logs, scope: scope)
    }

    /// A policy with what the options ask for.
    func applied(to policy: TrustPolicy) -> TrustPolicy {
        guard let requirement else { return policy }
        var policy = policy
        policy.transparency = .required(requirement)
        return policy
    }

    private static func programmes(_ separator: String) -> String {
        TransparencyPolicy.all.map(\.name).joined(separator: separator)
    }

    /// The list of logs in a file.
    private static func logs(in path: String) throws(CommandError) -> TransparencyLogList {
        let bytes = try InputFile.bytes(
            of: path, limit: TransparencyLogList.byteLimit,
            advice: "name a list of logs; the longest that is published has less than 1 MiB")
        do throws(TransparencyLogListError) {
            return try TransparencyLogList(json: bytes)
        } catch {
            throw failure(error, of: path)
        }
    }

    /// The error of a list that does not count; all of its problems are told, a line each.
    private static func failure(_ error: TransparencyLogListError, of path: String) -> CommandError {
        let hint = "nothing of it counts until all of it is right: get it anew from its publisher"
        if error.count == 1, let problem = error.problems.first {
            return CommandError(.internalError, code: "badLogList", "\(path):\(problem)", hint: hint)
        }
        for problem in error.problems { Console.complain("\(path):\(problem)", hint: nil) }
        return CommandError(
            .internalError, code: "badLogList", "list of logs \(Wording.quoted(path)): it has \(error.count) errors",
            hint: hint)
    }
}
