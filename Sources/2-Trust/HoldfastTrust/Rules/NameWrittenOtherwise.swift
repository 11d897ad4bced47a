import HoldfastStatements
import HoldfastX509

/// An alternative name that shows what was asked for and is another: an address that is no iPAddress of its octets, a
/// name with something beside it.
///
/// It matches nothing; it tells why somebody reads the same on both sides.
struct NameWrittenOtherwise {
    let name: GeneralName
    let form: ServerNameSentence.Form

    /// The name as the certificate has it, without its kind.
    var text: String {
        switch name {
        case .dnsName(let text), .uniformResourceIdentifier(let text), .rfc822Name(let text): text.description
        default: name.description
        }
    }

    /// Names that are looked at; it is a hint, and takes nothing from the budget.
    private static let maximumNames = 1_000
    /// Octets of a name that are looked at: an address in a URL is shorter, and so is a host name.
    private static let maximumOctets = 400

    /// The first of a certificate's names that shows the server's; nil where none does.
    init?(of server: ServerName, among names: [GeneralName]) {
        for name in names.prefix(Self.maximumNames) {
            if let form = Self.form(of: name, for: server) {
                (self.name, self.form) = (name, form)
                return
            }
        }
        return nil
    }

    private static func form(of name: GeneralName, for server: ServerName) -> ServerNameSentence.Form? {
        switch (name, server) {
        case (.dnsName(let text), .ip(let address)):
            readings(of: text).contains { IPAddress($0) == address } ? .dnsName : nil
        case (.uniformResourceIdentifier(let text), .ip(let address)):
            readings(of: text).contains { IPAddress($0) == address } ? .uri : nil
        case (.ipAddress(let octets), .ip(let address)): form(of: octets, for: address)
        case (.dnsName(let text), .dns(let host)):
            readings(of: text).contains { $0.asciiLowercased() == host.text } ? .beside : nil
        default: nil
        }
    }

    /// An iPAddress of other octets than the address itself (RFC 5280 §4.2.1.6, §4.2.1.10 for the mask; RFC 4291
    /// §2.5.5.2 for the mapped one).
    private static func form(of octets: ArraySlice<UInt8>, for address: IPAddress) -> ServerNameSentence.Form? {
        let mapping: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        if octets.count == 2 * address.bytes.count, octets.starts(with: address.bytes) { return .masked }
        if octets.elementsEqual(mapping + address.bytes) { return .mapped }
        if address.bytes.count == 16, address.bytes.elementsEqual(mapping + octets) { return .unmapped }
        guard octets.count <= maximumOctets, let text = IA5String(octets) else { return nil }
        return readings(of: text).contains { IPAddress($0) == address } ? .text : nil
    }

    /// The parts of a text that readers take for a host: all of it, without blanks and a final dot; the host of a URL;
    /// what stands in brackets, before a port, before the length of a prefix.
    private static func readings(of text: IA5String) -> [Substring] {
        guard text.bytes.count <= maximumOctets else { return [] }
        let whole = String(decoding: text.bytes, as: UTF8.self)
        var host = whole[...]
        if let scheme = host.firstRange(of: "://") { host = host[scheme.upperBound...] }
        host = host.prefix { $0 != "/" }
        host = host.trimmed { $0.isWhitespace }
        if host.last == "." { host = host.dropLast() }
        var readings = [host]
        if host.first == "[", let end = host.firstIndex(of: "]") { readings.append(host.dropFirst()[..<end]) }
        if let colon = host.lastIndex(of: ":"), host[..<colon].allSatisfy({ $0 != ":" }) {
            readings.append(host[..<colon])
        }
        return readings
    }
}

extension Substring {
    fileprivate func trimmed(_ isLeftOut: (Character) -> Bool) -> Substring {
        var rest = drop(while: isLeftOut)
        while let last = rest.last, isLeftOut(last) { rest = rest.dropLast() }
        return rest
    }
}
