public import HoldfastX509

/// A pattern of servers: one name or address, or the names below a domain.
///
/// Of several patterns that match a name the most specific one counts: see ``PinnedHosts``.
public enum HostPattern: Hashable, Sendable, CustomStringConvertible {
    /// Exactly this name or address.
    case host(ServerName)
    /// `*.example.com`: each name with exactly one label more.
    case oneLabelBelow(DNSName)
    /// `**.example.com`: the name itself and everything below it, as TrustKit's and Android's `includeSubdomains`.
    case withSubdomains(DNSName)

    /// A pattern from its text: `example.com`, `192.0.2.1`, `*.example.com` or `**.example.com`.
    ///
    /// - Parameter suffixes: which domains are public suffixes; nil where no list is at hand, so that of them only
    ///   top-level domains are known.
    /// - Throws: ``HostPatternError`` for anything else, and for a wildcard below a public suffix: names of different
    ///   owners share no pins. Below names that nobody can register (`localhost`, `internal`, `test`, …) any may stand.
    public init(_ text: String, publicSuffixes suffixes: PublicSuffixes?) throws(HostPatternError) {
        do throws(ServerNameError) {
            if text.hasPrefix("**.") {
                self = .withSubdomains(try DNSName(text.dropFirst(3)))
            } else if text.hasPrefix("*.") {
                self = .oneLabelBelow(try DNSName(text.dropFirst(2)))
            } else {
                self = .host(try ServerName(text))
            }
        } catch {
            if let host = Self.hostAlone(in: text) { throw .moreThanAHost(text, host: host) }
            throw .notAHost(text, error)
        }
        guard let domain, !PrivateNames.isReservedTop(domain.text) else { return }
        switch WildcardScope(domain: domain.text, suffixes) {
        case .oneOwner, .unknown: return
        case .customers, .anybody: throw .publicSuffix(text)
        }
    }

    /// The pattern in a text that has a scheme, a user, a port or a path around it; nil where there is none.
    private static func hostAlone(in text: String) -> String? {
        let octets = Array(text.utf8.prefix(4_096))
        guard octets.count == text.utf8.count else { return nil }
        var rest = octets[...]
        if let scheme = rest.firstRange(of: Array("://".utf8)) { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { !"/?#".utf8.contains($0) }
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) { rest = rest[(at + 1)...] }
        if let colon = rest.lastIndex(of: UInt8(ascii: ":")),
            rest[(colon + 1)...].allSatisfy({ (48...57).contains($0) }),
            rest[..<colon].last == UInt8(ascii: "]") || !rest[..<colon].contains(UInt8(ascii: ":"))
        {
            rest = rest[..<colon]
        }
        guard rest.count < octets.count else { return nil }
        if rest.first == UInt8(ascii: "["), rest.last == UInt8(ascii: "]") { rest = rest.dropFirst().dropLast() }
        let host = String(decoding: rest, as: UTF8.self)
        do throws(ServerNameError) {
            let prefix = ["**.", "*."].first { host.hasPrefix($0) } ?? ""
            let name = host.dropFirst(prefix.count)
            if prefix.isEmpty { _ = try ServerName(String(name)) } else { _ = try DNSName(name) }
            return host.asciiLowercased()
        } catch {
            return nil
        }
    }

    /// The domain that a wildcard stands in; nil for an exact name.
    public var domain: DNSName? {
        switch self {
        case .host: nil
        case .oneLabelBelow(let domain), .withSubdomains(let domain): domain
        }
    }

    /// Whether a server is meant.
    public func matches(_ name: ServerName) -> Bool {
        switch (self, name) {
        case (.host(let host), _): return host == name
        case (.oneLabelBelow(let domain), .dns(let name)):
            guard let dot = name.text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
            return name.text[name.text.index(after: dot)...] == domain.text
        case (.withSubdomains(let domain), .dns(let name)):
            return name == domain || name.text.hasSuffix("." + domain.text)
        case (_, .ip): return false
        }
    }

    /// Every pattern that could match a name, the most specific one first.
    package static func candidates(for name: ServerName) -> [HostPattern] {
        var patterns: [HostPattern] = [.host(name)]
        guard case .dns(let whole) = name else { return patterns }
        var domain: DNSName? = whole
        var labels = 0
        while let current = domain {
            if labels == 1 { patterns.append(.oneLabelBelow(current)) }
            patterns.append(.withSubdomains(current))
            domain = current.parent
            labels += 1
        }
        return patterns
    }

    public var description: String {
        switch self {
        case .host(let host): "\(host)"
        case .oneLabelBelow(let domain): "*.\(domain)"
        case .withSubdomains(let domain): "**.\(domain)"
        }
    }
}

/// An error for a text that is no pattern.
public enum HostPatternError: Error, Hashable, Sendable {
    case notAHost(String, ServerNameError)
    /// A URL, or a name with a port: the pattern in it.
    case moreThanAHost(String, host: String)
    case publicSuffix(String)
}
