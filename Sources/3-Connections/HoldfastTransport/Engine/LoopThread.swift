import HoldfastFiles
import HoldfastSystem

/// Starts threads of our own: a partition's loop waits in `epoll_wait`, which a thread of Swift's pool must not.
package enum LoopThread {
    /// Runs `body` on a new thread, which nobody waits for.
    ///
    /// - Throws: ``TransportError`` with the code `noThread`.
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
