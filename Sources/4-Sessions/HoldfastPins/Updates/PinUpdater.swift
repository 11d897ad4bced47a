import HoldfastFiles
import HoldfastHTTPS
public import HoldfastTrust
public import HoldfastWeb
import HoldfastX509
import Synchronization

/// Keeps a program's pins up to date with signed updates, while it runs.
///
/// The pins in force are those that the program was built with, with the hosts of the last update in the place of the
/// same patterns. An update is kept on disk before it takes effect, and takes effect at once and as a whole: from then
/// on no request goes out on a connection that the new pins refuse. What fails changes nothing. Once an update has
/// ended, the program's own pins hold again until there is a newer one.
///
/// ```swift
/// let pins = TrustPins(shipped)
/// let updater = PinUpdater(
///     from: try .init(update: HTTPSURL("https://pins.example.com/app.json")),
///     verifiedBy: PinUpdateVerifier(keys: keys, minimumCounter: 12), in: store, for: pins)
/// Task { await updater.run() }
/// ```
public final class PinUpdater: Sendable {
    /// Result of a look for an update.
    public enum Outcome: Hashable, Sendable {
        case accepted(counter: UInt64)
        case unchanged(counter: UInt64)
    }

    struct State {
        var shipped: PinnedHosts
        var shippedURIs: [HostPattern: [HTTPSURL]]
        /// The update whose pins hold now; nil where the program's own do.
        var inForce: PinUpdate?
        /// The reason why the last update does not hold, as it was told.
        var ended: PinUpdateFailure?
        var running: [UInt64: Task<Void, Never>] = [:]
        var runs: UInt64 = 0
    }

    let source: Source
    let verifier: PinUpdateVerifier
    let store: PinUpdateStore
    let configuration: Configuration
    let session: HTTPSSession
    private let pins: TrustPins
    private let reportURIs: PinReportURIs?
    private let observer: @Sendable (PinUpdateEvent) -> Void
    private let state: Mutex<State>
    /// Held while the store is looked at: of two that look, the later one must not be undone by the earlier.
    private let looking = Mutex(())

    /// An updater; what the store holds takes effect at once.
    ///
    /// - Parameters:
    ///   - pins: the handle of the program's policies. What it holds now counts as what the program was built with.
    ///   - reportURIs: a handle of where failures are reported, which updates may change too.
    ///   - observer: told what happens, from any thread, where it must not stay.
    public init(
        from source: Source, verifiedBy verifier: PinUpdateVerifier, in store: PinUpdateStore, for pins: TrustPins,
        reportURIs: PinReportURIs? = nil, configuration: Configuration = Configuration(),
        observer: @escaping @Sendable (PinUpdateEvent) -> Void = { _ in }
    ) {
        (self.source, self.verifier, self.store, self.pins) = (source, verifier, store, pins)
        (self.reportURIs, self.configuration, self.observer) = (reportURIs, configuration, observer)
        session = HTTPSSession(configuration: configuration.forFetching)
        state = Mutex(State(shipped: pins.current().hosts, shippedURIs: reportURIs?.current ?? [:]))
        reconsider()
    }

    deinit { stop() }

    /// The update whose pins hold now; nil where the program's own do.
    public var updateInForce: PinUpdate? { state.withLock { $0.inForce } }

    /// Puts other pins in the place of those that the program was built with, as where its policy file has changed; the
    /// last update stays in force above them.
    public func replaceShipped(with hosts: PinnedHosts, reportURIs uris: [HostPattern: [HTTPSURL]]? = nil) {
        state.withLock { state in
            state.shipped = hosts
            if let uris { state.shippedURIs = uris }
            state.put(state.inForce, pins, reportURIs)
        }
    }

