import HoldfastDiagnostics
import HoldfastJSON
import HoldfastStatements
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastPolicy
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

extension CommandOption {
    static let policyFile = CommandOption(
        "--policy-file", "FILE", in: .trust,
        help: "judge by what this file says of each server; what an option says counts instead",
        chinese: "按此文件对每台服务器的规定判定；选项优先")
    static let dangerousDebugOverrides = CommandOption(
        "--dangerously-allow-debug-overrides", in: .trust,
        help: "let the policy file accept servers without proof, for tests; without it such a file is refused",
        chinese: "允许策略文件无证明地接受服务器，供测试用；否则拒绝这样的文件")
    static let pin = CommandOption(
        "--pin", "PIN", repeatable: true, in: .trust,
        help: "want one of these in each chain: sha256/BASE64 of a key, certificate-sha256/BASE64",
        chinese: "每条链须含其中之一：密钥的 sha256/BASE64，或 certificate-sha256/BASE64")
}

/// The demands of `--policy-file` and `--pin` on servers.
struct PolicyOptions: Sendable {
    private let rules: PolicyInForce?
    /// The file of the rules, as it was named; nil without one.
    let path: String?
    /// In the place of the file's pins, for every server.
    private let pins: TrustPins?

    init(_ invocation: Invocation) throws(CommandError) {
        path = invocation.value(.policyFile)
        rules = try Self.rules(invocation)
        pins = try Self.pins(invocation.values(.pin))
    }

    /// Whether a file says something of servers by their names.
    var isByName: Bool { rules != nil }

    /// The document of the file; nil without one.
    var document: PolicyDocument? { rules?.document }

    /// A policy with what the options and the file ask for.
    func applied(to policy: TrustPolicy, at instant: Instant?) -> TrustPolicy {
        var policy = policy
        if let rules, let name = policy.purpose.serverName {
            policy = rules.policy(for: name, base: policy, at: instant)
        }
        if let pins {
            policy.pins = pins
            policy.policyFile?.drop("pins")
        }
        return policy
    }

    /// Settings of sessions for one server.
    func settings(for name: ServerName) -> HTTPSSession.ServerSettings {
        rules?.settings(for: name) ?? HTTPSSession.ServerSettings()
    }

    private static func pins(_ texts: [String]) throws(CommandError) -> TrustPins? {
        guard !texts.isEmpty else { return nil }
        var pins: Set<Pin> = []
        for text in texts {
            do throws(PinError) {
                pins.insert(try Pin(text))
            } catch {
                throw .usage(
                    PolicySentence.pin(reason: error.statement), code: .badPin, hint: PolicyAdvice.pinForm)
            }
        }
        do throws(PinSetError) {
            return TrustPins(.everywhere(try PinSet(anywhere: pins, backup: .waived)))
        } catch {
            throw .usage(PolicySentence.pin(reason: error.statement), hint: PolicyAdvice.leaveSome)
        }
    }

    private static func rules(_ invocation: Invocation) throws(CommandError) -> PolicyInForce? {
        guard let path = invocation.value(.policyFile) else {
            try invocation.refuse([.dangerousDebugOverrides], without: "--policy-file", UsageAdvice.leaveItOut)
            return nil
        }
        do throws(PolicyFileError) {
            let rules = try PolicyInForce(
                path: path, dangerouslyAllowingDebugOverrides: invocation.has(.dangerousDebugOverrides),
                report: { Console.complain($0.summary, hint: PolicyAdvice.inForce.statement) })
            TrustOptions.tell(rules.anchorProblems)
            return rules
        } catch {
            throw failure(error)
        }
    }

    /// The error of a policy file that is not put in force; all of its problems are told, a line each.
    static func failure(_ error: PolicyFileError) -> CommandError {
        let problems = error.problems
        guard let last = problems.last else {
            return CommandError(
                .internalError, .command(.unreadablePolicy), error.statement, advice: error.adviceStatement)
        }
        guard problems.count > 1 else {
            let line = PolicySentence.line(file: error.path, problem: last.wholeStatement)
            return CommandError(.usage, .command(.badPolicy), line.statement, advice: error.adviceStatement)
        }
        for problem in problems {
            Console.complain(PolicySentence.line(file: error.path, problem: problem.wholeStatement), hint: nil)
        }
        return CommandError(.usage, .command(.badPolicy), error.summary, advice: error.adviceStatement)
    }
}

extension PolicyFileError {
    /// One line, whatever is wrong.
    fileprivate var summary: Statement {
        guard case .document(let error) = reason, error.count > 1 else { return statement }
        return PolicySentence.errors(file: path, count: error.count).statement
    }
}

extension TraceConfiguration {
    /// Offers no version of TLS before the earliest that a policy file asks for.
    mutating func bound(by settings: HTTPSSession.ServerSettings) {
        if settings.minimumTLS == .tls13 || settings.transportSecurity?.minimumTLS == .tls13 {
            minimumVersion = .tls13
        }
    }
}
