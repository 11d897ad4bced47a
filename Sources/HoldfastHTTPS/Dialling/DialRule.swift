import HoldfastTransport
public import HoldfastTrust

/// Where connections for a host and port lead: addresses of our choice, while the name stays in everything else.
///
/// The URL is never rewritten: `Host`, server name, certificate, cookies, redirects and the pool of connections are the
/// name's. Nothing but the name's own certificate proves the server at any of the addresses.
public struct DialRule: Hashable, Sendable, CustomStringConvertible {
    /// An address, and a port where it is another one than the URL's.
    public struct Target: Hashable, Sendable, CustomStringConvertible {
        public var address: IPAddress
        public var port: UInt16?

        public init(_ address: IPAddress, port: UInt16? = nil) {
            self.address = address
            self.port = port
        }

        /// As curl spells it: `192.0.2.1:8443`, `[2001:db8::1]:`.
        public var description: String {
            "\(URLParts.literal(address.description)):\(port.map { "\($0)" } ?? "")"
        }
    }

    /// The server that it is for; nil for every server, which drags each redirect there too.
    public var host: ServerName?
    /// The URL's port that it is for; nil for every port.
    public var port: UInt16?
    /// Tried in this order, but for what is known of them.
    public var targets: [Target]

    public init(_ host: ServerName?, port: UInt16? = nil, to targets: [Target]) {
        self.host = host
        self.port = port
        self.targets = targets
    }

    /// Whether it is for a server.
    public func fits(_ host: ServerName, port: UInt16) -> Bool {
        (self.host ?? host) == host && (self.port ?? port) == port
    }

    /// Its targets one by one, as curl's `--connect-to` spells them: `HOST:PORT:ADDRESS:PORT`.
    public var description: String {
        let source =
            (host.map { URLParts.literal($0.description) } ?? "") + ":" + (port.map { "\($0)" } ?? "")
        return targets.map { "\(source):\($0)" }.joined(separator: ",")
    }
}
