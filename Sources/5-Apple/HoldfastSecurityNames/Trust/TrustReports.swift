public import Foundation
import HoldfastHTTPS
import HoldfastTrust

/// The result of an evaluation, by Apple's keys: `kSecTrustEvaluationDate`, `kSecTrustResultValue`,
/// `kSecTrustRevocationChecked`, and `kSecTrustCertificateTransparency` where the chain has the timestamps that were
/// asked for; judges the certificates where that was not done yet.
///
/// Extended validation is not judged, so that nothing is said of it; nor is anything of certificate transparency where
/// nobody asked for it (``SecTrust/setTransparency(_:)``).
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
    let judgement = trust.judgement
    var values: [String: Any] = [
        kSecTrustEvaluationDate as String: judgement.at.date,
        kSecTrustResultValue as String: judgement.result.rawValue,
        kSecTrustRevocationChecked as String: judgement.knowsRevocation,
    ]
    // "When the key is present and the value set to kCFBooleanTrue, it indicates the chain is Certificate Transparency
    // (CT) qualified."
    if judgement.isTransparent { values[kSecTrustCertificateTransparency as String] = true }
    return values as CFDictionary
}

/// The properties of each certificate of the path, the leaf first: dictionaries with `kSecPropertyTypeTitle` and, where
/// the certificate is refused, `kSecPropertyTypeError`. Deprecated by Apple since iOS 15.
///
/// What refuses the chain as a whole stands with the leaf.
public func SecTrustCopyProperties(_ trust: SecTrust) -> CFArray? {
    let judgement = trust.judgement
    let properties = judgement.chain.enumerated().map { depth, certificate -> [String: Any] in
        var values: [String: Any] = [:]
        if let title = SecCertificateCopySubjectSummary(certificate) { values[kSecPropertyTypeTitle as String] = title }
        let words = judgement.errors(at: depth)
        if !words.isEmpty { values[kSecPropertyTypeError as String] = words.joined(separator: "; ") }
        return values
    }
    return properties as CFArray
}

extension TrustJudgement {
    /// Whether it is known of every certificate below the anchor that it was not, or that it was, taken back.
    fileprivate var knowsRevocation: Bool {
        var isChecked = false
        for answer in revocation {
            switch answer {
            case .good, .revoked: isChecked = true
            case .unknown: return false
            case .notChecked, .notOffered, .notAvailable: continue
            }
        }
        return isChecked
    }

    fileprivate func errors(at depth: Int) -> [String] {
        // Nothing was judged: there are no findings.
        if let problem { return depth == 0 ? [problem] : [] }
        let refusing = findings.filter { finding in
            guard finding.severity == .error else { return false }
            if case .certificate(depth) = finding.position { return true }
            guard depth == 0 else { return false }
            if case .certificate = finding.position { return false }
            return true
        }
        return refusing.map(\.message)
    }
}
