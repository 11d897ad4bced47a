extension GeneralName: CustomStringConvertible {
    /// The kind and the name, as OpenSSL writes them: `DNS:example.com`, `IP:192.0.2.1`, `IP:10.0.0.0/255.0.0.0`.
    ///
    /// Invisible characters are escaped; addresses of a wrong length are hexadecimal after `#`.
    public var description: String {
        switch self {
        case .otherName(let type, _): "otherName:\(type)"
        case .rfc822Name(let name): "email:\(name)"
        case .dnsName(let name): "DNS:\(name)"
        case .x400Address: "X400Name"
        case .directoryName(let name): "DirName:\(name)"
        case .ediPartyName: "EdiPartyName"
        case .uniformResourceIdentifier(let name): "URI:\(name)"
        case .ipAddress(let octets): "IP:\(Self.address(octets))"
        case .registeredID(let identifier): "RID:\(identifier)"
        }
    }

    private static func address(_ octets: ArraySlice<UInt8>) -> String {
        switch octets.count {
        case 4: octets.map { String($0) }.joined(separator: ".")
        case 16: ipv6(Array(octets))
        case 8, 32: address(octets.prefix(octets.count / 2)) + "/" + address(octets.suffix(octets.count / 2))
        default: "#" + HexString.encode(octets)
        }
    }

    /// RFC 5952 §4: lower case, no leading zeros, the longest series of two or more zero groups as `::`.
    private static func ipv6(_ octets: [UInt8]) -> String {
        let groups = (0..<8).map { UInt16(octets[2 * $0]) << 8 | UInt16(octets[2 * $0 + 1]) }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            let end = groups[start...].firstIndex { $0 != 0 } ?? 8
            // §4.2.3: of several series of one length the first one.
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = end + 1
        }
        func text(_ range: Range<Int>) -> String {
            groups[range].map { String($0, radix: 16) }.joined(separator: ":")
        }
        return longest.isEmpty ? text(0..<8) : text(0..<longest.lowerBound) + "::" + text(longest.upperBound..<8)
    }
}
