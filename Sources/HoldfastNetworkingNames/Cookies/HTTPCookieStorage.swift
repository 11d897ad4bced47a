public import Foundation
public import FoundationNetworking
import HoldfastHTTPS
import HoldfastResolving
package import HoldfastTrust
package import HoldfastX509
import Synchronization

/// The cookies of sessions (Apple, `HTTPCookieStorage`): kept in memory only, for now, and gone with the process.
///
/// Servers' cookies are judged by draft-ietf-httpbis-rfc6265bis: domains that many share get none (without a list of
/// public suffixes no domain does), `Secure` ones neither come nor go without TLS, and at most 3,000 are kept, 180 of
/// one owner. A cookie that the program sets itself is taken as it is. The objects that come back are the ones that
/// were set, with their version, ports and comment.
open class HTTPCookieStorage: NSObject, @unchecked Sendable {
    /// The key of a cookie in a storage: no two cookies have the same (draft-ietf-httpbis-rfc6265bis §5.7, step 23).
    struct Place: Hashable {
        let name: String
        let domain: String
        let isHostOnly: Bool
        let path: String

        init(_ cookie: Cookie) {
            (name, domain, isHostOnly, path) = (cookie.name, cookie.domain, cookie.isHostOnly, cookie.path)
        }
    }

    private struct State {
        var policy = HTTPCookie.AcceptPolicy.always
        var objects: [Place: HTTPCookie] = [:]
    }

    let store: MemoryCookieStore
    let publicSuffixes: PublicSuffixes?
    let clock: @Sendable () -> Instant
    private let state = Mutex(State())

    private static let sharedStorage = HTTPCookieStorage()
    private static let ofGroups = Mutex<[String: HTTPCookieStorage]>([:])

    /// The storage of the process, which default sessions use.
    open class var shared: HTTPCookieStorage { sharedStorage }

    /// The storage of a group: the same object for the same name.
    ///
    /// It is shared within the process only: there are no containers of groups here.
    open class func sharedCookieStorage(forGroupContainerIdentifier identifier: String) -> HTTPCookieStorage {
        ofGroups.withLock { storages in
            if let storage = storages[identifier] { return storage }
            let storage = HTTPCookieStorage()
            storages[identifier] = storage
            return storage
        }
    }

    /// An empty storage of its own.
    public override init() {
        publicSuffixes = .system
        let clock: @Sendable () -> Instant = { Instant(Date()) }
        self.clock = clock
        store = MemoryCookieStore(clock: clock)
        super.init()
    }

    package init(publicSuffixes: PublicSuffixes?, clock: @escaping @Sendable () -> Instant) {
        self.publicSuffixes = publicSuffixes
        self.clock = clock
        store = MemoryCookieStore(publicSuffixes: publicSuffixes, clock: clock)
        super.init()
    }

    /// Every cookie, in the order in which they were first set.
    open var cookies: [HTTPCookie]? { store.all.compactMap(object) }

    /// The cookies that a request for a URL carries, longer paths first; nil for what is no URL of HTTP.
    ///
    /// A cookie with ports is for these only.
    open func cookies(for url: URL) -> [HTTPCookie]? {
        CookieURL(url).map { cookies(for: $0).compactMap { object($0) } }
    }

    /// Keeps a cookie in the place of the one of the same name, domain and path; one that has expired only ends it.
    ///
    /// It is ignored if the accept policy is `.never`, if its domain is no host, and if it has control characters.
    open func setCookie(_ cookie: HTTPCookie) {
        guard cookieAcceptPolicy != .never, let kept = Cookie(cookie, at: clock()) else { return }
        set([(kept, cookie)])
    }

    /// Keeps what a server has set, as far as the accept policy and the rules for servers let it.
    ///
    /// - Parameters:
    ///   - cookies: mostly of `HTTPCookie.cookies(withResponseHeaderFields:for:)`.
    ///   - url: whose answer they came with; without one nothing is kept.
    ///   - mainDocumentURL: what the user asked for; nil for the URL itself.
    open func setCookies(_ cookies: [HTTPCookie], for url: URL?, mainDocumentURL: URL?) {
        guard let url = url.flatMap({ CookieURL($0) }), accepts(url, mainDocumentURL, cookieAcceptPolicy) else {
            return
        }
        let now = clock()
        set(
            cookies.compactMap { cookie in
                Cookie(cookie, at: now).flatMap { judged($0, setBy: url) }.map { ($0, cookie) }
            })
    }

    /// Forgets the cookie of the same name, domain and path.
    open func deleteCookie(_ cookie: HTTPCookie) {
        guard let gone = Cookie(cookie, at: clock()), store.kept(as: gone) != nil else { return }
        store.remove(gone)
        tellOfChange()
    }

