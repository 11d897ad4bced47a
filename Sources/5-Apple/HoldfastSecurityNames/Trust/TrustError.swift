package import Foundation
package import HoldfastTrust
import HoldfastX509

/// The key of the findings in the error of a refusal: an array of dictionaries with the keys `code`, `certificate` (the
/// depth in the chain, 0 the leaf; absent where the chain as a whole is meant), `rule`, `seen`, `expected`, `severity`,
/// `osStatus`, `message`, `advice`. Apple's errors have no such key.
public let HoldfastFindingsKey = "HoldfastFindings"

extension TrustJudgement {
    /// The error of the refusal; nil where the certificates are trusted.
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

extension TrustFailure {
    /// The finding after which Apple would name the error.
    package var namedCause: Finding {
        errors.enumerated().min { left, right in
            let (a, b) = (FindingRank.rank(of: left.element.code), FindingRank.rank(of: right.element.code))
            return a != b ? a < b : left.offset < right.offset
        }?.element ?? cause
    }

    /// The error that ``SecTrustEvaluateWithError(_:_:)`` gives for it.
    package var securityError: NSError { TrustJudgement.error(namedCause, findings) }

    /// All findings as they stand under ``HoldfastFindingsKey``.
    package var findingsInfo: [[String: Any]] { findings.map(\.userInfo) }
}

/// The rank of findings, by which Apple's evaluation names one error when several hold: the one that makes the others
/// worthless comes first.
///
/// Observed order of the Security framework: revocation, key sizes, digests, conformance, pins, trust, usage, name,
/// validity. What makes every other statement worthless stands first here, since Apple never gets as far as a chain
/// then.
enum FindingRank {
    static func rank(of code: FindingCode) -> Int {
        switch code {
        case .workLimit: 0
        case .malformedCertificate: 1
        case .badSignature: 2
        case .revoked: 3
        case .weakKey: 4
        case .weakSignature, .unsupportedAlgorithm: 5
        case .pinMismatch: 7
        case .issuerNotFound, .selfSignedNotAnchor, .noAnchor, .anchorRejected, .anchorConstraint: 8
        // Apple holds the shorter lives against its own roots' certificates alone, and a path without an anchor has
        // none.
        case .lifetime: 9
        case .revocationUnknown: 10
        case .keyUsage, .extendedKeyUsage: 11
        case .hostMismatch, .missingSubjectAltName: 12
        case .expired, .notYetValid: 13
        default: 6
        }
    }
}
