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
public enum UntakenRequest: Hashable, Sendable, CustomStringConvertible {
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

    /// In words, without the values of what is not understood.
    public var description: String {
        switch self {
        case .subject(let name): "the subject \(name)"
        case .alternativeName(let name): "the name \(name)"
        case .requestedExtension(let asked): Self.text(asked)
        case .attribute(let type): "the attribute \(type.name ?? type.description)"
        case .challengePassword: "the challenge password"
        }
    }

    private static func text(_ asked: Extension) -> String {
        let name = asked.oid.name ?? asked.oid.description
        let value: String? =
            switch asked.oid {
            case .basicConstraints:
                (try? BasicConstraints(der: asked.value)).map { $0.isCA ? "to be a CA" : "not to be a CA" }
            case .keyUsage: (try? KeyUsage(der: asked.value))?.description
            case .extendedKeyUsage:
                (try? ExtendedKeyUsage(der: asked.value))?.purposes.map { $0.name ?? $0.description }
                    .joined(separator: ", ")
            default: nil
            }
        return "the extension \(name)" + (value.map { " (\($0))" } ?? "")
    }
}