    /// Forgets the cookies that were first set at a time or after it.
    open func removeCookies(since date: Date) {
        let start = Instant(date)
        let gone = store.all.filter { $0.created >= start }
        guard !gone.isEmpty else { return }
        for cookie in gone { store.remove(cookie) }
        tellOfChange()
    }

    /// Every cookie, in an order of the program's.
    open func sortedCookies(using sortOrder: [NSSortDescriptor]) -> [HTTPCookie] {
        let cookies = cookies ?? []
        return NSArray(array: cookies).sortedArray(using: sortOrder) as? [HTTPCookie] ?? cookies
    }

    /// The servers whose cookies are kept; in the beginning `.always`.
    ///
    /// What is kept already is sent all the same. A main document of the same site is one below the same public suffix.
    open var cookieAcceptPolicy: HTTPCookie.AcceptPolicy {
        get { state.withLock { $0.policy } }
        set {
            let old = state.withLock { state in
                defer { state.policy = newValue }
                return state.policy
            }
            guard old != newValue else { return }
            NotificationCenter.default.post(name: .NSHTTPCookieManagerAcceptPolicyChanged, object: self)
        }
    }

    /// A description with the number of cookies.
    open override var description: String { "<HTTPCookieStorage cookies count:\(store.all.count)>" }
}

extension HTTPCookieStorage {
    /// The cookies of a request, without those that must not go there.
    func cookies(for url: CookieURL) -> [Cookie] {
        store.cookies(for: url.url).filter { cookie in
            guard !(url.isPlain && cookie.isSecure) else { return false }
            guard let ports = known(cookie)?.portList, !ports.isEmpty else { return true }
            return ports.contains { $0.intValue == url.port }
        }
    }

    /// Whether a policy lets a server's cookies in.
    func accepts(_ url: CookieURL, _ mainDocument: URL?, _ policy: HTTPCookie.AcceptPolicy) -> Bool {
        switch policy {
        case .always: return true
        case .never: return false
        case .onlyFromMainDocumentDomain:
            // Without a document, the request is for itself.
            guard let mainDocument else { return true }
            guard let document = CookieURL(mainDocument) else { return false }
            return Cookie.isSameSite(url.url, document.url, publicSuffixes)
        }
    }

    /// A cookie as a server may set it, which leaves those alone that came over TLS; nil where it may not.
    func judged(_ cookie: Cookie, setBy url: CookieURL) -> Cookie? {
        guard let cookie = cookie.set(by: url.url, isPlain: url.isPlain, publicSuffixes: publicSuffixes) else {
            return nil
        }
        return url.isPlain && store.all.contains { cookie.wouldOverlay(secure: $0) } ? nil : cookie
    }

    func set(_ cookies: [(Cookie, HTTPCookie?)]) {
        var hasChanged = false
        for (cookie, object) in cookies {
            let old = store.kept(as: cookie)
            store.set(cookie)
            let oldObject = state.withLock { state in
                defer { state.objects[Place(cookie)] = object }
                return state.objects[Place(cookie)]
            }
            // What only the program's objects have can change by itself.
            hasChanged =
                hasChanged || store.kept(as: cookie) != old || object?.portList != oldObject?.portList
                || object?.comment != oldObject?.comment
        }
        forgetObjects()
        if hasChanged { tellOfChange() }
    }

    /// The object of a cookie: the program's own if it is still the same cookie, or a new one.
    func object(_ cookie: Cookie) -> HTTPCookie? {
        if let known = known(cookie) { return known }
        let made = StoredCookie(cookie)
        state.withLock { $0.objects[Place(cookie)] = made }
        return made
    }

    private func known(_ cookie: Cookie) -> HTTPCookie? {
        state.withLock { $0.objects[Place(cookie)] }.flatMap { $0.value == cookie.value ? $0 : nil }
    }

    /// Lets objects go whose cookies are gone, once they are many: a store drops cookies by itself.
    private func forgetObjects() {
        guard state.withLock({ $0.objects.count }) > 2 * MemoryCookieStore.Limits().total else { return }
        let kept = Set(store.all.map(Place.init))
        state.withLock { $0.objects = $0.objects.filter { kept.contains($0.key) } }
    }

    private func tellOfChange() {
        NotificationCenter.default.post(name: .NSHTTPCookieManagerCookiesChanged, object: self)
    }
}

extension NSNotification.Name {
    /// Sent when a storage's accept policy has changed; its object is the storage.
    public static let NSHTTPCookieManagerAcceptPolicyChanged = NSNotification.Name(
        "NSHTTPCookieManagerAcceptPolicyChangedNotification")
}
