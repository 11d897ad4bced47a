import HoldfastCredentials
package import HoldfastResolving
import HoldfastTransport
public import HoldfastTrust
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
    /// The settings of a fetcher.
    public struct Configuration: Sendable {
        /// Bytes of an OCSP response; 64 KiB. Those of the public web have one to three.
        public var responseBytes = 64 << 10
        /// Bytes of a revocation list; 16 MiB. A longer one counts as unavailable.
        public var listBytes = 16 << 20
        /// Bytes of a certificate, or a message of several; 256 KiB.
        public var issuerBytes = 256 << 10
        /// Redirects that one fetch follows, to other `http` URLs alone; 2.
        public var redirects = 2
        /// The longest that one fetch may take, whoever still waits for it; 10 s.
        public var timeout: Duration = .seconds(10)
        /// Fetches from one host at a time; 4.
        public var connectionsPerHost = 4
        /// The time for which a place that failed is not asked again; 60 s.
        public var failureMemory: Duration = .seconds(60)
        /// Whether addresses of this host, of private networks and of links may be fetched from: for authorities of
        /// one's own, whose certificates nobody else writes. A certificate could else have this host ask whatever
        /// listens behind a firewall.
        public var dangerouslyAllowsPrivateNetworks = false
        /// The addresses that names lead to, in the place of those that the system says; the first rule that fits.
        public var dial: [DialRule] = []
        /// The digest by which questions to responders name certificates.
        public var certificateDigest = DigestAlgorithm.sha1

        /// For tests: the resolvers of names.
        package var resolution = NameResolution([])
        /// For tests: the addresses of the public Internet.
        package var isReachable: @Sendable (IPAddress) -> Bool = \.isGloballyReachable

        public init() {}

        /// Whether an address may be fetched from.
        var permits: @Sendable (IPAddress) -> Bool {
            if dangerouslyAllowsPrivateNetworks { return { _ in true } }
            return isReachable
        }
    }

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

    /// A fetch under way.
    private struct Running: Error {
        let task: Task<EvidenceFetch, Never>
    }

    private struct State {
        var running: [EvidenceQuestion: Task<EvidenceFetch, Never>] = [:]
        var memory = EvidenceMemory()
        var counters = Counters()
    }

    /// The configuration that the fetcher was made with.
    public let configuration: Configuration
    private let session: HTTPSSession
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
        settings.addresses.dial = configuration.dial
        settings.addresses.permits = configuration.permits
        session = HTTPSSession(configuration: settings)
    }

    /// The fetches so far.
    public var counters: Counters { state.withLock(\.counters) }

    /// Forgets what was kept, and which places have failed.
    public func removeAll() { state.withLock { $0.memory = EvidenceMemory() } }

    // MARK: Answers

    public func evidence(
        for requests: [EvidenceRequest], at instant: Instant, within limit: Duration
    ) async -> [Evidence] {
        let end = ContinuousClock.now + limit
        return await withTaskGroup(of: (Int, Evidence).self) { group in
            for (place, request) in requests.enumerated() {
                group.addTask { (place, .fetched(request, await self.fetches(for: request, at: instant, until: end))) }
            }
            var answers: [(Int, Evidence)] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Keeps what a verdict has verified, until it says itself that there is a newer one.
    public func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant) {
        state.withLock { state in
            for (request, confirmed) in fetches {
                for fetch in confirmed { state.memory.keep(fetch, for: request, at: instant) }
            }
        }
    }

    /// A responder's places are asked one after the other until one answers; of lists each is needed.
    private func fetches(
        for request: EvidenceRequest, at instant: Instant, until end: ContinuousClock.Instant
    ) async -> [EvidenceFetch] {
        let questions = EvidenceQuestion.all(for: request, configuration)
        if case .revocationLists = request {
            return await withTaskGroup(of: (Int, EvidenceFetch).self) { group in
                for (place, question) in questions.enumerated() {
                    group.addTask { (place, await self.answer(question, request, at: instant, until: end)) }
                }
                var found: [(Int, EvidenceFetch)] = []
                for await fetch in group { found.append(fetch) }
                return found.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
        var found: [EvidenceFetch] = []
        for question in questions {
            found.append(await answer(question, request, at: instant, until: end))
            if found.last?.problem == nil { break }
        }
        return found
    }

    private func answer(
        _ question: EvidenceQuestion, _ request: EvidenceRequest, at instant: Instant,
        until end: ContinuousClock.Instant
    ) async -> EvidenceFetch {
        let step = state.withLock { state -> Result<EvidenceFetch, Running> in
            if let kept = state.memory.fetch(for: request, from: question.place, at: instant) {
                state.counters.kept += 1
                return .success(kept)
            }
            if let running = state.running[question] {
                state.counters.shared += 1
                return .failure(Running(task: running))
            }
            if let problem = state.memory.failure(of: question, within: configuration.failureMemory) {
                state.counters.spared += 1
                return .success(.failed(question.place, "it failed a moment ago: \(problem)"))
            }
            state.counters.fetched += 1
            // Others may wait for it still when the verdict that asked first is gone.
            let task = Task { await self.fetch(question) }
            state.running[question] = task
            return .failure(Running(task: task))
        }
        switch step {
        case .success(let known): return known
        case .failure(let running):
            let fetch = await withDeadline(end) { await running.task.value }
            return fetch ?? .failed(question.place, "it took too long")
        }
    }

    private func fetch(_ question: EvidenceQuestion) async -> EvidenceFetch {
        let began = ContinuousClock.now
        var (content, bytes): (EvidenceFetch.Content, [UInt8])
        do throws(EvidenceFetchError) {
            bytes = try await body(of: question).get()
            content = try question.read(bytes)
        } catch {
            (content, bytes) = (.nothing(reason: error.reason), [])
        }
        let fetch = EvidenceFetch(url: question.place, content, bytes: bytes, duration: .now - began)
        state.withLock { state in
            state.running[question] = nil
            if let problem = fetch.problem { state.memory.noteFailure(of: question, problem) }
        }
        return fetch
    }

    private func body(of question: EvidenceQuestion) async -> Result<[UInt8], EvidenceFetchError> {
        var request: HTTPSRequest
        do throws(EvidenceFetchError) {
            request = try question.request()
            try Self.check(request.url, configuration)
        } catch {
            return .failure(error)
        }
        request.handlesCookies = false
        request.redirection = { [configuration] _, next in
            (try? Self.check(next.url, configuration)) == nil ? nil : next
        }
        request.timeout = configuration.timeout
        do throws(HTTPSError) {
            let (body, answer) = try await session.bytes(for: request)
            guard answer.status == 200 else { return .failure(EvidenceFetchError("it answered with \(answer.status)")) }
            var bytes: [UInt8] = []
            for try await piece in body.pieces {
                guard bytes.count + piece.count <= question.byteLimit else {
                    body.cancel()
                    return .failure(EvidenceFetchError("it sent more than \(question.byteLimit) bytes"))
                }
                bytes += piece
            }
            return .success(bytes)
        } catch {
            return .failure(EvidenceFetchError(error.message))
        }
    }

    /// A name's addresses are judged when they are dialled, an address in the URL here.
    private static func check(
        _ url: HTTPSURL, _ configuration: Configuration
    ) throws(EvidenceFetchError) {
        guard url.isPlainHTTP else {
            throw EvidenceFetchError("\(url.origin) is not plain HTTP, and its own certificate would have to be judged")
        }
        guard !url.hasCredential else { throw EvidenceFetchError("its URL has a user or a password") }
        if case .ip(let address) = url.serverName, !configuration.permits(address) {
            throw EvidenceFetchError("\(address) is no address of the public Internet")
        }
    }
}

/// A reason why a fetch came to nothing.
struct EvidenceFetchError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension EvidenceFetch {
    /// A fetch that came to nothing.
    fileprivate static func failed(_ place: String, _ reason: String) -> EvidenceFetch {
        EvidenceFetch(url: place, .nothing(reason: reason), bytes: [], duration: .zero)
    }
}
