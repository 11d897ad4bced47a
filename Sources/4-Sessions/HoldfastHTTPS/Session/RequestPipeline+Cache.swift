import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import HoldfastX509
import Synchronization

/// The messages of a session that has a cache: what is kept answers them, or is asked about, or is renewed.
extension RequestPipeline {
    /// The answer to a message: a kept response, or the server's.
    func answer(_ message: HopMessage, from store: any AnswerStore) async throws(TransportError) -> HopAnswer {
        guard !message.request.bypassesCache else { return try await load(message, unkept(message), nil, store) }
        let exchange = try message.exchange()
        var lookup = self.lookup(exchange, message, store)
        if !lookup.candidates.isEmpty, isRevokedSince(message.request.url, store) {
            lookup = self.lookup(exchange, message, store)
        }
        while true {
            switch lookup.decision {
            case .load(let fields) where fields.isEmpty: return try await load(message, exchange, lookup, store)
            case .load(let fields):
                return try await load(message, message.exchange(adding: fields), lookup, store)
            case .use(let number, let selection, let isStale):
                if let answer = lookup.served(number, selection, as: isStale ? .stale : .fresh) {
                    return served(answer, to: message)
                }
            case .useAndRefresh(let number, let selection):
                if let answer = lookup.served(number, selection, as: .staleWhileRevalidating) {
                    session.refresh(message.request) {
                        let now = self.lookup(exchange, message, store)
                        if case .useAndRefresh = now.decision { return true }
                        return false
                    }
                    return served(answer, to: message)
                }
            case .validate(let number, let selection, let fields):
                return try await validate(message, exchange, number, selection, fields, lookup, store)
            case .complete(let number, let fields):
                if let body = lookup.candidates[number].body() {
                    return try await complete(message, exchange, number, body, fields, lookup, store)
                }
                lookup.drop(number)
            case .unavailable: return served(.absent, to: message)
            case .fail: throw .notCached
            }
        }
    }

    /// Looks what is kept for a message.
    private func lookup(_ exchange: Exchange, _ message: HopMessage, _ store: any AnswerStore) -> CacheLookup {
        CacheLookup(
            exchange.outgoing, message.request.cachePolicy, mayRefresh: message.request.challenges == nil, store,
            at: configuration.clock())
    }

    /// Whether the certificate that the newest kept answer of a server came by has been found to be revoked since; it
    /// counts as refused then, for what was kept before.
    private func isRevokedSince(_ url: HTTPSURL, _ store: any AnswerStore) -> Bool {
        guard let acceptance = store.acceptance(of: url.origin), configuration.trust.knowsRevocation(since: acceptance)
        else { return false }
        store.noteRefusal(of: url.origin, at: configuration.clock())
        return true
    }

    /// The exchange of a message that no kept response answers: there is no cache, or it is not asked.
    ///
    /// What the request's policy wants of others holds all the same: "no attempt is made to load the data from the
    /// originating source" (Apple, `NSURLRequest.CachePolicy.returnCacheDataDontLoad`), and caches on the way let it
    /// through.
    func unkept(_ message: HopMessage) throws(TransportError) -> Exchange {
        switch message.request.cachePolicy {
        case .returnCacheDataDontLoad: throw .notCached
        case .reloadIgnoringLocalAndRemoteCacheData:
            let exchange = try message.exchange()
            let fields = CacheRules.fields(past: exchange.outgoing)
            return fields.isEmpty ? exchange : try message.exchange(adding: fields)
        default: return try message.exchange()
        }
    }

    /// The kept response that outlasts its server (RFC 5861 §4); nil for none.
    func outlasting(_ message: HopMessage, from store: any AnswerStore) -> HopAnswer? {
        guard !message.request.bypassesCache, let exchange = try? message.exchange() else { return nil }
        let lookup = self.lookup(exchange, message, store)
        return lookup.outlasting().map { served($0, to: message) }
    }

    // MARK: Asking the server

