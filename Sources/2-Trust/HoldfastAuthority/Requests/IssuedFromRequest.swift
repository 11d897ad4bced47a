public import HoldfastX509

/// The fields that an issuer takes from a request; everything else is the issuer's own word.
public struct RequestFields: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The distinguished name, in place of the template's.
    public static let subject = RequestFields(rawValue: 1)
    /// Host names, IP addresses and mailboxes, beside the template's.
    public static let alternativeNames = RequestFields(rawValue: 2)
    /// Both.
    public static let names: RequestFields = [.subject, .alternativeNames]
}

/// A certificate that was issued for a request, and what of the request is not in it.
public struct IssuedFromRequest: Hashable, Sendable {
    /// The certificate (DER).
    public let certificate: [UInt8]
    /// The fields that were asked for and not given. Tell the requester, or the one who signs.
    public let notTaken: [UntakenRequest]
    /// Whether the server's name is the request's common name, which named a host, since it asked for no other name.
    public let tookNameFromCommonName: Bool
}

/// A field that a request asked for and an issuer did not give.
public enum UntakenRequest: Hashable, Sendable {
    /// A distinguished name.
    case subject(DistinguishedName)
    /// A name of a kind that is not taken.
    case alternativeName(GeneralName)
    /// An extension that the certificate has not, or has otherwise.
    case requestedExtension(Extension)
    /// An attribute that is not understood.
    case attribute(ObjectIdentifier)
    /// A challenge password, which is neither kept nor compared.
    case challengePassword
}
