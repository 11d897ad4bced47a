import HoldfastAuthority
public import HoldfastTrust
import HoldfastX509

/// A list of servers: domains with all that is below them, and addresses.
public struct GateNames: Hashable, Sendable {
    /// The domains and addresses, in the order given.
    public let names: [ServerName]

    /// Makes a list; an empty one holds nobody.
    public init(_ names: [ServerName]) { self.names = names }

    /// Whether a server is one of them.
    public func contains(_ name: ServerName) -> Bool {
        names.contains { listed in
            switch (listed, name) {
            case (.ip(let listed), .ip(let address)): listed == address
            case (.dns(let listed), .dns(let name)): name.text == listed.text || name.text.hasSuffix("." + listed.text)
            default: false
            }
        }
    }

    /// The list as the name constraints of an authority (RFC 5280 §4.2.1.10).
    func constraints() throws(AuthorityError) -> NameConstraints {
        var domains: [String] = []
        var addresses: [String] = []
        for name in names {
            switch name {
            case .dns(let name): domains.append(name.text)
            case .ip(let address): addresses.append(address.description)
            }
        }
        // A kind of name without a permitted subtree is not constrained: a name that nobody has stands for "none"
        // (RFC 6761 §6.4).
        return try .only(domains: domains.isEmpty ? ["invalid"] : domains, addresses: addresses)
    }
}
