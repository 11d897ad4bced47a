import Foundation
import Glibc
import Synchronization

/// A way to a server that can come to lead elsewhere: new connections go to where it points, open ones stay.
final class SwitchingRelay: Sendable {
    private struct State {
        /// Where the next connections go, one each; the last one stays.
        var targets: [UInt16]
        var open: [PlainSocket] = []
        var isStopped = false
    }

    let port: UInt16
    private let listener: PlainSocket
    private let state: Mutex<State>

    /// - Parameter targets: where connections go, one each; the last one stays.
    init(to targets: UInt16...) throws {
        (listener, port) = try PlainSocket.listening(at: "127.0.0.1")
        state = Mutex(State(targets: targets))
        Thread.detachNewThread { [weak self, listener] in
            // Waiting for somebody ends after ten seconds, and begins anew as long as there is a relay.
            while self?.state.withLock({ !$0.isStopped }) ?? false {
                guard let client = try? listener.accept() else { continue }
                self?.serve(client)
            }
        }
    }

    deinit { state.withLock { $0.isStopped = true } }

    /// Where connections go that are opened from now on.
    func lead(to target: UInt16) { state.withLock { $0.targets = [target] } }

    /// Cuts the connections that are open.
    func cut() {
        let open = state.withLock { state in
            defer { state.open = [] }
            return state.open
        }
        for socket in open { shutdown(socket.descriptor, Int32(SHUT_RDWR)) }
    }

    private func serve(_ client: PlainSocket) {
        guard let server = try? PlainSocket(SOCK_STREAM) else { return }
        // A silence is no end.
        var never = timeval()
        _ = unsafe setsockopt(
            server.descriptor, SOL_SOCKET, SO_RCVTIMEO, &never, socklen_t(MemoryLayout<timeval>.size))
        let target = state.withLock { state in
            state.open += [client, server]
            return state.targets.count > 1 ? state.targets.removeFirst() : state.targets[0]
        }
        guard (try? server.connect(to: "127.0.0.1", target)) != nil else {
            shutdown(client.descriptor, Int32(SHUT_RDWR))
            return
        }
        for (from, to) in [(client, server), (server, client)] {
            Thread.detachNewThread {
                while let bytes = try? from.receive(), !bytes.isEmpty, (try? to.send(bytes)) != nil {}
                shutdown(to.descriptor, Int32(SHUT_WR))
            }
        }
    }
}
