/// The certificates that a revocation list speaks of, and the places of the list (RFC 5280 §5.2.5); critical.
///
/// An empty one, and one with two of the three `onlyContains…`, are forbidden to issuers and carried; rules judge them.
public struct IssuingDistributionPoint: Hashable, Sendable {
    /// Names of the list; a certificate names one of them in its own distribution point.
    public var distributionPoint: DistributionPoint.Name?
    /// Whether only certificates of end entities are on the list.
    public var onlyContainsUserCerts: Bool
    /// Whether only certificates of authorities are on the list.
    public var onlyContainsCACerts: Bool
    /// The only reasons of revocations on the list; `nil` for all.
    public var onlySomeReasons: DistributionPoint.ReasonFlags?
    /// Whether certificates of other issuers than the list's may be on it.
    public var indirectCRL: Bool
    /// Whether only attribute certificates are on the list.
    public var onlyContainsAttributeCerts: Bool

    /// Makes the extension.
    public init(
        distributionPoint: DistributionPoint.Name? = nil, onlyContainsUserCerts: Bool = false,
        onlyContainsCACerts: Bool = false, onlySomeReasons: DistributionPoint.ReasonFlags? = nil,
        indirectCRL: Bool = false, onlyContainsAttributeCerts: Bool = false
    ) {
        self.distributionPoint = distributionPoint
        self.onlyContainsUserCerts = onlyContainsUserCerts
        self.onlyContainsCACerts = onlyContainsCACerts
        self.onlySomeReasons = onlySomeReasons
        self.indirectCRL = indirectCRL
        self.onlyContainsAttributeCerts = onlyContainsAttributeCerts
    }
}

// IssuingDistributionPoint ::= SEQUENCE {
//     distributionPoint           [0] DistributionPointName OPTIONAL,  -- a CHOICE: explicit (X.680 §31.2.7)
//     onlyContainsUserCerts       [1] BOOLEAN DEFAULT FALSE,
//     onlyContainsCACerts         [2] BOOLEAN DEFAULT FALSE,
//     onlySomeReasons             [3] ReasonFlags OPTIONAL,
//     indirectCRL                 [4] BOOLEAN DEFAULT FALSE,
//     onlyContainsAttributeCerts  [5] BOOLEAN DEFAULT FALSE }
extension IssuingDistributionPoint: DERStructure {
    /// A FALSE that is written out is read: DER forbids it for a default value (X.690 §11.5), and issuers do it.
    package init(fields reader: inout DERReader) throws(DERError) {
        distributionPoint = try reader.optional("distributionPoint", explicit: 0, as: DistributionPoint.Name.self)
        onlyContainsUserCerts =
            try reader.optional("onlyContainsUserCerts", implicit: 1, as: ASN1.Boolean.self) ?? false
        onlyContainsCACerts = try reader.optional("onlyContainsCACerts", implicit: 2, as: ASN1.Boolean.self) ?? false
        onlySomeReasons = try reader.optional(
            "onlySomeReasons", implicit: 3, as: DistributionPoint.ReasonFlags.self)
        indirectCRL = try reader.optional("indirectCRL", implicit: 4, as: ASN1.Boolean.self) ?? false
        onlyContainsAttributeCerts =
            try reader.optional("onlyContainsAttributeCerts", implicit: 5, as: ASN1.Boolean.self) ?? false
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let distributionPoint { inner.explicit(0) { $0.value(distributionPoint) } }
            if onlyContainsUserCerts { inner.boolean(true, as: .context(1)) }
            if onlyContainsCACerts { inner.boolean(true, as: .context(2)) }
            if let onlySomeReasons { inner.bitString(onlySomeReasons.shortestBitString, as: .context(3)) }
            if indirectCRL { inner.boolean(true, as: .context(4)) }
            if onlyContainsAttributeCerts { inner.boolean(true, as: .context(5)) }
        }
    }
}
