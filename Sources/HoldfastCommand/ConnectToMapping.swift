import HoldfastHTTPS
import HoldfastTrust

/// One `--connect-to`: a server, and where it is dialled instead.
struct ConnectToMapping: Sendable, CustomStringConvertible {
    let host: ServerName
    let port: UInt16
    let place: ServerName
    let placePort: UInt16

    /// - Parameter parts: what stands between the colons; nil where they make no sense.
    init(_ text: String, parts: [Substring]?) throws(CommandFailure) {
        guard let parts, parts.count == 4, let host = try? HostName.parse(String(parts[0])),
            let port = UInt16(parts[1]), port > 0, let place = try? HostName.parse(String(parts[2])),
            let placePort = UInt16(parts[3]), placePort > 0
        else {
            throw .usage(
                "--connect-to: \(Wording.quoted(text)) is not HOST:PORT:ADDR:PORT",
                hint: "for example www.example.com:443:127.0.0.1:8443; IPv6 in brackets")
        }
        (self.host, self.port, self.place, self.placePort) = (host, port, place, placePort)
    }

    /// As curl spells it.
    var description: String {
        "\(source):\(DialOptions.literal(place)):\(placePort)"
    }

    private var source: String { "\(DialOptions.literal(host)):\(port)" }

    /// One rule for each host and port that is led to addresses, with all of them in order.
    ///
    /// - Throws: a usage error where one host and port is led to a name and elsewhere too: of several only addresses can
    ///   be tried one after the other.
    static func rules(of mappings: [ConnectToMapping]) throws(CommandFailure) -> [DialRule] {
        var rules: [DialRule] = []
        for (index, mapping) in mappings.enumerated() {
            let same = mappings[..<index].filter { $0.source == mapping.source }
            guard case .ip(let address) = mapping.place, same.allSatisfy(\.leadsToAddress) else {
                guard same.isEmpty else {
                    throw .usage(
                        "--connect-to: \(mapping.source) is led to a name and elsewhere too",
                        hint: "several places for one server are written as addresses")
                }
                continue
            }
            let target = DialRule.Target(address, port: mapping.placePort)
            if let known = rules.firstIndex(where: { $0.host == mapping.host && $0.port == mapping.port }) {
                rules[known].targets.append(target)
            } else {
                rules.append(DialRule(mapping.host, port: mapping.port, to: [target]))
            }
        }
        return rules
    }

    private var leadsToAddress: Bool {
        if case .ip = place { true } else { false }
    }
}
