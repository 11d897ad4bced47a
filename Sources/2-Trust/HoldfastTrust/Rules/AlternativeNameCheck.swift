import HoldfastStatements
import HoldfastX509

/// Looks at alternative names one by one, and keeps the first fault of each kind with how often it was seen.
struct AlternativeNameCheck {
    let suffixes: PublicSuffixes?
    /// Whether the programmes' rules about servers are asked for too.
    let isServer: Bool
    let forbidsReverseZones: Bool
    private(set) var faults: [String: (name: Statement, expected: AlternativeNameSentence.Expected, count: Int)] = [:]
    /// Whether names below a top-level domain are internal, looked up once: a certificate's names mostly share one.
    private var internalTops: [String: Bool] = [:]
    private var lastTop: (label: ArraySlice<UInt8>, isAlone: Bool, isInternal: Bool)?

    init(suffixes: PublicSuffixes?, isServer: Bool, forbidsReverseZones: Bool) {
        self.suffixes = suffixes
        self.isServer = isServer
        self.forbidsReverseZones = forbidsReverseZones
    }

    mutating func check(_ name: GeneralName) {
        switch name {
        case .dnsName(let text): check(dnsName: text)
        case .ipAddress(let octets):
            guard let address = IPAddress(bytes: octets) else {
                note(
                    SubjectAltNameRule.address, AlternativeNameSentence.octets(count: octets.count), .addressOctets)
                return
            }
            if isServer, PrivateNames.isReserved(address) {
                note(SubjectAltNameRule.reservedAddress, Verbatim("\(address)"), .publicAddress)
            }
        case .rfc822Name(let text):
            if !Self.isMailbox(text.bytes) {
                let isEmpty = text.bytes.isEmpty
                note(
                    SubjectAltNameRule.mailbox,
                    isEmpty ? AlternativeNameSentence.noCharacters : Verbatim("\(text)"), .mailbox)
            }
            otherType(name)
        default: otherType(name)
        }
    }

    private mutating func otherType(_ name: GeneralName) {
        if isServer { note(SubjectAltNameRule.nameTypes, Verbatim("\(name)"), .serverName) }
    }

    private mutating func check(dnsName text: IA5String) {
        let octets = text.bytes
        // An empty name has a requirement of its own (RFC 5280 §4.2.1.6).
        guard !octets.isEmpty else { return }
        guard !Self.isAddress(octets) else {
            note(SubjectAltNameRule.addressAsName, Verbatim("\(text)"), .iPAddress)
            return
        }
        let isWildcard = octets.starts(with: "*.".utf8)
        let domain = isWildcard ? octets.dropFirst(2) : octets
        guard !domain.contains(UInt8(ascii: "*")) else {
            note(SubjectAltNameRule.wildcard, Verbatim("\(text)"), .wholeLabelWildcard)
            return
        }
        var labels = HostLabels(domain)
        var top: ArraySlice<UInt8> = []
        var isPreferred = domain.count <= 253
        var hasReserved = false
        while isPreferred, let label = labels.next() {
            isPreferred = Self.isPreferred(label)
            hasReserved = hasReserved || Self.isReserved(label)
            top = label
        }
        guard isPreferred else {
            note(SubjectAltNameRule.syntax, Verbatim("\(text)"), .hostName)
            return
        }
        guard isServer else { return }
        if hasReserved {
            note(SubjectAltNameRule.reservedLabel, Verbatim("\(text)"), .unreservedLabels)
        }
        if isWildcard { check(wildcard: text, of: domain) }
        if forbidsReverseZones, Self.isInReverseZone(domain) {
            note(SubjectAltNameRule.reverseZone, Verbatim("\(text)"), .outsideReverseZones)
        }
        if isInternal(below: top, isAlone: top.count == domain.count && !isWildcard) {
            note(SubjectAltNameRule.internalName, Verbatim("\(text)"), .publicName)
        }
    }

