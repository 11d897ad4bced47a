public import HoldfastWeb

/// A description of how one site asks for a login by a page, and how that is answered (Apple,
/// `NSURLAuthenticationMethodHTMLForm`).
///
/// HTTP knows nothing of such logins: which answer means "log in" is for whoever knows the site to say. Where it is
/// met, a challenge of the method ``AuthenticationMethod/htmlForm`` is asked; the user and the password that answer it
/// are put into the page's form, the form is sent, and the request is sent again with the cookies that this brought.
///
/// ```swift
/// var login = FormLogin("staff", site: try HTTPSURL("https://intranet.example/"))
/// login.signs = [.redirect(to: "/login/")]
/// configuration.forms = [login]
/// ```
///
/// The password goes to ``site``, or to one of ``otherOrigins``, and nowhere else, whatever the page says; never into a
/// URL. Name ``userField`` and ``passwordField`` where pages of the site show forms that strangers can write.
public struct FormLogin: Sendable {
    /// An answer that means "log in".
    public enum Sign: Hashable, Sendable {
        /// A redirect to this path, whatever its query.
        case redirect(to: String)
        /// A page with the form, of any status; at this path, or with nil at any.
        case form(at: String?)
        /// An answer with this status; the form is at the path beside it, which may have a query.
        case status(Int, page: String)
    }

    /// A sign that the site took user and password.
    public enum Proof: Hashable, Sendable {
        /// The answer to the form is below 400 and has no such form again, nor has the page where it leads back there.
        case formIsGone
        /// A redirect as answer, and not to the form.
        case redirect
        /// An answer with this status.
        case status(Int)
        /// An answer that sets a cookie of this name.
        case cookie(String)
    }

    /// The login's name: the realm of the challenge, and of the credentials that are kept for it.
    public var name: String
    /// The site whose answers are looked at; only the origin counts.
    public var site: HTTPSURL
    /// Other origins that the page may be at and the form may be sent to, as with a login server; only origins count.
    public var otherOrigins: [HTTPSURL] = []
    /// The answers that mean "log in"; one is enough. The default is any page of the site that has the form.
    public var signs: [Sign] = [.form(at: nil)]
    /// The control that takes the user; nil for the one that says so (`autocomplete="username"`), else the last one to
    /// write in before the password's.
    public var userField: String?
    /// The control that takes the password; nil for the only one of the type `password` in a form.
    public var passwordField: String?
    /// Further controls and what they get, in the place of what the page says, as for "remember me".
    public var otherFields: [String: String] = [:]
    /// The signs that it went well; all of these are needed.
    public var proofs: [Proof] = [.formIsGone]

    public init(_ name: String, site: HTTPSURL) {
        self.name = name
        self.site = site
    }

    /// Whether the password, or the page that asks for it, may be there.
    func allows(_ url: HTTPSURL) -> Bool {
        url.isSameOrigin(as: site) || otherOrigins.contains { url.isSameOrigin(as: $0) }
    }
}
