public import HoldfastX509

/// A requirement of a root programme, an authority or a browser, and the day from which it holds.
///
/// A row of the table `deadlines`, whose rows all stand in ``all``. The standard rules take their dates and limits from
/// there, ``TrustOutcome/deadlines`` says which of them a chain will meet. Whoever reckons by these rows alone knows no
/// more than their sources said on their day (``sourceDay``): programmes move their dates.
public struct ProgrammeDeadline: Hashable, Sendable {
    /// The programmes, authorities and browsers that set such days.
    public enum Programme: String, Hashable, Sendable, CaseIterable {
        /// The CA/Browser Forum's Baseline Requirements for TLS servers.
        case baselineRequirements = "br"
        case apple, chrome, mozilla, microsoft
        case letsEncrypt = "letsencrypt"
    }

    /// The certificates that a requirement speaks of.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        /// Certificates of servers.
        case leaf
        /// Authorities' certificates between a server's and the root.
        case subordinate
        case root
    }

    /// The manner in which the day counts.
    public enum Reckoning: String, Hashable, Sendable, CaseIterable {
        /// For what was issued on that day or later, by `notBefore`.
        case issuedFrom
        /// For what was issued later than the beginning of that day, by `notBefore`.
        case issuedAfter
        /// From the day on, whenever a certificate was issued.
        case absolute
        /// For roots whose key was made on that day or later.
        case keyCreated
    }

    /// The stable name of the row, for example `br.lifetime.100-days`.
    public let identifier: String
    /// The programme, authority or browser that asks for it.
    public let programme: Programme
    /// The beginning of the day from which it holds, UTC; nil for what held before any.
    public let effective: Instant?
    /// The manner in which ``effective`` counts.
    public let reckoning: Reckoning
    /// The certificates that it speaks of.
    public let subject: Subject
    /// Whether it is asked for under one's own anchors too, and not under those of the public web alone.
    public let holdsUnderOwnAnchors: Bool
    /// The organization whose certificates alone are meant, as issuers name it; nil where all are.
    public let issuer: String?
    /// The thing that is asked for.
    public let demand: Demand
    /// The requirement that reports a certificate which is not so, as in ``Requirement/id``; nil where none does.
    public let requirement: String?
    /// The section of the source, and the ballot.
    public let section: String
    /// The document that says so, with its version.
    public let source: String
    /// The day of that document.
    public let sourceDay: Instant

    /// Whether it speaks of a certificate that was issued at this instant (`notBefore`).
    public func holds(forIssued instant: Instant) -> Bool {
        guard let effective else { return true }
        return reckoning == .issuedAfter ? instant > effective : instant >= effective
    }
}

extension ProgrammeDeadline {
    /// The thing that a programme asks for, with its limit.
    public enum Demand: Hashable, Sendable {
        /// At most so many days of validity, both ends counted.
        case lifetimeDays(Int64)
        /// At most so many months of validity.
        case lifetimeMonths(Int)
        /// At most so many days between `notBefore` and `notAfter`.
        case differenceDays(Int64)
        /// A root's validity in days.
        case rootValidityDays(ClosedRange<Int64>)
        /// At most so many years of validity for a new root.
        case rootValidityYears(Int)
        /// At most so many seconds of validity make a certificate short-lived, which need not say where it is revoked.
        case shortLivedSeconds(Int64)
        /// At least so many octets of serial number.
        case serialOctets(Int)
        /// No organizational unit in the subject.
        case noOrganizationalUnit
        /// The certificate profiles of the Baseline Requirements 2.0.0.
        case certificateProfiles
        /// No server's certificate by a root itself.
        case notIssuedByRoot
        /// No name that ends in a zone of reverse look-ups.
        case noReverseZone
        /// No authority of its own for precertificates.
        case noPrecertificateSigning
        /// No signature over SHA-1.
        case noSHA1
        /// A validation of a name or an address is used again for at most so many days.
        case validationReuseDays(Int64)
        /// An extended key usage.
        case usagePresent
        /// An extended key usage without anyExtendedKeyUsage, where there is one.
        case noAnyUsage
        /// An extended key usage of serverAuth alone.
        case serverAuthAlone
        /// An extended key usage without clientAuth.
        case noClientAuth
        /// The extended key usages of one purpose of Apple's, for authorities that have one of those purposes.
        case singlePurposeOfServers
        /// The extended key usages of one purpose of Apple's, for every authority.
        case singlePurpose
        /// Chrome of this version and later counts no timestamps in OCSP responses.
        case responsesUncounted(version: Int)
        /// At most so many roots of one owner.
        case rootsOfOwner(Int)
        /// Roots whose key was made in this time are removed on the day.
        case rootRemoval(from: Instant?, through: Instant)
        /// Roots are removed so many years after their key was made.
        case rootTermYears(Int)
        /// Each root for servers alone or for mail alone.
        case rootsDedicated
        /// A version of the programme's policy is in force.
        case policyVersion(String)
    }
}
