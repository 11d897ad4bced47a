/// Which certificates a revocation list speaks of, and where it is to be found (RFC 5280 §5.2.5); critical.
///
/// An empty one, and one with two of the three `onlyContains…`, are forbidden to issuers and carried; rules judge them.
public struct IssuingDistributionPoint: Hashable, Sendable {
    /// Names of the list; a certificate names one of them in its own distribution point.
    public var distributionPoint: DistributionPoint.Name?
    /// Only certificates of end entities are on it.
    public var onlyContainsUserCerts: Bool
    /// Only certificates of authorities are on it.
    public var onlyContainsCACerts: Bool
    /// Only revocations for these reasons are on it; `nil` for all.
    public var onlySomeReasons: DistributionPoint.ReasonFlags?
    /// Certificates of other issuers than the list's may be on it.
    public var indirectCRL: Bool
    /// Only attribute certificates are on it.
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

extension IssuingDistributionPoint: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence {
            (inner: inout DERReader) throws(DERError) -> IssuingDistributionPoint in
            var result = IssuingDistributionPoint()
            // DistributionPointName is a CHOICE, so its tag is explicit (X.680 §31.2.7).
            result.distributionPoint = try inner.readOptionalSequence(
                "distributionPoint", as: .context(0, constructed: true)
            ) { (name: inout DERReader) throws(DERError) in try DistributionPoint.Name(from: &name) }
            result.onlyContainsUserCerts = try Self.flag("onlyContainsUserCerts", 1, &inner)
            result.onlyContainsCACerts = try Self.flag("onlyContainsCACerts", 2, &inner)
            if inner.nextIs(.context(3)) {
                result.onlySomeReasons = try inner.field("onlySomeReasons") {
                    (field: inout DERReader) throws(DERError) in
                    DistributionPoint.ReasonFlags(
                        rawValue: NamedBits.value(of: try field.readBitString(as: .context(3))))
                }
            }
            result.indirectCRL = try Self.flag("indirectCRL", 4, &inner)
            result.onlyContainsAttributeCerts = try Self.flag("onlyContainsAttributeCerts", 5, &inner)
            return result
        }
    }

    /// A FALSE that is written out is read: DER forbids it for a default value (X.690 §11.5), and issuers do it.
    private static func flag(
        _ name: StaticString, _ number: UInt32, _ reader: inout DERReader
    ) throws(DERError) -> Bool {
        guard reader.nextIs(.context(number)) else { return false }
        return try reader.field(name) { (field: inout DERReader) throws(DERError) in
            try field.readBoolean(as: .context(number))
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let distributionPoint { inner.explicit(0) { $0.value(distributionPoint) } }
            if onlyContainsUserCerts { inner.boolean(true, as: .context(1)) }
            if onlyContainsCACerts { inner.boolean(true, as: .context(2)) }
            if let onlySomeReasons {
                inner.bitString(NamedBits.string(of: onlySomeReasons.rawValue), as: .context(3))
            }
            if indirectCRL { inner.boolean(true, as: .context(4)) }
            if onlyContainsAttributeCerts { inner.boolean(true, as: .context(5)) }
        }
    }
}
