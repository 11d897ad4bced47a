public import HoldfastTrust

/// Where a connection leads: an address and a port, and nothing about who is there.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    public var address: IPAddress
    public var port: UInt16

    public init(_ address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// `192.0.2.1:443`, `[2001:db8::1]:443`.
    public var description: String { "\(URLParts.literal(address.description)):\(port)" }
}
