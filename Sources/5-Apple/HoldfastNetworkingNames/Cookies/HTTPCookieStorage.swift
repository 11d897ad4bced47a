public import Foundation
public import FoundationNetworking
import HoldfastHTTPS
import HoldfastResolving
package import HoldfastTrust
import HoldfastWeb
package import HoldfastX509
import Synchronization

/// The cookies of sessions (Apple, `HTTPCookieStorage`).
///
/// Those of ``shared`` and of a group's storage outlast the process in a file of the user's (``ProcessStateFiles``),
/// but for cookies that end with the session, that have ports, and that no server could have set. An object of one's
/// own is in memory alone, and gone with it. What is wrong with a file is said once on `DangerLog`; the storage is then
/// one in memory.
///
/// Servers' cookies are judged by draft-ietf-httpbis-rfc6265bis: domains that many share get none (without a list of
/// public suffixes no domain does), `Secure` ones neither come nor go without TLS, and at most 3,000 are kept, 180 of
/// one owner. A cookie that the program sets itself is taken as it is. The objects that come back are the ones that
/// were set, with their version, ports and comment, unless another process has changed the cookie.
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

    let store: any CookieTableStore
    let clock: @Sendable () -> Instant
    /// The file of the store; nil for one in memory.
    private let file: CookieFileStore?
    private let state = Mutex(State())

    var publicSuffixes: PublicSuffixes? { store.publicSuffixes }

    /// The storage of the program, which default sessions use: its user's, and nobody else's.
    open class var shared: HTTPCookieStorage { ProcessStateFiles.current.storage(.program) }

    /// The storage of a group: the same object for the same name, and the same cookies for every program of the user
    /// that asks for that name.
    ///
    /// - Parameter identifier: letters, digits, `-`, `_` and `.`, at most 100; of others the storage is in memory.
    open class func sharedCookieStorage(forGroupContainerIdentifier identifier: String) -> HTTPCookieStorage {
        ProcessStateFiles.current.storage(.group(identifier))
    }

    /// An empty storage of its own, in memory.
    public override init() {
        let clock: @Sendable () -> Instant = { Instant(Date()) }
        self.clock = clock
        store = MemoryCookieStore(clock: clock)
        file = nil
        super.init()
    }

    package init(publicSuffixes: PublicSuffixes?, clock: @escaping @Sendable () -> Instant) {
        self.clock = clock
        store = MemoryCookieStore(publicSuffixes: publicSuffixes, clock: clock)
        file = nil
        super.init()
    }

    /// The storage of a file.
    ///
    /// - Parameter say: is given a line about what is wrong with the file, and what it is about.
    package init(
        at path: String, publicSuffixes: PublicSuffixes?, clock: @escaping @Sendable () -> Instant,
        say: @escaping @Sendable (_ line: String, _ about: String) -> Void
    ) {
        self.clock = clock
        let file = CookieFileStore(path: path, publicSuffixes: publicSuffixes, clock: clock) { problem in
            say("holdfast: HTTPCookieStorage: \(problem)", "HTTPCookieStorage: \(problem)")
        }
        store = file
        self.file = file
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
        store.remove([gone])
        tellOfChange()
    }

    /// Forgets the cookies that were first set at a time or after it.
    open func removeCookies(since date: Date) {
        let start = Instant(date)
        let gone = store.all.filter { $0.created >= start }
        guard !gone.isEmpty else { return }
        store.remove(gone)
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
    /// That of a storage with a file is the same for every program that has the file open: "Changing the cookie policy
    /// affects all currently running applications using the cookie storage" (Apple). It outlasts them.
    open var cookieAcceptPolicy: HTTPCookie.AcceptPolicy {
        get {
            let kept = file?.setting(Self.policySetting).flatMap { UInt(exactly: $0) }
            return kept.flatMap(HTTPCookie.AcceptPolicy.init(rawValue:)) ?? state.withLock { $0.policy }
        }
        set {
            let old = cookieAcceptPolicy
            state.withLock { $0.policy = newValue }
            guard old != newValue else { return }
            file?.set(Self.policySetting, to: Int64(newValue.rawValue))
            NotificationCenter.default.post(name: .NSHTTPCookieManagerAcceptPolicyChanged, object: self)
        }
    }

    private static let policySetting = "acceptPolicy"

    /// A description with the number of cookies, and the class's name in Objective-C, as on Apple's platforms.
    open override var description: String { "<NSHTTPCookieStorage cookies count:\(store.all.count)>" }
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
            // A file has no place for ports, and without them the cookie would go to others.
            store.set(cookie, isLasting: object?.portList?.isEmpty ?? true)
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
        guard let object = state.withLock({ $0.objects[Place(cookie)] }), object.value == cookie.value else {
            return nil
        }
        // Another process may have changed the rest.
        if let stored = object as? StoredCookie { return stored.cookie == cookie ? object : nil }
        // A file has ends in whole seconds.
        guard let own = Cookie(object, at: cookie.created), own.isSecure == cookie.isSecure,
            own.isHTTPOnly == cookie.isHTTPOnly,
            own.expires?.secondsSince1970 == cookie.expires?.secondsSince1970
        else { return nil }
        return object
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
