import HoldfastTransport
public import HoldfastTrust
public import HoldfastX509

/// A rule that leads connections for a host and port to places of our choice, while the name stays in everything else.
///
/// The URL is never rewritten: `Host`, server name, certificate, cookies, redirects and the pool of connections are the
/// name's. Nothing but the name's own certificate proves the server at any of the places.
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
            "\(address.inURL):\(port.map { "\($0)" } ?? "")"
        }
    }

    /// The kinds of places that a rule leads to.
    public enum Destination: Hashable, Sendable {
        /// Addresses, tried in this order, but for what is known of them. Nobody is asked for any.
        case addresses([Target])
        /// The addresses of another name, looked up as the URL's own would be, and another port; nil for the URL's own.
        case name(DNSName?, port: UInt16?)
    }

    /// The server that it is for; nil for every server, which drags each redirect there too.
    ///
    /// A rule that names the host and port of the session's ``Proxy`` gives the proxy's addresses.
    public var host: ServerName?
    /// The URL's port that it is for; nil for every port.
    public var port: UInt16?
    public var destination: Destination

    /// A rule that leads to addresses.
    public init(_ host: ServerName?, port: UInt16? = nil, to targets: [Target]) {
        self.init(host, port: port, to: .addresses(targets))
    }

    /// A rule.
    public init(_ host: ServerName?, port: UInt16? = nil, to destination: Destination) {
        self.host = host
        self.port = port
        self.destination = destination
    }

    /// The addresses that it leads to; none where that is a name.
    public var targets: [Target] { if case .addresses(let targets) = destination { targets } else { [] } }

    /// Whether it is for a server.
    public func fits(_ host: ServerName, port: UInt16) -> Bool {
        (self.host ?? host) == host && (self.port ?? port) == port
    }

    /// The places one by one, as curl's `--connect-to` spells them: `HOST:PORT:ADDRESS:PORT`.
    public var description: String {
        let places =
            switch destination {
            case .addresses(let targets): targets.map(\.description)
            case .name(let name, let port): ["\(name?.text ?? ""):\(port.map { "\($0)" } ?? "")"]
            }
        return places.map { "\(source):\($0)" }.joined(separator: ",")
    }

    /// The server that it is for, as curl spells it: `HOST:PORT`.
    var source: String {
        (host.map { $0.inURL } ?? "") + ":" + (port.map { "\($0)" } ?? "")
    }
}