    /// The server's answer, which is kept where it may be.
    private func load(
        _ message: HopMessage, _ exchange: Exchange, _ lookup: CacheLookup?, _ store: any AnswerStore
    ) async throws(TransportError) -> HopAnswer {
        let asked = configuration.clock()
        let answer = try await send(exchange, answering: message.request)
        let now = configuration.clock()
        // Most answers are not kept, take the place of nothing, and change nothing.
        if lookup?.candidates.isEmpty != false, !CacheRules.mayInvalidate(message.request.method),
            lookup == nil || answer.response.storable(asked, now) == nil
        {
            return answer
        }
        return await kept(answer, message, asked, lookup, store)
    }

    /// The kept response once its server has said that it still holds (RFC 9111 §4.3); else what the server has said.
    private func validate(
        _ message: HopMessage, _ exchange: Exchange, _ number: Int, _ selection: CacheSelection, _ fields: [HTTPField],
        _ lookup: CacheLookup, _ store: any AnswerStore
    ) async throws(TransportError) -> HopAnswer {
        let asked = configuration.clock()
        let answer = try await send(try message.exchange(adding: fields), answering: message.request)
        guard answer.response.status == 304 else { return await kept(answer, message, asked, lookup, store) }
        await answer.stream?.skip()
        let (candidate, now) = (lookup.candidates[number], configuration.clock())
        // What went out in the end, as after a challenge, may be another's question than the one that was kept.
        guard let sent = answer.response.sent, candidate.head.answers(sent), answer.response.restsOnPolicy,
            let head = CacheRules.freshened(
                candidate.head, by: answer.response.fields, for: sent, requestTime: asked, at: now),
            let body = candidate.body(),
            let served = ServedAnswer(head, body, selection, as: .validated, from: candidate.source, at: now)
        else { return try await load(message, exchange, lookup.without(number), store) }
        lookup.renew(candidate, by: head, body, after: sent)
        noteAcceptance(of: answer.response, store)
        return self.served(served, to: message, over: answer.response)
    }

    private func noteAcceptance(of response: HTTPSResponse, _ store: any AnswerStore) {
        guard let acceptance = response.connection.evaluation else { return }
        store.noteAcceptance(acceptance, of: response.url.origin)
    }

    /// The kept beginning and the rest that the server gives, as one (RFC 9111 §3.4); else what the server has said.
    private func complete(
        _ message: HopMessage, _ exchange: Exchange, _ number: Int, _ begun: [UInt8], _ fields: [HTTPField],
        _ lookup: CacheLookup, _ store: any AnswerStore
    ) async throws(TransportError) -> HopAnswer {
        let asked = configuration.clock()
        let answer = try await send(try message.exchange(adding: fields), answering: message.request)
        // RFC 9110 §15.5.17: with 416, there is no such rest.
        guard [206, 416].contains(answer.response.status) else {
            return await kept(answer, message, asked, lookup, store)
        }
        let (candidate, now) = (lookup.candidates[number], configuration.clock())
        if answer.response.status == 206, let sent = answer.response.sent, candidate.head.answers(sent),
            answer.response.restsOnPolicy,
            let part = CacheRules.storable(
                sent, status: 206, httpVersion: answer.response.httpVersion, fields: answer.response.fields,
                requestTime: asked, at: now),
            let rest = try await answer.whole(atMost: store.largestBody),
            let (head, body) = CacheRules.combined(candidate.head, begun, with: part, rest), head.range == nil,
            let served = ServedAnswer(head, body, .whole, as: .completed, from: candidate.source, at: now)
        {
            lookup.renew(candidate, by: head, body, after: sent)
            noteAcceptance(of: answer.response, store)
            return self.served(served, to: message, over: answer.response)
        }
        await answer.stream?.skip()
        store.remove(at: lookup.place)
        return try await load(message, exchange, lookup.without(number), store)
    }

    // MARK: Keeping

