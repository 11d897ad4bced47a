import Foundation
import HoldfastTrust
import HoldfastX509

/// Where the error of a refusal has its findings: an array of dictionaries with the keys `code`, `certificate` (the
/// depth in the chain, 0 the leaf; absent where the chain as a whole is meant), `rule`, `seen`, `expected`, `severity`,
/// `osStatus`, `message`, `advice`. Apple's errors have no such key.
public let HoldfastFindingsKey = "HoldfastFindings"

extension TrustJudgement {
    /// Why the certificates were refused; nil where they were not.
    var error: NSError? {
        guard !result.isTrusted else { return nil }
        guard let cause else {
            let words = problem ?? "the certificates could not be judged"
            return NSError(
                domain: NSOSStatusErrorDomain, code: Int(problem == nil ? errSecInternalError : errSecParam),
                userInfo: [NSLocalizedDescriptionKey: words])
        }
        return Self.error(cause, findings)
    }

    /// The error of a refusal.
    ///
    /// - Parameters:
    ///   - cause: the finding that it is named after.
    ///   - findings: all of them.
    static func error(_ cause: Finding, _ findings: [Finding]) -> NSError {
        let refusing = findings.filter { $0.severity == .error }
        let underlying = NSError(
            domain: NSOSStatusErrorDomain, code: Int(cause.osStatus),
            userInfo: [NSLocalizedDescriptionKey: refusing.map(line).joined(separator: "; ")])
        return NSError(
            domain: NSOSStatusErrorDomain, code: Int(cause.osStatus),
            userInfo: [
                NSLocalizedDescriptionKey: cause.message,
                NSLocalizedFailureReasonErrorKey: "\(cause.code): \(cause.rule)",
                NSLocalizedRecoverySuggestionErrorKey: cause.advice, NSUnderlyingErrorKey: underlying,
                HoldfastFindingsKey: findings.map(\.userInfo),
            ])
    }

    private static func line(_ finding: Finding) -> String {
        switch finding.position {
        case .certificate(let depth): "certificate \(depth): \(finding.message)"
        case .chain: finding.message
        case .presented(let index): "presented certificate \(index): \(finding.message)"
        }
    }
}

extension Finding {
    /// As a dictionary under ``HoldfastFindingsKey``.
    var userInfo: [String: Any] {
        var values: [String: Any] = [
            "code": code.rawValue, "rule": rule, "seen": seen, "expected": expected, "severity": severity.rawValue,
            "osStatus": Int(osStatus), "message": message, "advice": advice,
        ]
        if case .certificate(let depth) = position { values["certificate"] = depth }
        return values
    }
}
