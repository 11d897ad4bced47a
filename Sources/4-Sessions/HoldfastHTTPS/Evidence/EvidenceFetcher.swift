import HoldfastCredentials
import HoldfastCrypto
import HoldfastResolving
import HoldfastStatements
import HoldfastTransport
public import HoldfastTrust
import HoldfastWeb
public import HoldfastX509
import Synchronization

/// Fetches OCSP responses, revocation lists and missing issuers from the places that certificates name, and keeps what
/// verdicts have verified.
///
/// What a certificate names is a stranger's to choose, so each fetch is one into hostile ground: plain HTTP alone, by
/// connections that nothing else uses, without cookies, credentials, identities or proxies; to addresses of the public
/// Internet alone, judged when they are dialled; bounded in bytes, time, redirects and places. Equal questions at one
/// time are one fetch, and a place that has failed is left alone for a while.
///
/// Nothing that comes is believed here: the verdict checks each signature, and only what it rested on is kept. Safe to
/// use from any task; share one among sessions.
public final class EvidenceFetcher: EvidenceSource {
    /// The fetches of a fetcher, counted since it was made.
    public struct Counters: Hashable, Sendable {
        /// Requests that were sent to a place.
        public internal(set) var fetched = 0
        /// Questions that somebody else's fetch answered at the same time.
        public internal(set) var shared = 0
        /// Questions that were answered by what was kept.
        public internal(set) var kept = 0
        /// Questions that were not asked since the place had failed lately.
        public internal(set) var spared = 0
    }

    /// The next thing to do about a question.
    private enum Step: Sendable {
        case known(EvidenceFetch)
        /// A fetch under way, and what counts where it takes too long.
        case wait(Task<EvidenceFetch, Never>, orElse: EvidenceFetch?)
    }

    /// A fetch under way, or one that has ended just now and of which no verdict has said what it is worth: those who
    /// ask meanwhile share it, and each judges it.
    private struct Running {
        let task: Task<EvidenceFetch, Never>
        let number: UInt64
    }

    private struct State {
        var running: [EvidenceQuestion: Running] = [:]
        var lastNumber: UInt64 = 0
        var memory = EvidenceMemory()
        var counters = Counters()
    }

    /// The configuration that the fetcher was made with.
    public let configuration: Configuration
    /// The revocations that verdicts have found out with this fetcher's evidence.
    public let knowledge: RevocationKnowledge? = RevocationKnowledge()
    private let session: HTTPSSession
    private let disk: EvidenceDisk?
    private let state = Mutex(State())

    /// The fetcher of sessions that have none of their own.
    public static let shared = EvidenceFetcher()

