import HoldfastX509

extension GeneralName {
    /// The subject alternative name for a host as people write it: an `iPAddress` for a literal IPv4 or IPv6 address,
    /// otherwise a `dNSName` of the text as it is, wildcards and names that no server should have included.
    static func host(unchecked text: String) throws(AuthorityError) -> GeneralName {
        if let address = version4(text) { return .ipAddress(address[...]) }
        if text.contains(":") {
            guard let address = version6(text) else { throw .malformedAddress(text) }
            return .ipAddress(address[...])
        }
        guard let name = IA5String(text) else { throw .nameNotASCII(text) }
        return .dnsName(name)
    }

    /// Four decimal numbers (RFC 6943 §3.1.1, the strict form).
    private static func version4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let octets = parts.compactMap { part -> UInt8? in
            guard part.allSatisfy({ $0.isASCII && $0.isNumber }), part == "0" || part.first != "0" else { return nil }
            return UInt8(part)
        }
        return parts.count == 4 && octets.count == 4 ? octets : nil
    }

    /// Eight groups, one run of zeros left out, the last two perhaps as IPv4 (RFC 4291 §2.2).
    private static func version6(_ text: String) -> [UInt8]? {
        guard let gap = text.firstRange(of: "::") else {
            let octets = groups(text[...])
            return octets?.count == 16 ? octets : nil
        }
        guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...]),
            head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func groups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var octets: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, let address = version4(part) {
                octets += address
            } else {
                guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit), let group = UInt16(part, radix: 16)
                else { return nil }
                octets += [UInt8(group >> 8), UInt8(truncatingIfNeeded: group)]
            }
        }
        return octets
    }
}
