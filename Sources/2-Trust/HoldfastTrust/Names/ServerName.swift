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
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), let address = IPAddress(text.dropFirst().dropLast()), address.bytes.count == 16
            else { throw ServerNameError(text: text, reason: .badAddress) }
            self = .ip(address)
        } else if let address = IPAddress(text) {
            self = .ip(address)
        } else if text.contains(":") {
            throw ServerNameError(text: text, reason: .badAddress)
        } else {
            self = .dns(try DNSName(text))
        }
    }

    public var description: String {
        switch self {
        case .dns(let name): name.text
        case .ip(let address): address.description
        }
    }
}
