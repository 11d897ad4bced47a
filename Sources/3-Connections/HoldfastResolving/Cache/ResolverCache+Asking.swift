import HoldfastTrust
import HoldfastX509
import Synchronization

extension ResolverCache {
    /// The reason why somebody does not wait any longer.
    private enum Leave {
        case cancelled
        case timedOut
        /// There is an old answer to be had.
        case fallback(ResolverAnswer)
    }

    /// The resolver's answer, shared with all who ask the same.
    func ask(
        _ query: ResolverQuery, _ resolver: any Resolver, _ key: CacheKey, fallback: ResolverAnswer?
    ) async -> Result<ResolverAnswer, ResolverError> {
        let number = state.withLock { $0.nextNumber() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now = clock()
                state.withLock { state in
                    state.totals.misses += 1
                    let flight: UInt64
                    if let under = state.current[key] {
                        state.totals.shared += 1
                        flight = under
                    } else {
                        flight = begin(query, resolver, key, isRefresh: false, at: now, &state)
                    }
                    state.flights[flight]?.waiters.insert(number)
                    let end = state.flights[flight]?.end ?? now
                    var waiter = CacheWaiter(flight: flight, continuation: continuation, fallback: fallback)
                    waiter.timer = timer(for: number, query, resolver, fallback, end: end, now: now)
                    state.waiters[number] = waiter
                }
                // Whose task was cancelled before it waited has not been found then.
                if Task.isCancelled { leave(number, .cancelled, resolver) }
            }
        } onCancel: {
            leave(number, .cancelled, resolver)
        }
    }

    /// Asks for a newer answer that nobody waits for; nothing where that is under way, or too much is.
    func refresh(_ query: ResolverQuery, _ resolver: any Resolver, _ key: CacheKey) {
        let now = clock()
        state.withLock { state in
            guard state.current[key] == nil, state.refreshes < limits.refreshes else { return }
            _ = begin(query, resolver, key, isRefresh: true, at: now, &state)
        }
    }

    private func begin(
        _ query: ResolverQuery, _ resolver: any Resolver, _ key: CacheKey, isRefresh: Bool,
        at now: ContinuousClock.Instant, _ state: inout State
    ) -> UInt64 {
        let number = state.nextNumber()
        state.totals.questions += 1
        if isRefresh {
            state.totals.refreshes += 1
            state.refreshes += 1
        }
        var flight = CacheFlight(key: key, end: now.advanced(by: query.timeout), keeps: resolver.isCacheable)
        flight.isRefresh = isRefresh
        flight.task = Task {
            do throws(ResolverError) {
                finish(number, .success(try await resolver.resolve(query)))
            } catch {
                finish(number, .failure(error))
            }
        }
        state.flights[number] = flight
        state.current[key] = number
        return number
    }

    /// The difference up to which two questions count as asked at the same time: it is not worth a timer.
    private static let sameTime = Duration.milliseconds(10)

    /// Ends somebody's waiting early: for an old answer, or by a limit that is shorter than that of the question which
    /// another asked.
    private func timer(
        for waiter: UInt64, _ query: ResolverQuery, _ resolver: any Resolver, _ fallback: ResolverAnswer?,
        end: ContinuousClock.Instant, now: ContinuousClock.Instant
    ) -> Task<Void, Never>? {
        let delay: Duration
        let reason: Leave
        if let fallback {
            (delay, reason) = (min(limits.staleDelay, query.timeout), .fallback(fallback))
        } else if now.advanced(by: query.timeout + Self.sameTime) < end {
            (delay, reason) = (query.timeout, .timedOut)
        } else {
            return nil
        }
        return Task { [pause] in
            do { try await pause(delay) } catch { return }
            leave(waiter, reason, resolver)
        }
    }

    private func leave(_ number: UInt64, _ reason: Leave, _ resolver: any Resolver) {
        let left = state.withLock { state -> (CacheWaiter, Task<Void, Never>?)? in
            guard let waiter = state.waiters.removeValue(forKey: number) else { return nil }
            if case .fallback = reason { state.totals.stale += 1 }
            state.flights[waiter.flight]?.waiters.remove(number)
            guard let flight = state.flights[waiter.flight], flight.waiters.isEmpty, !flight.isRefresh else {
                return (waiter, nil)
            }
            if case .fallback = reason {
                state.flights[waiter.flight]?.isRefresh = true
                state.refreshes += 1
                return (waiter, nil)
            }
            return (waiter, state.removeFlight(waiter.flight)?.task)
        }
        guard let (waiter, task) = left else { return }
        task?.cancel()
        waiter.timer?.cancel()
        switch reason {
        case .cancelled: waiter.continuation.resume(returning: .failure(ResolverError(.cancelled, from: resolver.name)))
        case .timedOut: waiter.continuation.resume(returning: .failure(ResolverError(.timedOut, from: resolver.name)))
        case .fallback(let answer): waiter.continuation.resume(returning: .success(answer))
        }
    }

    private func finish(_ number: UInt64, _ outcome: Result<ResolverAnswer, ResolverError>) {
        let (now, given) = (clock(), store?.time())
        let waiters = state.withLock { state -> [CacheWaiter] in
            guard let flight = state.removeFlight(number) else { return [] }
            let waiters = flight.waiters.compactMap { state.waiters.removeValue(forKey: $0) }
            if case .failure(let error) = outcome, error.reason != .noSuchName {
                state.totals.failures += 1
                state.totals.stale += waiters.count { $0.fallback != nil }
            }
            if flight.keeps, let known = keep(outcome, flight.key, at: now, &state), let given {
                // Before anybody has it, for a flush that comes then; under the lock, so that what is forgotten
                // meanwhile does not come back.
                store?.keep(CacheRow(flight.key, known, at: now), given: given)
            }
            return waiters
        }
        for waiter in waiters {
            waiter.timer?.cancel()
            if case .failure(let error) = outcome, error.reason != .noSuchName, let fallback = waiter.fallback {
                waiter.continuation.resume(returning: .success(fallback))
            } else {
                waiter.continuation.resume(returning: outcome)
            }
        }
    }

    /// Keeps the outcome of a question in memory.
    ///
    /// - Returns: what is to be kept on disk, too.
    private func keep(
        _ outcome: Result<ResolverAnswer, ResolverError>, _ key: CacheKey, at now: ContinuousClock.Instant,
        _ state: inout State
    ) -> CacheEntry.Known? {
        if case .failure(let error) = outcome, !error.isFailure, error.reason != .noSuchName { return nil }
        var entry = state.entries[key] ?? CacheEntry()
        guard entry.take(outcome, at: now, limits) else {
            state.entries.remove(key)
            return nil
        }
        if state.entries.set(entry, for: key) != nil { state.totals.evicted += 1 }
        if case .failure(let error) = outcome, error.isFailure { return nil }
        return entry.known
    }
}
