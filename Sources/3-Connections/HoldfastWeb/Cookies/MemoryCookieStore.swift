import HoldfastCrypto
public import HoldfastHTTP
public import HoldfastTrust
public import HoldfastX509
import Synchronization

/// Cookies in memory, gone with the process: the storage model of draft-ietf-httpbis-rfc6265bis §5.7.
public final class MemoryCookieStore: CookieStore, CookieTableLending {
    /// Limits of a store, beyond which it drops the cookies that were not used for longest.
    public struct Limits: Hashable, Sendable {
        /// Cookies of one owner, which is what one label below a public suffix and all below it make up; 180, as
        /// Chromium and Firefox have it. The draft asks for 50 at least.
        public var perOwner = 180
        /// Cookies in all; the 3,000 that the draft asks for at least.
        public var total = 3_000

        public init() {}
    }

    private let clock: @Sendable () -> Instant
    package let publicSuffixes: PublicSuffixes?
    private let table: Mutex<CookieTable>

    /// An empty store.
    ///
    /// - Parameters:
    ///   - publicSuffixes: domains that no cookie is for; nil for not known, so that cookies are their hosts' alone.
    ///   - clock: what cookies expire by; nil for the system's.
    public init(
        limits: Limits = Limits(), publicSuffixes: PublicSuffixes? = .system,
        clock: (@Sendable () -> Instant)? = nil
    ) {
        self.publicSuffixes = publicSuffixes
        self.clock = clock ?? { SystemClock.now() }
        table = Mutex(CookieTable(limits, publicSuffixes: publicSuffixes))
    }

    package func use<Value: Sendable>(_ body: (inout CookieTable, Instant) -> Value) -> Value {
        let now = clock()
        return table.withLock { body(&$0, now) }
    }

    public var knowsPublicSuffixes: Bool { publicSuffixes != nil }

    /// Whether it has no cookie at all.
    package var isEmpty: Bool { table.withLock { $0.count == 0 } }

    public func cookies(for url: HTTPSURL) -> [Cookie] { use { table, now in table.cookies(for: url, at: now) } }

    public func keep(_ fields: [HTTPField], from url: HTTPSURL) { take(fields, from: url) }

    /// Keeps a cookie in the place of the one of the same name, domain and path; one that has expired only ends it.
    public func set(_ cookie: Cookie) { set(cookie, isLasting: true) }

    /// Every cookie, in the order of their creation.
    public var all: [Cookie] { use { table, now in table.all(at: now) } }

    /// Forgets the cookie of the same name, domain and path.
    public func remove(_ cookie: Cookie) { remove([cookie]) }

    /// Forgets what ends with the session (§5.7).
    public func removeSessionCookies() { use { table, _ in table.removeSessionCookies() } }

    /// Forgets everything.
    public func removeAll() { use { table, _ in table.removeAll() } }
}
