import CCurl
import CHandshake
import COpenSSL
import HoldfastSystem

/// The event loop of one partition: drives its transfers, lets certificates be judged, keeps time.
///
/// Belongs to its thread; the ``Mailbox`` is the only way in.
@safe final class PartitionLoop {
    /// The way in which handshakes wait for their decision.
    enum Waiting: Hashable, Sendable {
        /// Paused, while the thread does other things.
        case paused
        /// The thread waits with it: for platforms without stacks to switch. One handshake a partition.
        case blocked
    }

    let mailbox: Mailbox
    private let waiting: Waiting
    private let inbox: HandshakeInbox
    let multi: MultiHandle
    let configuration: TransportEngine.Configuration
    var transfers: [UInt64: Transfer] = [:]
    /// The transfers that libcurl works on, by the address of their easy handles.
    var running: [UInt: Transfer] = [:]
    private(set) var connections: [UInt64: Connection] = [:]
    var plainConnections = PlainConnections()
    var decisions: [UInt64: HandshakeDecision] = [:]
    /// The attempts for which something came or went since the loop looked last.
    var touched: [Attempt] = []
    /// The attempts of which something came for whoever reads the response in pieces.
    var readable: [Attempt] = []
    /// For how many turns something has lain there.
    var turnsUnread = 0
    /// The room of the list before, for the next one.
    var touchedBefore: [Attempt] = []
    /// The attempts that have their answer whole, while libcurl waits for more.
    var answered: [Attempt] = []
    /// The transfers that want a connection dialled while there are as many as there may be, the first come first.
    var waitingToDial: [UInt64] = []
    /// Whether those that wait may find room on a connection that has just been opened.
    var isToTryWaiting = false
    /// The transfers that have ended in this turn, with their results.
    var ends: [TransferEnd] = []
    /// The transfers that have become tunnels, the first one first.
    var tunnels: [Transfer] = []
    /// Handles that have served ordinary requests, for the next ones.
    var spareHandles: [EasyHandle] = []
    private var backlog: [Mailbox.Message] = []
    /// The messages that are being read; empty between turns.
    private var messages: [Mailbox.Message] = []
    private var spinGuard = SpinGuard()
    /// The sockets of tunnels, for one wait: kept, so that waiting allocates nothing.
    private var sockets: [curl_waitfd] = []
    /// Whether there is something to do that no socket and no timer tells of.
    ///
    /// Set for every transfer that begins, too: when one does, `curl_multi_perform` (7.88 to 8.14 at least) takes the
    /// time anew and at its end drops as done the calls to run again that were asked for meanwhile: by other transfers,
    /// whose part of a shared HTTP/2 connection would lie there until the next event, and by the one that begins, which
    /// would wait for its limit where its connection could not be opened.
    var needsTurn = false
    /// Whether a connection tells its secrets.
    private var hasKeyLog = false
    /// Before this no transfer is late.
    var nextLook = ContinuousClock.now
    /// Whether the mailbox's signal may be raised.
    private var isSignalled = true
    private var isRetired = false
    private var isShutDown = false

    init(
        _ mailbox: Mailbox, waiting: Waiting, _ configuration: TransportEngine.Configuration
    ) throws(TransportError) {
        self.mailbox = mailbox
        self.waiting = waiting
        self.configuration = configuration
        inbox = try HandshakeInbox()
        multi = try MultiHandle(configuration, keeping: inbox)
        if waiting == .blocked {
            unsafe inbox.block(with: Unmanaged.passUnretained(self).toOpaque(), partitionWaitsForDecision)
        }
    }

    /// Runs a partition on the calling thread until its end.
    static func run(_ mailbox: Mailbox, waiting: Waiting, _ configuration: TransportEngine.Configuration) {
        do throws(TransportError) {
            let loop = try PartitionLoop(mailbox, waiting: waiting, configuration)
            loop.run()
        } catch {
            // Nothing can be done here, and whoever asked must not wait for ever.
            repeat {
                for case .submit(let submission) in mailbox.takeAll() { submission.reply(.failure(error)) }
            } while !mailbox.closeIfEmpty()
        }
    }

    /// Works until nothing has been asked for a while, or the partition is retired.
    private func run() {
        var idleSince = ContinuousClock.now
        while true {
            turn()
            if !transfers.isEmpty { idleSince = .now }
            let isOver = transfers.isEmpty && (isRetired || idleSince.duration(to: .now) >= configuration.idleTimeout)
            if isOver, mailbox.closeIfEmpty() { return }
            poll(idleSince: idleSince)
        }
    }

    private func turn() {
        needsTurn = false
        if !backlog.isEmpty {
            let earlier = backlog
            backlog.removeAll()
            for message in earlier { read(message) }
        }
        mailbox.takeAll(into: &messages, isRaised: isSignalled)
        isSignalled = false
        for message in messages { read(message) }
        messages.removeAll(keepingCapacity: true)
        multi.perform()
        lookAtTouched()
        tryWaiting()
        endAnswered()
        while let handshake = inbox.nextWaiting() {
            if let connection = connections[handshake.identifier] {
                ask(connection)
            } else {
                handshake.refuse(RefusalAlert.abandoned)
            }
        }
        if hasKeyLog { for connection in connections.values { connection.writeKeyLog() } }
        while let completion = multi.nextCompletion() {
            if let transfer = running[completion.easy] { attemptEnded(transfer, completion.code) }
        }
        moveTunnels()
        handOverMuch()
        while let identifier = inbox.nextClosed() { connections[identifier] = nil }
        giveUpWhatIsLate()
        tellEnds()
    }

