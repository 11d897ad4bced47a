import HoldfastTrust
import HoldfastX509

extension ScanRecord {
    /// The differences to an earlier record of the same target, in the order of ``ScanChange/Kind``.
    ///
    /// - Parameters:
    ///   - earlier: nil where the target was not in the list.
    ///   - shown: the certificate that the server showed last, up to that run; nil where none is known, so that nothing
    ///     is told of certificates.
    package func changes(since earlier: ScanRecord?, lastShowing shown: ScanCertificate?) -> [ScanChange] {
        var changes = failureChanges(since: earlier)
        if let leaf, let shown { changes += leaf.changes(since: shown) }
        if earlier == nil { changes.append(ScanChange(.new)) }
        return changes
    }

    private func failureChanges(since earlier: ScanRecord?) -> [ScanChange] {
        let failed = earlier?.level == .error
        if level == .error {
            let isNew = !failed || newFindings(since: earlier).values.contains(.error)
            return isNew ? [ScanChange(.newlyFailing, before: earlier?.cause, after: cause)] : []
        }
        return failed ? [ScanChange(.mended, before: earlier?.cause)] : []
    }

    /// The findings that the earlier record has not, or as milder ones.
    private func newFindings(since earlier: ScanRecord?) -> [String: Severity] {
        guard let earlier else { return findings }
        return findings.filter { code, severity in earlier.findings[code].map { $0 < severity } ?? true }
    }

    /// The gravity of what the earlier record has not, or as something milder.
    package func newLevel(since earlier: ScanRecord?) -> ScanLevel {
        newFindings(since: earlier).values.map(ScanLevel.init).max() ?? .none
    }
}

extension ScanCertificate {
    fileprivate func changes(since earlier: ScanCertificate) -> [ScanChange] {
        guard fingerprint != earlier.fingerprint else { return [] }
        var changes = [ScanChange(.otherCertificate, before: earlier.fingerprint, after: fingerprint)]
        func compare(_ kind: ScanChange.Kind, _ before: String?, _ after: String?) {
            // Of bytes that are no certificate nothing is known.
            guard let before, let after, before != after else { return }
            changes.append(ScanChange(kind, before: before, after: after))
        }
        compare(.otherKey, earlier.key, key)
        compare(.otherIssuer, earlier.issuer, issuer)
        compare(.endMoved, earlier.notAfter?.description, notAfter?.description)
        return changes
    }
}