    /// Fetches an update now, and takes it if it may.
    ///
    /// - Throws: ``PinUpdateError``; the pins are then as they were.
    @discardableResult
    public func updateNow() async throws(PinUpdateError) -> Outcome {
        do throws(PinUpdateError) {
            let outcome = try await look()
            switch outcome {
            case .accepted(let counter): observer(.accepted(counter: counter))
            case .unchanged(let counter): observer(.unchanged(counter: counter))
            }
            return outcome
        } catch {
            observer(.failed(error))
            throw error
        }
    }

    /// Looks for updates until the task is cancelled or ``stop()`` is called: at once, then after each interval.
    ///
    /// In between it sees to it that an update that ends is out of force from then on.
    public func run() async {
        let task = Task { await schedule() }
        let number = state.withLock { state in
            state.runs += 1
            state.running[state.runs] = task
            return state.runs
        }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { state in _ = state.running.removeValue(forKey: number) }
    }

    /// Ends every ``run()``. What was taken stays in force.
    public func stop() {
        for task in state.withLock({ Array($0.running.values) }) { task.cancel() }
    }

    /// Judges what the store holds, and brings the handle in line with it: after a while it may have ended, and another
    /// process may have taken a newer one.
    ///
    /// Waits for the disk, and for other processes: not for a thread of the pool (``onDisk(_:)``).
    func reconsider() {
        let now = configuration.session.clock()
        store.note(now, by: verifier)
        let events = looking.withLock { _ in putInForce(store.load(by: verifier, at: now)) }
        for case .storeProblem(let problem) in events { problem.log() }
        events.forEach(observer)
    }

    /// Puts what the store holds in force, and returns what there is to tell of it.
    private func putInForce(_ contents: PinUpdateStore.Contents) -> [PinUpdateEvent] {
        if let latest = contents.history.latest { pins.observe(latest) }
        return state.withLock { state in
            var events = contents.problem.map { [PinUpdateEvent.storeProblem($0)] } ?? []
            // A store that cannot be read takes no pins away: what it held last is known and judged by its end.
            let before = state.inForce
            state.put(contents.update?.update, pins, reportURIs)
            if let update = contents.update?.update, update.counter != before?.counter {
                events.append(.restored(counter: update.counter))
            }
            if let refusal = contents.refusal, state.ended?.code != refusal.code || before != nil {
                events.append(.ended(refusal))
            }
            state.ended = contents.refusal
            return events
        }
    }

    /// Keeps an update and puts it in force; waits as ``reconsider()`` does.
    func take(_ signed: SignedPinUpdate, entityTag: String?) throws(PinUpdateError) -> Outcome {
        let now = configuration.session.clock()
        return try looking.withLock { (_) throws(PinUpdateError) in
            let shipped = state.withLock { $0.shipped }
            let verified = try store.take(signed, entityTag: entityTag, by: verifier, at: now) {
                (verified) throws(PinUpdateFailure) in
                _ = try verified.update.merged(into: shipped)
            }
            if let latest = verified.history.latest { pins.observe(latest) }
            state.withLock { state in
                state.put(verified.update, pins, reportURIs)
                state.ended = nil
            }
            let counter = verified.update.counter
            return verified.isUnchanged ? .unchanged(counter: counter) : .accepted(counter: counter)
        }
    }
}

extension PinUpdater.State {
    /// Puts an update, or the program's own pins, in force.
    fileprivate mutating func put(_ update: PinUpdate?, _ pins: TrustPins, _ reportURIs: PinReportURIs?) {
        // One that would be too much with the program's own of today is one that was not taken.
        let hosts = update.flatMap { try? $0.merged(into: shipped) }
        inForce = hosts == nil ? nil : update
        pins.replace(with: hosts ?? shipped)
        reportURIs?.replace(with: inForce?.merged(into: shippedURIs) ?? shippedURIs)
    }
}

extension StoreError {
    /// Says once a process and file that somebody has deleted it or set it back, whether the program observes that or
    /// not.
    fileprivate func log() {
        switch reason {
        case .gone, .setBack: DangerLog.say("holdfast: pin updates: \(self)", about: "pin updates: \(self)")
        default: break
        }
    }
}
