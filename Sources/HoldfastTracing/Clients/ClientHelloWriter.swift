import HoldfastTLS
import HoldfastX509

/// Writes a ClientHello that offers what a recorded client offers, in its order (RFC 8446 §4.1.2).
///
/// Left out is what would have the server send something that nobody here reads (compressed certificates, delegated
/// credentials, an encrypted hello), what a first connection has not (tickets, early data), and padding. None of them
/// is what a server chooses its certificate by.
struct ClientHelloWriter {
    /// A share of a key exchange: a group, and the public value.
    typealias Share = (group: NamedGroup, value: [UInt8])

    let client: RecordedClient
    /// 32 bytes, the same in the hello after a HelloRetryRequest (RFC 8446 §4.1.2).
    let random: [UInt8]
    let sessionID: [UInt8]
    /// The server name; nil to send none.
    let serverName: String?
    let offersProtocols: Bool
    /// Groups that are left out, with their shares.
    let leavingOut: Set<NamedGroup>
    /// The extensions, in an order that the second hello has as well: it is to be "the same ClientHello without
    /// modification" but for what §4.1.2 lists.
    private let ordered: [RecordedClient.Extension]

    static let trustAnchors = ExtensionType(0xCA34)

    private static let leftOut: Set<ExtensionType> = [
        .padding, .compressCertificate, .delegatedCredential, .preSharedKey, .earlyData, .cookie, .encryptedClientHello,
        .certificateAuthorities,
    ]

    init(
        client: RecordedClient, random: [UInt8], sessionID: [UInt8], serverName: String?, offersProtocols: Bool,
        leavingOut: Set<NamedGroup> = []
    ) {
        (self.client, self.random, self.sessionID) = (client, random, sessionID)
        (self.serverName, self.offersProtocols, self.leavingOut) = (serverName, offersProtocols, leavingOut)
        ordered = client.shufflesExtensions ? client.extensions.shuffled() : client.extensions
    }

    var groups: [NamedGroup] { client.groups.filter { !leavingOut.contains($0) } }

    /// Whether a server may choose a group: "Clients MUST reject GREASE values when negotiated by the server" (RFC 8701
    /// §3.1).
    func offers(_ group: NamedGroup) -> Bool { groups.contains(group) && !group.isGREASE }

    /// The message with its header.
    ///
    /// - Parameter cookie: the content of the `cookie` that a HelloRetryRequest brought, which has to come back.
    func message(shares: [Share], cookie: [UInt8]? = nil) -> [UInt8] {
        var greases: [UInt16] = [0x1A1A, 0x2A2A]
        var extensions: [UInt8] = []
        for one in ordered where !Self.leftOut.contains(one.type) {
            // No two extensions have the same type, those that mean nothing neither.
            let type = one.type.isGREASE ? (greases.popLast() ?? one.type.number) : one.type.number
            guard let content = content(of: one, shares: shares) else { continue }
            extensions += TLSWriter.number(type, octets: 2) + TLSWriter.vector(content, lengthOctets: 2)
        }
        if let cookie {
            extensions +=
                TLSWriter.number(ExtensionType.cookie.number, octets: 2)
                + TLSWriter.vector(TLSWriter.vector(cookie, lengthOctets: 2), lengthOctets: 2)
        }
        let body =
            TLSWriter.number(ProtocolVersion.tls12.number, octets: 2) + random
            + TLSWriter.vector(sessionID, lengthOctets: 1)
            + Self.list(client.suites, lengthOctets: 2) + [1, 0] + TLSWriter.vector(extensions, lengthOctets: 2)
        return HandshakeMessage.written(.clientHello, body)
    }

    private func content(of one: RecordedClient.Extension, shares: [Share]) -> [UInt8]? {
        switch one.type {
        case .serverName:
            return serverName.map { name in
                TLSWriter.vector([0] + TLSWriter.vector(Array(name.utf8), lengthOctets: 2), lengthOctets: 2)
            }
        case .supportedGroups: return Self.list(groups, lengthOctets: 2)
        case .signatureAlgorithms: return Self.list(client.signatureSchemes, lengthOctets: 2)
        case .supportedVersions: return Self.list(client.versions, lengthOctets: 1)
        case .applicationLayerProtocolNegotiation:
            guard offersProtocols, !client.applicationProtocols.isEmpty else { return nil }
            let names = client.applicationProtocols.flatMap { TLSWriter.vector(Array($0.utf8), lengthOctets: 1) }
            return TLSWriter.vector(names, lengthOctets: 2)
        case .keyShare:
            let entries = shares.flatMap { share in
                TLSWriter.number(share.group.number, octets: 2) + TLSWriter.vector(share.value, lengthOctets: 2)
            }
            return TLSWriter.vector(entries, lengthOctets: 2)
        case Self.trustAnchors: return client.trustAnchors
        case .sessionTicket: return []
        default:
            // Settings for a protocol are nothing without the protocol.
            let isOfProtocols = [.applicationSettings, .applicationSettingsOld].contains(one.type)
            guard offersProtocols || !isOfProtocols else { return nil }
            return one.content ?? (one.type.isGREASE ? [] : nil)
        }
    }

    private static func list<Point: CodePoint>(
        _ points: [Point], lengthOctets: Int
    ) -> [UInt8] where Point.Number == UInt16 {
        TLSWriter.vector(points.flatMap { TLSWriter.number($0.number, octets: 2) }, lengthOctets: lengthOctets)
    }
}
