package import HoldfastTransport

/// Happy Eyeballs: addresses are dialled one after the other, none waiting long for the one before (RFC 8305 §5).
///
/// The first one that is connected wins; what comes later is closed. An address that fails lets the next one begin at
/// once. ``AddressRaceState`` says what is to be done; here it is done.
package struct AddressRace<Socket: Sendable>: Sendable {
    /// The events that the race waits for.
    private enum Event: Sendable {
        case candidates(AddressBatch?)
        case connected(DialCandidate, Socket)
        case failed(DialCandidate, ConnectError)
        case delayOver(Int)
        case stalled(Int)
    }

    private typealias Sender = AsyncStream<Event>.Continuation

    package struct Win {
        package let candidate: DialCandidate
        package let socket: Socket
        /// The addresses that were being tried.
        package let overtaken: [DialCandidate]
    }

    /// Between two attempts.
    let delay: Duration
    /// After which more addresses are asked for though the last one may still answer; nil for never.
    var stall: Duration?
    let connect: @Sendable (DialCandidate) async throws(ConnectError) -> Socket
    /// Waits; for tests, by a clock of their own.
    var sleep: @Sendable (Duration) async -> Void

    package init(
        delay: Duration, stall: Duration? = nil,
        connect: @escaping @Sendable (DialCandidate) async throws(ConnectError) -> Socket,
        sleep: @escaping @Sendable (Duration) async -> Void = { duration in try? await Task.sleep(for: duration) }
    ) {
        self.delay = delay
        self.stall = stall
        self.connect = connect
        self.sleep = sleep
    }

    /// Dials until somebody answers or nobody is left.
    ///
    /// - Parameters:
    ///   - known: what there is to begin with.
    ///   - more: the next addresses; nil when there are none. Asked when nobody is left, and while more is announced.
    ///   - failed: told of each address that failed.
    /// - Returns: nil where nobody answered.
    package func run(
        _ known: [DialCandidate], more: @escaping @Sendable () async -> AddressBatch?,
        failed: (DialCandidate, ConnectError) -> Void
    ) async -> Win? {
        let (events, send) = AsyncStream<Event>.makeStream()
        var tasks: [Task<Void, Never>] = []
        defer { for task in tasks { task.cancel() } }
        var state = AddressRaceState(known)
        for action in state.begin() { tasks += start(action, more, send) }
        return await withTaskCancellationHandler {
            for await event in events {
                let actions: [AddressRaceState.Action]
                switch event {
                case .connected(let candidate, let socket):
                    return Win(candidate: candidate, socket: socket, overtaken: state.overtaken(by: candidate))
                case .failed(let candidate, let failure):
                    failed(candidate, failure)
                    actions = state.failed(candidate)
                case .delayOver(let attempt): actions = state.delayIsOver(of: attempt)
                case .stalled(let attempt): actions = state.stalled(attempt)
                case .candidates(let batch): actions = state.received(batch)
                }
                if actions.contains(.giveUp) { return nil }
                for action in actions { tasks += start(action, more, send) }
            }
            return nil
        } onCancel: {
            send.finish()
        }
    }

    /// The tasks that an action begins, each of which sends an event.
    private func start(
        _ action: AddressRaceState.Action, _ more: @escaping @Sendable () async -> AddressBatch?, _ send: Sender
    ) -> [Task<Void, Never>] {
        switch action {
        case .giveUp: return []
        case .ask: return [Task { send.yield(.candidates(await more())) }]
        case .dial(let candidate, let attempt):
            let dialling: Task<Void, Never> = Task { [connect] in
                do throws(ConnectError) {
                    send.yield(.connected(candidate, try await connect(candidate)))
                } catch {
                    send.yield(.failed(candidate, error))
                }
            }
            let waiting = wait(for: delay, then: .delayOver(attempt), send)
            return [dialling, waiting] + (stall.map { [wait(for: $0, then: .stalled(attempt), send)] } ?? [])
        }
    }

    private func wait(for duration: Duration, then event: Event, _ send: Sender) -> Task<Void, Never> {
        Task { [sleep] in
            await sleep(duration)
            if !Task.isCancelled { send.yield(event) }
        }
    }
}
