import HoldfastHTTPS
import HoldfastTrust

/// One `--connect-to`: a server, and where it is dialled instead. As curl has it, what is empty in front means any host or
/// any port, and behind the target's own.
struct ConnectToMapping: Sendable, CustomStringConvertible {
    let host: ServerName?
    let port: UInt16?
    let place: ServerName?
    let placePort: UInt16?

    /// - Parameter parts: what stands between the colons; nil where they make no sense.
    init(_ text: String, parts: [Substring]?) throws(CommandFailure) {
        guard let parts, parts.count == 4, let host = Self.host(parts[0]), let port = Self.port(parts[1]),
            let place = Self.host(parts[2]), let placePort = Self.port(parts[3])
        else {
            throw .usage(
                "--connect-to: \(Wording.quoted(text)) is not HOST:PORT:ADDR:PORT",
                hint: "for example www.example.com:443:127.0.0.1:8443; IPv6 in brackets")
        }
        (self.host, self.port, self.place, self.placePort) = (host, port, place, placePort)
    }

    /// A host, or nil inside for an empty part; nil for what is neither.
    private static func host(_ part: Substring) -> ServerName?? {
        part.isEmpty ? .some(nil) : (try? HostName.parse(String(part))).map { .some($0) }
    }

    private static func port(_ part: Substring) -> UInt16?? {
        guard !part.isEmpty else { return .some(nil) }
        guard let port = UInt16(part), port > 0 else { return nil }
        return .some(port)
    }

    /// As curl spells it.
    var description: String {
        "\(source):\(place.map(DialOptions.literal) ?? ""):\(placePort.map { "\($0)" } ?? "")"
    }

    private var source: String {
        "\(host.map(DialOptions.literal) ?? ""):\(port.map { "\($0)" } ?? "")"
    }

    /// Whether there is a server that both are for.
    private func overlaps(_ other: ConnectToMapping) -> Bool {
        (host == nil || other.host == nil || host == other.host)
            && (port == nil || other.port == nil || port == other.port)
    }

    /// One rule for each host and port that is led to addresses, with all of them in order.
    ///
    /// The first that fits counts. Sessions ask rules before anything else, so that what comes after one that leads to a
    /// name, or to another port alone, and is for the same server too, is no rule.
    ///
    /// - Throws: a usage error where one host and port is led to a name and elsewhere too: of several only addresses can
    ///   be tried one after the other.
    static func rules(of mappings: [ConnectToMapping]) throws(CommandFailure) -> [DialRule] {
        var rules: [DialRule] = []
        for (index, mapping) in mappings.enumerated() {
            let before = mappings[..<index]
            let same = before.filter { $0.source == mapping.source }
            guard case .ip(let address) = mapping.place, same.allSatisfy(\.leadsToAddress) else {
                guard same.isEmpty else {
                    throw .usage(
                        "--connect-to: \(mapping.source) is led to a name and elsewhere too",
                        hint: "several places for one server are written as addresses")
                }
                continue
            }
            guard !before.contains(where: { !$0.leadsToAddress && $0.overlaps(mapping) }) else { continue }
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
