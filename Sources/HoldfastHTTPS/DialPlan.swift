import HoldfastTransport
import HoldfastTrust

/// Where a connection for a host and port goes, by `connectTo` and `resolve` as curl reads them: the first entry of
/// `connectTo` that fits, then the last of `resolve` for what that names.
struct DialPlan: Hashable {
    /// The name or address that is dialled, without brackets.
    private(set) var host: String
    private(set) var port: UInt16
    /// What stands for it without a question to the system; nil where the system is asked.
    private(set) var addresses: [IPAddress]?
    /// Whether an entry has led it there.
    private(set) var isChosen = false

    init(_ url: HTTPSURL, connectTo: [String], resolve: [String]) {
        (host, port) = (url.host, url.port)
        for entry in connectTo {
            let parts = Self.parts(entry)
            guard parts.count == 4, Self.fits(parts, url.host, url.port) else { continue }
            if !parts[2].isEmpty { host = Self.bare(parts[2]) }
            if let other = UInt16(parts[3]) { port = other }
            isChosen = true
            break
        }
        if let literal = IPAddress(host) {
            addresses = [literal]
        } else {
            addresses = Self.listed(host, port, resolve)
            if addresses != nil { isChosen = true }
        }
    }

    /// The dial targets that lead to one address and leave the name as it is.
    func targets(of url: HTTPSURL, at address: IPAddress) -> DialTargets {
        targets(of: url.host, url.port, at: address)
    }

    func targets(of name: String, _ namePort: UInt16, at address: IPAddress) -> DialTargets {
        DialTargets(
            connectTo: ["\(URLParts.literal(name)):\(namePort):\(URLParts.literal(address.description)):\(port)"])
    }

    /// The first name that an entry of `connectTo` or `resolve` leads to an address and port.
    static func name(
        leadingTo address: IPAddress, _ port: UInt16, connectTo: [String], resolve: [String]
    ) -> DNSName? {
        for entry in connectTo {
            let parts = parts(entry)
            if parts.count == 4, IPAddress(bare(parts[2])) == address, UInt16(parts[3]) == port,
                let name = try? DNSName(parts[0])
            {
                return name
            }
        }
        for entry in resolve {
            let parts = parts(entry)
            if parts.count == 3, UInt16(parts[1]) == port, list(parts[2]).contains(address),
                let name = try? DNSName(parts[0])
            {
                return name
            }
        }
        return nil
    }

    /// An empty host or port fits any.
    private static func fits(_ parts: [String], _ host: String, _ port: UInt16) -> Bool {
        (parts[0].isEmpty || bare(parts[0]).lowercased() == host) && (parts[1].isEmpty || UInt16(parts[1]) == port)
    }

    private static func listed(_ host: String, _ port: UInt16, _ resolve: [String]) -> [IPAddress]? {
        var own: [IPAddress]?
        var others: [IPAddress]?
        for entry in resolve {
            let parts = parts(entry.hasPrefix("+") ? String(entry.dropFirst()) : entry)
            guard parts.count == 3, UInt16(parts[1]) == port else { continue }
            if parts[0] == "*" { others = list(parts[2]) }
            if parts[0].lowercased() == host.lowercased() { own = list(parts[2]) }
        }
        return own ?? others
    }

    private static func list(_ text: String) -> [IPAddress] {
        text.split(separator: ",").compactMap { IPAddress(bare($0)) }
    }

    /// The parts between colons; colons in brackets do not part.
    static func parts(_ text: String) -> [String] {
        var parts = [""]
        var isBracketed = false
        for character in text {
            if character == "[" { isBracketed = true }
            if character == "]" { isBracketed = false }
            if character == ":", !isBracketed {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    static func bare(_ text: some StringProtocol) -> String {
        text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : String(text)
    }
}
