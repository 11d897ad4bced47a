import HoldfastFiles
import HoldfastLibC
package import HoldfastStatements
import HoldfastSystem
import HoldfastX509
import Synchronization

/// A path to this machine with a stated round-trip time and a stated loss.
///
/// A server that listens on ``listen`` is reached by dialling ``address``: the packets leave through a TUN device, are
/// kept for half the round-trip time, and come back with their two addresses exchanged, as if from another machine.
/// The kernel's TCP runs as on any path; a relay between two sockets could not delay a handshake of TCP itself. To a
/// server that listens elsewhere on this machine leads a ``DelayedPort``.
///
/// The device goes away with the line, and with the process however it ends: it exists as long as its descriptor.
/// IPv4 only. Needs root (CAP_NET_ADMIN) and `/dev/net/tun`; ``unavailability`` says what is missing.
package final class DelayLine: Sendable {
    /// The address to dial.
    package let address: String
    /// The address that the server listens on.
    package let listen: String
    /// The time that the two ways take together.
    package let roundTrip: Duration
    /// The network device, for those who capture on it.
    package let device: String

    private let shuttle: Shuttle
    private let thread: SystemThread

    /// Opens a line.
    ///
    /// - Parameters:
    ///   - roundTrip: The two ways together, from 0 to 60 s; each takes half.
    ///   - loss: The share of the packets that are lost, 0 to 1, each way.
    ///   - seed: The choice of those that are lost: see ``LossPattern``.
    /// - Throws: ``DelayLineError``: for values out of range, and where the machine allows no such device.
    package init(roundTrip: Duration, loss: Double = 0, seed: UInt64 = 0) throws(DelayLineError) {
        guard roundTrip >= .zero, roundTrip <= .seconds(60) else {
            throw DelayLineError(.badValue, DelayLineSentence.roundTrip("\(roundTrip)"))
        }
        guard (0...1).contains(loss) else {
            throw DelayLineError(.badValue, DelayLineSentence.loss("\(loss)"))
        }
        let tun = try TunDevice.configured()
        self.roundTrip = roundTrip
        address = tun.addresses.far.description
        listen = tun.addresses.near.description
        device = tun.name
        shuttle = try Shuttle(
            tun, oneWay: UInt64(roundTrip.nanoseconds) / 2, pattern: LossPattern(share: loss, seed: seed))
        thread = try DelayLineError.naming(.noThread) { [shuttle] () throws(SystemError) in
            try SystemThread { shuttle.run() }
        }
    }

    deinit {
        shuttle.stop()
        thread.join()
    }

    /// The counts of the packets so far.
    package var statistics: Statistics { shuttle.statistics.withLock { $0 } }

    /// The reason why there can be no delay line here; nil where there can. Tried once a process.
    package static let unavailability: String? = {
        do throws(DelayLineError) {
            _ = try TunDevice.configured()
            return nil
        } catch {
            return error.description
        }
    }()

    /// Counts of packets.
    package struct Statistics: Sendable, Equatable {
        /// Packets given back.
        package var carried = 0
        /// Packets lost on purpose.
        package var lost = 0
        /// Packets lost because more than ``Shuttle/capacity`` were on their way.
        package var overflowed = 0
        /// Packets that are none of the line's, such as what the kernel itself says on every new device.
        package var ignored = 0
    }
}

/// A delay line, or a port of one, that cannot be had.
package struct DelayLineError: Error, CustomStringConvertible {
    /// The kind of obstacle.
    package enum Kind: Sendable {
        /// The machine or the user's rights allow no such device.
        case unavailable
        /// The server is not on this machine.
        case elsewhere
        /// A value is out of its range.
        case badValue
    }

    package let kind: Kind
    /// The obstacle as a statement.
    package let statement: Statement

    init(_ kind: Kind = .unavailable, _ sentence: DelayLineSentence) {
        (self.kind, statement) = (kind, sentence.statement)
    }

    /// An error with the words of `errno`.
    static func system(_ subject: DelayLineSentence.Subject, _ code: Int32 = errno) -> DelayLineError {
        DelayLineError(.unavailable, .system(subject, error: SystemText.error(code)))
    }

    /// Carries out what the system may refuse.
    static func naming<Result: ~Copyable>(
        _ subject: DelayLineSentence.Subject, _ body: () throws(SystemError) -> Result
    ) throws(DelayLineError) -> Result {
        do throws(SystemError) { return try body() } catch { throw .system(subject, error.number) }
    }

    package var description: String { statement.english }
}

extension Duration {
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