    /// Polls sockets, timers and the mailbox until there is something to do.
    private func poll(idleSince: ContinuousClock.Instant) {
        guard !needsTurn else { return }
        if !readable.isEmpty {
            // More may be there already, and goes the same way.
            let (isSocketReady, isRaised) = wait(milliseconds: 0)
            isSignalled = isRaised
            if isSocketReady || isRaised { return }
            handOver()
        }
        var end = transfers.isEmpty ? idleSince.advanced(by: configuration.idleTimeout) : nextEnd
        // Should libcurl forget a transfer in some other way, that costs a moment and not a time limit.
        if running.count > 1 { end = min(end, .now.advanced(by: configuration.longestPoll)) }
        let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        // Rounded up, so that the deadline has passed on waking.
        let milliseconds = Int32(max(0, min(left.rounded(.up), 60_000)))
        let (isSocketReady, isRaised) = wait(milliseconds: milliseconds)
        isSignalled = isRaised
        let isSpurious = isSocketReady && !decisions.isEmpty && inbox.takeSpuriousResumptions() > 0
        guard let pause = spinGuard.pause(afterSpuriousWakeUp: isSpurious) else { return }
        mailbox.signal.wait(milliseconds: pause)
        isSignalled = true
    }

    private func wait(milliseconds: Int32) -> (isSocketReady: Bool, isRaised: Bool) {
        sockets.removeAll(keepingCapacity: true)
        for transfer in tunnels {
            guard let tunnel = transfer.tunnel, tunnel.events != 0 else { continue }
            sockets.append(curl_waitfd(fd: tunnel.socket, events: tunnel.events, revents: 0))
        }
        return multi.wait(mailbox.signal, &sockets, milliseconds: milliseconds)
    }

    private func read(_ message: Mailbox.Message) {
        switch message {
        case .submit(let submission):
            if isShutDown { submission.reply(.failure(.shutDown)) } else { begin(submission) }
        case .cancel(let request): if let transfer = transfers[request] { giveUp(transfer, transfer.cancellation()) }
        case .decided(let handshake, let answer):
            decisions[handshake]?.transfer.decisionTaken()
            settle(handshake, answer)
        case .dialled(let request, let result): if let transfer = transfers[request] { dialled(transfer, result) }
        // libcurl resolves by itself, and logs in.
        case .resolved, .made: break
        case .avoid(let endpoint, let host): closeIdle(to: endpoint, of: host)
        case .receive(let request): goOn(request, receiving: true)
        case .send(let request): goOn(request, sending: true)
        case .retire: isRetired = true
        case .shutDown:
            isRetired = true
            isShutDown = true
            for transfer in transfers.values { giveUp(transfer, .shutDown) }
        }
    }

    private func giveUpWhatIsLate() {
        let now = ContinuousClock.now
        guard nextLook <= now else { return }
        for transfer in transfers.values where transfer.deadline <= now {
            if transfer.attempt?.isAnsweredByHead == true {
                endAnswered(transfer)
            } else {
                giveUp(transfer, transfer.lateness())
            }
        }
        nextLook = transfers.values.lazy.map(\.earliestEnd).min() ?? now
    }

    /// When the next transfer may be late: not later than one is.
    private var nextEnd: ContinuousClock.Instant {
        if nextLook > .now { return nextLook }
        // One that waits for this side has passed its idle limit, which does not count.
        return transfers.values.lazy.map(\.deadline).min() ?? nextLook
    }

    /// Whether transfers may have to wait for a connection.
    var limitsConnections: Bool {
        configuration.maximumConnections != nil || configuration.maximumConnectionsPerHost != nil
    }

    /// Handles of libcurl that are kept for later requests; each has some kilobytes.
    static let mostSpareHandles = 64

    var idleConnectionLimit: Int { max(0, configuration.maximumIdleConnections) }

    /// Puts our callbacks into a connection that libcurl is about to open; nil if they could not be put there.
    func installHandshake(in context: OpaquePointer) -> Handshake? { unsafe inbox.install(in: context) }

    func add(_ connection: Connection) {
        connections[connection.handshake.identifier] = connection
        if connection.keyLog != nil { hasKeyLog = true }
        // Those that libcurl has closed are told of at the end of a turn only.
        counters.countOpened(of: limitsConnections ? connections.values.count { !$0.handshake.isClosed } : 0)
    }

    var counters: ConnectionCounters { configuration.counters }

    /// Waits, inside libssl, for the decision about one handshake; other messages are kept for later.
    fileprivate func block(on identifier: UInt64) {
        guard let connection = connections[identifier] else { return }
        ask(connection)
        while connection.handshake.isWaiting {
            let transfer = decisions[identifier]?.transfer
            let deadline = transfer?.deadline ?? .now
            guard deadline > .now else {
                if let transfer { transfer.givenUp = transfer.lateness() }
                connection.handshake.refuse(RefusalAlert.abandoned)
                return
            }
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            mailbox.signal.wait(milliseconds: Int32(max(1, min(left, 1_000))))
            for message in mailbox.takeAll() {
                switch message {
                case .decided(identifier, let answer): settle(identifier, answer)
                case .cancel:
                    transfer?.givenUp = transfer?.cancellation()
                    connection.handshake.refuse(RefusalAlert.abandoned)
                case .shutDown:
                    connection.handshake.refuse(RefusalAlert.abandoned)
                    backlog.append(message)
                default: backlog.append(message)
                }
            }
        }
    }
}

private let partitionWaitsForDecision: handshake_wait = { record, argument in
    guard let record = unsafe record, let argument = unsafe argument else { return }
    let loop = unsafe Unmanaged<PartitionLoop>.fromOpaque(argument).takeUnretainedValue()
    unsafe loop.block(on: handshake_record_identifier(record))
}
