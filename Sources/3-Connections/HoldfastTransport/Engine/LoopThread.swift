import HoldfastFiles
import HoldfastSystem

/// Starts threads of our own: libcurl's loop waits in `poll`, which a thread of Swift's pool must not.
package enum LoopThread {
    /// Runs `body` on a new thread, which nobody waits for.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(TransportError) {
        do throws(SystemError) {
            try SystemThread.start(body)
        } catch {
            throw TransportError(
                .internal, .noThread, MachineSentence.noThread(error: error.number),
                advice: MachineAdvice.raiseProcesses)
        }
    }
}

extension WakeSignal {
    /// A signal, or the transport's error for want of descriptors.
    static func make() throws(TransportError) -> WakeSignal {
        do throws(SystemError) {
            return try WakeSignal()
        } catch {
            throw TransportError(
                .internal, .noDescriptors, MachineSentence.noDescriptor, advice: MachineAdvice.raiseDescriptors)
        }
    }
}

/// Keeps a partition's thread from spinning while handshakes wait for their decisions.
///
/// A paused handshake reads nothing from its socket. libcurl 7.88 does not watch such a socket; later versions do, and
/// find it ready for as long as the server has more to say: wake-ups that are spurious.
struct SpinGuard {
    /// Spurious wake-ups in a row that cost nothing: in a burst of handshakes some are.
    private static let freeWakeUps = 16
    /// Milliseconds of the longest pause.
    private static let longestPause: Int32 = 16
    private var spuriousWakeUps = 0

    /// Milliseconds to wait for the signal alone; nil for none.
    ///
    /// - Parameter isSpurious: whether the thread woke up for a handshake that still waits for its decision.
    mutating func pause(afterSpuriousWakeUp isSpurious: Bool) -> Int32? {
        guard isSpurious else {
            spuriousWakeUps = 0
            return nil
        }
        spuriousWakeUps += 1
        guard spuriousWakeUps > Self.freeWakeUps else { return nil }
        return min(Int32(1) << min(spuriousWakeUps - Self.freeWakeUps - 1, 4), Self.longestPause)
    }
}
