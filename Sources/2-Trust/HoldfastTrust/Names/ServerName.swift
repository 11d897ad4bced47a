public import HoldfastX509

/// The identity that a server has to prove: a DNS name or an IP address, parsed where it comes in.
///
/// The kind decides what is compared: a DNS name only with dNSName alternative names, an address only with iPAddress
/// ones (RFC 9525 §6.2, §6.5).
public enum ServerName: Hashable, Sendable, CustomStringConvertible {
    case dns(DNSName)
    case ip(IPAddress)

    /// A server name from text: an IP literal, with or without the brackets of a URL, or a DNS name of A-labels.
    ///
    /// - Throws: ``ServerNameError`` for anything else; U-labels are converted before, where the name comes in.
    public init(_ text: String) throws(ServerNameError) {
        self.init(try Host(text))
    }

    /// The identity that a server has to prove which is dialled as a host.
    package init(_ host: Host) {
        switch host {
        case .name(let name): self = .dns(DNSName(name))
        case .address(let address): self = .ip(address)
        }
    }

    /// The identity as it stands in a URL: an IPv6 address in brackets (RFC 3986 §3.2.2).
    package var inURL: String {
        switch self {
        case .dns(let name): name.text
        case .ip(let address): address.inURL
        }
    }

    public var description: String {
        switch self {
        case .dns(let name): name.text
        case .ip(let address): address.description
        }
    }
}
