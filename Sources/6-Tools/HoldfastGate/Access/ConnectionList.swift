import HoldfastSystem
import Synchronization

/// Connections of clients, each served by a task of its own.
///
/// Where there are too many, the oldest that has not said yet what it wants makes room, and one of another user's
/// before one of the gate's own: those that stay half-open keep nobody out.
final class ConnectionList: Sendable {
    /// The most connections at a time, and the most that have not said yet what they want.
    private let most: (connections: Int, openings: Int)
    private let state = Mutex(State())

    private struct State {
        var last: UInt64 = 0
        var open: [UInt64: Task<Void, Never>] = [:]
        var opening = Openings()
        var isStopped = false
    }

    init(most: (connections: Int, openings: Int)) { self.most = most }

    /// The number of those that are open.
    var count: Int { state.withLock { $0.open.count } }

    /// Serves a connection, and closes it.
    ///
    /// - Parameters:
    ///   - isOwn: whether it is one of the gate's own user.
    ///   - serve: is given the connection's number.
    func serve(_ socket: FrontSocket, isOwn: Bool, _ serve: @escaping @Sendable (UInt64) async -> Void) {
        state.withLock { state in
            guard !state.isStopped else { return socket.close() }
            if state.open.count >= most.connections || state.opening.count >= most.openings {
                guard state.opening.makeRoom(forOwn: isOwn) else { return socket.close() }
            }
            state.last += 1
            let number = state.last
            state.opening.add(socket, number, isOwn: isOwn)
            state.open[number] = Task {
                await serve(number)
                socket.close()
                self.state.withLock { state in
                    state.open[number] = nil
                    state.opening.remove(number)
                }
            }
        }
    }

    /// Notes that a client has said what it wants.
    func opened(_ number: UInt64) { state.withLock { $0.opening.remove(number) } }

    /// Takes no more connections, and ends those that are open.
    func stop() {
        let tasks = state.withLock { state in
            state.isStopped = true
            return Array(state.open.values)
        }
        for task in tasks { task.cancel() }
    }

    /// Waits until the last connection is closed.
    func waitUntilIdle() async { for task in state.withLock({ Array($0.open.values) }) { await task.value } }
}
