import HoldfastCrypto
public import HoldfastResolving
public import HoldfastTransport
public import HoldfastTrust
public import HoldfastX509
import Synchronization

/// Cookies in memory, gone with the process: the storage model of draft-ietf-httpbis-rfc6265bis §5.7.
public final class MemoryCookieStore: CookieStore {
    /// Limits of a store, beyond which it drops the cookies that were not used for longest.
    public struct Limits: Hashable, Sendable {
        /// Cookies of one owner, which is what one label below a public suffix and all below it make up; 180, as
        /// Chromium and Firefox have it. The draft asks for 50 at least.
        public var perOwner = 180
        /// Cookies in all; the 3,000 that the draft asks for at least.
        public var total = 3_000

        public init() {}
    }

    fileprivate struct Entry {
        var cookie: Cookie
        let owner: String
        /// The cookies' order of creation: many have the same time.
        let number: UInt64
        var lastUse: UInt64
    }

    fileprivate struct State {
        /// The cookies by domain.
        var entries: [String: [Entry]] = [:]
        var counts: [String: Int] = [:]
        var total = 0
        /// Counts uses and creations.
        var ticks: UInt64 = 0
        /// When the next cookie ends, or before.
        var nextEnd: Instant?
    }

    private let clock: @Sendable () -> Instant
    private let suffixes: PublicSuffixes?
    private let limits: Limits
    private let state = Mutex(State())

    /// An empty store.
    ///
    /// - Parameters:
    ///   - publicSuffixes: domains that no cookie is for; nil for not known, so that cookies are their hosts' alone.
    ///   - clock: what cookies expire by; nil for the system's.
    public init(
        limits: Limits = Limits(), publicSuffixes: PublicSuffixes? = .system,
        clock: (@Sendable () -> Instant)? = nil
    ) {
        self.limits = limits
        suffixes = publicSuffixes
        self.clock = clock ?? { SystemClock.now() }
    }

    public var knowsPublicSuffixes: Bool { suffixes != nil }

    /// Whether it has no cookie at all.
    var isEmpty: Bool { state.withLock { $0.total == 0 } }

    public func cookies(for url: HTTPSURL) -> [Cookie] {
        let now = clock()
        return state.withLock { state in
            state.dropExpired(at: now)
            var found: [Entry] = []
            var domain = url.host[...]
            while true {
                let key = String(domain)
                for index in (state.entries[key] ?? []).indices {
                    guard let entry = state.entries[key]?[index], entry.cookie.matches(url) else { continue }
                    state.ticks += 1
                    state.entries[key]?[index].lastUse = state.ticks
                    found.append(entry)
                }
                guard let dot = domain.firstIndex(of: ".") else { break }
                domain = domain[domain.index(after: dot)...]
            }
            found.sort { one, other in
                let (length, otherLength) = (one.cookie.path.utf8.count, other.cookie.path.utf8.count)
                return length == otherLength ? one.number < other.number : length > otherLength
            }
            return found.map(\.cookie)
        }
    }

    public func keep(_ fields: [HTTPField], from url: HTTPSURL) {
        let now = clock()
        for field in fields where field.isNamed("Set-Cookie") {
            guard let cookie = Cookie(field.value, from: url, at: now, publicSuffixes: suffixes) else { continue }
            set(cookie, isFromPlain: url.isPlainHTTP)
        }
    }

    /// Keeps a cookie in the place of the one of the same name, domain and path; one that has expired only ends it.
    public func set(_ cookie: Cookie) { set(cookie, isFromPlain: false) }

    /// Keeps a cookie, in the place of the same one.
    ///
    /// - Parameter isFromPlain: whether anybody on the way may have set it: it takes the place of no cookie that only
    ///   TLS gets to see, nor goes before one (§5.7, step 13).
    private func set(_ cookie: Cookie, isFromPlain: Bool) {
        let now = clock()
        let isAddress = if case .ip? = try? ServerName(cookie.domain) { true } else { false }
        let owner = CookieScope.owner(of: cookie.domain, isAddress: isAddress, suffixes)
        state.withLock { state in
            state.dropExpired(at: now)
            guard !isFromPlain || !state.holdsSecure(over: cookie, of: owner) else { return }
            state.insert(cookie, owner: owner, at: now)
            state.dropExpired(at: now)
            if state.counts[owner, default: 0] > limits.perOwner {
                state.dropUnused(of: owner, keeping: Self.fewer(limits.perOwner))
            }
            if state.total > limits.total { state.dropUnused(of: nil, keeping: Self.fewer(limits.total)) }
        }
    }

