import HoldfastTrust
import HoldfastX509

/// Cookies as a user agent stores them (draft-ietf-httpbis-rfc6265bis §5.7): which are found, which take another's
/// place, and which have to go. It has no clock, and writes nothing.
package struct CookieTable: Sendable {
    struct Entry: Sendable {
        var cookie: Cookie
        let owner: String
        /// The cookies' order of creation: many have the same time.
        var number: UInt64
        /// When it was last sent or set, and the order of what happened at one time.
        var lastUse: Instant
        var lastTick: UInt64
        /// Whether it may outlast the process. It does not in any case where it ends with the session.
        var isLasting: Bool
        /// The last use that a file knows of.
        var knownUse: Instant

        /// Whether a file has it.
        var isOnDisk: Bool { isLasting && cookie.expires != nil }
    }

    /// A change that a file has to be told of.
    enum Change: Sendable {
        case kept(Cookie, lastUse: Instant)
        case used(Cookie, Instant)
        case removed(Cookie)
        case emptied
    }

    /// A cookie as a file has it.
    struct Row: Sendable {
        let cookie: Cookie
        let lastUse: Instant
    }

    /// Seconds between two uses that a file is told of.
    static let useGranularity: Int64 = 86_400

    private let limits: MemoryCookieStore.Limits
    private let suffixes: PublicSuffixes?
    private let isWritten: Bool
    /// The cookies by domain.
    private var entries: [String: [Entry]] = [:]
    private var counts: [String: Int] = [:]
    private(set) var count = 0
    /// Counts uses and creations.
    private var ticks: UInt64 = 0
    /// When the next cookie ends, or before.
    private var nextEnd: Instant?
    private var changes: [Change] = []

    /// An empty table.
    ///
    /// - Parameter isWritten: whether changes are gathered for a file.
    init(_ limits: MemoryCookieStore.Limits, publicSuffixes: PublicSuffixes?, isWritten: Bool = false) {
        self.limits = limits
        suffixes = publicSuffixes
        self.isWritten = isWritten
    }

    // MARK: Finding

    /// The cookies that a request for a URL carries, in the order in which it names them (§5.8.3).
    mutating func cookies(for url: HTTPSURL, at now: Instant) -> [Cookie] {
        dropExpired(at: now)
        var found: [Entry] = []
        var domain = url.host[...]
        while true {
            let key = String(domain)
            for index in (entries[key] ?? []).indices {
                guard let entry = entries[key]?[index], entry.cookie.matches(url) else { continue }
                noteUse(key, index, at: now)
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

    private mutating func noteUse(_ key: String, _ index: Int, at now: Instant) {
        ticks += 1
        entries[key]?[index].lastUse = now
        entries[key]?[index].lastTick = ticks
        guard isWritten, let entry = entries[key]?[index], entry.isOnDisk,
            now.seconds(since: entry.knownUse) >= Self.useGranularity
        else { return }
        entries[key]?[index].knownUse = now
        changes.append(.used(entry.cookie, now))
    }

    /// Every cookie, in the order of their creation.
    mutating func all(at now: Instant) -> [Cookie] {
        dropExpired(at: now)
        return entries.values.joined().sorted { $0.number < $1.number }.map(\.cookie)
    }

    /// The cookie of the same name, domain and path, as it is kept; nil for none.
    mutating func kept(as cookie: Cookie, at now: Instant) -> Cookie? {
        dropExpired(at: now)
        return entries[cookie.domain]?.first { $0.cookie.isSame(as: cookie) }?.cookie
    }

    // MARK: Changing

    /// Keeps a cookie, in the place of the same one; one that has expired only ends it.
    ///
    /// - Parameters:
    ///   - isFromPlain: whether anybody on the way may have set it: it takes the place of no cookie that only TLS gets
    ///     to see, nor goes before one (§5.7, step 16).
    ///   - isLasting: whether it may outlast the process.
    mutating func set(_ cookie: Cookie, isFromPlain: Bool, isLasting: Bool = true, at now: Instant) {
        let owner = owner(of: cookie)
        // What could not be read back is not written.
        let isLasting = isWritten && isLasting && cookie.canBeStored(at: now, publicSuffixes: suffixes)
        dropExpired(at: now)
        guard !isFromPlain || !holdsSecure(over: cookie, of: owner) else { return }
        insert(cookie, owner: owner, isLasting: isLasting, at: now)
        dropExpired(at: now)
        if counts[owner, default: 0] > limits.perOwner { dropUnused(of: owner, keeping: Self.fewer(limits.perOwner)) }
        if count > limits.total { dropUnused(of: nil, keeping: Self.fewer(limits.total)) }
    }

    private mutating func insert(_ cookie: Cookie, owner: String, isLasting: Bool, at now: Instant) {
        var cookie = cookie
        ticks += 1
        var number = ticks
        var old: Entry?
        if let place = entries[cookie.domain]?.firstIndex(where: { $0.cookie.isSame(as: cookie) }) {
            old = entries[cookie.domain]?.remove(at: place)
        }
        if let old {
            (number, cookie.created) = (old.number, old.cookie.created)
        } else {
            counts[owner, default: 0] += 1
            count += 1
        }
        let entry = Entry(
            cookie: cookie, owner: owner, number: number, lastUse: now, lastTick: ticks, isLasting: isLasting,
            knownUse: now)
        entries[cookie.domain, default: []].append(entry)
        if let end = cookie.expires { nextEnd = min(nextEnd ?? end, end) }
        guard isWritten else { return }
        if entry.isOnDisk {
            changes.append(.kept(cookie, lastUse: now))
        } else if old?.isOnDisk == true {
            changes.append(.removed(cookie))
        }
    }

    /// Forgets the cookie of the same name, domain and path.
    mutating func remove(_ cookie: Cookie) { remove { $0.cookie.isSame(as: cookie) } }

    /// Forgets what ends with the session (§5.7).
    mutating func removeSessionCookies() { remove { $0.cookie.expires == nil } }

    /// Forgets everything.
    mutating func removeAll() {
        (entries, counts, count, nextEnd) = ([:], [:], 0, nil)
        if isWritten { changes = [.emptied] }
    }

    private mutating func remove(where isDropped: (Entry) -> Bool) {
        for (domain, list) in entries {
            let kept = list.filter { !isDropped($0) }
            guard kept.count < list.count else { continue }
            if isWritten {
                for entry in list where entry.isOnDisk && isDropped(entry) { changes.append(.removed(entry.cookie)) }
            }
            entries[domain] = kept.isEmpty ? nil : kept
        }
        recount()
    }

    private mutating func recount() {
        counts = [:]
        for entry in entries.values.joined() { counts[entry.owner, default: 0] += 1 }
        count = counts.values.reduce(0, +)
    }

    // MARK: Limits

    private func owner(of cookie: Cookie) -> String {
        let isAddress = if case .ip? = try? ServerName(cookie.domain) { true } else { false }
        return CookieScope.owner(of: cookie.domain, isAddress: isAddress, suffixes)
    }

    /// Whether there is a cookie with `Secure` that a new one without would stand in the way of.
    private func holdsSecure(over cookie: Cookie, of owner: String) -> Bool {
        entries.values.joined().contains { $0.owner == owner && cookie.wouldOverlay(secure: $0.cookie) }
    }

    /// "The user agent MUST evict all expired cookies from the cookie store if, at any time, an expired cookie exists."
    private mutating func dropExpired(at now: Instant) {
        guard let end = nextEnd, end <= now else { return }
        remove { $0.cookie.isExpired(at: now) }
        nextEnd = entries.values.joined().compactMap(\.cookie.expires).min()
    }

    /// Drops what was not used for longest, cookies without `Secure` first.
    ///
    /// - Parameter owner: whose; nil for everybody's, where the draft has no difference.
    private mutating func dropUnused(of owner: String?, keeping kept: Int) {
        var candidates = entries.values.joined().filter { owner == nil || $0.owner == owner }
        guard candidates.count > kept else { return }
        candidates.sort { one, other in
            if owner != nil, one.cookie.isSecure != other.cookie.isSecure { return other.cookie.isSecure }
            return (one.lastUse, one.lastTick) < (other.lastUse, other.lastTick)
        }
        let dropped = Set(candidates.prefix(candidates.count - kept).map(\.number))
        remove { dropped.contains($0.number) }
    }

    /// The number of cookies that are left where there were too many: a twentieth below the limit, so that not each new
    /// one searches them all.
    private static func fewer(_ limit: Int) -> Int { limit - limit / 20 }

    // MARK: A file's

    /// The changes since they were last taken, in their order.
    mutating func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }

    /// Takes what a file has in the place of what it had. Cookies that no file has stay, unless the file has the same
    /// by now: whoever wrote that came later.
    ///
    /// - Parameter rows: in the order of their creation.
    mutating func replaceLasting(with rows: [Row]) {
        var known: [String: [Entry]] = [:]
        var others: [Entry] = []
        for entry in entries.values.joined() {
            if entry.isOnDisk { known[entry.cookie.domain, default: []].append(entry) } else { others.append(entry) }
        }
        var found: [Entry] = []
        for row in rows {
            let old = known[row.cookie.domain]?.first { $0.cookie.isSame(as: row.cookie) }
            others.removeAll { $0.cookie.isSame(as: row.cookie) }
            found.append(
                Entry(
                    cookie: row.cookie, owner: owner(of: row.cookie), number: 0,
                    lastUse: max(old?.lastUse ?? row.lastUse, row.lastUse), lastTick: old?.lastTick ?? 0,
                    isLasting: true, knownUse: row.lastUse))
        }
        others.sort { $0.number < $1.number }
        entries = [:]
        nextEnd = nil
        for (entry, number) in zip(Self.merged(found, others), UInt64(1)...) {
            var entry = entry
            entry.number = number
            entries[entry.cookie.domain, default: []].append(entry)
            if let end = entry.cookie.expires { nextEnd = min(nextEnd ?? end, end) }
        }
        recount()
        ticks = max(ticks, UInt64(count))
    }

    /// Two lists as one, by the time of creation; each keeps its order.
    private static func merged(_ one: [Entry], _ other: [Entry]) -> [Entry] {
        var (result, rest) = ([Entry](), other[...])
        for entry in one {
            while let next = rest.first, next.cookie.created < entry.cookie.created {
                result.append(next)
                rest.removeFirst()
            }
            result.append(entry)
        }
        return result + rest
    }
}

extension Cookie {
    /// Whether a store holds only one of the two (§5.7, step 23).
    func isSame(as other: Cookie) -> Bool {
        isCalled(as: other) && domain == other.domain && isHostOnly == other.isHostOnly
            && path.utf8.elementsEqual(other.path.utf8)
    }
}
