public import Foundation
public import FoundationNetworking
import HoldfastFiles
import HoldfastHTTPS
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

/// Responses that sessions keep to answer later requests by (Apple, `URLCache`): a face of `HTTPCache`, in memory and
/// on the disk.
///
/// The least recently used go first. What is asked for by another method, scheme, host, port, path or query is another
/// response; the fragment does not matter.
///
/// A session answers a request from here only where it would show the server the same as the request that the response
/// was given to; `HTTPCache` says in what. Up to ``variantLimit`` responses are kept of one URL for those who differ in
/// that; a program that asks by ``cachedResponse(for:)`` gets the one that was stored last, whoever it was for.
///
/// What lies on the disk has no `userInfo` of the program's.
///
/// FoundationNetworking's class of the name does not look at scheme and query, and ends the process once a response
/// that was stored twice is dropped.
open class URLCache: NSObject, @unchecked Sendable {
    /// The places where a response may be kept.
    public typealias StoragePolicy = FoundationNetworking.URLCache.StoragePolicy

    /// Responses of one method and URL that are kept, for requests that differ in what else they show the server.
    public static let variantLimit = HTTPCache.variantLimit

    let answers: HTTPCache

    private static let ofProcess = Mutex<URLCache?>(nil)

    /// The cache of default sessions: 4 MB in memory and 20 MB on the disk, unless the program has set another one.
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

    /// A cache with the capacities that Apple documents of the shared one: 4 MB in memory, 20 MB on the disk.
    public override convenience init() {
        self.init(memoryCapacity: 4 << 20, diskCapacity: 20 << 20, diskPath: nil)
    }

    /// A cache.
    ///
    /// - Parameters:
    ///   - memoryCapacity: in bytes; 0 keeps responses on the disk alone.
    ///   - diskCapacity: in bytes; 0 keeps them in memory alone.
    ///   - path: a folder, which is made where it is missing. Its files are in a folder `holdfast` in it that nobody
    ///     else may enter, so that it may be one that others may read. A path that does not begin with a slash is in
    ///     the program's own of `$XDG_CACHE_HOME/holdfast` or `~/.cache/holdfast`, and nil is that one. Two caches with
    ///     one folder share what is in it.
    public init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?) {
        answers = HTTPCache(
            memoryCapacity: memoryCapacity, diskCapacity: diskCapacity, folder: Self.folder(path))
        super.init()
    }

    /// A cache; see the initializer above.
    public convenience init(memoryCapacity: Int, diskCapacity: Int, directory: URL? = nil) {
        self.init(memoryCapacity: memoryCapacity, diskCapacity: diskCapacity, diskPath: directory?.path)
    }

    private static func folder(_ path: String?) -> String? {
        if let path, path.hasPrefix("/") { return path + (path.hasSuffix("/") ? "holdfast" : "/holdfast") }
        // The name that tells this program's cookies from another's.
        guard let base = StateFolder.cachePath(ProcessEnvironment.value),
            let program = StateFolder.fileName(ProcessStateFiles.current.program)
        else { return nil }
        let names = (path ?? "").split(separator: "/").map(String.init)
        // The program says its name itself: whatever is one name of a file, and leads nowhere else.
        guard names.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.count <= 255 && !$0.utf8.contains(0) }) else {
            return nil
        }
        return ([base, program] + names).joined(separator: "/")
    }

    /// The cache as sessions use it: a program's subclass is asked by the methods that it may have overridden.
    var store: any AnswerStore { type(of: self) == URLCache.self ? answers : ProgramAnswers(cache: self) }

    /// The response that was kept last for a method and a URL, fresh or not; nil for none.
    open func cachedResponse(for request: URLRequest) -> CachedURLResponse? {
        guard let place = CachePlace(request) else { return nil }
        return answers.candidates(at: place).firstWhole
    }

    /// The responses that may be an answer, what was kept last first.
    ///
    /// A program's subclass is asked by the method that it may have overridden.
    func candidates(for request: URLRequest) -> [CachedURLResponse] {
        guard let place = CachePlace(request) else { return [] }
        return store.candidates(at: place).compactMap(\.cachedResponse)
    }

    /// Keeps a response, unless its storage policy is `.notAllowed`: a session's in the place of the one for the same
    /// request, a program's own in the place of all for the method and URL.
    open func storeCachedResponse(_ cachedResponse: CachedURLResponse, for request: URLRequest) {
        guard cachedResponse.storagePolicy != .notAllowed, let place = CachePlace(request) else { return }
        answers.keep(KeptAnswer(cachedResponse), at: place)
    }

    /// Forgets what is kept for a method and a URL, whoever it was for.
    open func removeCachedResponse(for request: URLRequest) {
        guard let place = CachePlace(request) else { return }
        answers.remove(at: place)
    }

    /// Forgets everything.
    open func removeAllCachedResponses() { answers.removeAll() }

    /// Forgets what was kept at a time or after it.
    open func removeCachedResponses(since date: Date) { answers.removeAll(since: Instant(date)) }

    /// The greatest number of bytes in memory; setting it drops what is above.
    open var memoryCapacity: Int {
        get { answers.memoryCapacity }
        set { answers.memoryCapacity = newValue }
    }

    /// The greatest number of bytes on the disk; setting it drops what is above.
    open var diskCapacity: Int {
        get { answers.diskCapacity }
        set { answers.diskCapacity = newValue }
    }

    /// Bytes of the largest body that is kept.
    var roomForOne: Int { answers.largestBody }

    /// The number of bytes in memory: bodies, header fields, and 500 for each response.
    open var currentMemoryUsage: Int { answers.memoryUsage }

    /// The number of bytes on the disk: heads and bodies as they are kept, and 200 for each response.
    open var currentDiskUsage: Int { answers.diskUsage }
}

