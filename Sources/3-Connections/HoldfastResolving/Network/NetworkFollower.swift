import Synchronization

/// Follows the network for a resolution: once, however many sessions have it.
///
/// For as long as somebody holds this: whenever the machine changes its network, what is kept of the addresses before
/// is asked for anew, and what was measured there is forgotten.
package final class NetworkFollower: Sendable {
    private struct Weak: @unchecked Sendable {
        weak var follower: NetworkFollower?
    }

    /// The things that are told of a change: resolutions that share them are told once.
    private struct Key: Hashable {
        let history: ObjectIdentifier
        let cache: ObjectIdentifier?
        let monitor: ObjectIdentifier
    }

    private static let known = Mutex<[Key: Weak]>([:])

    private let observation: HandlerObservation

    private init(_ observation: HandlerObservation) { self.observation = observation }

    /// The one follower of a resolution.
    ///
    /// - Parameter monitor: nil for the process's.
    package static func of(_ resolution: NameResolution, by monitor: NetworkMonitor? = nil) -> NetworkFollower {
        let monitor = monitor ?? .ofProcess
        let key = Key(
            history: ObjectIdentifier(resolution.history), cache: resolution.cache.map { ObjectIdentifier($0) },
            monitor: ObjectIdentifier(monitor))
        return known.withLock { known in
            if let follower = known[key]?.follower { return follower }
            // The handler keeps history and cache alive, so that nothing else gets their identifiers meanwhile.
            let follower = NetworkFollower(monitor.whenChanged { resolution.networkChanged() })
            known = known.filter { $0.value.follower != nil }
            known[key] = Weak(follower: follower)
            return follower
        }
    }
}

extension NetworkMonitor {
    /// The monitor that sessions follow by themselves; it watches from the first session on that has resolvers.
    package static let ofProcess = NetworkMonitor()
}
