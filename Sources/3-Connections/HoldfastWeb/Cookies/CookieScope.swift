import HoldfastTrust

/// The hosts and paths that a cookie is for (draft-ietf-httpbis-rfc6265bis §5.1.3, §5.1.4).
package enum CookieScope {
    /// Whether a host is the domain or below it; an address is below nothing.
    static func domain(_ domain: String, covers url: HTTPSURL) -> Bool {
        if url.host == domain { return true }
        guard case .dns = url.serverName else { return false }
        return url.host.utf8.count > domain.utf8.count && url.host.hasSuffix("." + domain)
    }

    /// Whether a cookie's domain is another one or above it; of addresses only equal ones are kept with one owner.
    static func domain(_ domain: String, isAbove other: String) -> Bool {
        other == domain || other.utf8.count > domain.utf8.count && other.hasSuffix("." + domain)
    }

    /// Whether a path is the cookie's or below it.
    static func path(_ path: String, covers other: String) -> Bool {
        let (mine, asked) = (Array(path.utf8), Array(other.utf8))
        guard asked.starts(with: mine) else { return false }
        return asked.count == mine.count || mine.last == UInt8(ascii: "/") || asked[mine.count] == UInt8(ascii: "/")
    }

    /// A URL's path, without its query.
    package static func path(of url: HTTPSURL) -> String {
        String(decoding: url.target.utf8.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// The path of a cookie that names none: the folder of the URL that set it.
    static func defaultPath(of url: HTTPSURL) -> String {
        let path = Array(path(of: url).utf8)
        guard path.first == UInt8(ascii: "/"), let last = path.lastIndex(of: UInt8(ascii: "/")), last > 0 else {
            return "/"
        }
        return String(decoding: path[..<last], as: UTF8.self)
    }

    /// The hosts that a cookie that names a domain is for.
    enum Audience {
        /// The host that set it.
        case host
        /// The domain and the hosts below it.
        case domain
    }

    /// The hosts that a cookie is for whose server names a domain; nil where it may not name that one (§5.7).
    ///
    /// A cookie for a public suffix is the host's alone where the host is that suffix, and is ignored otherwise.
    /// Without a list any domain may be one.
    static func audience(
        ofDomain domain: String, setBy url: HTTPSURL, _ suffixes: PublicSuffixes?
    ) -> Audience? {
        let isName = if case .dns = url.serverName { true } else { false }
        // What has nothing below it, or what others have below it, is for itself alone.
        let isShared = !isName || suffixes == nil || isPublicSuffix(domain, suffixes)
        if domain == url.host { return isShared ? .host : .domain }
        return !isShared && self.domain(domain, covers: url) ? .domain : nil
    }

    /// Whether one owner is known to have a domain and every name below it, so that a cookie may be for all of them.
    static func isOneOwners(_ domain: String, _ suffixes: PublicSuffixes?) -> Bool {
        suffixes != nil && !isPublicSuffix(domain, suffixes)
    }

    /// Whether anybody is known to be able to have a name below this domain. Without a list only single labels are
    /// such.
    private static func isPublicSuffix(_ domain: String, _ suffixes: PublicSuffixes?) -> Bool {
        !domain.utf8.contains(UInt8(ascii: ".")) || suffixes?.section(of: domain) != nil
    }

    /// The domain of one owner, as far as the list tells: the label below the longest suffix, and what is right of it.
    static func owner(of domain: String, isAddress: Bool, _ suffixes: PublicSuffixes?) -> String {
        guard !isAddress else { return domain }
        var rest = domain[...]
        // The labels come off on the left, so that the first suffix met is the longest.
        while let dot = rest.firstIndex(of: ".") {
            let parent = rest[rest.index(after: dot)...]
            if isPublicSuffix(String(parent), suffixes) { return String(rest) }
            rest = parent
        }
        return domain
    }
}
