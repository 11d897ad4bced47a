public import Foundation
public import FoundationNetworking
import Synchronization

/// Responses that sessions keep to answer later requests by (Apple, `URLCache`): in memory only, for now.
///
/// A cache with a capacity on the disk and none in memory keeps its responses in memory all the same, up to that
/// capacity and at most ``memoryForDisk``: a program that made it so wants them kept.
///
/// The least recently used go first. What is asked for by another method, scheme, host, port, path or query is another
/// response; the fragment does not matter.
///
/// A session answers a request from here only where it would show the server the same as the request that the response
/// was given to: the fields that `Vary` names, `Authorization` and `Cookie`, the user of any scheme, the client's
/// identity, and the policy that the server is judged by. Up to ``variantLimit`` responses are kept of one URL for
/// those who differ in that; a program that asks by ``cachedResponse(for:)`` gets the one that was stored last, whoever
/// it was for.
///
/// FoundationNetworking's class of the name does not look at scheme and query, and ends the process once a response
/// that was stored twice is dropped.
open class URLCache: NSObject, @unchecked Sendable {
    /// The places where a response may be kept.
    public typealias StoragePolicy = FoundationNetworking.URLCache.StoragePolicy

    fileprivate struct Entry {
        let response: CachedURLResponse
        /// The digest of the request that it was given to; nil where the program has stored it itself.
        let sent: String?
        /// Counts what was stored.
        let number: UInt64
        let cost: Int
        let stored: Date
        var lastUse: UInt64
    }

    fileprivate struct State {
        var memoryCapacity: Int
        var diskCapacity: Int
        /// The entries by method and URL; what was stored last stands last.
        var entries: [String: [Entry]] = [:]
        var cost = 0
        var ticks: UInt64 = 0
    }

    /// Responses of one method and URL that are kept, for requests that differ in what else they show the server.
    public static let variantLimit = 16

    /// Bytes that a cache keeps in memory at most in the place of a disk; 20 MB.
    public static let memoryForDisk = 20 << 20

    private let state: Mutex<State>

    private static let ofProcess = Mutex<URLCache?>(nil)

    /// The cache of default sessions: 4 MB, unless the program has set another one.
    open class var shared: URLCache {
        get {
            ofProcess.withLock { cache in
                if let cache { return cache }
                let made = URLCache()
                cache = made
                return made
            }
        }
        set { ofProcess.withLock { $0 = newValue } }
    }

