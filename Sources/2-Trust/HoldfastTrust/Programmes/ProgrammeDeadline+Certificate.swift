public import HoldfastX509

extension ProgrammeDeadline {
    /// Whether a certificate with this one's contents and length of validity would not be as the requirement asks.
    ///
    /// Its own dates do not matter: ``holds(forIssued:)`` says whether it was meant at all. Of demands that no
    /// certificate shows, as how long a validation is used again, nothing is said: false.
    ///
    /// - Parameter certificate: one of the ``subject`` kind.
    public func isUnmet(by certificate: Certificate) -> Bool {
        let usages = certificate.extendedKeyUsage
        let validity = certificate.validity
        switch demand {
        case .lifetimeDays(let limit): return validity.days.map { $0 > limit } ?? false
        case .lifetimeMonths(let limit):
            let last = validity.notBefore.instant.advanced(byMonths: limit)
            return validity.notAfter.instant > last
        case .differenceDays(let limit):
            return validity.notAfter.instant.seconds(since: validity.notBefore.instant) > limit * 86_400
        case .rootValidityDays(let range): return validity.days.map { !range.contains($0) } ?? false
        case .noOrganizationalUnit: return certificate.subject.contains(.organizationalUnitName)
        case .serialOctets(let count): return certificate.serialNumber.bytes.drop { $0 == 0 }.count < count
        case .usagePresent: return usages == nil
        case .noAnyUsage: return usages?.contains(.anyExtendedKeyUsage) ?? false
        case .serverAuthAlone: return Set(usages ?? []) != [.serverAuth]
        case .noClientAuth: return usages?.contains(.clientAuth) ?? false
        case .singlePurposeOfServers:
            // An authority of none of Apple's purposes is left to `singlePurpose`.
            let purposes = Set(usages ?? [])
            return !purposes.isDisjoint(with: Self.applePurposeUsages) && !Self.isSinglePurpose(purposes)
        case .singlePurpose: return !Self.isSinglePurpose(Set(usages ?? []))
        case .noPrecertificateSigning: return usages?.contains(.certificateTransparency) ?? false
        case .noSHA1: return WeakSignatureRule.isWeak(certificate.signatureAlgorithm)
        case .rootValidityYears, .shortLivedSeconds, .certificateProfiles, .notIssuedByRoot, .noReverseZone,
            .validationReuseDays, .responsesUncounted, .rootsOfOwner, .rootRemoval, .rootTermYears, .rootsDedicated,
            .policyVersion:
            return false
        }
    }

    /// Whether it is asked of certificates of this issuer.
    func speaks(ofIssuer name: DistinguishedName) -> Bool {
        guard let issuer else { return true }
        return name.relativeNames.flatMap(\.attributes).contains {
            $0.type == .organizationName && $0.string == issuer
        }
    }

    /// Apple Root Program Policy 2.0, Appendix A: the extended key usages of each purpose, as far as they have a name.
    private static let applePurposes: [Set<ObjectIdentifier>] = [
        [.serverAuth], [.serverAuth, .clientAuth], [.emailProtection], [.emailProtection, .clientAuth], [.clientAuth],
        [.timeStamping], [.brandIndicator],
    ]
    private static let applePurposeUsages = applePurposes.reduce(into: Set<ObjectIdentifier>()) { $0.formUnion($1) }

    private static func isSinglePurpose(_ usages: Set<ObjectIdentifier>) -> Bool { applePurposes.contains(usages) }
}

extension ObjectIdentifier {
    /// id-kp-BrandIndicatorforMessageIdentification.
    static let brandIndicator = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 31)
}

extension Validity {
    /// Days of validity, a begun one counted whole; nil where it ends before it begins.
    var days: Int64? {
        let seconds = notAfter.instant.seconds(since: notBefore.instant)
        guard seconds >= 0 else { return nil }
        // The last second counts: n days after n × 86,400 seconds would be n days and one second.
        return seconds / 86_400 + 1
    }
}

extension Instant {
    /// An instant so many months later, on the same day and time of day; on the month's last day where it has no such
    /// day.
    func advanced(byMonths months: Int) -> Instant {
        let (year, month, day, hour, minute, second) = components
        let (years, index) = (month - 1 + months).quotientAndRemainder(dividingBy: 12)
        for last in [day, 30, 29, 28] where last <= day {
            if let found = Instant(
                year: year + years, month: index + 1, day: last, hour: hour, minute: minute, second: second)
            {
                return found
            }
        }
        return self
    }
}
