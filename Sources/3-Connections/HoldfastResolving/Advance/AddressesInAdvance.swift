public import HoldfastTrust
import Synchronization

/// A list of names whose addresses are asked for before anybody needs them, and asked for again shortly before they
/// end.
///
/// Of the sources that may be kept the first one that serves a name is asked, the next one where it fails. An answer
/// is renewed when a tenth of its time is left, 10 seconds after the last question at the soonest; after a failure
/// the name is asked for again in 30 seconds. Nothing is asked before ``start()``, or after ``stop()``.
public final class AddressesInAdvance: Sendable {
    /// Limits of what is asked for in advance: how much, and when.
    public struct Limits: Hashable, Sendable {
        /// Names of a list; 1,000. Those after that are left out.
        public var names = 1_000
        /// Questions at a time; 8.
        public var atOnce = 8
        /// The part of an answer's time that is left when it is renewed; a tenth.
        public var share = 0.1
        /// The least time between two questions about one name; 10 seconds.
        public var interval: Duration = .seconds(10)
        /// The pause before a question that failed is asked again; 30 seconds.
        public var retry: Duration = .seconds(30)

        public init() {}
    }

    /// The names on the list.
    public let names: [DNSName]
    private let resolution: NameResolution
    private let kinds: [AddressKind]
    private let limits: Limits
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let pause: @Sendable (Duration) async throws -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// A list that is not asked for yet.
    ///
    /// - Parameters:
    ///   - resolution: the session's own, so that its cache is filled.
    ///   - names: none counts twice.
    ///   - kinds: the kinds of addresses, both by default.
    public convenience init(
        _ resolution: NameResolution, names: [DNSName], kinds: [AddressKind] = AddressKind.allCases,
        limits: Limits = Limits()
    ) {
        self.init(
            resolution, names: names, kinds: kinds, limits: limits, clock: { .now },
            pause: { try await Task.sleep(for: $0, clock: .continuous) })
    }

    package init(
        _ resolution: NameResolution, names: [DNSName], kinds: [AddressKind], limits: Limits = Limits(),
        clock: @escaping @Sendable () -> ContinuousClock.Instant,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        var seen: Set<DNSName> = []
        self.names = Array(names.filter { seen.insert($0).inserted }.prefix(max(limits.names, 0)))
        self.resolution = resolution
        self.kinds = kinds
        self.limits = limits
        self.clock = clock
        self.pause = pause
    }

    deinit { stop() }

    /// Asks for all names now, and keeps their answers fresh from then on; nothing where that is so already.
    public func start() { task.withLock { $0 = $0 ?? run() } }

    /// Asks for nothing any more.
    public func stop() {
        let task = task.withLock { task in
            defer { task = nil }
            return task
        }
        task?.cancel()
    }

    /// Asks for all names anew, as after a change of the network; nothing on a list that is not started.
    public func askAnew() {
        let before = task.withLock { task in
            defer { if task != nil { task = run() } }
            return task
        }
        before?.cancel()
    }

    private func run() -> Task<Void, Never> {
        let queries = names.flatMap { name in kinds.map { ResolverQuery(name, $0) } }
        let (resolution, limits, clock, pause) = (resolution, limits, clock, pause)
        return Task {
            var due: [ResolverQuery: ContinuousClock.Instant] = [:]
            while !Task.isCancelled {
                let now = clock()
                let asked = queries.filter { due[$0].map { $0 <= now } ?? true }
                for (query, remaining) in await resolution.renew(asked, atOnce: limits.atOnce) {
                    let wait = remaining.map { max($0 * (1 - limits.share), limits.interval) } ?? limits.retry
                    due[query] = clock().advanced(by: wait)
                }
                guard let next = due.values.min() else { return }
                do { try await pause(max(clock().duration(to: next), .zero)) } catch { return }
            }
        }
    }
}
