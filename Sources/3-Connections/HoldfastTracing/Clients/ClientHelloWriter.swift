import HoldfastTLS
import HoldfastX509

/// Writes a ClientHello of an offer, in its order (RFC 8446 §4.1.2).
///
/// Of a recorded client's is left out what would have the server send something that nobody here reads (compressed
/// certificates, delegated credentials, an encrypted hello), what a first connection has not (tickets, early data), and
/// padding. None of them is what a server chooses its certificate by.
struct ClientHelloWriter {
    typealias Share = ClientHelloEncoding.Share

    let client: HelloOffer
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
        client: HelloOffer, random: [UInt8], sessionID: [UInt8], serverName: String?, offersProtocols: Bool,
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
        var hello = ClientHelloEncoding(
            random: random, sessionID: sessionID, suites: client.suites, version: client.legacyVersion)
        for one in ordered where !Self.leftOut.contains(one.type) {
            // No two extensions have the same type, those that mean nothing neither.
            let type = one.type.isGREASE ? (greases.popLast().map { ExtensionType($0) } ?? one.type) : one.type
            if let content = content(of: one, shares: shares) { hello.add(type, content) }
        }
        if let cookie { hello.add(.cookie, TLSWriter.vector(cookie, lengthOctets: 2)) }
        return hello.message
    }

    private func content(of one: RecordedClient.Extension, shares: [Share]) -> [UInt8]? {
        switch one.type {
        case .serverName: return serverName.map(ClientHelloEncoding.serverName)
        case .supportedGroups: return ClientHelloEncoding.list(groups)
        case .signatureAlgorithms: return ClientHelloEncoding.list(client.signatureSchemes)
        case .supportedVersions: return ClientHelloEncoding.list(client.versions, lengthOctets: 1)
        case .applicationLayerProtocolNegotiation:
            guard offersProtocols, !client.applicationProtocols.isEmpty else { return nil }
            let names = client.applicationProtocols.flatMap { TLSWriter.vector(Array($0.utf8), lengthOctets: 1) }
            return TLSWriter.vector(names, lengthOctets: 2)
        case .keyShare: return ClientHelloEncoding.keyShares(shares)
        case Self.trustAnchors: return client.trustAnchors
        case .sessionTicket: return []
        default:
            // Settings for a protocol are nothing without the protocol.
            let isOfProtocols = [.applicationSettings, .applicationSettingsOld].contains(one.type)
            guard offersProtocols || !isOfProtocols else { return nil }
            return one.content ?? (one.type.isGREASE ? [] : nil)
        }
    }
}
