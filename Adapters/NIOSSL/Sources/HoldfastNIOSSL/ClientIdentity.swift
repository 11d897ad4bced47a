public import HoldfastTrust
import HoldfastX509

/// A name of clients that a server admits, held against a certificate's alternative names.
///
/// The common name counts for nothing: it says neither what kind of name it is nor who may have it.
public enum ClientIdentity: Hashable, Sendable, CustomStringConvertible {
    /// This dNSName, letters alike in either case; a wildcard in the certificate is no name of anybody.
    case dnsName(DNSName)
    /// This uniformResourceIdentifier, octet for octet.
    case uri(String)
    /// This SPIFFE ID.
    case spiffe(SPIFFEIdentifier)
    /// Every SPIFFE ID of this trust domain and below this path.
    case spiffeBelow(SPIFFEIdentifier)

    /// The name in one line.
    public var description: String {
        switch self {
        case .dnsName(let name): name.text
        case .uri(let text): text
        case .spiffe(let identifier): identifier.description
        case .spiffeBelow(let identifier): "\(identifier)/…"
        }
    }

    /// Whether one of these alternative names is it.
    func stands(among names: [GeneralName]) -> Bool {
        switch self {
        case .dnsName(let name):
            names.contains {
                if case .dnsName(let text) = $0 { Self.isEqual(text.bytes, name.text) } else { false }
            }
        case .uri(let text):
            names.contains {
                if case .uniformResourceIdentifier(let uri) = $0 { uri.bytes.elementsEqual(text.utf8) } else { false }
            }
        case .spiffe(let identifier): SPIFFEIdentifier(of: names) == identifier
        case .spiffeBelow(let identifier): SPIFFEIdentifier(of: names)?.isBelow(identifier) ?? false
        }
    }

    /// RFC 4343: letters of ASCII are alike in either case.
    private static func isEqual(_ octets: ArraySlice<UInt8>, _ lowercased: String) -> Bool {
        octets.lazy.map { (65...90).contains($0) ? $0 + 32 : $0 }.elementsEqual(lowercased.utf8)
    }
}

/// The clients that a server admits of those whose certificates are accepted.
public struct ClientAdmission: Hashable, Sendable {
    /// Everybody whose certificate is accepted.
    public static let anyone = ClientAdmission(identities: nil)

    /// The names, one of which a certificate has to have; nil for everybody.
    public let identities: [ClientIdentity]?

    private init(identities: [ClientIdentity]?) { self.identities = identities }

    /// Clients with one of these names; with none given nobody is admitted.
    public static func only(_ identities: [ClientIdentity]) -> ClientAdmission {
        ClientAdmission(identities: identities)
    }

    /// The name by which a certificate is admitted; nil where anyone is.
    ///
    /// - Throws: ``NotAdmittedError`` where it has none of the names.
    func identity(of certificate: Certificate?) throws(NotAdmittedError) -> ClientIdentity? {
        guard let identities else { return nil }
        let names = certificate?.subjectAlternativeName ?? []
        if let identity = identities.first(where: { $0.stands(among: names) }) { return identity }
        throw NotAdmittedError(seen: names.prefix(Self.maximumNames).map(Self.text), admitted: identities)
    }

    /// Alternative names that an error keeps.
    private static let maximumNames = 20

    /// Text of a stranger, with what steers a terminal written out.
    private static func text(_ name: GeneralName) -> String {
        switch name {
        case .dnsName(let text): "dNSName \(text)"
        case .uniformResourceIdentifier(let text): "URI \(text)"
        case .rfc822Name(let text): "rfc822Name \(text)"
        case .ipAddress(let bytes): "iPAddress \(IPAddress(bytes: bytes)?.description ?? "of \(bytes.count) bytes")"
        case .otherName, .x400Address, .directoryName, .ediPartyName, .registeredID: "a name of another kind"
        }
    }
}

/// An error for an accepted certificate that has none of the names that a server admits.
public struct NotAdmittedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The alternative names that were seen, with their kinds; at most twenty.
    public let seen: [String]
    /// The names that are admitted.
    public let admitted: [ClientIdentity]

    /// The names that were seen, in one line.
    public var description: String {
        "the client's certificate has no name that is admitted: \(seen.isEmpty ? "none" : seen.joined(separator: ", "))"
    }
}
