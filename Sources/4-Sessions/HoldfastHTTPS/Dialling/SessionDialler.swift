import HoldfastStatements
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Synchronization

/// Dials for one request: by Happy Eyeballs, and again where an address could not prove the name.
final class SessionDialler: Dialler {
    private struct State {
        /// All that there are so far, in order.
        var known: [DialCandidate]
        /// The addresses that were connected, or could not be.
        var tried: Set<Endpoint> = []
        /// The addresses that are poisoned, or named by somebody who named a poisoned one: tried when nothing else is
        /// left.
        var doubtful: Set<Endpoint>
        /// The addresses that were connected, and when connecting them began.
        var connected: [Endpoint: (source: String, began: ContinuousClock.Instant)] = [:]
        var attempts: [DialAttempt] = []
        var progress = DialProgress.resolving
        var handshakes = 0
        /// Whether there was nothing left to dial.
        var isExhausted = false
        /// The reason why an address was given up after it was connected; the first one that says something about trust
        /// counts.
        var failure: TransportError?

        func left(doubtful isDoubtful: Bool) -> [DialCandidate] {
            known.filter { !tried.contains($0.endpoint) && doubtful.contains($0.endpoint) == isDoubtful }
        }
    }

    /// Handshakes that one request takes before it fails.
    static let maximumHandshakes = 8

    let name: ServerName
    /// The plan for where the dialler's connections lead.
    let plan: DialPlan
    private let history: AddressHistory
    private let finder: AddressFinder?
    private let attemptDelay: Duration
    private let stallTimeout: Duration
    private let permits: (@Sendable (IPAddress) -> Bool)?
    private let state: Mutex<State>

    /// Makes a dialler for one request.
    ///
    /// - Parameters:
    ///   - fixed: the addresses of a rule; nobody is asked then.
    ///   - finder: who finds them otherwise.
    ///   - plan: where they come from.
    ///   - permits: the addresses that may be dialled; nil for all.
    init(
        _ name: ServerName, fixed: [DialCandidate] = [], finder: AddressFinder? = nil, to plan: DialPlan,
        by resolution: NameResolution, permitting permits: (@Sendable (IPAddress) -> Bool)? = nil
    ) {
        self.name = name
        self.permits = permits
        self.plan = plan
        self.finder = finder
        history = resolution.history
        attemptDelay = min(max(resolution.attemptDelay, .milliseconds(10)), .seconds(2))
        stallTimeout = resolution.stallTimeout
        let usable = fixed.ranked(by: history, for: name)
        let poisoned = fixed.filter { candidate in !usable.contains { $0.endpoint == candidate.endpoint } }
        state = Mutex(State(known: usable + poisoned, doubtful: Set(poisoned.map(\.endpoint))))
    }

    var progress: DialProgress { state.withLock(\.progress) }

    func mayUse(_ endpoint: Endpoint) -> Bool {
        !history.isPoisoned(endpoint, for: name) && permits?(endpoint.address) ?? true
    }

    func dial() async throws(TransportError) -> DialledSocket {
        let known = state.withLock { state in
            let left = state.left(doubtful: false)
            state.progress = left.isEmpty ? .resolving : .connecting
            return left
        }
        let race = AddressRace<DialledSocket>(delay: attemptDelay, stall: stallTimeout) {
            [permits] (candidate) async throws(ConnectError) in
            if let permits, !permits(candidate.endpoint.address) {
                throw ConnectError(.notPermitted, candidate.endpoint)
            }
            // The request has a time limit, and ends this with it.
            return try await SocketConnector.shared.connect(to: candidate.endpoint, within: .seconds(7 * 86_400))
        }
        let began = ContinuousClock.now
        let addressed = FirstMoment()
        let isOfferedDoubtful = OnceFlag()
        if !known.isEmpty { addressed.note() }
        let win = await race.run(known) { [self] in
            let batch = await more(beforeLast: isOfferedDoubtful)
            if batch != nil { addressed.note() }
            return batch
        } failed: { candidate, failure in
            note(failure, of: candidate, after: .now - began)
        }
        guard let win else { throw await nothingLeft() }
        return await take(win, resolved: addressed.moment ?? began)
    }

    private func more(beforeLast isOfferedDoubtful: OnceFlag) async -> AddressBatch? {
        let batch = await finder?.next()
        return state.withLock { state in
            state.progress = .connecting
            if let batch {
                state.known += batch.candidates
                return batch
            }
            guard isOfferedDoubtful.isFirst() else { return nil }
            let doubtful = state.left(doubtful: true)
            return doubtful.isEmpty ? nil : AddressBatch(candidates: doubtful, announcesMore: false)
        }
    }

    private func note(_ failure: ConnectError, of candidate: DialCandidate, after duration: Duration) {
        guard failure.reason != .cancelled else { return }
        let outcome: DialAttempt.Outcome =
            failure.reason == .stalled
            ? .stalled : .refused(failure.error(for: name.description).statement)
        history.note(failure.reason == .stalled ? .stalled : .refused, of: candidate.endpoint, for: name)
        state.withLock { state in
            state.tried.insert(candidate.endpoint)
            state.attempts.append(
                DialAttempt(candidate.endpoint, from: candidate.source, outcome, after: duration))
            // One that was connected and given up says more than one that was not.
            if state.failure == nil || state.failure?.endpoint == nil {
                state.failure = failure.error(for: name.description)
            }
        }
    }

