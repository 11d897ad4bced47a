package import HoldfastTrust
import HoldfastX509

/// The addresses of one server, source after source; what is poisoned comes last of all.
package actor AddressFinder {
    /// The sources that are asked at the same time.
    private typealias Stage = [NameResolution.Source]

    /// One question to one resolver.
    private struct Question: Hashable {
        /// The index of the source within the stage: names of resolvers may be the same.
        let place: Int
        let resolver: String
        let kind: AddressKind
    }

    private enum Event: Sendable {
        case answered(Question, Result<ResolverAnswer, ResolverError>)
        case delayOver
    }

    private let name: DNSName
    /// The name that its addresses have to prove, which is another one where a rule leads to ``name``.
    private let provenName: ServerName
    private let port: UInt16
    private let kinds: [AddressKind]
    private let resolution: NameResolution
    private var stages: [Stage]
    /// Generation number; answers of an earlier stage are dropped.
    private var stage = 0
    private var tasks: [Task<Void, Never>] = []
    /// The questions that have not been answered yet.
    private var outstanding: Set<Question> = []
    private var events: [Event] = []
    private var waiter: CheckedContinuation<Void, Never>?
    /// The addresses that have come, and that nobody has taken yet.
    private var found: [DialCandidate] = []
    private var isDelayOver = false
    private var isDelayBegun = false
    private var seen: Set<Endpoint> = []
    private var poisoned: [DialCandidate] = []
    package private(set) var problems: [ResolverError] = []

    package init(
        _ name: DNSName, port: UInt16, _ kinds: [AddressKind], proving provenName: ServerName? = nil,
        by resolution: NameResolution
    ) {
        self.name = name
        self.provenName = provenName ?? .dns(name)
        self.port = port
        self.resolution = resolution
        self.kinds = kinds
        let fallback = NameResolution.Source(resolution.system)
        var stages: [Stage] = resolution.sources.filter { $0.serves(name) }.map { [$0] }
        switch resolution.systemFallback {
        case .never: break
        case .last: stages.append([fallback])
        case .parallel: if stages.isEmpty { stages = [[fallback]] } else { stages[0].append(fallback) }
        }
        self.stages = stages.reversed()
    }

    deinit { for task in tasks { task.cancel() } }

    /// The next addresses; nil when there are no more, or nobody waits for them any longer. One at a time may ask.
    package func next() async -> AddressBatch? {
        while true {
            if let batch = await batch() { return batch }
            guard !Task.isCancelled else { return nil }
            guard let stage = stages.popLast() else { return lastResort() }
            begin(stage)
        }
    }

    /// Whether there is anybody left to ask.
    package var mayHaveMore: Bool { !outstanding.isEmpty || !found.isEmpty || !stages.isEmpty || !poisoned.isEmpty }

    /// Waits no longer for a resolver that has named a poisoned address; what it has named comes after all others.
    package func doubt(_ resolver: String) {
        outstanding = outstanding.filter { $0.resolver != resolver }
        poisoned += found.filter { $0.source == resolver }
        found.removeAll { $0.source == resolver }
        wake()
    }

    private func begin(_ sources: Stage) {
        for task in tasks { task.cancel() }
        tasks = []
        stage += 1
        (outstanding, events, found) = ([], [], [])
        (isDelayOver, isDelayBegun) = (false, false)
        for (place, source) in sources.enumerated() {
            for kind in kinds {
                let question = Question(place: place, resolver: source.resolver.name, kind: kind)
                outstanding.insert(question)
                tasks.append(
                    Task { [weak self, stage, name, cache = resolution.cache] in
                        let query = ResolverQuery(name, kind, timeout: source.timeout)
                        let result: Result<ResolverAnswer, ResolverError>
                        do throws(ResolverError) {
                            if let cache {
                                result = .success(try await cache.answer(to: query, from: source.resolver))
                            } else {
                                result = .success(try await source.resolver.resolve(query))
                            }
                        } catch {
                            result = .failure(error)
                        }
                        await self?.take(.answered(question, result), of: stage)
                    })
            }
        }
    }

    private func take(_ event: Event, of stage: Int) {
        guard stage == self.stage else { return }
        events.append(event)
        wake()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    /// The addresses that have come of the stage; nil when nothing more comes.
    private func batch() async -> AddressBatch? {
        // Who does not wait any longer takes nothing away.
        while !Task.isCancelled {
            for event in events { read(event) }
            events = []
            if !found.isEmpty {
                if isDelayOver || outstanding.isEmpty {
                    defer { found = [] }
                    let order = DestinationSelection(sourceAddress: resolution.sourceAddress)
                    return AddressBatch(
                        candidates: order.sorted(found, by: \.endpoint.address)
                            .ranked(by: resolution.history, for: provenName),
                        announcesMore: !outstanding.isEmpty)
                }
                beginDelay()
            }
            guard !outstanding.isEmpty else { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if Task.isCancelled || !events.isEmpty { return continuation.resume() }
                    // Whoever waited before has been cancelled, and may not know it yet.
                    wake()
                    waiter = continuation
                }
            } onCancel: {
                Task { await self.wake() }
            }
        }
        return nil
    }

    private func read(_ event: Event) {
        switch event {
        case .delayOver: isDelayOver = true
        case .answered(let question, let result):
            guard outstanding.remove(question) != nil else { return }
            switch result {
            case .failure(let error): problems.append(error)
            case .success(let answer): found += candidates(of: answer)
            }
            // RFC 8305 §3: what comes first is dialled, but IPv4 waits a moment for IPv6.
            if question.kind == .ipv6 { isDelayOver = true }
        }
    }

    private func beginDelay() {
        guard !isDelayBegun else { return }
        isDelayBegun = true
        tasks.append(
            Task { [weak self, stage, delay = resolution.resolutionDelay] in
                try? await Task.sleep(for: delay)
                await self?.take(.delayOver, of: stage)
            })
    }

    private func candidates(of answer: ResolverAnswer) -> [DialCandidate] {
        answer.addresses.compactMap { address in
            let endpoint = Endpoint(address, port: port)
            guard seen.insert(endpoint).inserted else { return nil }
            let candidate = DialCandidate(
                endpoint: endpoint, source: answer.resolver, age: answer.age, isStale: answer.isStale)
            guard resolution.history.isPoisoned(endpoint, for: provenName) else { return candidate }
            poisoned.append(candidate)
            return nil
        }
    }

    /// The addresses to take where everything is poisoned: each is judged anew, as always, and one may have been
    /// mended.
    private func lastResort() -> AddressBatch? {
        guard !poisoned.isEmpty else { return nil }
        defer { poisoned = [] }
        return AddressBatch(candidates: poisoned, announcesMore: false)
    }
}
