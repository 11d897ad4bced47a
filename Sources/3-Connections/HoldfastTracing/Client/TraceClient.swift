import HoldfastCrypto
import HoldfastFiles
import HoldfastSystem
import HoldfastTransport
public import HoldfastTrust
import HoldfastX509

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
        await run(target, configuration, failed: { $0 }, { $0.run() })
    }

    /// Finds the addresses of a server, and does something with it on a thread that may wait.
    ///
    /// - Parameters:
    ///   - failed: makes the result where it does not come to that.
    ///   - body: what is done.
    func run<Result: Sendable>(
        _ target: TraceTarget, _ configuration: TraceConfiguration,
        failed: @escaping @Sendable (HandshakeTrace) -> Result, _ body: @escaping @Sendable (TraceRun) -> Result
    ) async -> Result {
        let empty = HandshakeTrace(
            target: target, startedAt: SystemClock.now(),
            outcome: .failed(TraceError(.internal, .noThread, TraceSetupSentence.noThread)))
        return await onThread(
            target, configuration,
            or: { failure in
                var trace = empty
                if let (error, elapsed) = failure {
                    trace.outcome = .failed(error)
                    (trace.timing.dns, trace.timing.total) = (elapsed, elapsed)
                }
                return failed(trace)
            },
            run: { addresses, lookup, engine, limits in
                body(TraceRun(empty, configuration, to: addresses, lookup: lookup, engine: engine, limits: limits))
            })
    }

    /// Looks the host up, and runs something that waits on a thread of its own; cancelling the task ends it.
    ///
    /// - Parameters:
    ///   - failure: the result where it does not come to that: the error of the lookup with the time it took, or nil
    ///     where no thread could be started.
    ///   - run: gets the addresses, what looking them up took (nil where they were given), the engine and the limits.
    func onThread<Result: Sendable>(
        _ target: TraceTarget, _ configuration: TraceConfiguration,
        or failure: ((TraceError, Duration)?) -> Result,
        run: @escaping @Sendable ([IPAddress], Duration?, TrustEngine, WaitLimits) -> Result
    ) async -> Result {
        let clock = TraceClock()
        let cancel = try? WakeSignal()
        let limits = WaitLimits(
            clock: clock, end: configuration.timeout, idle: configuration.idleTimeout, cancel: cancel)
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
                return failure((TraceError(error), clock.elapsed))
            }
        }
        let unstarted = failure(nil)
        let (given, taken, engine) = (addresses, lookup, engine)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result, Never>) in
                do throws(SystemError) {
                    try SystemThread.start { continuation.resume(returning: run(given, taken, engine, limits)) }
                } catch {
                    continuation.resume(returning: unstarted)
                }
            }
        } onCancel: {
            cancel?.raise()
        }
    }
}
