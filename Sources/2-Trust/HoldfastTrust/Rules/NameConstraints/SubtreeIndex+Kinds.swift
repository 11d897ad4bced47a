import HoldfastX509

/// Domains by their text in lower case.
struct DomainIndex {
    /// The subtree of every name.
    private var all: Int?
    /// The subtree of a host that is not named: no host is certainly within it, and any may be.
    private var unnamed: Int?
    /// The domain itself.
    private var exact: [[UInt8]: Int] = [:]
    /// The names below a domain.
    private var below: [[UInt8]: Int] = [:]
    /// Domains that stand behind a dot: only what is below them is permitted, and they are excluded with it.
    private var dotted: [[UInt8]: Int] = [:]
    /// The subtrees by the domain above them: what a wildcard of that domain stands for.
    private var parents: [[UInt8]: Int] = [:]

    /// A dNSName: a domain and what is below it.
    mutating func insert(below base: ArraySlice<UInt8>, _ index: Int) {
        guard !base.isEmpty else { return all = all ?? index }
        let text = Self.lowercased(DNSConstraint.domain(of: base))
        if DNSConstraint.hasLeadingDot(base) {
            dotted[text] = dotted[text] ?? index
        } else {
            exact[text] = exact[text] ?? index
        }
        below[text] = below[text] ?? index
        guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else { return }
        let parent = Array(text[(dot + 1)...])
        parents[parent] = parents[parent] ?? index
    }

    /// A host, or what is below a domain where a dot stands before it.
    mutating func insert(host base: ArraySlice<UInt8>, _ index: Int) {
        guard !base.isEmpty else { return unnamed = unnamed ?? index }
        let text = Self.lowercased(base.first == UInt8(ascii: ".") ? base.dropFirst() : base)
        if base.first == UInt8(ascii: ".") {
            below[text] = below[text] ?? index
        } else {
            exact[text] = exact[text] ?? index
        }
    }

    /// A subtree that a host is within, and every name that a wildcard stands for.
    func place(of name: ArraySlice<UInt8>) -> Int? {
        if let all { return all }
        guard !exact.isEmpty || !below.isEmpty else { return nil }
        let text = Self.lowercased(name)
        if let found = exact[text] { return found }
        guard !below.isEmpty else { return nil }
        for (position, octet) in text.enumerated() where octet == UInt8(ascii: ".") {
            if let found = below[Array(text[(position + 1)...])] { return found }
        }
        return nil
    }

    /// A subtree that a host may be within: the domain behind a dot too, and, for the wildcard `*.example.com`, one
    /// whose top is a label below its domain, as `bar.example.com`, which it stands for (CVE-2025-61727).
    func place(overlapping name: ArraySlice<UInt8>) -> Int? {
        let fixed = DNSConstraint.fixedPart(of: name)
        if let found = place(of: fixed) ?? unnamed { return found }
        guard !dotted.isEmpty || !parents.isEmpty else { return nil }
        let text = Self.lowercased(fixed)
        return dotted[text] ?? (DNSConstraint.isWildcard(name) ? parents[text] : nil)
    }

    static func lowercased(_ text: ArraySlice<UInt8>) -> [UInt8] { text.map(ASCIIText.lowercased) }
}

/// Mailboxes, and the hosts of all others.
struct MailboxIndex {
    private struct Key: Hashable {
        let local: [UInt8]
        let host: [UInt8]
    }

    private var hosts = DomainIndex()
    private var exact: [Key: Int] = [:]
    private var anyCase: [Key: Int] = [:]

    mutating func insert(_ base: ArraySlice<UInt8>, _ index: Int) {
        guard base.contains(UInt8(ascii: "@")) else { return hosts.insert(host: base, index) }
        // A base that is no mailbox refuses the authority's certificate, whatever names there are.
        guard let mailbox = RFC822Name(base) else { return }
        let (key, folded) = (Self.key(mailbox, anyCase: false), Self.key(mailbox, anyCase: true))
        exact[key] = exact[key] ?? index
        anyCase[folded] = anyCase[folded] ?? index
    }

    /// A subtree that a mailbox is within, its local part compared with regard to case (RFC 5280 §7.5).
    func place(of mailbox: RFC822Name) -> Int? {
        hosts.place(of: mailbox.host) ?? exact[Self.key(mailbox, anyCase: false)]
    }

    /// A subtree that a mailbox may be within: an emailAddress attribute has no regard to case (§4.1.2.6), and few
    /// hosts have.
    func place(overlapping mailbox: RFC822Name) -> Int? {
        hosts.place(overlapping: mailbox.host) ?? anyCase[Self.key(mailbox, anyCase: true)]
    }

    private static func key(_ mailbox: RFC822Name, anyCase: Bool) -> Key {
        Key(
            local: anyCase ? DomainIndex.lowercased(mailbox.local[...]) : mailbox.local,
            host: DomainIndex.lowercased(mailbox.host))
    }
}

/// Address ranges by their masks, of which there are 33 of IPv4 and 129 of IPv6.
struct AddressIndex {
    private var ranges: [[UInt8]: [[UInt8]: Int]] = [:]

    var masks: Int { ranges.count }

    mutating func insert(_ base: ArraySlice<UInt8>, _ index: Int) {
        let mask = Array(base.suffix(base.count / 2))
        let range = zip(base, mask).map { $0 & $1 }
        let known = ranges[mask]?[range]
        ranges[mask, default: [:]][range] = known ?? index
    }

    func place(of address: ArraySlice<UInt8>) -> Int? {
        ranges.compactMap { mask, places in
            mask.count == address.count ? places[zip(address, mask).map { $0 & $1 }] : nil
        }
        .min()
    }
}

/// Directory names by the number of their levels.
struct DirectoryIndex {
    private var byLevels: [Int: [NormalizedName: Int]] = [:]

    /// So many octets of a name are one look-up.
    private static let octetsOfLookup = 256

    mutating func insert(_ base: DistinguishedName, _ index: Int) {
        let levels = base.relativeNames.count
        let known = byLevels[levels]?[base.comparisonForm]
        byLevels[levels, default: [:]][base.comparisonForm] = known ?? index
    }

    func lookups(for name: DistinguishedName) -> Int {
        byLevels.isEmpty ? 0 : byLevels.count * (1 + name.bytes.count / Self.octetsOfLookup)
    }

    /// A subtree whose levels are the first ones of the name (RFC 5280 §7.1).
    func place(of name: DistinguishedName) -> Int? {
        guard !byLevels.isEmpty else { return nil }
        let levels = name.relativeNames
        return byLevels.compactMap { count, places -> Int? in
            guard count <= levels.count else { return nil }
            let top = count == levels.count ? name : DistinguishedName(Array(levels.prefix(count)))
            return places[top.comparisonForm]
        }
        .min()
    }
}