    /// An answer of the server, which is kept once all of it has come; before it, the kept response that takes its
    /// place where it says that the server has no answer.
    private func kept(
        _ answer: HopAnswer, _ message: HopMessage, _ asked: Instant, _ lookup: CacheLookup?, _ store: any AnswerStore
    ) async -> HopAnswer {
        let (response, now) = (answer.response, configuration.clock())
        let changed = CacheRules.invalidated(
            by: message.request.method, of: message.request.url, status: response.status, fields: response.fields)
        for url in changed { store.invalidate(at: CachePlace("GET", url)) }
        guard let lookup else { return answer }
        if CacheRules.failures.contains(response.status), let old = lookup.outlasting() {
            await answer.stream?.skip()
            return served(old, to: message)
        }
        guard response.restsOnPolicy, let sent = response.sent else { return answer }
        lookup.compare(withStatus: response.status, response.fields, sent, asked, now)
        let length = response.fields.first(named: "Content-Length").flatMap { FieldGrammar.number($0) }
        guard let head = response.storable(asked, now), length ?? 0 <= store.largestBody else {
            if sent.method == "GET", CacheRules.supersedes(response.status) { lookup.forget(sent) }
            return answer
        }
        noteAcceptance(of: response, store)
        let keeping = lookup.keeping(head, sent, deciding: message.request.keeping)
        guard let stream = answer.stream else {
            if response.body.count <= store.largestBody { await keeping(response.body) }
            return answer
        }
        var recorded = answer
        recorded.stream = RecordedStream(stream, atMost: store.largestBody, keeping)
        return recorded
    }
}

extension HTTPSResponse {
    /// The head of the answer as it would be kept; nil for one that is not.
    ///
    /// - Parameters:
    ///   - asked: when the request was sent.
    ///   - now: when the answer came.
    fileprivate func storable(_ asked: Instant, _ now: Instant) -> CachedHead? {
        sent.flatMap { sent in
            CacheRules.storable(
                sent, status: status, httpVersion: httpVersion, fields: fields, requestTime: asked, at: now)
        }
    }
}

extension HopAnswer {
    /// All of the body, where it is not too long; nil where it is, or breaks off.
    fileprivate func whole(atMost limit: Int) async throws(TransportError) -> [UInt8]? {
        guard let stream else { return response.body.count <= limit ? response.body : nil }
        var whole: [UInt8] = []
        while let piece = try await stream.next() {
            whole += piece
            guard whole.count <= limit else { return nil }
        }
        return whole
    }
}

extension HTTPSSession {
    /// The cache of a request; nil where it has none.
    func answerStore(for request: HTTPSRequest) -> (any AnswerStore)? { request.answerStore ?? configuration.cache }

    /// Renews a kept response behind the back of the request that it has answered (RFC 5861 §3): by a task of its own,
    /// one at a time for each URL.
    ///
    /// - Parameter isStale: looks again, now that nobody else renews it: somebody may have, between the first look and
    ///   this call.
    func refresh(_ request: HTTPSRequest, while isStale: () -> Bool) {
        let place = CachePlace(request.method, request.url)
        guard refreshing.withLock({ $0.insert(place).inserted }) else { return }
        // It has entered before anybody can end the session behind the answer.
        guard isStale(),
            let pipeline = try? RequestPipeline(
                self, asking: request.url, within: configuration.timeouts.request)
        else {
            _ = refreshing.withLock { $0.remove(place) }
            return
        }
        var asking = request
        asking.cachePolicy = .reloadRevalidatingCacheData
        (asking.progress, asking.finished, asking.redirection) = (nil, nil, nil)
        asking.taskID = pipeline.journal.task
        let asked = asking
        Task.detached(priority: .utility) { [self] in
            defer { _ = refreshing.withLock { $0.remove(place) } }
            do throws(HTTPSError) {
                _ = try await pipeline.hop(asked, as: .whole).whole()
                pipeline.leave()
            } catch {
                _ = pipeline.leave(error)
            }
        }
    }
}