extension CachePlace {
    /// The place of the response to a request; nil for one without a URL.
    ///
    /// What a session would load has the URL as sessions read it, and everything else as Foundation writes it.
    init?(_ request: URLRequest) {
        guard let url = request.url else { return nil }
        let method = (request.httpMethod ?? "GET").asciiUppercased()
        if let read = try? HTTPSURL(dangerouslyAllowingPlainHTTP: url.absoluteString) {
            self.init(method, read)
            return
        }
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        (parts.fragment, parts.user, parts.password) = (nil, nil, nil)
        parts.scheme = parts.scheme?.asciiLowercased()
        parts.host = parts.host?.asciiLowercased()
        guard let text = parts.string else { return nil }
        self.init(method, unread: text)
    }
}

/// A program's own cache as sessions use it.
struct ProgramAnswers: AnswerStore {
    let cache: URLCache

    private func request(_ place: CachePlace) -> URLRequest? {
        let parts = place.text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let url = URL(string: String(parts[1])) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = String(parts[0])
        return request
    }

    func candidates(at place: CachePlace) -> [CacheCandidate] {
        guard let request = request(place), let cached = cache.cachedResponse(for: request) else { return [] }
        let answer = KeptAnswer(cached)
        return [
            CacheCandidate(
                answer.head, on: answer.medium, in: .memory, stored: answer.head.responseTime,
                attachment: answer.attachment, body: { answer.body })
        ]
    }

    func keep(_ answer: KeptAnswer, at place: CachePlace) {
        // Of parts programs know nothing.
        guard answer.head.range == nil, let request = request(place),
            let cached = CachedURLResponse(answer.head, answer.body, on: answer.medium, answer.attachment)
        else { return }
        cache.storeCachedResponse(cached, for: request)
    }

    func remove(at place: CachePlace) {
        guard let request = request(place) else { return }
        cache.removeCachedResponse(for: request)
    }

    // Of what the program keeps, its servers' standing is known all the same.

    func noteAcceptance(_ acceptance: TrustEvaluation, of origin: String) {
        cache.answers.noteAcceptance(acceptance, of: origin)
    }

    func acceptance(of origin: String) -> TrustEvaluation? { cache.answers.acceptance(of: origin) }

    func noteRefusal(of origin: String, at now: Instant) { cache.answers.noteRefusal(of: origin, at: now) }

    func refusal(of origin: String) -> Instant? { cache.answers.refusal(of: origin) }

    var largestBody: Int { cache.roomForOne }
    /// A program's subclass may keep things wherever it likes.
    var isEncrypted: Bool { false }
}
