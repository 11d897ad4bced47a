package import HoldfastHTTP
public import HoldfastX509

/// A cookie: a value that a server asks to be sent back with later requests (draft-ietf-httpbis-rfc6265bis; Apple,
/// `HTTPCookie`).
///
/// A cookie mostly stands for a password: no text form of it shows its value, ``value`` has it.
public struct Cookie: Hashable, Sendable {
    /// When a cookie may go along with requests that another site causes (§5.6.7).
    ///
    /// Of a session's requests no site is the cause, unless ``HTTPSRequest/siteForCookies`` names one.
    public enum SameSite: String, Hashable, Sendable {
        /// The server said nothing, or nothing that is known.
        case unspecified = "Default"
        case none = "None"
        case lax = "Lax"
        case strict = "Strict"
    }

    /// May be empty; the value then stands alone.
    public let name: String
    public let value: String
    /// A-labels in lower case, or an IP literal without brackets.
    public let domain: String
    /// Whether only ``domain`` itself gets it, and not the hosts below it.
    public let isHostOnly: Bool
    /// Requests for this path and what is below it carry the cookie.
    public let path: String
    /// Whether it must not leave by other ways than TLS.
    public let isSecure: Bool
    /// Whether only HTTP may see it, and no script.
    public let isHTTPOnly: Bool
    public let sameSite: SameSite
    /// When it ends; nil for the end of the session.
    public let expires: Instant?
    /// When the server first set it.
    public internal(set) var created: Instant

    /// A cookie as it stands, which nobody has judged.
    package init(
        name: String, value: String, domain: String, isHostOnly: Bool, path: String, isSecure: Bool, isHTTPOnly: Bool,
        sameSite: SameSite, expires: Instant?, created: Instant
    ) {
        self.name = name
        self.value = value
        self.domain = domain
        self.isHostOnly = isHostOnly
        self.path = path
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.expires = expires
        self.created = created
    }

    /// Whether its time is over.
    public func isExpired(at now: Instant) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether a request for this URL carries it (§5.8.3, step 1), expired or not.
    public func matches(_ url: HTTPSURL) -> Bool {
        if isSecure, url.isPlainHTTP { return false }
        let isItsHost = isHostOnly ? url.host == domain : CookieScope.domain(domain, covers: url)
        return isItsHost && CookieScope.path(path, covers: CookieScope.path(of: url))
    }

    /// The one field that carries cookies, in their order (§5.8.3, step 4); nil for none.
    package static func field(_ cookies: [Cookie]) -> HTTPField? {
        guard !cookies.isEmpty else { return nil }
        let pairs = cookies.map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }
        return HTTPField(name: "Cookie", value: pairs.joined(separator: "; "))
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The cookie without its value.
    public var description: String {
        "\(name)=(hidden); \(isHostOnly ? "Host" : "Domain")=\(domain); Path=\(path)"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
}
