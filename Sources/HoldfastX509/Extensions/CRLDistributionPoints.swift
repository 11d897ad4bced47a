/// Where certificate revocation lists are (RFC 5280 §4.2.1.13), or their deltas (§4.2.1.15).
///
/// An empty list is carried; rules judge it.
public struct CRLDistributionPoints: Hashable, Sendable {
    /// The points, in order.
    public var points: [DistributionPoint]

    /// Makes a list of points.
    public init(_ points: [DistributionPoint]) { self.points = points }
}

/// One list: where it is, which reasons it covers, who issues it.
public struct DistributionPoint: Hashable, Sendable {
    /// The name of a list.
    public enum Name: Hashable, Sendable {
        /// Names of the same list; mostly one URI.
        case fullName([GeneralName])
        /// One more step below the name of the list's issuer.
        case nameRelativeToCRLIssuer(RelativeDistinguishedName)
    }

    /// Reasons for revocation that a list covers.
    public struct ReasonFlags: OptionSet, Hashable, Sendable {
        /// Bit `n` of the RFC as `1 << n`.
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        public static let unused = ReasonFlags(rawValue: 1 << 0)
        public static let keyCompromise = ReasonFlags(rawValue: 1 << 1)
        public static let cACompromise = ReasonFlags(rawValue: 1 << 2)
        public static let affiliationChanged = ReasonFlags(rawValue: 1 << 3)
        public static let superseded = ReasonFlags(rawValue: 1 << 4)
        public static let cessationOfOperation = ReasonFlags(rawValue: 1 << 5)
        public static let certificateHold = ReasonFlags(rawValue: 1 << 6)
        public static let privilegeWithdrawn = ReasonFlags(rawValue: 1 << 7)
        public static let aACompromise = ReasonFlags(rawValue: 1 << 8)
    }

    /// Where the list is; `nil` where only its issuer is named.
    public var distributionPoint: Name?
    /// Which reasons it covers; `nil` for all.
    public var reasons: ReasonFlags?
    /// Who issues it; `nil` for the certificate's own issuer.
    public var cRLIssuer: [GeneralName]?

    /// Makes a point.
    public init(distributionPoint: Name? = nil, reasons: ReasonFlags? = nil, cRLIssuer: [GeneralName]? = nil) {
        self.distributionPoint = distributionPoint
        self.reasons = reasons
        self.cRLIssuer = cRLIssuer
    }
}

extension CRLDistributionPoints: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        points = try reader.readSequenceOf { (element: inout DERReader) throws(DERError) in
            try DistributionPoint(from: &element)
        }
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(points) }
}

extension DistributionPoint: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> DistributionPoint in
            var result = DistributionPoint()
            // DistributionPointName is a CHOICE, so its tag is explicit (X.680 §31.2.7).
            result.distributionPoint = try inner.readOptionalSequence(
                "distributionPoint", as: .context(0, constructed: true)
            ) { (name: inout DERReader) throws(DERError) in try Name(from: &name) }
            if inner.nextIs(.context(1)) {
                result.reasons = try inner.field("reasons") { (field: inout DERReader) throws(DERError) in
                    ReasonFlags(rawValue: NamedBits.value(of: try field.readBitString(as: .context(1))))
                }
            }
            if inner.nextIs(.context(2, constructed: true)) {
                result.cRLIssuer = try inner.field("cRLIssuer") { (field: inout DERReader) throws(DERError) in
                    try GeneralNames(from: &field, as: .context(2, constructed: true)).names
                }
            }
            return result
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let distributionPoint { inner.explicit(0) { $0.value(distributionPoint) } }
            if let reasons { inner.bitString(NamedBits.string(of: reasons.rawValue), as: .context(1)) }
            if let cRLIssuer { inner.sequenceOf(cRLIssuer, as: .context(2, constructed: true)) }
        }
    }
}

extension DistributionPoint.Name: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        if reader.nextIs(.context(1, constructed: true)) {
            self = .nameRelativeToCRLIssuer(
                try reader.field("nameRelativeToCRLIssuer") { (field: inout DERReader) throws(DERError) in
                    try RelativeDistinguishedName(from: &field, as: .context(1, constructed: true))
                })
        } else {
            self = .fullName(
                try reader.field("fullName") { (field: inout DERReader) throws(DERError) in
                    try GeneralNames(from: &field, as: .context(0, constructed: true)).names
                })
        }
    }

    public func write(into writer: inout DERWriter) {
        switch self {
        case .fullName(let names): writer.sequenceOf(names, as: .context(0, constructed: true))
        case .nameRelativeToCRLIssuer(let name): name.write(into: &writer, as: .context(1, constructed: true))
        }
    }
}
