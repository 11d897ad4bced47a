import HoldfastCrypto
package import HoldfastX509
import Synchronization

/// Carries out requests over connections whose certificates were judged in their handshakes.
///
/// Each partition has a thread and connections of its own. Safe to use from any thread; when the last
/// reference goes, what is under way ends with the code `shutDown`.
package final class TransportEngine: Sendable {
    package struct Configuration: Sendable {
        /// The time for which a partition is kept, with its thread and its connections, when nothing is asked of it.
        package var idleTimeout: Duration = .seconds(60)
        /// Connections that a partition keeps open for later requests.
        package var maximumIdleConnections = 64
        /// Connections that a partition has to one host and port at a time; nil for no limit.
        package var maximumConnectionsPerHost: Int?
        /// Connections that a partition has at a time; nil for no limit.
        package var maximumConnections: Int?
        /// Partitions kept; the one that was used least recently ends first.
        package var maximumPartitions = 64
        /// The engine's counters; each engine makes its own, whatever stands here.
        var counters = ConnectionCounters()
        /// The engine's sessions that may be resumed; each engine makes its own.
        var sessions = KeptSessions<ClientLoop.SessionKey>()

        package init() {}
    }

    /// Belongs to the engine's state.
    private final class Partition {
        let mailbox: Mailbox
        var lastUse: UInt64

        init(_ mailbox: Mailbox, lastUse: UInt64) {
            self.mailbox = mailbox
            self.lastUse = lastUse
        }
    }

    private struct State {
        var partitions: [PartitionKey: Partition] = [:]
        var isShutDown = false
        var uses: UInt64 = 0
    }

    private static let lastRequest = Atomic<UInt64>(0)
    private let configuration: Configuration
    private let state = Lock(State())

    /// An engine, after a look at the library.
    ///
    /// - Throws: ``TransportError`` of the phase `internal` where libcrypto cannot be begun with.
    package init(_ configuration: Configuration = Configuration()) throws(TransportError) {
        guard LibraryStart.isDone else {
            throw TransportError(
                .internal, .unusableLibrary, MachineSentence.noLibcrypto, advice: MachineAdvice.installOpenSSL)
        }
        var configuration = configuration
        (configuration.counters, configuration.sessions) = (ConnectionCounters(), KeptSessions())
        self.configuration = configuration
    }

    deinit { shutdown() }

    /// Carries out a request; the judge decides, while the handshake waits, whether anything of it is sent.
    ///
    /// Returns or throws soon after its task is cancelled.
    package func perform(
        _ request: TransportRequest, judge: some HandshakeJudge
    ) async throws(TransportError) -> TransportResponse {
        try request.check()
        let id = Self.lastRequest.add(1, ordering: .relaxed).newValue
        let key = PartitionKey(request)
        while true {
            let mailbox = try partition(key)
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let submission = Mailbox.Submission(
                        id: id, request: request, judge: judge, delivery: .whole(continuation))
                    guard mailbox.submit(submission) else {
                        return continuation.resume(returning: nil)
                    }
                    // A cancellation that came before the request found nothing to end.
                    if Task.isCancelled { mailbox.post(.cancel(request: id)) }
                }
            } onCancel: {
                mailbox.post(.cancel(request: id))
            }
            if let result { return try result.get() }
            forget(mailbox, of: key)
        }
    }

    /// Begins a request and returns when the head of its response has come; the body is read from what it returns.
    ///
    /// Decisions, limits and errors are those of ``perform(_:judge:)``.
    package func open(
        _ request: TransportRequest, judge: some HandshakeJudge
    ) async throws(TransportError) -> TransportStream {
        try request.check()
        let id = Self.lastRequest.add(1, ordering: .relaxed).newValue
        let key = PartitionKey(request)
        let pipe = ResponsePipe()
        let mailbox = try submit(
            Mailbox.Submission(id: id, request: request, judge: judge, delivery: .stream(pipe)), to: key)
        pipe.connect(ResponsePipe.Wake(mailbox: mailbox, request: id))
        return try await TransportStream(pipe)
    }

    /// Figures about the engine's connections so far.
    package var connectionCounts: ConnectionCounts { configuration.counters.current }

    /// Gives up an owner's connections: none of them takes another request, what is under way comes to its end.
    package func retire(_ owner: ConnectionOwner) {
        let partitions = state.withLock { state in
            let keys = state.partitions.keys.filter { $0.belongs(to: owner) }
            return keys.compactMap { state.partitions.removeValue(forKey: $0)?.mailbox }
        }
        for mailbox in partitions { mailbox.post(.retire) }
        configuration.sessions.drop { $0.partition.belongs(to: owner) }
    }

    /// Closes a server's idle connections to an address.
    package func avoid(_ endpoint: Endpoint, of host: String) {
        let mailboxes = state.withLock { $0.partitions.values.map(\.mailbox) }
        for mailbox in mailboxes { mailbox.post(.avoid(endpoint, host: host)) }
    }

    /// Ends everything: what is under way fails with the code `shutDown`, and so does every later request.
    package func shutdown() {
        let partitions = state.withLock { state in
            state.isShutDown = true
            defer { state.partitions.removeAll() }
            return state.partitions.values.map(\.mailbox)
        }
        for mailbox in partitions { mailbox.post(.shutDown) }
        configuration.sessions.close()
    }

    private func submit(_ submission: Mailbox.Submission, to key: PartitionKey) throws(TransportError) -> Mailbox {
        while true {
            let mailbox = try partition(key)
            if mailbox.submit(submission) { return mailbox }
            forget(mailbox, of: key)
        }
    }

    private func forget(_ mailbox: Mailbox, of key: PartitionKey) {
        state.withLock { state in
            if state.partitions[key]?.mailbox === mailbox { state.partitions[key] = nil }
        }
    }

    private func partition(_ key: PartitionKey) throws(TransportError) -> Mailbox {
        let result: Result<(Mailbox, [Mailbox]), TransportError> = state.withLock { state in
            guard !state.isShutDown else { return .failure(.shutDown) }
            state.uses += 1
            if let known = state.partitions[key] {
                known.lastUse = state.uses
                return .success((known.mailbox, []))
            }
            do throws(TransportError) {
                let mailbox = try start(key)
                let retired = Self.makeRoom(in: &state.partitions, upTo: configuration.maximumPartitions - 1)
                state.partitions[key] = Partition(mailbox, lastUse: state.uses)
                return .success((mailbox, retired))
            } catch {
                return .failure(error)
            }
        }
        let (mailbox, retired) = try result.get()
        for other in retired { other.post(.retire) }
        return mailbox
    }

    private static func makeRoom(in partitions: inout [PartitionKey: Partition], upTo limit: Int) -> [Mailbox] {
        var retired: [Mailbox] = []
        while partitions.count > max(0, limit), let oldest = partitions.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            partitions[oldest.key] = nil
            retired.append(oldest.value.mailbox)
        }
        return retired
    }

    private func start(_ key: PartitionKey) throws(TransportError) -> Mailbox {
        let mailbox = try Mailbox()
        try LoopThread.start { [configuration] in ClientLoop.run(mailbox, of: key, configuration) }
        return mailbox
    }
}
