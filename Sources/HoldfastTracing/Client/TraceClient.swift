import HoldfastCrypto
import HoldfastTransport
public import HoldfastTrust

/// Connects to a server and writes down everything that goes over the wire, and what it means.
///
/// It works with libssl itself, on a thread of its own that waits. It is for looking, not for requests: those go
/// through sessions, which refuse what is refused. It sends application data only with the proof of acceptance in hand.
public struct TraceClient: Sendable {
    private let engine: TrustEngine

    /// Makes a client that traces connections.
    ///
    /// - Parameter engine: Judges; it remembers signatures that it has verified, so that the first trace with an engine
    ///   has the time that a first connection has, and later ones less.
    public init(engine: TrustEngine = TrustEngine()) { self.engine = engine }

    /// Traces one connection, from the lookup to its end.
    ///
    /// - Returns: What was seen, and how it ended; a failure keeps what came before it. Cancelling the task ends the
    ///   trace within moments.
    public func trace(_ target: TraceTarget, _ configuration: TraceConfiguration) async -> HandshakeTrace {
        let clock = TraceClock()
        let cancel = CancelSignal()
        let limits = WaitLimits(
            clock: clock, end: configuration.timeout, idle: configuration.idleTimeout, cancel: cancel)
        var trace = HandshakeTrace(
            target: target, startedAt: SystemClock.now(),
            outcome: .failed(TraceError(.internal, "noThread", "no thread could be started")))
        // The proxy is dialled where there is one, and resolves the server's name.
        let (host, known) =
            target.proxy.map { ($0.host, $0.addresses) } ?? (target.host, target.addresses)
        let addresses: [IPAddress]
        var lookup: Duration?
        if !known.isEmpty {
            addresses = known
        } else if let literal = IPAddress(host) {
            addresses = [literal]
        } else {
            do throws(TransportError) {
                addresses = try await NameLookup.addresses(of: host, timeout: configuration.timeout)
                lookup = clock.elapsed
            } catch {
                trace.outcome = .failed(TraceError(error))
                trace.timing.dns = clock.elapsed
                trace.timing.total = clock.elapsed
                return trace
            }
        }
        let engine = engine
        let (empty, given, taken) = (trace, addresses, lookup)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<HandshakeTrace, Never>) in
                let isRunning = TraceThread.start {
                    let run = TraceRun(
                        empty, configuration, to: given, lookup: taken, engine: engine, limits: limits)
                    continuation.resume(returning: run.run())
                }
                if !isRunning { continuation.resume(returning: empty) }
            }
        } onCancel: {
            cancel.raise()
        }
    }
}
