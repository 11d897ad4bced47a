import HoldfastTransport

/// Happy Eyeballs: addresses are dialled one after the other, none waiting long for the one before (RFC 8305 §5).
///
/// The first one that is connected wins; what comes later is closed. An address that fails lets the next one begin at once.
struct AddressRace<Socket: Sendable>: Sendable {
    /// What the race may wait for.
    private enum Event: Sendable {
        case candidates(AddressBatch?)
        case connected(DialCandidate, Socket)
        case failed(DialCandidate, ConnectFailure)
        /// The last one that was dialled has had its time, before the next one begins beside it.
        case delayOver(Int)
        /// It has had the time after which somebody else is asked for addresses.
        case stalled(Int)
    }

    struct Win {
        let candidate: DialCandidate
        let socket: Socket
        /// What was being tried.
        let overtaken: [DialCandidate]
    }

    /// Between two attempts.
    let delay: Duration
    /// After which more addresses are asked for though the last one may still answer; nil for never.
    var stall: Duration?
    let connect: @Sendable (DialCandidate) async throws(ConnectFailure) -> Socket
    /// Waits; for tests, by a clock of their own.
    var sleep: @Sendable (Duration) async -> Void = { duration in try? await Task.sleep(for: duration) }

    /// Dials until somebody answers or nobody is left.
    ///
    /// - Parameters:
    ///   - known: what there is to begin with.
    ///   - more: the next addresses; nil when there are none. Asked when nobody is left, and while more is announced.
    ///   - failed: told of each address that failed.
    /// - Returns: nil where nobody answered.
    func run(
        _ known: [DialCandidate], more: @escaping @Sendable () async -> AddressBatch?,
        failed: (DialCandidate, ConnectFailure) -> Void
    ) async -> Win? {
        let (events, send) = AsyncStream<Event>.makeStream()
        var tasks: [Task<Void, Never>] = []
        defer { for task in tasks { task.cancel() } }
        var queue = known.interleaved
        var dialling: [DialCandidate] = []
        var started = 0
        var (isAsking, isOver) = (false, false)
        var isDelayOver = false

        func ask() {
            guard !isAsking, !isOver else { return }
            isAsking = true
            tasks.append(Task { send.yield(.candidates(await more())) })
        }
        func wait(for duration: Duration, _ event: Event) {
            tasks.append(
                Task { [sleep] in
                    await sleep(duration)
                    if !Task.isCancelled { send.yield(event) }
                })
        }
        func dialNext() {
            guard !queue.isEmpty else { return }
            isDelayOver = false
            let candidate = queue.removeFirst()
            dialling.append(candidate)
            started += 1
            tasks.append(
                Task { [connect] in
                    do throws(ConnectFailure) {
                        send.yield(.connected(candidate, try await connect(candidate)))
                    } catch {
                        send.yield(.failed(candidate, error))
                    }
                })
            wait(for: delay, .delayOver(started))
            if let stall { wait(for: stall, .stalled(started)) }
        }

        dialNext()
        if dialling.isEmpty { ask() }
        return await withTaskCancellationHandler {
            for await event in events {
                switch event {
                case .connected(let candidate, let socket):
                    return Win(
                        candidate: candidate, socket: socket, overtaken: dialling.filter { $0 != candidate })
                case .failed(let candidate, let failure):
                    dialling.removeAll { $0 == candidate }
                    failed(candidate, failure)
                    dialNext()
                case .delayOver(let number):
                    // A later one has begun meanwhile, with a delay of its own.
                    if number == started {
                        isDelayOver = true
                        dialNext()
                    }
                case .stalled(let number):
                    if number == started { ask() }
                case .candidates(let batch):
                    isAsking = false
                    guard let batch else {
                        isOver = true
                        break
                    }
                    queue = (queue + batch.candidates).interleaved
                    if dialling.isEmpty || isDelayOver { dialNext() }
                    if batch.announcesMore { ask() }
                }
                if dialling.isEmpty, queue.isEmpty {
                    if isOver { return nil }
                    ask()
                }
            }
            return nil
        } onCancel: {
            send.finish()
        }
    }
}

/// Addresses that have come together.
struct AddressBatch: Sendable {
    let candidates: [DialCandidate]
    /// Whether more come without anybody being asked anew.
    let announcesMore: Bool
}
