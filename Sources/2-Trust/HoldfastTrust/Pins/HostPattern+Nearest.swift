import HoldfastJSON

extension NearHostPattern {
    /// The pattern that a server misses by little, for a remark: nothing is judged by it.
    ///
    /// Looked at are the spelling of one label, a label too many or missing, and `*.` where `**.` would be needed.
    /// Names that differ in digits alone (`web1`, `web2`), and labels as short as `eu` and `us`, are of different
    /// servers.
    ///
    /// - Parameters:
    ///   - name: the server.
    ///   - hosts: the patterns.
    /// - Returns: nil where a pattern has its very name, for addresses, and where nothing is near.
    package static func nearest<Value>(to name: ServerName, among hosts: [HostPattern: Value]) -> NearHostPattern? {
        guard case .dns(let name) = name else { return nil }
        return Neighbourhood(hosts: hosts).nearest(to: name)
    }
}

extension PinnedHosts {
    /// The pattern that a server misses by little, for a remark: nothing is judged by it. Nil where a pattern has its
    /// very name, for addresses, and where nothing is near.
    public func nearestPattern(to name: ServerName) -> NearHostPattern? {
        NearHostPattern.nearest(to: name, among: rules)
    }
}

/// Patterns in which a name is looked for that may be misspelt.
private struct Neighbourhood<Value> {
    let hosts: [HostPattern: Value]

    func nearest(to name: DNSName) -> NearHostPattern? {
        guard hosts[.host(.dns(name))] == nil else { return nil }
        let match = HostPattern.candidates(for: .dns(name)).first { hosts[$0] != nil }
        let isMatched = match != nil
        let labels = Labels(name)
        if let other = labels.withOrWithoutWWW, let pattern = exact(other) { return NearHostPattern(pattern, .label) }
        if let pattern = misspelt(labels, alsoMatched: isMatched) { return NearHostPattern(pattern, .spelling) }
        if let pattern = ofOtherLevel(name), match.map({ pattern.isNarrower(than: $0) }) ?? true {
            return NearHostPattern(pattern, .level)
        }
        // Whoever wrote a pattern that matches has thought of the others.
        guard !isMatched else { return nil }
        return ofOtherLabel(labels).map { NearHostPattern($0, .label) }
    }

    private func exact(_ text: String) -> HostPattern? {
        guard let name = try? DNSName(text) else { return nil }
        let pattern = HostPattern.host(.dns(name))
        return hosts[pattern] == nil ? nil : pattern
    }

    /// The pattern with the least slip in one label.
    private func misspelt(_ labels: Labels, alsoMatched isMatched: Bool) -> HostPattern? {
        var best: (slips: Int, isWide: Int, text: String, pattern: HostPattern)?
        for pattern in hosts.keys {
            guard let slips = slips(between: labels, and: pattern, alsoMatched: isMatched) else { continue }
            let found = (slips, pattern.domain == nil ? 0 : 1, "\(pattern)", pattern)
            if let known = best, (known.slips, known.isWide, known.text) <= (found.0, found.1, found.2) { continue }
            best = found
        }
        return best?.pattern
    }

    private func slips(between labels: Labels, and pattern: HostPattern, alsoMatched isMatched: Bool) -> Int? {
        switch pattern {
        case .host(.dns(let other)): return labels.slips(to: other, atMost: isMatched ? 1 : 2)
        case .host(.ip): return nil
        // Behind a wildcard only its domain can be misspelt.
        case .oneLabelBelow(let domain), .withSubdomains(let domain):
            guard !isMatched else { return nil }
            let count = Labels.count(of: domain)
            let isBelow = pattern == .oneLabelBelow(domain)
            guard isBelow ? labels.all.count == count + 1 : labels.all.count >= count else { return nil }
            return Labels(last: count, of: labels).slips(to: domain, atMost: 2)
        }
    }

    /// A pattern `*.` whose domain the name has, with no label before it, or with several.
    private func ofOtherLevel(_ name: DNSName) -> HostPattern? {
        var domain: DNSName? = name
        while let current = domain {
            if hosts[.oneLabelBelow(current)] != nil { return .oneLabelBelow(current) }
            domain = current.parent
        }
        return nil
    }

    /// The exact name with one label fewer, or the only one with one more.
    private func ofOtherLabel(_ labels: Labels) -> HostPattern? {
        if labels.all.count > 2 {
            for index in labels.all.indices {
                if let pattern = exact(labels.without(index)) { return pattern }
            }
        }
        guard labels.all.count > 1 else { return nil }
        let longer = hosts.keys.filter { pattern in
            guard case .host(.dns(let other)) = pattern else { return false }
            return Labels.count(of: other) == labels.all.count + 1 && labels.isIncluded(in: Labels(other))
        }
        return longer.count == 1 ? longer.first : nil
    }
}

extension HostPattern {
    /// Whether its domain is below that of a pattern `**.`, which catches what this one misses.
    fileprivate func isNarrower(than wide: HostPattern) -> Bool {
        guard let domain, case .withSubdomains(let other) = wide else { return false }
        return Labels.count(of: domain) > Labels.count(of: other)
    }
}

/// A name as its labels, for comparing.
private struct Labels {
    let all: [Substring]

    init(_ name: DNSName) { all = name.text.split(separator: ".") }

    init(last count: Int, of labels: Labels) { all = Array(labels.all.suffix(count)) }

    static func count(of name: DNSName) -> Int { name.text.utf8.count { $0 == UInt8(ascii: ".") } + 1 }

    /// The name with `www` before it, or without.
    var withOrWithoutWWW: String? {
        guard all.first == "www" else { return (["www"] + all).joined(separator: ".") }
        return all.count > 2 ? all.dropFirst().joined(separator: ".") : nil
    }

    func without(_ index: Int) -> String {
        (all[..<index] + all[(index + 1)...]).joined(separator: ".")
    }

    /// Whether another name has these labels and one more among them.
    func isIncluded(in longer: Labels) -> Bool {
        let same = zip(all, longer.all).prefix { $0 == $1 }.count
        return all[same...].elementsEqual(longer.all.dropFirst(same + 1))
    }

    /// The letters by which one label differs, where all others are the same; nil for none, and for more than may be.
    func slips(to name: DNSName, atMost limit: Int) -> Int? {
        // Most names are ruled out by their lengths, without a look at labels.
        guard abs(name.text.utf8.count - length) <= limit else { return nil }
        let other = name.text.split(separator: ".")
        guard other.count == all.count else { return nil }
        var difference: (Substring, Substring)?
        for (one, two) in zip(all, other) where one != two {
            guard difference == nil else { return nil }
            difference = (one, two)
        }
        guard let (one, two) = difference else { return nil }
        let longest = max(one.utf8.count, two.utf8.count)
        // `eu` and `us`, `api` and `app` are words of their own; a letter that is missing is seen from three on.
        guard longest >= (one.utf8.count == two.utf8.count ? 4 : 3) else { return nil }
        guard !Self.differInDigitsAlone(one, two) else { return nil }
        let slips = Suggestion.distance(String(one), String(two))
        return slips <= min(limit, longest < 8 ? 1 : 2) ? slips : nil
    }

    private var length: Int { all.reduce(all.count - 1) { $0 + $1.utf8.count } }

    private static func differInDigitsAlone(_ one: Substring, _ two: Substring) -> Bool {
        let isDigit = { (octet: UInt8) in (48...57).contains(octet) }
        return one.utf8.filter { !isDigit($0) } == two.utf8.filter { !isDigit($0) }
    }
}
