public import HoldfastTrust
public import HoldfastX509

extension Cookie {
    /// Reads a Set-Cookie field and judges whether its server may set that cookie (draft-ietf-httpbis-rfc6265bis §5.6,
    /// §5.7).
    ///
    /// - Parameters:
    ///   - setCookie: the field's value.
    ///   - url: whose answer it came with.
    ///   - now: the time of the answer.
    ///   - suffixes: domains that no cookie is for; without a list any domain may be such, and cookies are their hosts'
    ///     alone.
    /// - Returns: nil for what is no cookie, over a limit, for another domain than the server's, for a public suffix,
    ///   `Secure` without TLS, `SameSite=None` without `Secure`, or short of what its name promises (`__Secure-`,
    ///   `__Host-`).
    public init?(
        _ setCookie: String, from url: HTTPSURL, at now: Instant, publicSuffixes suffixes: PublicSuffixes? = .system
    ) {
        guard let read = SetCookie(setCookie, at: now), !read.isSecure || !url.isPlainHTTP else { return nil }
        let domain = read.domain ?? ""
        guard domain.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var isHostOnly = true
        if !domain.isEmpty {
            guard let audience = CookieScope.audience(ofDomain: domain, setBy: url, suffixes) else { return nil }
            isHostOnly = audience == .host
        }
        let path = read.path.flatMap { $0.isEmpty ? nil : $0 } ?? CookieScope.defaultPath(of: url)
        guard read.sameSite != .none || read.isSecure,
            Self.keepsPromise(
                read.name, isSecure: read.isSecure, isForHostAlone: isHostOnly && read.path != nil && path == "/"),
            // A cookie without a name could pass for one whose name its value looks like.
            !read.name.isEmpty || Self.promises(of: read.value) == nil
        else { return nil }
        self.init(
            name: read.name, value: read.value, domain: isHostOnly ? url.host : domain, isHostOnly: isHostOnly,
            path: path, isSecure: read.isSecure, isHTTPOnly: read.isHTTPOnly, sameSite: read.sameSite,
            expires: read.maxAge ?? read.expires, created: now)
    }

    /// `SameSite=None` is only for cookies that are `Secure` (§5.7, step 19).
    var sameSiteIsSecure: Bool { sameSite != .none || isSecure }

    /// Whether a cookie that is there has what its name says.
    var keepsNamePromise: Bool {
        Self.keepsPromise(name, isSecure: isSecure, isForHostAlone: isHostOnly && path == "/")
            && (!name.isEmpty || Self.promises(of: value) == nil)
    }

    private enum Promise { case secure, host }

    private static func promises(of name: String) -> Promise? {
        // Octet by octet, as servers compare it: a hyphen with a combining mark is another character to Swift.
        let octets = name.asciiLowercased().utf8
        if octets.starts(with: "__secure-".utf8) { return .secure }
        return octets.starts(with: "__host-".utf8) ? .host : nil
    }

    private static func keepsPromise(_ name: String, isSecure: Bool, isForHostAlone: Bool) -> Bool {
        switch promises(of: name) {
        case nil: true
        case .secure: isSecure
        case .host: isSecure && isForHostAlone
        }
    }
}
