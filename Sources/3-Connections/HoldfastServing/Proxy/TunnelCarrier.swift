import HoldfastFiles
import HoldfastLibC
import HoldfastSystem

/// One side of a tunnel.
protocol TunnelEnd: AnyObject {
    /// The descriptor to poll; nil once closed.
    var pollDescriptor: Int32? { get }
    func read(atMost count: Int, until deadline: Deadline) throws(ServingError) -> [UInt8]
    func write(_ bytes: [UInt8], until deadline: Deadline) throws(ServingError)
    /// Reads what is there, without waiting.
    func readNow(atMost count: Int) throws(ServingError) -> TunnelProgress
    /// Writes as much as goes, without waiting; what did not go has to be given again, unchanged.
    func writeNow(_ bytes: [UInt8]) throws(ServingError) -> TunnelProgress
    /// Says that nothing more will be sent.
    func endWriting()
}

/// The outcome of an attempt that does not wait.
enum TunnelProgress {
    case read([UInt8])
    case wrote(Int)
    case needs(StreamSocket.Readiness)
    case ended
}

/// Carries bytes both ways on one thread, as TLS wants it, and holds back what the other side does not take.
enum TunnelCarrier {
    private struct Direction {
        let from: any TunnelEnd
        let to: any TunnelEnd
        var held: [UInt8] = []
        var hasEnded = false
        var hasSaidSo = false
        var carried = 0
    }

    /// Carries bytes both ways between a client and a server.
    ///
    /// - Parameters:
    ///   - first: what the client has sent already.
    ///   - silence: how long both sides may be silent.
    ///   - note: told how many bytes went to the server and to the client.
    static func carry(
        between client: any TunnelEnd, and server: any TunnelEnd, first: [UInt8], silence: Duration,
        _ note: (Int, Int) -> Void
    ) throws(ServingError) {
        var up = Direction(from: client, to: server, held: first)
        var down = Direction(from: server, to: client)
        var deadline = Deadline.after(silence)
        while true {
            var (ofClient, ofServer): (Int16, Int16) = (0, 0)
            let hasMovedUp = try move(&up, &ofClient, &ofServer)
            let hasMovedDown = try move(&down, &ofServer, &ofClient)
            if up.carried + down.carried > 0 {
                note(up.carried, down.carried)
                (up.carried, down.carried) = (0, 0)
            }
            if down.hasEnded, down.held.isEmpty { return }
            if hasMovedUp || hasMovedDown {
                deadline = .after(silence)
                continue
            }
            guard let one = client.pollDescriptor, let other = server.pollDescriptor else { return }
            // One that nothing is wanted of would wake this up for ever once its peer is gone.
            var entries = [
                pollfd(fd: ofClient == 0 ? -1 : one, events: ofClient, revents: 0),
                pollfd(fd: ofServer == 0 ? -1 : other, events: ofServer, revents: 0),
            ]
            do throws(SystemError) {
                _ = try Poll.wait(for: &entries, until: deadline)
            } catch {
                throw .system(.carryTunnel, errno: error.number)
            }
            if deadline.hasPassed { throw ServingError(.carryTunnel, .timedOut) }
        }
    }

    /// Moves what can be moved, says whether that was anything, and otherwise what has to be waited for.
    private static func move(
        _ direction: inout Direction, _ from: inout Int16, _ to: inout Int16
    ) throws(ServingError) -> Bool {
        var hasMoved = false
        if direction.held.isEmpty, !direction.hasEnded {
            switch try direction.from.readNow(atMost: 32 << 10) {
            case .read(let bytes): (direction.held, hasMoved) = (bytes, true)
            case .ended: (direction.hasEnded, hasMoved) = (true, true)
            case .needs(let readiness): from |= readiness.events
            case .wrote: break
            }
        }
        if !direction.held.isEmpty {
            switch try direction.to.writeNow(direction.held) {
            case .wrote(let count):
                direction.held.removeFirst(count)
                direction.carried += count
                hasMoved = true
            case .needs(let readiness): to |= readiness.events
            case .ended, .read: throw ServingError(.carryTunnel, .closed)
            }
        }
        if direction.hasEnded, direction.held.isEmpty, !direction.hasSaidSo {
            direction.hasSaidSo = true
            direction.to.endWriting()
        }
        return hasMoved
    }
}

extension StreamSocket: TunnelEnd {
    var pollDescriptor: Int32? { number }

    func readNow(atMost count: Int) throws(ServingError) -> TunnelProgress {
        let bytes = try Self.named(.read) { () throws(SocketError) in try receive(atMost: count) }
        guard let bytes else { return .needs(.readable) }
        return bytes.isEmpty ? .ended : .read(bytes)
    }

    func writeNow(_ bytes: [UInt8]) throws(ServingError) -> TunnelProgress {
        let sent = try Self.named(.write) { () throws(SocketError) in try send(bytes[...]) }
        return sent == 0 ? .needs(.writable) : .wrote(sent)
    }
}
