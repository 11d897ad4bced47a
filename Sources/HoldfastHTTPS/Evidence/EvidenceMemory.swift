import HoldfastTrust
import HoldfastX509

/// Evidence that verdicts have verified, until there is a newer one, and the places that have failed lately.
struct EvidenceMemory: Sendable {
    private struct Key: Hashable {
        let request: EvidenceRequest
        let place: String
    }

    private struct Kept {
        let fetch: EvidenceFetch
        let until: Instant
    }

    private struct Failure {
        let reason: String
        let at: ContinuousClock.Instant
    }

    /// Bytes of one list that is kept; 4 MiB. A longer one is fetched each time that it is needed.
    private static let listBytes = 4 << 20

    /// OCSP responses, 512 of them.
    private var responses = RecentEntries<Key, Kept>(capacity: 512)
    /// Revocation lists, 16 of them.
    private var lists = RecentEntries<Key, Kept>(capacity: 16)
    private var failures = RecentEntries<EvidenceQuestion, Failure>(capacity: 256)

    /// The fetch that was kept of a place, where it is still the newest.
    func fetch(for request: EvidenceRequest, from place: String, at instant: Instant) -> EvidenceFetch? {
        let key = Key(request: request, place: place)
        guard let found = responses[key] ?? lists[key], instant < found.until else { return nil }
        return found.fetch
    }

    /// Keeps a fetch until its own `nextUpdate`.
    ///
    /// One that names none is not kept (RFC 6960 §4.2.2.1: "newer revocation information is available all the time").
    /// Neither are issuers, which most servers send.
    mutating func keep(_ fetch: EvidenceFetch, for request: EvidenceRequest, at instant: Instant) {
        guard let until = fetch.nextUpdate, until > instant else { return }
        let key = Key(request: request, place: fetch.url)
        let kept = Kept(fetch: fetch.fromMemory, until: until)
        if case .ocspResponse = request {
            responses.insert(kept, for: key)
        } else if fetch.bytes.count <= Self.listBytes {
            lists.insert(kept, for: key)
        }
    }

    /// The reason why a place failed within the last time; nil where it did not.
    func failure(of question: EvidenceQuestion, within time: Duration) -> String? {
        guard let found = failures[question], .now - found.at < time else { return nil }
        return found.reason
    }

    mutating func noteFailure(of question: EvidenceQuestion, _ reason: String) {
        failures.insert(Failure(reason: reason, at: .now), for: question)
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

    /// The fetch as it is given again.
    fileprivate var fromMemory: EvidenceFetch {
        EvidenceFetch(url: url, content, bytes: bytes, duration: .zero, isCached: true)
    }
}
