public import HoldfastCredentials
import HoldfastCrypto
public import HoldfastFiles
package import HoldfastTrust
public import HoldfastX509
import Synchronization

/// A private cache of responses (RFC 9111), in memory and on a disk, for one or several sessions.
///
/// A response answers a request only where that would show the server the same as the request that it was given to: the
/// fields that `Vary` names, `Authorization` and `Cookie`, the user of any scheme, the client's identity, the way
/// through a proxy, the versions of TLS, and the policy that the server is judged by, with its anchors and pins. No two
/// users ever share one. Not kept is what came from a server that was accepted by an exception, by a handler's proof or
/// without one. Neither is on a disk what came without TLS, nor, where the cache is not encrypted, what was given to
/// whoever showed a password, or sets a cookie.
///
/// The folder is 0700 and its files are 0600, the property of the user that the process acts for. Several processes may
/// share one, and each may be killed at any moment. Nothing that happens to it stops anything: a damaged or foreign
/// index is kept aside under another name and counts as empty, and what cannot be read or written is reported and
/// counts as not there.
public final class HTTPCache: Sendable {
    /// Responses of one URL that are kept, for requests that differ in what else they show the server.
    public static let variantLimit = CacheMemory.variantLimit

    /// The folder; nil for a cache in memory alone.
    public let folder: String?
    package let isEncrypted: Bool
    private let memory: Mutex<CacheMemory>
    private let disk: CacheDisk?
    private let invalidations = Mutex(CacheInvalidations())
    private let standings = Mutex(OriginStandings())

    /// A cache; its files are opened when they are first needed.
    ///
    /// - Parameters:
    ///   - memoryCapacity: in bytes; 4 MiB.
    ///   - diskCapacity: in bytes; without effect where there is no folder.
    ///   - folder: where the files are; made where it is missing. It is the cache's alone.
    ///   - key: encrypts the files; nil for none. A cache that was made without one is emptied; one that was made with
    ///     another is not used.
    ///   - report: is told what is wrong with the files, each kind of trouble once; nil says it on `DangerLog`.
    public init(
        memoryCapacity: Int = 4 << 20, diskCapacity: Int = 64 << 20, folder: String? = nil,
        key: CredentialFileKey? = nil, report: (@Sendable (StoreError) -> Void)? = nil
    ) {
        self.folder = folder
        isEncrypted = key != nil
        memory = Mutex(CacheMemory(capacity: max(memoryCapacity, 0)))
        disk = folder.map { folder in
            CacheDisk(
                folder: folder, capacity: max(diskCapacity, 0), key: key,
                report: report ?? { DangerLog.say("holdfast: \($0)", about: "\($0)") })
        }
    }

    /// The greatest number of bytes in memory; setting it drops what is above.
    public var memoryCapacity: Int {
        get { memory.withLock { $0.capacity } }
        set { memory.withLock { $0.capacity = max(newValue, 0) } }
    }

    /// The greatest number of bytes on the disk; setting it drops what is above. 0 without a folder.
    public var diskCapacity: Int {
        get { disk?.capacity ?? 0 }
        set { disk?.capacity = max(newValue, 0) }
    }

    /// Bytes in memory: bodies, header fields, places, and 500 for each response.
    public var memoryUsage: Int { memory.withLock { $0.cost } }

    /// Bytes on the disk: heads and bodies as they are kept, and 200 for each response.
    public var diskUsage: Int { isOnDisk ? disk?.cost ?? 0 : 0 }

    /// Forgets what is kept for a URL, whoever it was for.
    public func remove(_ url: HTTPSURL) { invalidate(at: CachePlace("GET", url)) }

    /// Forgets everything, and what is on its way to be kept.
    public func removeAll() {
        invalidations.withLock { $0.addAll() }
        disk?.remove(since: Instant(secondsSince1970: .min))
        change { $0.removeAll() }
    }

    /// Forgets what was kept at a moment or after it.
    public func removeAll(since moment: Instant) {
        disk?.remove(since: moment)
        change { memory in memory.remove { $0.stored >= moment } }
    }

