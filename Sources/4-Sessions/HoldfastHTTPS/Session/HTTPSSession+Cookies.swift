import HoldfastCrypto
import HoldfastHTTP
import HoldfastTrust
public import HoldfastWeb

extension HTTPSSession {
    /// The place where a session keeps cookies.
    public enum CookieHandling: Sendable {
        /// Keeps them in a store of its own, which ends with it: ``HTTPSSession/cookies``.
        case ofSession
        /// Keeps them in this store.
        case shared(any CookieStore)
        /// Sends none and keeps none.
        case none
    }

    /// The rule for the servers whose cookies are kept (Apple, `HTTPCookie.AcceptPolicy`).
    ///
    /// There is no `onlyFromMainDocumentDomain`: requests of a session belong to no document.
    public enum CookieAcceptPolicy: Hashable, Sendable {
        case always
        /// None is kept; those in the store are sent all the same.
        case never
    }

    /// The field with the cookies of a request; nil where there are none, where the request has such a field of its
    /// own, and where it wants nothing of cookies.
    ///
    /// - Parameter redirects: those that have led the request to where it goes.
    func cookieField(
        for request: HTTPSRequest, after redirects: [HTTPSResponse.Redirect]
    ) async -> HTTPField? {
        guard request.handlesCookies, configuration.cookies.areSent, let cookies, ownCookies?.isEmpty != true,
            !request.fields.contains(where: { $0.isNamed("Cookie") })
        else { return nil }
        let site = cookieSite(of: request, after: redirects)
        // A store of somebody else's may not look at the scheme.
        return Cookie.field(
            await cookies.cookies(for: request.url).filter { cookie in
                (!cookie.isSecure || !request.url.isPlainHTTP) && site.sends(cookie.sameSite)
            })
    }

    /// The site that causes a request, for the store's list of public suffixes.
    private func cookieSite(of request: HTTPSRequest, after redirects: [HTTPSResponse.Redirect]) -> CookieSite {
        guard request.siteForCookies != nil else { return .same }
        let suffixes =
            if let store = cookies as? any CookieTableStore { store.publicSuffixes } else { PublicSuffixes.system }
        return CookieSite(
            of: request.url, method: request.method, from: request.siteForCookies,
            isNavigation: request.isTopLevelNavigation, after: redirects.map(\.url), publicSuffixes: suffixes)
    }

    /// Keeps the cookies of a response, whatever its status.
    func keepCookies(
        _ fields: [HTTPField], answering request: HTTPSRequest, after redirects: [HTTPSResponse.Redirect],
        _ journal: TaskJournal
    ) async {
        guard request.handlesCookies, configuration.cookies.acceptPolicy == .always, let cookies,
            fields.first(named: "Set-Cookie") != nil
        else { return }
        if !cookies.knowsPublicSuffixes, fields.contains(where: Self.namesDomain), suffixWarning.isFirst() {
            journal.warn(
                "there is no list of public suffixes (in Debian libpsl5 and publicsuffix), and any domain may be one: "
                    + "cookies for a domain are not kept, or for their host alone")
        }
        let site = cookieSite(of: request, after: redirects)
        let kept = site == .same ? fields : fields.filter { site.keeps($0, at: configuration.clock()) }
        await cookies.keep(kept, from: request.url)
    }

    private static func namesDomain(_ field: HTTPField) -> Bool {
        guard field.isNamed("Set-Cookie"), let cookie = SetCookie(field.value, at: SystemClock.now()) else {
            return false
        }
        return cookie.domain?.isEmpty == false
    }
}
