package import HoldfastHTTP
package import HoldfastTrust
package import HoldfastX509

/// The relation of a request to the site that causes it, as cookies with `SameSite` see it
/// (draft-ietf-httpbis-rfc6265bis §5.2).
package enum CookieSite: Hashable {
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
    /// - Parameters:
    ///   - url: where the request goes now.
    ///   - document: what causes it; nil for no document.
    ///   - isNavigation: whether the user goes there.
    ///   - passed: the URLs that have redirected the request to where it goes now.
    package init(
        of url: HTTPSURL, method: String, from document: HTTPSURL?, isNavigation: Bool, after passed: [HTTPSURL] = [],
        publicSuffixes suffixes: PublicSuffixes?
    ) {
        guard let document, !([document] + passed).allSatisfy({ Cookie.isSchemefullySameSite($0, url, suffixes) })
        else {
            self = .same
            return
        }
        self =
            isNavigation ? .otherNavigation(isSafe: Self.safeMethods.contains(method)) : .other
    }

    /// Whether the request carries cookies that say so (§5.8.3, step 1): "If the cookie's same-site-flag is not "None"
    /// and the retrieval's same-site status is "cross-site", then exclude the cookie unless" the flag is `Lax` or
    /// nothing, the method is safe, and the user goes there.
    package func sends(_ sameSite: Cookie.SameSite) -> Bool {
        switch (self, sameSite) {
        case (.same, _), (_, .none): true
        case (.otherNavigation(let isSafe), .lax), (.otherNavigation(let isSafe), .unspecified): isSafe
        case (.otherNavigation, .strict), (.other, _): false
        }
    }

    /// Whether a field of the answer is kept: what sets no cookie is, and what sets one by the rules for other sites
    /// (§5.7): only those with `SameSite=None` where the user does not go there.
    package func keeps(_ field: HTTPField, at now: Instant) -> Bool {
        guard self == .other, field.isNamed("Set-Cookie") else { return true }
        return SetCookie(field.value, at: now)?.sameSite == Cookie.SameSite.none
    }
}