    /// Changes what is in memory, after the same was done on the disk: what somebody has read there before is not put
    /// into memory any more.
    private func change(_ body: (inout CacheMemory) -> Void) {
        memory.withLock { memory in
            memory.changes &+= 1
            body(&memory)
        }
    }

    /// Writes down which responses were used last, on which it depends which go first.
    public func flush() { disk?.flush(at: SystemClock.now()) }

    private var isOnDisk: Bool { (disk?.capacity ?? 0) > 0 }
}

extension HTTPCache: AnswerStore {
    package func candidates(at place: CachePlace) -> [CacheCandidate] {
        guard let disk else { return inMemory(at: place) }
        let changes = memory.withLock { $0.changes }
        let (others, haveChanged) = disk.candidates(at: place, limit: CacheMemory.variantLimit)
        // What another process has kept or dropped counts here, too.
        if haveChanged { change { memory in memory.remove { $0.isOnDisk } } }
        let first = inMemory(at: place)
        guard !others.isEmpty else { return first }
        let known = Set(first.map(\.head.sent))
        let further = others.filter { !known.contains($0.head.sent) }.map { remembered($0, at: place, changes) }
        return further.isEmpty ? first : (first + further).sorted { $0.stored > $1.stored }
    }

    /// A response on the disk that is in memory too once its body was read, unless anything was changed meanwhile.
    private func remembered(
        _ candidate: CacheCandidate, at place: CachePlace, _ changes: UInt64
    ) -> CacheCandidate {
        CacheCandidate(candidate.head, on: candidate.medium, in: .disk, stored: candidate.stored) { [self] in
            guard let body = candidate.body() else { return nil }
            let answer = KeptAnswer(candidate.head, body, on: .any)
            memory.withLock { memory in
                guard memory.changes == changes else { return }
                memory.keep(answer, at: place, stored: candidate.stored, isOnDisk: true)
            }
            return body
        }
    }

    private func inMemory(at place: CachePlace) -> [CacheCandidate] {
        memory.withLock { $0.entries(at: place) }.map { entry in
            CacheCandidate(
                entry.answer.head, on: entry.answer.medium, in: .memory, stored: entry.stored,
                attachment: entry.answer.attachment, body: { entry.answer.body })
        }
    }

    package func keep(_ answer: KeptAnswer, at place: CachePlace) {
        let now = SystemClock.now()
        let mayLast = answer.medium == .any && isOnDisk
        let isKept = mayLast && disk?.keep(answer, at: place, now: now) == true
        // What takes the place of a response on the disk, and is not on it, must not be hidden by that one.
        if !isKept, isOnDisk { disk?.remove(at: place, sent: answer.head.sent) }
        change { $0.keep(answer, at: place, stored: now, isOnDisk: isKept) }
    }

    package func remove(at place: CachePlace) {
        if isOnDisk { disk?.remove(at: place) }
        change { $0.remove(at: place) }
    }

    package func invalidate(at place: CachePlace) {
        invalidations.withLock { $0.add(place) }
        remove(at: place)
    }

    package var invalidationCount: UInt64 { invalidations.withLock { $0.count } }

    package func isInvalidated(_ place: CachePlace, since count: UInt64) -> Bool {
        invalidations.withLock { $0.has(place, since: count) }
    }

    package func noteAcceptance(_ acceptance: TrustEvaluation, of origin: String) {
        standings.withLock { $0.accepted(origin, acceptance) }
    }

    package func acceptance(of origin: String) -> TrustEvaluation? { standings.withLock { $0.acceptance(of: origin) } }

    package func noteRefusal(of origin: String, at now: Instant) { standings.withLock { $0.refused(origin, at: now) } }

    package func refusal(of origin: String) -> Instant? { standings.withLock { $0.refusal(of: origin) } }

    /// "the response must be no larger than about 5% of the disk cache size" (Apple,
    /// `urlSession(_:dataTask:willCacheResponse:completionHandler:)`).
    package var largestBody: Int { max(memoryCapacity, diskCapacity) / 20 }
}
