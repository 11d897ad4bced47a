import HoldfastHTTP
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// The relation of a request to the site that causes it, as cookies with `SameSite` see it
/// (draft-ietf-httpbis-rfc6265bis §5.2).
enum CookieSite: Hashable {
    /// The request's own site, or none at all.
    case same
    /// Another site, from which the user goes where the request leads.
    case otherNavigation(isSafe: Bool)
    /// Another site, which has the request made for itself.
    case other

    /// RFC 9110 §9.2.1.
    private static let safeMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE"]

    /// Finds the relation that a request has (§5.2): "The request is not the result of a cross-site redirect. That is,
    /// the origin of every url in the request's url list is same-site with the request's current url's origin."
    ///
    /// - Parameter passed: the URLs that have redirected the request to where it goes now.
    init(of request: HTTPSRequest, after passed: [HTTPSURL] = [], publicSuffixes suffixes: PublicSuffixes?) {
        guard let document = request.siteForCookies,
            !([document] + passed).allSatisfy({ Cookie.isSchemefullySameSite($0, request.url, suffixes) })
        else {
            self = .same
            return
        }
        self =
            request.isTopLevelNavigation
            ? .otherNavigation(isSafe: Self.safeMethods.contains(request.method)) : .other
    }

    /// Whether the request carries cookies that say so (§5.8.3, step 1): "If the cookie's same-site-flag is not "None"
    /// and the retrieval's same-site status is "cross-site", then exclude the cookie unless" the flag is `Lax` or
    /// nothing, the method is safe, and the user goes there.
    func sends(_ sameSite: Cookie.SameSite) -> Bool {
        switch (self, sameSite) {
        case (.same, _), (_, .none): true
        case (.otherNavigation(let isSafe), .lax), (.otherNavigation(let isSafe), .unspecified): isSafe
        case (.otherNavigation, .strict), (.other, _): false
        }
    }

    /// Whether a field of the answer is kept: what sets no cookie is, and what sets one by the rules for other sites
    /// (§5.7): only those with `SameSite=None` where the user does not go there.
    func keeps(_ field: HTTPField, at now: Instant) -> Bool {
        guard self == .other, field.isNamed("Set-Cookie") else { return true }
        return SetCookie(field.value, at: now)?.sameSite == Cookie.SameSite.none
    }
}
