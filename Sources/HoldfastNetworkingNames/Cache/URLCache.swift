public import Foundation
public import FoundationNetworking
import Synchronization

/// Responses that sessions keep to answer later requests by (Apple, `URLCache`): in memory only, for now.
///
/// The least recently used go first. What is asked for by another scheme, host, port, path or query is another response;
/// fragment, user and password do not matter. FoundationNetworking's class of the name does not look at scheme and query,
/// and ends the process once a response that was stored twice is dropped.
open class URLCache: NSObject, @unchecked Sendable {
    /// Where a response may be kept.
    public typealias StoragePolicy = FoundationNetworking.URLCache.StoragePolicy

    fileprivate struct Entry {
        let response: CachedURLResponse
        let cost: Int
        let stored: Date
        var lastUse: UInt64
    }

    fileprivate struct State {
        var memoryCapacity: Int
        var diskCapacity: Int
        var entries: [String: Entry] = [:]
        var cost = 0
        var ticks: UInt64 = 0
    }

    private let state: Mutex<State>

    private static let ofProcess = Mutex<URLCache?>(nil)

    /// The cache of default sessions: 4 MB, unless the program has set another one.
    open class var shared: URLCache {
        get {
            ofProcess.withLock { cache in
                if let cache { return cache }
                let made = URLCache(memoryCapacity: 4 << 20, diskCapacity: 20 << 20, diskPath: nil)
                cache = made
                return made
            }
        }
        set { ofProcess.withLock { $0 = newValue } }
    }

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - memoryCapacity: in bytes; a response that is larger is not kept.
    ///   - diskCapacity: without effect, for now.
    ///   - path: without effect, for now.
    public init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?) {
        state = Mutex(State(memoryCapacity: memoryCapacity, diskCapacity: diskCapacity))
        super.init()
    }

    /// An empty cache; see the initializer above.
    public convenience init(memoryCapacity: Int, diskCapacity: Int, directory: URL? = nil) {
        self.init(memoryCapacity: memoryCapacity, diskCapacity: diskCapacity, diskPath: directory?.path)
    }

    /// What is kept for a request, fresh or not.
    open func cachedResponse(for request: URLRequest) -> CachedURLResponse? {
        guard let key = Self.key(request) else { return nil }
        return state.withLock { state in
            state.ticks += 1
            state.entries[key]?.lastUse = state.ticks
            return state.entries[key]?.response
        }
    }

    /// Keeps a response in the place of the one for the same request, unless its storage policy is `.notAllowed`.
    open func storeCachedResponse(_ cachedResponse: CachedURLResponse, for request: URLRequest) {
        guard cachedResponse.storagePolicy != .notAllowed, let key = Self.key(request) else { return }
        let cost = Self.cost(cachedResponse) + key.utf8.count
        state.withLock { state in
            state.remove(key)
            guard cost <= state.memoryCapacity else { return }
            state.ticks += 1
            state.entries[key] = Entry(response: cachedResponse, cost: cost, stored: Date(), lastUse: state.ticks)
            state.cost += cost
            state.shrink()
        }
    }

    /// Forgets what is kept for a request.
    open func removeCachedResponse(for request: URLRequest) {
        guard let key = Self.key(request) else { return }
        state.withLock { $0.remove(key) }
    }

    /// Forgets everything.
    open func removeAllCachedResponses() {
        state.withLock { ($0.entries, $0.cost) = ([:], 0) }
    }

    /// Forgets what was kept at a time or after it.
    open func removeCachedResponses(since date: Date) {
        state.withLock { state in
            for (key, entry) in state.entries where entry.stored >= date { state.remove(key) }
        }
    }

    /// How many bytes are kept at most; setting it drops what is above.
    open var memoryCapacity: Int {
        get { state.withLock { $0.memoryCapacity } }
        set {
            state.withLock { state in
                state.memoryCapacity = newValue
                state.shrink()
            }
        }
    }

    /// Without effect, for now.
    open var diskCapacity: Int {
        get { state.withLock { $0.diskCapacity } }
        set { state.withLock { $0.diskCapacity = newValue } }
    }

    /// How many bytes are kept: bodies, header fields, and 500 for each.
    open var currentMemoryUsage: Int { state.withLock { $0.cost } }

    /// 0, for now.
    open var currentDiskUsage: Int { 0 }

    /// What a request is kept under; nil for one without a URL.
    private static func key(_ request: URLRequest) -> String? {
        guard let url = request.url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return nil
        }
        let method = (request.httpMethod ?? "GET").uppercased()
        (parts.fragment, parts.user, parts.password) = (nil, nil, nil)
        parts.scheme = parts.scheme?.lowercased()
        parts.host = parts.host?.lowercased()
        if parts.percentEncodedPath.isEmpty, parts.host != nil { parts.percentEncodedPath = "/" }
        switch (parts.scheme, parts.port) {
        case ("https", 443), ("http", 80): parts.port = nil
        default: break
        }
        return parts.string.map { "\(method) \($0)" }
    }

    private static func cost(_ cached: CachedURLResponse) -> Int {
        let fields = (cached.response as? HTTPURLResponse)?.allHeaderFields ?? [:]
        let fieldBytes = fields.reduce(0) { sum, field in
            sum + ((field.key as? String)?.utf8.count ?? 0) + ((field.value as? String)?.utf8.count ?? 0)
        }
        return cached.data.count + fieldBytes + 500
    }
}

extension URLCache.State {
    fileprivate mutating func remove(_ key: String) {
        if let old = entries.removeValue(forKey: key) { cost -= old.cost }
    }

    /// Drops what was not used for longest; a twentieth more than it must, so that not each new one searches them all.
    fileprivate mutating func shrink() {
        guard cost > memoryCapacity else { return }
        let newest = entries.values.map(\.lastUse).max()
        for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard cost > memoryCapacity - memoryCapacity / 20 else { return }
            // What is just being kept fits.
            if entry.lastUse == newest, cost <= memoryCapacity { return }
            remove(key)
        }
    }
}
