package import HoldfastHTTP
package import HoldfastX509

/// The responses that a cache has for one message, and what becomes of them.
package struct CacheLookup: Sendable {
    private let asking: CacheAsking
    private let store: any AnswerStore
    private let now: Instant
    package let place: CachePlace
    /// The store's invalidations before the server was asked.
    private let invalidations: UInt64
    /// The responses, what was kept last first.
    package private(set) var candidates: [CacheCandidate]

    /// Looks into a cache.
    ///
    /// - Parameters:
    ///   - outgoing: the message as it would go out.
    ///   - policy: what the request wants of kept responses.
    ///   - mayRefresh: whether one may be renewed behind the request's back.
    package init(
        _ outgoing: OutgoingRequest, _ policy: CachePolicy, mayRefresh: Bool, _ store: any AnswerStore, at now: Instant
    ) {
        self.store = store
        self.now = now
        // What answers a GET answers a HEAD too (RFC 9110 §9.3.1).
        place = CachePlace("GET", outgoing.url)
        invalidations = store.invalidationCount
        candidates = ["GET", "HEAD"].contains(outgoing.method) ? store.candidates(at: place) : []
        asking = CacheAsking(
            outgoing, policy, mayRefresh: mayRefresh,
            refused: candidates.isEmpty ? nil : store.refusal(of: outgoing.url.origin))
    }

    package var decision: CacheDecision { CacheRules.decide(asking, among: candidates.map(\.head), at: now) }

    /// A kept response as the answer; nil where its body is gone, and with it the response.
    package mutating func served(_ number: Int, _ selection: CacheSelection, as kind: CacheUse.Kind) -> ServedAnswer? {
        let candidate = candidates[number]
        // Of a HEAD the body is not looked at.
        if let body = selection == .head ? [] : candidate.body(),
            let answer = ServedAnswer(candidate.head, body, selection, as: kind, from: candidate.source, at: now)
        {
            return answer
        }
        drop(number)
        return nil
    }

    package mutating func drop(_ number: Int) { candidates.remove(at: number) }

    /// This look-up without one of the responses.
    package func without(_ number: Int) -> CacheLookup {
        var lookup = self
        lookup.drop(number)
        return lookup
    }

    /// The kept response that may take the place of an answer that did not come; nil for none.
    package func outlasting() -> ServedAnswer? {
        guard let (number, selection) = CacheRules.match(asking, candidates.map(\.head)), let selection,
            CacheRules.mayOutlast(candidates[number].head, asking, at: now)
        else { return nil }
        var lookup = self
        return lookup.served(number, selection, as: .staleIfError)
    }

    /// Puts a response in the place of an older state of it, or forgets both where it must not be kept any more.
    ///
    /// - Parameter sent: the request as it went out.
    package func renew(_ old: CacheCandidate, by head: CachedHead, _ body: [UInt8], after sent: OutgoingRequest) {
        let mayStay = CacheRules.mayStay(head, after: sent)
        // Where its server chooses by something else now, the older state would be found beside it.
        if !mayStay || head.sent != old.head.sent { store.remove(at: place) }
        guard mayStay else { return }
        let medium = old.medium == .memory ? .memory : medium(for: head, sent)
        keep(KeptAnswer(head, body, on: medium, attachment: old.attachment))
    }

    /// Keeps a response, unless an unsafe method has changed it since its server was asked.
    private func keep(_ answer: KeptAnswer) {
        store.keep(answer, at: place)
        // Afterwards: whoever invalidates it from now on, finds it there.
        if store.isInvalidated(place, since: invalidations) { store.remove(at: place) }
    }

    /// The media on which a response may be kept.
    private func medium(for head: CachedHead, _ sent: OutgoingRequest) -> KeptAnswer.Medium {
        // A cookie that ends with the session must not outlive it in what it came with.
        let isSecret = sent.showsPassword || head.fields.first(named: "Set-Cookie") != nil
        return sent.url.isPlainHTTP || isSecret && !store.isEncrypted ? .memory : .any
    }

    /// Forgets what is kept for a request whose answer takes its place, and is not kept for a reason of its server's.
    package func forget(_ sent: OutgoingRequest) {
        guard !CacheControl(sent.value(of: "Cache-Control")).has("no-store") else { return }
        if candidates.contains(where: { $0.head.answers(sent) }) { store.remove(at: place) }
    }

    /// Brings what is kept up to date with the answer to a HEAD, or drops it (RFC 9111 §4.3.5).
    package func compare(
        withStatus status: Int, _ fields: [HTTPField], _ sent: OutgoingRequest, _ asked: Instant, _ now: Instant
    ) {
        // RFC 9111 §5.2.1.5: of an answer to no-store nothing is kept.
        guard !CacheControl(sent.value(of: "Cache-Control")).has("no-store") else { return }
        guard sent.method == "HEAD", !sent.hasContent, status == 200,
            let candidate = candidates.first(where: { $0.head.answers(sent) }), candidate.head.range == nil,
            candidate.head.status == 200
        else { return }
        guard
            let head = CacheRules.compared(
                candidate.head, with: fields, for: sent, requestTime: asked, at: now),
            let body = candidate.body()
        else { return store.remove(at: place) }
        renew(candidate, by: head, body, after: sent)
    }

    /// Keeps a response whose body is there, together with what is kept of the same representation.
    ///
    /// - Parameters:
    ///   - head: as it would be kept by itself.
    ///   - sent: the request as it went out.
    ///   - decide: what the program says to what is to be kept; nil for keeping it as it is.
    package func keeping(
        _ head: CachedHead, _ sent: OutgoingRequest, deciding decide: (@Sendable (KeptAnswer) async -> KeptAnswer?)?
    ) -> @Sendable ([UInt8]) async -> Void {
        let medium = medium(for: head, sent)
        let old = head.range == nil ? nil : candidates.first { $0.head.answers(sent) }
        return { [store] body in
            var answer = KeptAnswer(head, body, on: medium)
            if head.range != nil {
                guard head.range?.bytes.count == body.count else { return }
                if let old, let begun = old.body(),
                    let (both, whole) = CacheRules.combined(old.head, begun, with: head, body),
                    whole.count <= store.largestBody
                {
                    answer = KeptAnswer(both, whole, on: old.medium == .memory ? .memory : medium)
                }
            }
            guard let decide else { return keep(answer) }
            if let chosen = await decide(answer) { keep(chosen) }
        }
    }
}
