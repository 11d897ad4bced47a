package import HoldfastTrust

extension Cookie {
    /// This cookie, which somebody else has read, as its server may set it; nil where it may not
    /// (draft-ietf-httpbis-rfc6265bis §5.7, steps 7 to 10 and 19 to 22).
    ///
    /// - Parameters:
    ///   - url: whose answer it came with.
    ///   - isPlain: whether that answer came without TLS.
    package func set(by url: HTTPSURL, isPlain: Bool, publicSuffixes suffixes: PublicSuffixes?) -> Cookie? {
        var isHostOnly = isHostOnly
        if isHostOnly {
            guard domain == url.host else { return nil }
        } else {
            guard let audience = CookieScope.audience(ofDomain: domain, setBy: url, suffixes) else { return nil }
            isHostOnly = audience == .host
        }
        guard !(isPlain && isSecure), sameSiteIsSecure, keepsNamePromise else { return nil }
        return Cookie(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, sameSite: sameSite, expires: expires, created: created)
    }

    /// Whether both stand for one cookie to a server that can set only this one, which has come without TLS (§5.7,
    /// step 16): the other must then stay.
    package func wouldOverlay(secure other: Cookie) -> Bool {
        guard other.isSecure, isCalled(as: other) else { return false }
        let domainsMeet =
            CookieScope.domain(other.domain, isAbove: domain) || CookieScope.domain(domain, isAbove: other.domain)
        return domainsMeet && CookieScope.path(other.path, covers: path)
    }

    /// Whether both have one name, octet for octet: a comparison of texts with many combining marks takes long.
    func isCalled(as other: Cookie) -> Bool { name.utf8.elementsEqual(other.name.utf8) }

    /// Whether two URLs are of one site, scheme and all.
    static func isSchemefullySameSite(_ one: HTTPSURL, _ other: HTTPSURL, _ suffixes: PublicSuffixes?) -> Bool {
        one.isPlainHTTP == other.isPlainHTTP && isSameSite(one, other, suffixes)
    }

    /// Whether two URLs are of one site: hosts below one public suffix's label. Without a list of suffixes, one host
    /// must be the other or below it.
    package static func isSameSite(_ one: HTTPSURL, _ other: HTTPSURL, _ suffixes: PublicSuffixes?) -> Bool {
        if one.host == other.host { return true }
        guard case .dns = one.serverName, case .dns = other.serverName else { return false }
        guard suffixes != nil else {
            return one.host.hasSuffix("." + other.host) || other.host.hasSuffix("." + one.host)
        }
        return CookieScope.owner(of: one.host, isAddress: false, suffixes)
            == CookieScope.owner(of: other.host, isAddress: false, suffixes)
    }
}