    /// A fetcher that has kept nothing yet.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        var settings = HTTPSSession.Configuration()
        settings.cookies.handling = .none
        settings.strictTransport = .none
        settings.limits.redirects = configuration.redirects
        settings.limits.connectionsPerHost = configuration.connectionsPerHost
        settings.limits.idleConnections = 8
        settings.timeouts.request = configuration.timeout
        settings.addresses.resolution = configuration.resolution
        (settings.addresses.dial, settings.addresses.permits) = (configuration.dial, configuration.permits)
        session = HTTPSSession(configuration: settings)
        disk = configuration.storage.map(EvidenceDisk.init)
    }

    /// The fetches so far.
    public var counters: Counters { state.withLock(\.counters) }

    /// Forgets what was kept, on the disk too, and which places have failed. Revocations that verdicts have found out
    /// stay known.
    public func removeAll() {
        state.withLock { $0.memory = EvidenceMemory() }
        disk?.removeAll()
    }

    // MARK: Answers

    public func evidence(
        for requests: [EvidenceRequest], at instant: Instant, within limit: Duration
    ) async -> [Evidence] {
        let end = ContinuousClock.now + limit
        let hosts = HostCount(limit: configuration.questionsPerHost)
        return await Self.atOnce(requests) { request in
            .fetched(request, await self.fetches(for: request, at: instant, hosts, until: end))
        }
    }

    /// Keeps what a verdict has verified, until it says itself that there is a newer one.
    public func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant) {
        for (question, fetch) in questions(of: fetches) {
            let kept = KeptEvidence(fetch, at: instant)
            state.withLock { state in
                state.running[question] = nil
                if let kept { state.memory.keep(kept, for: question) }
            }
            if let kept { disk?.keep(kept, for: question, at: instant) }
        }
    }

    /// Forgets what a verdict could not rest on.
    public func drop(_ fetches: [EvidenceRequest: [EvidenceFetch]]) {
        for (question, _) in questions(of: fetches) {
            state.withLock { state in
                state.running[question] = nil
                state.memory.drop(question)
            }
            disk?.drop(question)
        }
    }

    private func questions(
        of fetches: [EvidenceRequest: [EvidenceFetch]]
    ) -> [(EvidenceQuestion, EvidenceFetch)] {
        fetches.flatMap { request, fetches in
            fetches.compactMap { fetch in
                EvidenceQuestion(request, at: fetch.url, configuration).map { ($0, fetch) }
            }
        }
    }

    /// A responder's places are asked one after the other until one answers; of lists each is needed, and then the
    /// changes that the lists name.
    private func fetches(
        for request: EvidenceRequest, at instant: Instant, _ hosts: HostCount, until end: ContinuousClock.Instant
    ) async -> [EvidenceFetch] {
        let questions = EvidenceQuestion.all(for: request, configuration)
        if case .revocationLists = request {
            let lists = await answers(to: questions, at: instant, hosts, until: end)
            let asked = Set(questions.map(\.place))
            var places: [String] = []
            let named = lists.compactMap(\.list).flatMap(\.deltaPlaces)
            for place in named where !asked.contains(place) && !places.contains(place) { places.append(place) }
            let deltas = places.prefix(Self.deltaPlaces).compactMap { EvidenceQuestion(request, at: $0, configuration) }
            return lists + (await answers(to: deltas, at: instant, hosts, until: end))
        }
        var found: [EvidenceFetch] = []
        for question in questions {
            found.append(await answer(question, at: instant, hosts, until: end))
            if found.last?.problem == nil { break }
        }
        return found
    }

    /// Places of changes that are asked for one certificate.
    private static let deltaPlaces = 4

    /// The answers to several questions, asked at once.
    private func answers(
        to questions: [EvidenceQuestion], at instant: Instant, _ hosts: HostCount, until end: ContinuousClock.Instant
    ) async -> [EvidenceFetch] {
        await Self.atOnce(questions) { await self.answer($0, at: instant, hosts, until: end) }
    }

    /// Does the same work on each of several at once, and gives what comes of it in their order.
    private static func atOnce<Element: Sendable, Value: Sendable>(
        _ all: [Element], _ body: @escaping @Sendable (Element) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: (Int, Value).self) { group in
            for (place, element) in all.enumerated() { group.addTask { (place, await body(element)) } }
            var found: [(Int, Value)] = []
            for await one in group { found.append(one) }
            return found.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func answer(
        _ question: EvidenceQuestion, at instant: Instant, _ hosts: HostCount, until end: ContinuousClock.Instant
    ) async -> EvidenceFetch {
        let step = state.withLock { state -> Step in
            let kept = question.isAskedAnew ? nil : state.memory.evidence(for: question, at: instant)
            if let kept, kept.isFresh(at: instant, for: configuration.listAge) {
                state.counters.kept += 1
                return .known(kept.fetch)
            }
            if let running = state.running[question] {
                state.counters.shared += 1
                return .wait(running.task, orElse: kept?.fetch)
            }
            // What is on the disk counts all the same, and is looked for first.
            if disk == nil, let problem = state.memory.failure(of: question, within: configuration.failureMemory) {
                state.counters.spared += 1
                return .known(kept?.fetch ?? .spared(question.place, problem))
            }
            guard hosts.allows(question) else {
                return .known(kept?.fetch ?? .failed(question.place, .tooManyPlaces))
            }
            // Others may wait for it still when the verdict that asked first is gone.
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task { await self.fetch(question, at: instant, number) }
            state.running[question] = Running(task: task, number: number)
            return .wait(task, orElse: kept?.fetch)
        }
        switch step {
        case .known(let known): return known
        case .wait(let task, let other):
            let fetch = await withDeadline(end) { await task.value }
            return fetch ?? other ?? .failed(question.place, .tookTooLong)
        }
    }

    // MARK: Fetching

    private func fetch(_ question: EvidenceQuestion, at instant: Instant, _ number: UInt64) async -> EvidenceFetch {
        let known = kept(question, at: instant)
        let isFresh = known?.isFresh(at: instant, for: configuration.listAge) ?? false
        let spared = state.withLock { state -> EvidenceFetch? in
            let problem = state.memory.failure(of: question, within: configuration.failureMemory)
            guard isFresh || problem != nil else {
                state.counters.fetched += 1
                return nil
            }
            state.running[question] = nil
            if isFresh { state.counters.kept += 1 } else { state.counters.spared += 1 }
            return known?.fetch ?? problem.map { .spared(question.place, $0) }
        }
        if let spared { return spared }
        let began = ContinuousClock.now
        var fetch: EvidenceFetch
        do throws(EvidenceFetchError) {
            switch try await ask(question, unless: known?.fetch.validators) {
            case .answer(let bytes, let content, let validators):
                fetch = EvidenceFetch(url: question.place, content, bytes: bytes, duration: .now - began)
                fetch.validators = validators
            case .unchanged:
                guard let known else { throw EvidenceFetchError(EvidenceSentence.status(304)) }
                confirm(known, for: question, at: instant)
                fetch = known.fetch
            }
        } catch {
            fetch = EvidenceFetch(
                url: question.place, .nothing(reason: error.statement), bytes: [], duration: .now - began)
        }
        let problem = fetch.problemStatement
        if let problem {
            state.withLock { state in
                state.running[question] = nil
                state.memory.noteFailure(of: question, problem)
            }
        } else if fetch.isCached {
            state.withLock { $0.running[question] = nil }
        } else {
            end(question, number)
        }
        // What the place said before counts to its own end, whether the place answers now or not, or says less.
        if let known, problem != nil || known.isNewer(than: fetch) { return known.fetch }
        return fetch
    }

    /// The time for which a fetch that has ended is shared while no verdict has said what it is worth.
    private static let afterlife: Duration = .seconds(1)

    private func end(_ question: EvidenceQuestion, _ number: UInt64) {
        guard !question.isAskedAnew else { return state.withLock { $0.running[question] = nil } }
        Task {
            try? await Task.sleep(for: Self.afterlife)
            self.state.withLock { state in
                if state.running[question]?.number == number { state.running[question] = nil }
            }
        }
    }

    /// The answer that was kept, in memory or on the disk.
    private func kept(_ question: EvidenceQuestion, at instant: Instant) -> KeptEvidence? {
        guard !question.isAskedAnew else { return nil }
        if let known = state.withLock({ $0.memory.evidence(for: question, at: instant) }) { return known }
        guard let known = disk?.evidence(for: question, at: instant) else { return nil }
        state.withLock { $0.memory.keep(known, for: question) }
        return known
    }

    private func confirm(_ known: KeptEvidence, for question: EvidenceQuestion, at instant: Instant) {
        var known = known
        known.confirmed = instant
        state.withLock { $0.memory.keep(known, for: question) }
        disk?.confirm(question, at: instant)
    }

    private enum Answer {
        case answer([UInt8], EvidenceFetch.Content, EvidenceValidators)
        case unchanged
    }

    private func ask(
        _ question: EvidenceQuestion, unless validators: EvidenceValidators?
    ) async throws(EvidenceFetchError) -> Answer {
        let nonce = question.isAskedAnew ? try Self.nonce() : nil
        let began = ContinuousClock.now
        let request = try question.request(nonce: nonce, unless: validators)
        do throws(EvidenceFetchError) {
            return try await answer(to: request, question, nonce, within: configuration.timeout)
        } catch {
            let left = configuration.timeout - (.now - began)
            guard error.isRefusal, left > .zero, let other = try question.requestByPOST(after: request) else {
                throw error
            }
            state.withLock { $0.counters.fetched += 1 }
            return try await answer(to: other, question, nonce, within: left)
        }
    }

    private func answer(
        to request: HTTPSRequest, _ question: EvidenceQuestion, _ nonce: OCSPNonce?, within time: Duration
    ) async throws(EvidenceFetchError) -> Answer {
        var request = request
        try Self.check(request.url, configuration)
        request.handlesCookies = false
        request.redirection = { [configuration] _, next in
            (try? Self.check(next.url, configuration)) == nil ? nil : next
        }
        request.timeout = time
        let (body, head): (HTTPSBytes, HTTPSResponse)
        do throws(HTTPSError) {
            (body, head) = try await session.bytes(for: request)
        } catch {
            throw EvidenceFetchError(statement: error.statement)
        }
        if head.status == 304 {
            body.cancel()
            return .unchanged
        }
        guard head.status == 200 else {
            body.cancel()
            throw EvidenceFetchError(
                EvidenceSentence.status(head.status), isRefusal: EvidenceQuestion.isRefusedAsPut(by: head.status))
        }
        let bytes = try await EvidenceBody.read(
            body, head.fields, upTo: question.byteLimit, andLineEnds: question.lineEndLimit)
        let content = try question.read(bytes, nonce: nonce)
        return .answer(bytes, content, EvidenceBody.validators(head.fields))
    }

    private static func nonce() throws(EvidenceFetchError) -> OCSPNonce {
        guard let random = try? SystemRandom.bytes(OCSPNonce.requestLength), let nonce = OCSPNonce(random) else {
            throw EvidenceFetchError(EvidenceSentence.noRandom)
        }
        return nonce
    }

    /// A name's addresses are judged when they are dialled, an address in the URL here.
    private static func check(
        _ url: HTTPSURL, _ configuration: Configuration
    ) throws(EvidenceFetchError) {
        guard url.isPlainHTTP else {
            throw EvidenceFetchError(EvidenceSentence.notPlainHTTP(origin: "\(url.origin)"))
        }
        guard !url.hasCredential else { throw EvidenceFetchError(EvidenceSentence.credentialInURL) }
        if case .ip(let address) = url.serverName, !configuration.permits(address) {
            throw EvidenceFetchError(EvidenceSentence.privateAddress("\(address)"))
        }
    }
}

/// A reason why a fetch came to nothing.
struct EvidenceFetchError: Error {
    let statement: Statement
    /// Whether the place was reached, and refused the question as it was put.
    let isRefusal: Bool

    init(_ reason: any Sentence, isRefusal: Bool = false) {
        (statement, self.isRefusal) = (Statement(reason), isRefusal)
    }
    init(statement: Statement) { (self.statement, isRefusal) = (statement, false) }
}

extension EvidenceFetch {
    /// The list that came; nil where none did.
    fileprivate var list: CertificateList? { if case .revocationList(let list) = content { list.list } else { nil } }

    /// A fetch from a place that has failed lately.
    fileprivate static func spared(_ place: String, _ problem: Statement) -> EvidenceFetch {
        failed(place, .failedBefore(problem))
    }

    /// A fetch that came to nothing.
    fileprivate static func failed(_ place: String, _ reason: EvidenceSentence) -> EvidenceFetch {
        EvidenceFetch(url: place, .nothing(reason: reason.statement), bytes: [], duration: .zero)
    }
}
