import HoldfastResolving
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Events of a network that a test makes; the waiting never ends by itself.
final class ScriptedEvents: NetworkEvents {
    private struct State {
        var waits: [NetworkWait] = []
        var network = NetworkState(addresses: ["eth0 192.0.2.1"], defaultRoutes: ["eth0 01"])
        var timeouts: [Duration?] = []
        var isEnded = false
        var looks = 0
    }

    private let script = Mutex(State())

    func wait(atMost time: Duration?) -> NetworkWait {
        script.withLock { $0.timeouts.append(time) }
        while true {
            let wait = script.withLock { state -> NetworkWait? in
                if state.isEnded { return .ended }
                return state.waits.isEmpty ? nil : state.waits.removeFirst()
            }
            if let wait { return wait }
            usleep(1_000)
        }
    }

    func state() -> NetworkState {
        script.withLock { state in
            state.looks += 1
            return state.network
        }
    }

    func end() { script.withLock { $0.isEnded = true } }

    func happens(_ waits: NetworkWait...) { script.withLock { $0.waits += waits } }

    func becomes(_ network: NetworkState) { script.withLock { $0.network = network } }

    /// What the monitor was ready to wait, each time.
    var timeouts: [Duration?] { script.withLock { $0.timeouts } }
    var isEnded: Bool { script.withLock { $0.isEnded } }
    /// How often the state was looked up.
    var looks: Int { script.withLock { $0.looks } }
}
