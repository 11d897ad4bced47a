import HoldfastTrust
import HoldfastX509

/// The ways in which a key of `NSExceptionDomains` or `NSPinnedDomains` is written that match no host, or not the one
/// that is meant (Apple, `NSExceptionDomains`: "Follow these rules when setting a domain name string").
struct DomainSpelling {
    /// The mistakes.
    let problems: [(rule: AppTransportSecurityLintRule, fault: DomainFault)]
    /// Whether the key is an address or a range of addresses.
    let isAddress: Bool
    /// The key as it should be written, for comparing it with others.
    let meant: String

    init(_ key: String) {
        var text = key
        var found: [(AppTransportSecurityLintRule, DomainFault)] = []
        func note(_ rule: AppTransportSecurityLintRule, _ fault: DomainFault) { found.append((rule, fault)) }
        if let scheme = text.firstRange(of: "://") {
            note(.domainScheme, .url)
            text = String(text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        }
        if AddressRange(text) != nil {
            self.init(found, isAddress: true, meant: text.asciiLowercased())
            return
        }
        if let slash = text.firstIndex(of: "/") {
            // What looks like a range of addresses, and is none.
            let isRange = IPAddress(text[..<slash]) != nil
            note(isRange ? .invalidDomain : .domainScheme, isRange ? .noRange : .path)
            text = String(text[..<slash])
        }
        let hasBrackets = text.hasPrefix("[")
        if let colon = text.lastIndex(of: ":"), hasBrackets || text.firstIndex(of: ":") == colon {
            let digits = text[text.index(after: colon)...]
            if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                note(.domainPort, .port)
                text = String(text[..<colon])
            }
        }
        if text.hasPrefix("[") || text.hasSuffix("]") {
            note(.invalidDomain, .brackets)
            text = text.filter { $0 != "[" && $0 != "]" }
        }
        if text.contains("*") || text.hasPrefix(".") {
            note(.domainWildcard, .wildcard)
            text = String(text.drop { $0 == "*" || $0 == "." })
        }
        if text.hasSuffix(".") {
            note(.domainTrailingDot, .finalDot)
            text = String(text.dropLast())
        }
        // Outside ASCII there are letters whose lower case is another domain's; they are no domain in any case.
        if text.utf8.allSatisfy({ $0 < 0x80 }), text != text.asciiLowercased() {
            note(.domainCase, .capitals)
            text = text.asciiLowercased()
        }
        let isWildcardAlone = text.isEmpty && found.contains { $0.0 == .domainWildcard }
        if !isWildcardAlone, (try? ServerName(text)) == nil, !found.contains(where: { $0.0 == .invalidDomain }) {
            note(.invalidDomain, .invalid)
        }
        self.init(found, isAddress: IPAddress(text) != nil, meant: text)
    }

    private init(_ found: [(AppTransportSecurityLintRule, DomainFault)], isAddress: Bool, meant: String) {
        problems = found.map { (rule: $0.0, fault: $0.1) }
        (self.isAddress, self.meant) = (isAddress, meant)
    }

    /// Whether hosts of the key are let through by every system since iOS 10.
    var isLocalName: Bool { !isAddress && !meant.isEmpty && (!meant.contains(".") || meant.hasSuffix(".local")) }
}