    /// Every cookie, in the order of their creation.
    public var all: [Cookie] {
        let now = clock()
        return state.withLock { state in
            state.dropExpired(at: now)
            return state.entries.values.joined().sorted { $0.number < $1.number }.map(\.cookie)
        }
    }

    /// The cookie of the same name, domain and path, as it is kept; nil for none.
    package func kept(as cookie: Cookie) -> Cookie? {
        let now = clock()
        return state.withLock { state in
            state.dropExpired(at: now)
            return state.entries[cookie.domain]?.first { $0.cookie.isSame(as: cookie) }?.cookie
        }
    }

    /// Forgets the cookie of the same name, domain and path.
    public func remove(_ cookie: Cookie) { state.withLock { $0.remove { $0.cookie.isSame(as: cookie) } } }

    /// Forgets what ends with the session (§5.7).
    public func removeSessionCookies() { state.withLock { $0.remove { $0.cookie.expires == nil } } }

    /// Forgets everything.
    public func removeAll() { state.withLock { $0 = State() } }

    /// The number of cookies that are left where there were too many: a twentieth below the limit, so that not each new
    /// one searches them all.
    private static func fewer(_ limit: Int) -> Int { limit - limit / 20 }
}

extension MemoryCookieStore.State {
    fileprivate mutating func insert(_ cookie: Cookie, owner: String, at now: Instant) {
        var cookie = cookie
        ticks += 1
        var number = ticks
        let old = entries[cookie.domain]?.firstIndex { $0.cookie.isSame(as: cookie) }
        if let old, let entry = entries[cookie.domain]?[old] {
            (number, cookie.created) = (entry.number, entry.cookie.created)
            entries[cookie.domain]?.remove(at: old)
        } else {
            counts[owner, default: 0] += 1
            total += 1
        }
        entries[cookie.domain, default: []].append(
            MemoryCookieStore.Entry(cookie: cookie, owner: owner, number: number, lastUse: ticks))
        if let end = cookie.expires { nextEnd = min(nextEnd ?? end, end) }
    }

    /// Whether there is a cookie with `Secure` that a new one without would stand in the way of.
    fileprivate func holdsSecure(over cookie: Cookie, of owner: String) -> Bool {
        entries.values.joined().contains { $0.owner == owner && cookie.wouldOverlay(secure: $0.cookie) }
    }

    /// "The user agent MUST evict all expired cookies from the cookie store if, at any time, an expired cookie exists."
    fileprivate mutating func dropExpired(at now: Instant) {
        guard let end = nextEnd, end <= now else { return }
        remove { $0.cookie.isExpired(at: now) }
        nextEnd = entries.values.joined().compactMap(\.cookie.expires).min()
    }

    /// Drops what was not used for longest, cookies without `Secure` first.
    ///
    /// - Parameter owner: whose; nil for everybody's, where the draft has no difference.
    fileprivate mutating func dropUnused(of owner: String?, keeping count: Int) {
        var candidates = entries.values.joined().filter { owner == nil || $0.owner == owner }
        guard candidates.count > count else { return }
        candidates.sort { one, other in
            if owner != nil, one.cookie.isSecure != other.cookie.isSecure { return other.cookie.isSecure }
            return one.lastUse < other.lastUse
        }
        let dropped = Set(candidates.prefix(candidates.count - count).map(\.number))
        remove { dropped.contains($0.number) }
    }

    fileprivate mutating func remove(where isDropped: (MemoryCookieStore.Entry) -> Bool) {
        for (domain, list) in entries {
            let kept = list.filter { !isDropped($0) }
            guard kept.count < list.count else { continue }
            entries[domain] = kept.isEmpty ? nil : kept
        }
        counts = [:]
        for entry in entries.values.joined() { counts[entry.owner, default: 0] += 1 }
        total = counts.values.reduce(0, +)
    }
}

extension Cookie {
    /// Whether a store holds only one of the two (§5.7, step 23).
    fileprivate func isSame(as other: Cookie) -> Bool {
        isCalled(as: other) && domain == other.domain && isHostOnly == other.isHostOnly
            && path.utf8.elementsEqual(other.path.utf8)
    }
}
