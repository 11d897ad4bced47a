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

/// An error for a text that is no server name.
public struct ServerNameError: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable {
        case empty = "is empty"
        case notASCII = "has characters outside ASCII; convert it to A-labels first"
        case tooLong = "is longer than 253 octets"
        case badLabel = "has a label that is not 1-63 letters, digits, hyphens or underscores"
        /// RFC 952: "The last character must not be a minus sign or period"; RFC 1123 §2.1 allows a digit as the first
        /// character beside a letter; RFC 5890 §2.3.1: no hyphen "at the beginning or end".
        case hyphenAtEdge =
            "has a label that begins or ends with a hyphen, which no host name has (RFC 1123 §2.1)"
        case numericTopLabel = "ends in a number and is no IPv4 address"
        case badAddress = "is no IPv6 address"
    }

    /// The text as given.
    public let text: String
    /// The reason that it is no server name.
    public let reason: Reason
}
