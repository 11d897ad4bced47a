import HoldfastHTTP
package import HoldfastTrust
package import HoldfastX509

/// The place of kept responses: a method and a URL (RFC 9111 §2, the cache key).
package struct CachePlace: Hashable, Sendable {
    private enum Resource: Hashable, Sendable {
        case url(HTTPSURL)
        case unread(String)
    }

    private let method: String
    private let resource: Resource

    package init(_ method: String, _ url: HTTPSURL) { (self.method, resource) = (method, .url(url)) }

    /// A place for what a session does not load.
    package init(_ method: String, unread url: String) { (self.method, resource) = (method, .unread(url)) }

    /// The method and the URL, with a space between them.
    package var text: String {
        switch resource {
        case .url(let url): "\(method) \(url)"
        case .unread(let url): "\(method) \(url)"
        }
    }
}

/// A response that is kept, whole.
package struct KeptAnswer: Sendable {
    /// The media on which a response may be kept.
    package enum Medium: Hashable, Sendable {
        case any
        /// Not on a disk: for what comes by plain HTTP, for whoever showed a password, and where a program says so.
        case memory
    }

    package var head: CachedHead
    package var body: [UInt8]
    package var medium: Medium
    /// A value that a program has put beside it; gone where the response comes from a disk.
    package var attachment: (any Sendable)?

    package init(_ head: CachedHead, _ body: [UInt8], on medium: Medium, attachment: (any Sendable)? = nil) {
        self.head = head
        self.head.bodyCount = body.count
        (self.body, self.medium, self.attachment) = (body, medium, attachment)
    }
}

/// A response that may be the answer; its body is fetched once it is.
package struct CacheCandidate: Sendable {
    package let head: CachedHead
    package let medium: KeptAnswer.Medium
    /// The medium that it lies on.
    package let source: CacheUse.Place
    package let attachment: (any Sendable)?
    /// The time when it was kept.
    package let stored: Instant
    private let fetch: @Sendable () -> [UInt8]?

    package init(
        _ head: CachedHead, on medium: KeptAnswer.Medium, in source: CacheUse.Place, stored: Instant,
        attachment: (any Sendable)? = nil, body: @escaping @Sendable () -> [UInt8]?
    ) {
        (self.head, self.medium, self.source, self.stored, self.attachment) = (head, medium, source, stored, attachment)
        fetch = body
    }

    /// The body; nil where it is gone, or no longer what was kept.
    package func body() -> [UInt8]? { fetch().flatMap { $0.count == head.bodyCount ? $0 : nil } }
}

/// A cache as sessions use it, whoever keeps it.
package protocol AnswerStore: Sendable {
    /// The responses at a place, what was kept last first.
    func candidates(at place: CachePlace) -> [CacheCandidate]
    /// Keeps a response in the place of the one for the same request; a program's own in the place of all.
    func keep(_ answer: KeptAnswer, at place: CachePlace)
    /// Forgets what is kept at a place.
    func remove(at place: CachePlace)
    /// Forgets what is kept at a place, since its server has changed it, and what is still on its way there.
    func invalidate(at place: CachePlace)
    /// The number of invalidations so far.
    var invalidationCount: UInt64 { get }
    /// Whether a place was invalidated after so many invalidations.
    func isInvalidated(_ place: CachePlace, since count: UInt64) -> Bool
    /// Notes the acceptance by which an answer of an origin came that is kept.
    func noteAcceptance(_ acceptance: TrustEvaluation, of origin: String)
    /// The newest acceptance by which an answer of an origin came; nil where none is known.
    func acceptance(of origin: String) -> TrustEvaluation?
    /// Notes that an origin's server was refused: nothing that was kept before answers without a question.
    func noteRefusal(of origin: String, at now: Instant)
    /// The last time that an origin's server was refused; nil for never.
    func refusal(of origin: String) -> Instant?
    /// Bytes of the largest body that is kept.
    var largestBody: Int { get }
    /// Whether nobody without the key learns anything from what lies on a disk.
    var isEncrypted: Bool { get }
}

/// Defaults of a store that does not know when it was changed.
extension AnswerStore {
    package func invalidate(at place: CachePlace) { remove(at: place) }

    package var invalidationCount: UInt64 { 0 }

    package func isInvalidated(_ place: CachePlace, since count: UInt64) -> Bool { false }
}

/// The places that were invalidated lately: what was asked for before, and comes after, is not what its server would
/// say now (RFC 9111 §4.4).
struct CacheInvalidations {
    /// Places that are known by themselves; where there are more, all count as invalidated.
    private static let limit = 256

    private(set) var count: UInt64 = 0
    private var places: [CachePlace: UInt64] = [:]
    /// The invalidation that all places had last.
    private var ofAll: UInt64 = 0

    mutating func add(_ place: CachePlace) {
        if places.count >= Self.limit, places[place] == nil { return addAll() }
        count &+= 1
        places[place] = count
    }

    mutating func addAll() {
        count &+= 1
        (places, ofAll) = ([:], count)
    }

    func has(_ place: CachePlace, since count: UInt64) -> Bool { max(places[place] ?? 0, ofAll) > count }
}

/// A kept response's part in an answer.
public struct CacheUse: Hashable, Sendable {
    /// The ways in which a kept response answers.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A fresh response: nobody was asked.
        case fresh
        /// A stale one, which the request, or its cache policy, takes as it is (RFC 9111 §4.2.4).
        case stale
        /// A stale one, which is renewed meanwhile (RFC 5861 §3).
        case staleWhileRevalidating
        /// A stale one, whose server had no answer (RFC 5861 §4).
        case staleIfError
        /// A response of which its server has said that it still holds (RFC 9111 §4.3).
        case validated
        /// A part of one, and from its server what was missing (RFC 9111 §3.4).
        case completed
        /// No response, where none was to be asked for: 504 (RFC 9111 §5.2.1.7).
        case absent
    }

    /// The media that kept responses come from.
    public enum Place: String, Hashable, Sendable, CaseIterable {
        case memory
        case disk
    }

    public let kind: Kind
    /// The medium that it was on; nil where there was none.
    public let place: Place?
    /// The age of the response in seconds, by RFC 9111 §4.2.3.
    public let age: Int

    init(_ kind: Kind, _ place: Place?, age: Double) {
        self.kind = kind
        self.place = place
        self.age = age.isFinite ? Int(min(max(age, 0), CacheControl.longestAge)) : Int(CacheControl.longestAge)
    }

    /// Whether no server was asked for it.
    public var isLocal: Bool { kind != .validated && kind != .completed }
}