    /// An empty cache with the capacities that Apple documents of the shared one: 4 MB in memory, 20 MB on the disk.
    public override convenience init() {
        self.init(memoryCapacity: 4 << 20, diskCapacity: 20 << 20, diskPath: nil)
    }

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - memoryCapacity: in bytes; a response that is larger is not kept.
    ///   - diskCapacity: in bytes; without effect for now where there is a capacity in memory, see ``memoryForDisk``.
    ///   - path: without effect, for now.
    public init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?) {
        state = Mutex(State(memoryCapacity: memoryCapacity, diskCapacity: diskCapacity))
        super.init()
    }

    /// An empty cache; see the initializer above.
    public convenience init(memoryCapacity: Int, diskCapacity: Int, directory: URL? = nil) {
        self.init(memoryCapacity: memoryCapacity, diskCapacity: diskCapacity, diskPath: directory?.path)
    }

    /// The response that was kept last for a method and a URL, fresh or not; nil for none.
    open func cachedResponse(for request: URLRequest) -> CachedURLResponse? { responses(for: request, atMost: 1).first }

    /// The responses that a session may choose from, what was kept last first.
    ///
    /// A program's subclass is asked by the method that it may have overridden.
    func candidates(for request: URLRequest) -> [CachedURLResponse] {
        guard type(of: self) == URLCache.self else { return [cachedResponse(for: request)].compactMap(\.self) }
        return responses(for: request, atMost: Self.variantLimit)
    }

    private func responses(for request: URLRequest, atMost count: Int) -> [CachedURLResponse] {
        guard let key = Self.key(request) else { return [] }
        return state.withLock { state in
            guard var entries = state.entries[key] else { return [] }
            state.ticks += 1
            for index in entries.indices.suffix(count) { entries[index].lastUse = state.ticks }
            state.entries[key] = entries
            return entries.suffix(count).reversed().map(\.response)
        }
    }

    /// Keeps a response, unless its storage policy is `.notAllowed`: a session's in the place of the one for the same
    /// request, a program's own in the place of all for the method and URL.
    open func storeCachedResponse(_ cachedResponse: CachedURLResponse, for request: URLRequest) {
        guard cachedResponse.storagePolicy != .notAllowed, let key = Self.key(request) else { return }
        let cost = Self.cost(cachedResponse) + key.utf8.count
        let sent = CachedFacts.sent(cachedResponse)
        state.withLock { state in
            state.remove(key) { sent == nil || $0.sent == sent }
            guard cost <= state.limit else { return }
            if let variants = state.entries[key], variants.count == Self.variantLimit {
                state.remove(key) { $0.number == variants[0].number }
            }
            state.ticks += 1
            state.entries[key, default: []].append(
                Entry(
                    response: cachedResponse, sent: sent, number: state.ticks, cost: cost, stored: Date(),
                    lastUse: state.ticks))
            state.cost += cost
            state.shrink()
        }
    }

    /// Forgets what is kept for a method and a URL, whoever it was for.
    open func removeCachedResponse(for request: URLRequest) {
        guard let key = Self.key(request) else { return }
        state.withLock { $0.remove(key) { _ in true } }
    }

    /// Forgets everything.
    open func removeAllCachedResponses() {
        state.withLock { ($0.entries, $0.cost) = ([:], 0) }
    }

    /// Forgets what was kept at a time or after it.
    open func removeCachedResponses(since date: Date) {
        state.withLock { state in
            for key in Array(state.entries.keys) { state.remove(key) { $0.stored >= date } }
        }
    }

    /// The greatest number of bytes that are kept, see ``memoryForDisk`` for 0; setting it drops what is above.
    open var memoryCapacity: Int {
        get { state.withLock { $0.memoryCapacity } }
        set {
            state.withLock { state in
                state.memoryCapacity = newValue
                state.shrink()
            }
        }
    }

    /// Without effect for now where there is a capacity in memory; see ``memoryForDisk``.
    open var diskCapacity: Int {
        get { state.withLock { $0.diskCapacity } }
        set {
            state.withLock { state in
                state.diskCapacity = newValue
                state.shrink()
            }
        }
    }

    /// Bytes of the largest body that sessions keep: "the response must be no larger than about 5% of the disk cache
    /// size" (Apple, `urlSession(_:dataTask:willCacheResponse:completionHandler:)`).
    var roomForOne: Int { max(memoryCapacity, diskCapacity) / 20 }

    /// The number of bytes that are kept: bodies, header fields, and 500 for each response.
    open var currentMemoryUsage: Int { state.withLock { $0.cost } }

    /// 0, for now.
    open var currentDiskUsage: Int { 0 }

    /// The method and the URL that a response is kept under; nil for a request without a URL.
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
    /// The greatest number of bytes that are kept.
    fileprivate var limit: Int {
        memoryCapacity > 0 ? memoryCapacity : min(max(diskCapacity, 0), URLCache.memoryForDisk)
    }

    fileprivate mutating func remove(_ key: String, where isUnwanted: (URLCache.Entry) -> Bool) {
        guard let old = entries[key] else { return }
        let rest = old.filter { !isUnwanted($0) }
        entries[key] = rest.isEmpty ? nil : rest
        for entry in old where isUnwanted(entry) { cost -= entry.cost }
    }

    /// Drops what was not used for longest; a twentieth more than it must, so that not each new one searches them all.
    fileprivate mutating func shrink() {
        guard cost > limit else { return }
        let all = entries.flatMap { key, variants in variants.map { (key: key, entry: $0) } }
        for (key, entry) in all.sorted(by: { $0.entry.lastUse < $1.entry.lastUse }) {
            guard cost > limit - limit / 20 else { return }
            // What is just being kept fits.
            if entry.number == ticks, cost <= limit { return }
            remove(key) { $0.number == entry.number }
        }
    }
}
