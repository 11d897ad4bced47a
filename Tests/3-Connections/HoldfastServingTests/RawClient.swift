import HoldfastSystem

@testable import HoldfastServing

/// A TCP client that sends nothing.
final class RawClient {
    private let socket: StreamSocket

    init(connectingTo port: UInt16) throws {
        socket = try StreamSocket.connected(toLoopback: port)
    }

    /// Whether the server closes within this time.
    func readsEnd(within duration: Duration) -> Bool {
        let deadline = Deadline.after(duration)
        do throws(ServingError) {
            while try !socket.read(atMost: 4096, until: deadline).isEmpty {}
            return true
        } catch {
            return error.reason == .closed
        }
    }
}