    private func take(_ win: AddressRace<DialledSocket>.Win, resolved: ContinuousClock.Instant) async -> DialledSocket {
        let socket = win.socket
        let took = socket.connected - socket.began
        history.note(.connected(took), of: socket.endpoint, for: name)
        let problems = await finder?.problems.map(\.description) ?? []
        let mayHaveMore = await finder?.mayHaveMore ?? false
        let (record, isLast) = state.withLock { state in
            state.tried.insert(socket.endpoint)
            state.connected[socket.endpoint] = (win.candidate.source, socket.began)
            state.handshakes += 1
            for slower in win.overtaken {
                state.attempts.append(
                    DialAttempt(slower.endpoint, from: slower.source, .overtaken, after: took))
            }
            state.attempts.append(
                DialAttempt(socket.endpoint, from: win.candidate.source, .connected, after: took))
            let isLast = state.tried.isSuperset(of: state.known.map(\.endpoint)) && !mayHaveMore
            let record = DialRecord(
                endpoint: socket.endpoint, source: win.candidate.source, age: win.candidate.age,
                isStale: win.candidate.isStale, rank: win.candidate.rank, attempts: state.attempts, problems: problems)
            return (record, isLast)
        }
        return socket.with(resolved: resolved, handshakeLimit: isLast ? nil : stallTimeout, record: record)
    }

    /// All addresses that there are, poisoned ones too, and the error that none is.
    func everything(within limit: Duration) async -> (addresses: [IPAddress], error: TransportError) {
        var found = state.withLock { $0.known.map(\.endpoint.address) }
        let asking = Task { [finder] in
            var more: [IPAddress] = []
            while let batch = await finder?.next() { more += batch.candidates.map(\.endpoint.address) }
            return more
        }
        let alarm = Task {
            try? await Task.sleep(for: limit)
            asking.cancel()
        }
        found += await asking.value
        alarm.cancel()
        return (found, await nothingLeft())
    }

    private func nothingLeft() async -> TransportError {
        let problems = await finder?.problems ?? []
        return state.withLock { state in
            state.isExhausted = true
            var error = state.failure ?? Self.noAddress(of: name, problems)
            error.attempts = state.attempts
            return error
        }
    }

    private static func noAddress(of name: ServerName, _ problems: [ResolverError]) -> TransportError {
        let said = problems.map(\.statement)
        guard !said.isEmpty else {
            return TransportError(
                .name, .couldNotResolveHost, ConnectionSentence.notPermitted(name: "\(name)"),
                advice: ConnectionAdvice.checkDiallableAddresses)
        }
        var seen: Set<Statement> = []
        return TransportError(
            .name, .couldNotResolveHost,
            ConnectionSentence.notResolved(name: "\(name)", reasons: said.filter { seen.insert($0).inserted }),
            advice: ConnectionAdvice.checkSpellingAndResolvers)
    }
}

/// When something happened first.
private final class FirstMoment: Sendable {
    private let state = Mutex<ContinuousClock.Instant?>(nil)

    var moment: ContinuousClock.Instant? { state.withLock { $0 } }

    func note() { state.withLock { $0 = $0 ?? .now } }
}

extension SessionDialler {
    func mayDialAgain(_ endpoint: Endpoint) { state.withLock { _ = $0.tried.remove(endpoint) } }

    func opened(_ record: ConnectionRecord) {
        guard let endpoint = record.dial?.endpoint else { return }
        // A request that goes out again, as where a server refused it unread, may go there once more.
        mayDialAgain(endpoint)
        guard let tls = record.timing.tls else { return }
        history.note(.secured(.milliseconds(tls)), of: endpoint, for: name)
    }

    /// Notes why an exchange failed; whether another address may do better.
    ///
    /// Only before anything of the request was sent, and where it was the server that failed.
    func mayGoOn(after error: TransportError) async -> Bool {
        guard let endpoint = error.endpoint, !error.wasSent, error.phase == .tls, !error.isCancelled,
            !state.withLock(\.isExhausted)
        else { return false }
        let outcome: DialAttempt.Outcome
        if let refused = error.trustFailure, error.code == .certificateRefused {
            outcome = .poisoned(refused.cause.code, refused.cause.statements.message)
            history.note(.poisoned, of: endpoint, for: name)
        } else if error.isTimeout {
            guard error.isStall else { return false }
            outcome = .stalled
            history.note(.stalled, of: endpoint, for: name)
        } else if error.isOfServersHandshake {
            outcome = .handshakeFailed(error.statement)
            history.note(.handshakeFailed, of: endpoint, for: name)
        } else {
            return false
        }
        if outcome.isPoisoned, let source = state.withLock({ $0.connected[endpoint]?.source }) {
            await finder?.doubt(source)
        }
        return state.withLock { state in
            let (source, began) = state.connected[endpoint] ?? ("", .now)
            state.attempts.removeAll { $0.endpoint == endpoint && $0.outcome == .connected }
            state.attempts.append(DialAttempt(endpoint, from: source, outcome, after: .now - began))
            if state.failure?.trustFailure == nil, state.failure?.endpoint == nil || error.trustFailure != nil {
                state.failure = error
            }
            if outcome.isPoisoned {
                state.doubtful.formUnion(state.known.filter { $0.source == source }.map(\.endpoint))
            }
            return state.handshakes < Self.maximumHandshakes
        }
    }

    /// The error that a request ends with: what was found first about trust, with all that was tried.
    func final(_ error: TransportError) -> TransportError {
        state.withLock { state in
            var error = Self.isOfAddress(error) ? state.failure ?? error : error
            error.attempts = state.attempts
            return error
        }
    }

    /// Whether it is about one address of several. Who gave up, or ran out of time, did so whatever was found before.
    private static func isOfAddress(_ error: TransportError) -> Bool {
        guard !error.wasSent, !error.isCancelled, error.isStall || !error.isTimeout else { return false }
        switch error.phase {
        case .name, .connect: return true
        case .tls: return error.isStall || error.isOfServersHandshake || error.code == .certificateRefused
        case .request, .transfer, .internal: return false
        }
    }
}
