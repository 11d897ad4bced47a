import HoldfastHTTPS
public import HoldfastPins
import HoldfastResolving
public import HoldfastTransport
public import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509

/// Policy for the servers of one pattern of a document; nil for what it leaves to a wider pattern, and at last to the
/// program.
public struct HostPolicy: Hashable, Sendable {
    /// The keys or certificates that the server has to use.
    public var pins: PinnedHosts.Rule?
    /// The URLs that failures of the pins are reported to; none for an empty list.
    public var reportURIs: [HTTPSURL]?
    /// The certificates that may end a path.
    public var anchors: AnchorSource?
    /// Constraints on what may be below anchors, besides those that programmes put on public roots; none for an empty
    /// list. Of uses a document has words for serverAuth, clientAuth and anyExtendedKeyUsage; one that is written with
    /// others is refused when it is read.
    public var anchorConstraints: [AnchorConstraints]?
    /// The rule set.
    public var profile: StandardProfile?
    public var revocation: RevocationChecking?
    /// Whether certificates have to come with timestamps of logs, and as whose rules count them.
    public var transparency: Transparency?
    /// The earliest version of TLS that is offered.
    public var minimumTLS: TLSProtocol?
    /// The groups for key exchange that are offered, the first choice first.
    public var supportedGroups: SupportedGroups?
    /// Whether the server has to meet the demands of App Transport Security.
    public var appTransportSecurity: HostTransportSecurity?
    /// The target of connections to a port of the server; only for an exact host. The name to be proven stays.
    public var connectTo: ConnectTarget?
    /// For tests; only for an exact host, and never in force unless the program allows it.
    public var dangerousDebug: DebugOverride?
    /// Labels and order of the pins.
    public var pinNotation = PinNotation()
    /// Comments by the member that they are in: empty for the entry itself, `pins`, `dangerousDebug.anchors`.
    public var comments: [String: String] = [:]

    /// Says nothing.
    public init() {}

    /// Whether it says what only one host may be told.
    var isForOneHost: Bool { connectTo != nil || dangerousDebug != nil }

    /// Takes over what a wider pattern says and this one leaves open.
    mutating func fill(from wider: HostPolicy) {
        pins = pins ?? wider.pins
        reportURIs = reportURIs ?? wider.reportURIs
        anchors = anchors ?? wider.anchors
        supportedGroups = supportedGroups ?? wider.supportedGroups
        anchorConstraints = anchorConstraints ?? wider.anchorConstraints
        profile = profile ?? wider.profile
        revocation = revocation ?? wider.revocation
        transparency = transparency ?? wider.transparency
        minimumTLS = minimumTLS ?? wider.minimumTLS
        appTransportSecurity = appTransportSecurity ?? wider.appTransportSecurity
        connectTo = connectTo ?? wider.connectTo
        dangerousDebug = dangerousDebug ?? wider.dangerousDebug
    }
}

/// A standard profile, by the name that documents call it by.
public enum StandardProfile: String, Hashable, Sendable, CaseIterable {
    case `default`, rfc5280, webpki, apple

    /// The rule set.
    public var profile: Profile {
        switch self {
        case .default: .default
        case .rfc5280: .rfc5280
        case .webpki: .webpki
        case .apple: .apple
        }
    }
}

/// Certificates that may end a path, by where they come from.
public struct AnchorSource: Hashable, Sendable {
    /// Files of one source; 64.
    public static let maximumFiles = 64
    /// Certificates that stand in the document itself, of one source; 256.
    public static let maximumCertificates = 256

    /// Whether the system's anchors are among them.
    public var system: Bool
    /// PEM or DER files; a relative one belongs to the folder of the document.
    public var files: [String]
    /// Certificates that stand in the document itself.
    public var certificates: [Certificate]

    public init(system: Bool = false, files: [String] = [], certificates: [Certificate] = []) {
        (self.system, self.files, self.certificates) = (system, files, certificates)
    }
}

/// A target that connections to one port of a server go to instead.
public struct ConnectTarget: Hashable, Sendable, CustomStringConvertible {
    /// The port of the server that is meant.
    public var serverPort: UInt16
    public var address: IPAddress
    public var port: UInt16

    public init(_ address: IPAddress, port: UInt16, forPort serverPort: UInt16 = 443) {
        (self.address, self.port, self.serverPort) = (address, port, serverPort)
    }

    /// `192.0.2.7:8443` or `[2001:db8::7]:8443` for connections to port 443, `8000:192.0.2.7:8443` for those to another
    /// one; nil for anything else, and for the port 0.
    public init?(_ text: String) {
        var rest = text[...]
        var serverPort: UInt16 = 443
        let start = rest.prefix { $0 != ":" }
        if let first = Self.port(start) {
            serverPort = first
            rest = rest.dropFirst(start.count + 1)
        }
        guard let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")),
            let port = Self.port(rest[rest.index(after: colon)...])
        else { return nil }
        var host = rest[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard let address = IPAddress(host), (address.bytes.count == 16) == isBracketed else { return nil }
        self.init(address, port: port, forPort: serverPort)
    }

    private static func port(_ digits: Substring) -> UInt16? {
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return UInt16(digits).flatMap { $0 > 0 ? $0 : nil }
    }

    public var description: String {
        (serverPort == 443 ? "" : "\(serverPort):") + DialRule.Target(address, port: port).description
    }

    /// The rule that it is for a server.
    func rule(for name: ServerName) -> DialRule {
        DialRule(name, port: serverPort, to: [DialRule.Target(address, port: port)])
    }
}

/// Trust without proof, for tests of one server and until an end.
public struct DebugOverride: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Whatever certificate the server presents: see `DangerousAcceptAny`.
        case acceptAny
        /// The given anchors, in the place of all others.
        case anchors(AnchorSource)
    }

    public var kind: Kind
    /// The first instant at which it no longer holds; at most `DangerousAcceptAny.maximumDays` after it is loaded.
    public var until: Instant

    public init(_ kind: Kind, until: Instant) { (self.kind, self.until) = (kind, until) }
}
