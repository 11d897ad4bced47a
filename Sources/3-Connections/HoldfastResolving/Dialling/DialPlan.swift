package import HoldfastTrust
package import HoldfastX509

/// The addresses that connections for a host and port go to, by the first rule that fits.
package struct DialPlan: Hashable, Sendable {
    /// The name or the address that is dialled.
    package let host: ServerName
    package let port: UInt16
    /// The addresses that are known without a lookup; nil where they are looked up.
    package let endpoints: [Endpoint]?
    /// Whether a rule leads there.
    package let isChosen: Bool

    package init(_ name: ServerName, port: UInt16, by rules: [DialRule]) {
        let rule = rules.first { $0.fits(name, port: port) }
        isChosen = rule != nil
        switch rule?.destination {
        case .addresses(let targets)?:
            let endpoints = targets.map { Endpoint($0.address, port: $0.port ?? port) }
            self.endpoints = endpoints
            host = endpoints.first.map { .ip($0.address) } ?? name
            self.port = endpoints.first?.port ?? port
        case .name(let other, let otherPort)?:
            host = other.map { .dns($0) } ?? name
            self.port = otherPort ?? port
            endpoints = Self.literal(host, self.port)
        case nil:
            host = name
            self.port = port
            endpoints = Self.literal(name, port)
        }
    }

    private static func literal(_ host: ServerName, _ port: UInt16) -> [Endpoint]? {
        if case .ip(let address) = host { [Endpoint(address, port: port)] } else { nil }
    }

    /// The first name that a rule leads to an address and port.
    package static func name(leadingTo endpoint: Endpoint, by rules: [DialRule]) -> DNSName? {
        for rule in rules {
            guard case .dns(let name)? = rule.host else { continue }
            if rule.targets.contains(where: { target in
                target.address == endpoint.address && target.port ?? rule.port ?? endpoint.port == endpoint.port
            }) {
                return name
            }
        }
        return nil
    }
}
