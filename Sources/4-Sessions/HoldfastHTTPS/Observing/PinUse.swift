import HoldfastTransport
import HoldfastTrust
import Synchronization

/// The record of which pins of a session are for servers that it asks.
final class PinUse: Sendable {
    private struct Question: Hashable {
        let pins: Swift.ObjectIdentifier
        let generation: UInt64
        let name: ServerName
    }

    private struct State {
        /// The handles that were in force, by identity.
        var pins: [Swift.ObjectIdentifier: TrustPins] = [:]
        var matched: Set<HostPattern> = []
        /// The servers without pins that were looked at.
        var questions: Set<Question> = []
    }

    /// Handles that are kept; a policy that makes one for each request is told nothing.
    private static let mostPins = 64
    /// Servers that are looked at; of more, nothing is said, since others choose them.
    private static let mostServers = 1_000

    private let state: Mutex<State>

    init(_ pins: TrustPins?) {
        state = Mutex(State(pins: pins.map { [Swift.ObjectIdentifier($0): $0] } ?? [:]))
    }

    /// Notes that a server is judged under pins.
    ///
    /// - Returns: a pattern that the server misses by little, where none is for it: the first time.
    func note(_ pins: TrustPins, for name: ServerName) -> NearHostPattern? {
        guard pins !== TrustPins.none else { return nil }
        let current = pins.current()
        guard !current.hosts.rules.isEmpty else { return nil }
        let (rule, key) = (current.hosts.rule(for: name), Swift.ObjectIdentifier(pins))
        let isNew = state.withLock { state in
            if state.pins[key] == nil, state.pins.count < Self.mostPins { state.pins[key] = pins }
            if let rule {
                state.matched.insert(rule.pattern)
                return false
            }
            guard state.questions.count < Self.mostServers else { return false }
            return state.questions.insert(Question(pins: key, generation: current.generation, name: name)).inserted
        }
        guard isNew, current.hosts.everywhere == nil, let near = current.hosts.nearestPattern(to: name),
            case .pinned = current.hosts.rules[near.pattern]
        else { return nil }
        return near
    }

    var unmatched: Set<HostPattern> {
        let (handles, matched) = state.withLock { ($0.pins.values, $0.matched) }
        var patterns: Set<HostPattern> = []
        for handle in handles {
            for case (let pattern, .pinned) in handle.current().hosts.rules where !matched.contains(pattern) {
                patterns.insert(pattern)
            }
        }
        return patterns
    }
}
