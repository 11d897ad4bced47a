import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// Evidence that a verdict has verified, with the marks by which its place tells whether there is a newer one.
struct KeptEvidence: Sendable {
    let fetch: EvidenceFetch
    /// The time at which it is replaced, as it says itself.
    let until: Instant
    /// The time at which its place last gave it, or said that it was the newest.
    var confirmed: Instant

    /// Nil for what is not kept: issuers, which most servers send; what names no time at which it is replaced
    /// (RFC 6960 §4.2.2.1: "newer revocation information is available all the time"); a response that repeats the nonce
    /// of the one question that it answers.
    init?(_ fetch: EvidenceFetch, at instant: Instant) {
        guard let until = fetch.nextUpdate, until > instant, !fetch.answersOneQuestion else { return nil }
        var kept = EvidenceFetch(url: fetch.url, fetch.content, bytes: fetch.bytes, duration: .zero, isCached: true)
        kept.validators = fetch.validators
        (self.fetch, self.until, confirmed) = (kept, until, instant)
    }

    /// Whether it counts at an instant: a clock that says less than when it came is wrong.
    func holds(at instant: Instant) -> Bool { confirmed <= instant && instant < until }

    /// Whether it is taken without asking the place. A response speaks for its whole time; a list may be replaced
    /// early, since an authority adds to it what was revoked since (CA/B BR 4.9.7: within 24 hours).
    func isFresh(at instant: Instant, for age: Duration) -> Bool {
        if case .ocspResponse = fetch.content { return true }
        return instant.seconds(since: confirmed) < age.components.seconds
    }

    /// Whether another list is an older one, as somebody on the way could send again.
    func isNewer(than other: EvidenceFetch) -> Bool {
        guard let own = fetch.thisUpdate, let others = other.thisUpdate else { return false }
        return own > others
    }
}

/// Evidence that is kept in memory, and the places that have failed lately.
struct EvidenceMemory: Sendable {
    private struct Failure {
        let reason: Statement
        let at: ContinuousClock.Instant
    }

    /// Bytes of one list that is kept in memory; 4 MiB. A longer one is read from the disk, or fetched, each time that
    /// it is needed.
    private static let listBytes = 4 << 20

    /// OCSP responses, 512 of them.
    private var responses = LRUCache<EvidenceQuestion, KeptEvidence>(capacity: 512)
    /// Revocation lists, 16 of them.
    private var lists = LRUCache<EvidenceQuestion, KeptEvidence>(capacity: 16)
    private var failures = LRUCache<EvidenceQuestion, Failure>(capacity: 256)

    /// The evidence that was kept of a place, where it still counts.
    func evidence(for question: EvidenceQuestion, at instant: Instant) -> KeptEvidence? {
        guard let found = responses[question] ?? lists[question], found.holds(at: instant) else { return nil }
        return found
    }

    mutating func keep(_ evidence: KeptEvidence, for question: EvidenceQuestion) {
        if case .ocspResponse = evidence.fetch.content {
            responses.set(evidence, for: question)
        } else if evidence.fetch.bytes.count <= Self.listBytes {
            lists.set(evidence, for: question)
        }
    }

    mutating func drop(_ question: EvidenceQuestion) {
        responses.remove(question)
        lists.remove(question)
    }

    /// The reason why a place failed within the last time; nil where it did not.
    func failure(of question: EvidenceQuestion, within time: Duration) -> Statement? {
        guard let found = failures[question], .now - found.at < time else { return nil }
        return found.reason
    }

    mutating func noteFailure(of question: EvidenceQuestion, _ reason: Statement) {
        failures.set(Failure(reason: reason, at: .now), for: question)
    }
}

extension EvidenceFetch {
    /// The time from which on there is a newer one: of several answers, the earliest. Nil where one names none.
    fileprivate var nextUpdate: Instant? {
        switch content {
        case .ocspResponse(let response):
            guard let answers = response.response?.basicResponse?.tbsResponseData.responses else { return nil }
            let dates = answers.compactMap(\.nextUpdate)
            return dates.count == answers.count ? dates.min() : nil
        case .revocationList(let list): return list.list?.nextUpdate?.instant
        case .certificates, .nothing: return nil
        }
    }

    /// The time of a list; nil for anything else.
    fileprivate var thisUpdate: Instant? {
        if case .revocationList(let list) = content { list.list?.thisUpdate.instant } else { nil }
    }

    /// Whether it is a response with a nonce (RFC 9654 §2.1), which answers one question and no other.
    fileprivate var answersOneQuestion: Bool {
        guard case .ocspResponse(let response) = content else { return false }
        let extensions = response.response?.basicResponse?.tbsResponseData.responseExtensions ?? []
        return extensions.contains { $0.oid == .ocspNonce }
    }
}
