/// The places of certificate revocation lists (RFC 5280 §4.2.1.13), or their deltas (§4.2.1.15).
///
/// An empty list is carried; rules judge it.
public struct CRLDistributionPoints: Hashable, Sendable {
    /// The points, in order.
    public var points: [DistributionPoint]

    /// Makes a list of points.
    public init(_ points: [DistributionPoint]) { self.points = points }
}

/// A list: its place, the reasons that it covers, its issuer.
public struct DistributionPoint: Hashable, Sendable {
    /// The name of a list.
    public enum Name: Hashable, Sendable {
        /// Names of the same list; mostly one URI.
        case fullName([GeneralName])
        /// A further level below the name of the list's issuer.
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

    /// The place of the list; `nil` where only its issuer is named.
    public var distributionPoint: Name?
    /// The reasons that it covers; `nil` for all.
    public var reasons: ReasonFlags?
    /// The issuer of the list; `nil` for the certificate's own issuer.
    public var cRLIssuer: [GeneralName]?

    /// Makes a point.
    public init(distributionPoint: Name? = nil, reasons: ReasonFlags? = nil, cRLIssuer: [GeneralName]? = nil) {
        self.distributionPoint = distributionPoint
        self.reasons = reasons
        self.cRLIssuer = cRLIssuer
    }
}

// CRLDistributionPoints ::= SEQUENCE SIZE (1..MAX) OF DistributionPoint
extension CRLDistributionPoints: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        points = try reader.values(of: DistributionPoint.self)
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(points) }
}

// DistributionPoint ::= SEQUENCE {
//     distributionPoint  [0] DistributionPointName OPTIONAL,  -- a CHOICE, so its tag is explicit (X.680 §31.2.7)
//     reasons            [1] ReasonFlags OPTIONAL,
//     cRLIssuer          [2] GeneralNames OPTIONAL }
extension DistributionPoint: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        distributionPoint = try reader.optional("distributionPoint", explicit: 0, as: Name.self)
        reasons = try reader.optional("reasons", implicit: 1, as: ReasonFlags.self)
        cRLIssuer = try reader.optional("cRLIssuer", implicit: 2, as: GeneralNames.self)?.names
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let distributionPoint { inner.explicit(0) { $0.value(distributionPoint) } }
            if let reasons { inner.bitString(reasons.shortestBitString, as: .context(1)) }
            if let cRLIssuer { inner.sequenceOf(cRLIssuer, as: .context(2, constructed: true)) }
        }
    }
}

extension DistributionPoint.ReasonFlags: NamedBitList {}

// DistributionPointName ::= CHOICE {
//     fullName                 [0] GeneralNames,
//     nameRelativeToCRLIssuer  [1] RelativeDistinguishedName }
extension DistributionPoint.Name: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let (fullName, relative) = (DERTag.context(0, constructed: true), DERTag.context(1, constructed: true))
        if reader.nextIs(relative) {
            self = .nameRelativeToCRLIssuer(
                try reader.value("nameRelativeToCRLIssuer", tag: relative, as: RelativeDistinguishedName.self))
        } else {
            self = .fullName(try reader.value("fullName", tag: fullName, as: GeneralNames.self).names)
        }
    }

    public func write(into writer: inout DERWriter) {
        switch self {
        case .fullName(let names): writer.sequenceOf(names, as: .context(0, constructed: true))
        case .nameRelativeToCRLIssuer(let name): name.write(into: &writer, as: .context(1, constructed: true))
        }
    }
}
