import CGlibcShims
import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import Synchronization

/// Takes packets from the device, keeps each for its time, and gives it back with the addresses exchanged.
///
/// One thread runs it. A packet's time starts when it is read, on the monotonic clock; it is never given back early.
final class Shuttle: @unchecked Sendable {
    /// Packets on their way at most: 10,000 full ones are 15 MB, more than any handshake or page.
    static let capacity = 10_000
    /// The largest IPv4 packet (RFC 791 §3.1): the device's MTU is less.
    private static let largest = 65_535

    let statistics = Mutex(DelayLine.Statistics())

    private let tun: TunDevice
    private let oneWay: UInt64
    private let pattern: LossPattern
    private let stopping: WakeSignal
    private var flows = Flows()
    private var queue = PacketQueue()

    init(_ tun: TunDevice, oneWay: UInt64, pattern: LossPattern) throws(DelayLineError) {
        self.tun = tun
        self.oneWay = oneWay
        self.pattern = pattern
        stopping = try DelayLineError.naming(.noPipe) { () throws(SystemError) in try WakeSignal() }
    }

    func stop() { stopping.raise() }

    func run() {
        preferThisThread()
        var buffer = [UInt8](repeating: 0, count: Self.largest)
        var waited = [
            pollfd(fd: tun.number, events: Int16(POLLIN), revents: 0),
            stopping.entry,
        ]
        while true {
            giveBackWhatIsDue()
            let now = Self.now()
            let wait = queue.nextDue.map { $0 > now ? Int64($0 - now) : 0 } ?? -1
            let ready = unsafe shim_ppoll(&waited, UInt(waited.count), wait)
            if ready < 0 && errno != EINTR { return }
            guard ready > 0 else { continue }
            if waited[1].revents != 0 { return }
            if waited[0].revents != 0 { takeEverything(&buffer) }
        }
    }

    private func takeEverything(_ buffer: inout [UInt8]) {
        while true {
            let size = unsafe read(tun.number, &buffer, buffer.count)
            guard size > 0 else { return }
            take(buffer[..<size])
        }
    }

    private func take(_ packet: ArraySlice<UInt8>) {
        guard tun.addresses.isOutgoing(packet) else { return statistics.withLock { $0.ignored += 1 } }
        let place = flows.place(of: packet)
        if pattern.loses(packet: place.packet, place.direction, ofConnection: place.connection) {
            return statistics.withLock { $0.lost += 1 }
        }
        guard queue.count < Self.capacity else { return statistics.withLock { $0.overflowed += 1 } }
        queue.append(tun.addresses.exchanged(packet), due: Self.now() + oneWay)
    }

    private func giveBackWhatIsDue() {
        while let due = queue.nextDue, due <= Self.now(), let packet = queue.removeFirst() {
            // A device that takes no more loses the packet, as a full router does.
            let written = unsafe write(tun.number, packet, packet.count)
            statistics.withLock { if written == packet.count { $0.carried += 1 } else { $0.overflowed += 1 } }
        }
    }

    /// Lets this thread run before the others of a busy machine, where that is allowed: it runs for microseconds.
    private func preferThisThread() {
        var parameters = sched_param()
        parameters.sched_priority = 1
        _ = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
    }

    /// Nanoseconds of the monotonic clock.
    private static func now() -> UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Packets in the order in which they are due: all are kept for the same time.
private struct PacketQueue {
    private var packets: [(bytes: [UInt8], due: UInt64)] = []
    private var first = 0

    var count: Int { packets.count - first }
    var nextDue: UInt64? { first < packets.count ? packets[first].due : nil }

    mutating func append(_ bytes: [UInt8], due: UInt64) { packets.append((bytes, due)) }

    mutating func removeFirst() -> [UInt8]? {
        guard first < packets.count else { return nil }
        let bytes = packets[first].bytes
        packets[first].bytes = []
        first += 1
        if first == packets.count || first > 1_000 {
            packets.removeFirst(first)
            first = 0
        }
        return bytes
    }
}
