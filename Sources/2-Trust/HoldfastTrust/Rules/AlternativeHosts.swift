import HoldfastX509

/// The host names and addresses among alternative names, and how a text stands to them: what the rule of common names
/// compares by.
struct AlternativeHosts {
    enum Relation: Hashable {
        /// One of them, letter by letter.
        case copy
        /// One of them to a reader who ignores case, converts U-labels or reads addresses as `inet_aton` does.
        case spelledOtherwise
        /// None of them, though there are some of its kind.
        case another
        /// There is none of its kind: host name, wildcard or address.
        case anotherKind
    }

    private var hosts: Set<String> = []
    private var lowercasedHosts: Set<String> = []
    /// Dotted decimal (RFC 3986 §3.2.2) and RFC 5952's form are what addresses are written in here.
    private var addresses: [String: [UInt8]] = [:]

    mutating func add(_ name: GeneralName) {
        switch name {
        case .dnsName(let text):
            let host = String(decoding: text.bytes, as: UTF8.self)
            hosts.insert(host)
            lowercasedHosts.insert(host.asciiLowercased())
        case .ipAddress(let octets):
            if let address = IPAddress(bytes: octets) { addresses[address.description] = address.bytes }
        default: break
        }
    }

    func compare(_ text: String) -> Relation {
        if hosts.contains(text) || addresses[text] != nil { return .copy }
        if Self.readsAsAddress(text) {
            let readings = Self.readings(of: text)
            if addresses.values.contains(where: readings.contains) { return .spelledOtherwise }
            return addresses.isEmpty ? .anotherKind : .another
        }
        if lowercasedHosts.contains(text.asciiLowercased()) || isInULabels(text) { return .spelledOtherwise }
        let isWildcard = text.hasPrefix("*.")
        return hosts.contains { $0.hasPrefix("*.") == isWildcard } ? .another : .anotherKind
    }

    /// Whether a text has U-labels where a host name has A-labels, and its other labels besides (RFC 5890 §2.3.2.1).
    private func isInULabels(_ text: String) -> Bool {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let labels = text.asciiLowercased().split(separator: ".", omittingEmptySubsequences: false)
        return lowercasedHosts.contains { host in
            let others = host.split(separator: ".", omittingEmptySubsequences: false)
            return labels.count == others.count
                && zip(labels, others).allSatisfy { label, other in
                    label == other || (other.hasPrefix("xn--") && !label.utf8.allSatisfy { $0 < 0x80 })
                }
        }
    }

    // MARK: Addresses

    /// Whether some reader takes a text for an address: it has a colon, or ends in a decimal, octal or hexadecimal
    /// number (as `inet_aton` and the URL Standard read a host).
    static func readsAsAddress(_ text: String) -> Bool {
        if text.utf8.contains(UInt8(ascii: ":")) { return true }
        guard let last = text.split(separator: ".").last?.asciiLowercased() else { return false }
        if last.hasPrefix("0x") { return last.dropFirst(2).allSatisfy(\.isHexDigit) }
        return last.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The addresses that readers take a text for: those who read a leading zero as octal, and those who do not.
    private static func readings(of text: String) -> [[UInt8]] {
        if let address = IPAddress(text) { return [address.bytes] }
        return [loose(text, octal: true), loose(text, octal: false)].compactMap(\.self)
    }

    /// An IPv4 address as `inet_aton` reads it: one to four numbers, the last of which fills the octets that are left.
    private static func loose(_ text: String, octal: Bool) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        var numbers: [UInt32] = []
        for part in parts {
            let digits: Substring
            let radix: Int
            if part.asciiLowercased().hasPrefix("0x") {
                (digits, radix) = (part.dropFirst(2), 16)
            } else {
                (digits, radix) = (part, octal && part.hasPrefix("0") && part.utf8.count > 1 ? 8 : 10)
            }
            guard digits.utf8.first != UInt8(ascii: "+"), let number = UInt32(digits, radix: radix) else { return nil }
            numbers.append(number)
        }
        guard let last = numbers.popLast(), numbers.allSatisfy({ $0 < 256 }) else { return nil }
        let left = 4 - numbers.count
        guard left == 4 || last < 1 << UInt32(8 * left) else { return nil }
        let tail = (0..<left).map { UInt8(truncatingIfNeeded: last >> UInt32(8 * (left - 1 - $0))) }
        return numbers.map { UInt8(truncatingIfNeeded: $0) } + tail
    }
}
