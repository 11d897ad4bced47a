package import Foundation
package import HoldfastTrust

extension TrustFailure {
    /// The finding after which Apple would name the error.
    package var namedCause: Finding {
        errors.enumerated().min { left, right in
            let (a, b) = (RefusalRank.rank(of: left.element.code), RefusalRank.rank(of: right.element.code))
            return a != b ? a < b : left.offset < right.offset
        }?.element ?? cause
    }

    /// The error that ``SecTrustEvaluateWithError(_:_:)`` gives for it.
    package var securityError: NSError { TrustJudgement.error(namedCause, findings) }

    /// All findings as they stand under ``HoldfastFindingsKey``.
    package var findingsInfo: [[String: Any]] { findings.map(\.userInfo) }
}
