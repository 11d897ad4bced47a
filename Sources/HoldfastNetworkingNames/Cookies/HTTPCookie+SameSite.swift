public import FoundationNetworking
import HoldfastHTTPS

/// When a cookie goes along with requests that another site causes (Apple, `HTTPCookieStringPolicy`).
public struct HTTPCookieStringPolicy: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Along with navigation to the site.
    public static let sameSiteLax = HTTPCookieStringPolicy(rawValue: "lax")
    /// Along with requests of the site itself only.
    public static let sameSiteStrict = HTTPCookieStringPolicy(rawValue: "strict")
}

extension HTTPCookie {
    /// What the server said about requests of other sites; nil for nothing, and for `None` (Apple,
    /// `HTTPCookie.sameSitePolicy`).
    ///
    /// Known for cookies that a storage of this module has read from an answer. FoundationNetworking's initializers do
    /// not read the attribute. It changes nothing about what a session sends: no site causes its requests.
    public var sameSitePolicy: HTTPCookieStringPolicy? {
        switch (self as? StoredCookie)?.cookie.sameSite {
        case .lax: .sameSiteLax
        case .strict: .sameSiteStrict
        case .unspecified, .none?, nil: nil
        }
    }
}