    /// Whether a DNS name is the text of an address, in brackets or with the length of a prefix too. Most names are
    /// seen to be none by their last octet.
    private static func isAddress(_ octets: ArraySlice<UInt8>) -> Bool {
        guard octets.count < 60, let last = octets.last,
            (48...57).contains(last) || last == UInt8(ascii: "]") || octets.contains(UInt8(ascii: ":"))
        else { return false }
        var text = String(decoding: octets, as: UTF8.self)[...]
        if let slash = text.firstIndex(of: "/"), text[slash...].dropFirst().allSatisfy(\.isWholeNumber) {
            text = text[..<slash]
        }
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        return IPAddress(text) != nil
    }

    private mutating func check(wildcard text: IA5String, of domain: ArraySlice<UInt8>) {
        switch WildcardScope(domain: Self.text(domain), suffixes) {
        case .anybody: note(SubjectAltNameRule.publicSuffixWildcard, Verbatim("\(text)"), .oneOwner)
        case .customers: note(SubjectAltNameRule.privateSuffixWildcard, Verbatim("\(text)"), .oneCustomer)
        case .oneOwner, .unknown: break
        }
    }

    /// Whether names below a top-level domain, or the domain alone, are internal: only for a single label does the rest
    /// of a name matter.
    private mutating func isInternal(below top: ArraySlice<UInt8>, isAlone: Bool) -> Bool {
        if let lastTop, lastTop.isAlone == isAlone, lastTop.label == top { return lastTop.isInternal }
        let text = Self.text(top)
        let key = isAlone ? text : "." + text
        let isInternal = internalTops[key] ?? PrivateNames.isInternal(isAlone ? text : "x." + text, suffixes)
        internalTops[key] = isInternal
        lastTop = (top, isAlone, isInternal)
        return isInternal
    }

    private static func isInReverseZone(_ domain: ArraySlice<UInt8>) -> Bool {
        [".in-addr.arpa", ".ip6.arpa"].contains { zone in
            zone.utf8.count <= domain.count && ASCIIText.equal(domain.suffix(zone.utf8.count), zone.utf8)
        }
    }

    private static func text(_ octets: ArraySlice<UInt8>) -> String {
        String(decoding: octets, as: UTF8.self).asciiLowercased()
    }

    private mutating func note(
        _ requirement: Requirement, _ name: @autoclosure () -> any Sentence,
        _ expected: AlternativeNameSentence.Expected
    ) {
        if let known = faults[requirement.id] {
            faults[requirement.id] = (known.name, known.expected, known.count + 1)
        } else {
            faults[requirement.id] = (Statement(name()), expected, 1)
        }
    }

    /// RFC 1034 §3.5 as RFC 1123 §2.1 has it: letters, digits and hyphens, no hyphen at an end, at most 63.
    private static func isPreferred(_ label: ArraySlice<UInt8>) -> Bool {
        HostName.isLabel(label) && !label.contains(UInt8(ascii: "_"))
    }

    /// RFC 5890 §2.3.1: hyphens as third and fourth character are reserved; of those, only `xn--` has a meaning.
    private static func isReserved(_ label: ArraySlice<UInt8>) -> Bool {
        let first = label.startIndex
        guard label.count >= 4, label[first + 2] == UInt8(ascii: "-"), label[first + 3] == UInt8(ascii: "-") else {
            return false
        }
        return label[first] | 0x20 != UInt8(ascii: "x") || label[first + 1] | 0x20 != UInt8(ascii: "n")
    }

    /// `Local-part@Domain` (RFC 2821 §4.1.2), no comment, no brackets, no name beside it (RFC 5280 §4.2.1.6).
    static func isMailbox(_ octets: ArraySlice<UInt8>) -> Bool {
        guard let at = octets.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let local = octets[..<at]
        let host = octets[octets.index(after: at)...]
        let isQuoted = local.count > 1 && local.first == UInt8(ascii: "\"") && local.last == UInt8(ascii: "\"")
        let special = Array("()<>[]:;@\\,\" ".utf8)
        guard !local.isEmpty, isQuoted || !local.contains(where: { special.contains($0) || $0 < 0x20 || $0 == 0x7F })
        else { return false }
        if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") { return host.count > 2 }
        return host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isPreferred)
    }
}
