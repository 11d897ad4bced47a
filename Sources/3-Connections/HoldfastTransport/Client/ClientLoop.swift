import HoldfastFiles
import HoldfastSystem
import HoldfastX509

/// The event loop of one partition over connections of its own: opens them, lets certificates be judged, carries
/// requests and responses, keeps time.
///
/// Belongs to the thread that has it from the ``Mailbox``, the only way in.
final class ClientLoop {
    let mailbox: Mailbox
    let configuration: TransportEngine.Configuration
    let partition: PartitionKey
    let inbox: HandshakeInbox
    let poll: ReadinessPoll
    var exchanges: [UInt64: ClientExchange] = [:]
    /// The connections, by the numbers that the poll tells.
    var connections: [UInt64: ClientConnection] = [:]
    /// The numbers of the connections, by the identifiers of their handshakes.
    var handshakes: [UInt64: ClientConnection] = [:]
    /// The routes that are being connected, by the numbers of their sockets.
    var routes: [UInt64: ClientRoute] = [:]
    /// The exchanges that connections within the limits are being opened for, and some that have theirs, or have ended.
    var openers: [UInt64: ClientExchange] = [:]
    /// The exchanges that wait for others to end, the first come first.
    var queue: [UInt64] = []
    /// Whether somebody looks through the queue: whoever ends meanwhile leaves the next one to that.
    var isTryingQueue = false
    var pool = ConnectionPool()
    var contexts: [ClientContext.Offer: ClientContext] = [:]
    var decisions: [UInt64: ClientDecision] = [:]
    var names = NameMemory()
    /// The connections that have a turn to take.
    var runnable: [ClientConnection] = []
    /// The connection that has its turn.
    var driven: ClientConnection?
    /// The exchanges for which something came or went since the loop looked last.
    var touched: [ClientExchange] = []
    /// The exchanges of which something came for whoever reads the response in pieces.
    var readable: [ClientExchange] = []
    /// For how many turns something has lain there.
    private var turnsUnread = 0
    /// The exchanges that have ended in this turn, with their results.
    var ends: [ExchangeEnd] = []
    /// The room for what is read.
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var messages: [Mailbox.Message] = []
    /// The last number that was given to a socket; the signal has 0.
    private var lastNumber: UInt64 = 0
    /// Before this no exchange is late.
    var nextLook = ContinuousClock.now
    /// Whether the mailbox's signal may be raised.
    private var isSignalled = true
    /// Whether the poll is asked once more before those are woken who wait for what lies there.
    private var looksForMore = false
    /// When the partition's thread wakes up by itself.
    private var waitsUntil = ContinuousClock.now
    /// When something was under way last.
    private var idleSince = ContinuousClock.now
    private var isRetired = false
    private var isShutDown = false
    /// Whether a connection tells its secrets.
    var hasKeyLog = false

    private init(
        _ mailbox: Mailbox, of partition: PartitionKey, _ configuration: TransportEngine.Configuration
    ) throws(TransportError) {
        (self.mailbox, self.partition) = (mailbox, partition)
        self.configuration = configuration
        inbox = try HandshakeInbox()
        do throws(SystemError) {
            poll = try ReadinessPoll()
            try poll.add(mailbox.signal.descriptor, as: 0, for: .readable)
        } catch {
            throw TransportError(
                .internal, .noDescriptors, MachineSentence.noDescriptor, advice: MachineAdvice.raiseDescriptors)
        }
    }

    /// Runs a partition on the calling thread until its end.
    ///
    /// The mailbox lends the loop for each turn: to this thread, when something was waited for, or to one that begins a
    /// request meanwhile.
    static func run(
        _ mailbox: Mailbox, of partition: PartitionKey, _ configuration: TransportEngine.Configuration
    ) {
        do throws(TransportError) {
            let loop = try ClientLoop(mailbox, of: partition, configuration)
            let poll = loop.poll
            mailbox.open(loop)
            var found: [Finding] = []
            while true {
                let (milliseconds, ends) = mailbox.turn { loop in goOn(&loop, found) }
                ExchangeEnd.tell(ends)
                guard let milliseconds else { break }
                found.removeAll(keepingCapacity: true)
                poll.wait(milliseconds: milliseconds) { found.append(Finding(number: $0, state: $1)) }
            }
        } catch {
            // Nothing can be done here, and whoever asked must not wait for ever.
            repeat {
                for case .submit(let submission) in mailbox.takeAll() { submission.reply(.failure(error)) }
            } while !mailbox.closeIfEmpty()
        }
    }

    /// The state of a descriptor that the poll tells.
    private struct Finding {
        let number: UInt64
        let state: ReadinessPoll.Interest
    }

    /// Has a turn.
    ///
    /// - Returns: how long to wait then, in milliseconds; nil at the loop's end, when nothing has been asked for a
    ///   while, or the partition is retired. And the ends that are to be told, once the loop is given back: the next
    ///   request may come of it.
    private static func goOn(_ place: inout ClientLoop?, _ found: [Finding]) -> (Int32?, [ExchangeEnd]) {
        guard let loop = place else { return (nil, []) }
        for finding in found { loop.take(finding) }
        if loop.looksForMore, !loop.isSignalled, loop.runnable.isEmpty {
            loop.handOver()
        } else {
            loop.readMessages()
            loop.work()
        }
        if loop.isOver, loop.mailbox.closeIfEmpty() {
            for connection in loop.connections.values { connection.close() }
            place = nil
            return (nil, loop.takeEnds())
        }
        return (loop.milliseconds(), loop.takeEnds())
    }

    private func take(_ finding: Finding) {
        if finding.number == 0 {
            isSignalled = true
        } else if let connection = connections[finding.number] {
            if finding.state.contains(.readable) || connection.needsOutput { connection.foundReadable() }
            run(connection)
        } else if let route = routes[finding.number] {
            connected(route, finding.number)
        }
    }

    /// Begins a request, on whatever thread, as far as that goes without waiting. What others are asked for meanwhile
    /// runs in detached tasks: it must not depend on whose thread this is.
    ///
    /// - Returns: whether the partition's thread, which waits, has to be woken for what follows; and the ends that are
    ///   to be told, once the loop is given back.
    func begin(_ submission: Mailbox.Submission) -> (needsTurn: Bool, [ExchangeEnd]) {
        take(submission)
        work(tellsProgress: false)
        let needsTurn = !runnable.isEmpty || !readable.isEmpty || !touched.isEmpty || nextEnd < waitsUntil
        return (needsTurn, takeEnds())
    }

    private func take(_ submission: Mailbox.Submission) {
        if isShutDown { submission.reply(.failure(.shutDown)) } else { carryOut(submission) }
    }

    private func readMessages() {
        mailbox.takeAll(into: &messages, isRaised: isSignalled)
        isSignalled = false
        guard !messages.isEmpty else { return }
        for message in messages { read(message) }
        messages.removeAll(keepingCapacity: true)
    }

    /// Does what there is to do.
    ///
    /// - Parameter tellsProgress: whether this is the partition's thread, on which progress is told.
    private func work(tellsProgress: Bool = true) {
        var turns: [ClientConnection] = []
        swap(&turns, &runnable)
        for connection in turns {
            connection.isRunnable = false
            drive(connection)
        }
        askWaiting()
        if hasKeyLog {
            for connection in connections.values {
                connection.judged?.writeKeyLog()
                connection.proxyJudged?.writeKeyLog()
            }
        }
        while inbox.nextClosed() != nil {}
        lookAtTouched(tellsProgress)
        handOverMuch()
        keepTime()
    }

    private var isOver: Bool {
        exchanges.isEmpty && (isRetired || idleSince.duration(to: .now) >= configuration.idleTimeout)
    }

    /// The longest time to wait for something to do; rounded up, so that a deadline has passed on waking.
    private func milliseconds() -> Int32 {
        guard runnable.isEmpty else { return 0 }
        // More may be there already for whoever reads a response in pieces, and goes the same way.
        looksForMore = !readable.isEmpty
        guard !looksForMore else { return 0 }
        let now = ContinuousClock.now
        // Not rounded: a request that begins after this one has ended is never due before it.
        waitsUntil = min(nextEnd, now.advanced(by: .seconds(60)))
        return Int32(max(0, (now.duration(to: waitsUntil) / .milliseconds(1)).rounded(.up)))
    }

    /// Gives a connection a turn.
    func run(_ connection: ClientConnection) {
        guard !connection.isRunnable, connection.stage != .closed else { return }
        connection.isRunnable = true
        runnable.append(connection)
    }

    /// The next number for a socket.
    func newNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private func read(_ message: Mailbox.Message) {
        switch message {
        case .submit(let submission): take(submission)
        case .cancel(let request): if let exchange = exchanges[request] { giveUp(exchange, exchange.cancellation()) }
        case .decided(let handshake, let answer): settle(handshake, answer)
        case .dialled(let request, let result): if let exchange = exchanges[request] { dialled(exchange, result) }
        case .resolved(let request, let name, let result): resolved(request, name, result)
        case .made(let request, let result): if let exchange = exchanges[request] { made(exchange, result) }
        case .avoid(let endpoint, let host): closeIdle(to: endpoint, of: host)
        case .receive(let request): if let exchange = exchanges[request] { goOnReceiving(exchange) }
        case .send(let request): if let exchange = exchanges[request] { goOnSending(exchange) }
        case .retire: isRetired = true
        case .shutDown:
            isRetired = true
            isShutDown = true
            for exchange in exchanges.values { giveUp(exchange, .shutDown) }
        }
    }

    // MARK: Time

    private func keepTime() {
        let now = ContinuousClock.now
        guard nextLook <= now else { return }
        for exchange in exchanges.values {
            if exchange.deadline <= now {
                giveUp(exchange, exchange.lateness())
            } else if let moment = exchange.continueAt, moment <= now {
                exchange.continueAt = nil
                if let connection = exchange.connection { run(connection) }
            } else if let route = exchange.route, route.nextAt <= now {
                connectNext(route)
            }
        }
        nextLook = exchanges.values.lazy.map(\.nextMoment).min() ?? now
    }

    /// When the next exchange may be late, or has something to do: not later than that.
    private var nextEnd: ContinuousClock.Instant {
        if exchanges.isEmpty { return idleSince.advanced(by: configuration.idleTimeout) }
        if nextLook > .now { return nextLook }
        // One that waits for this side has passed its idle limit, which does not count.
        return exchanges.values.lazy.map { min($0.deadline, $0.nextTimer) }.min() ?? nextLook
    }

    /// Takes note that an exchange has something to do at another moment than before.
    func look(for exchange: ClientExchange) { nextLook = min(nextLook, exchange.nextMoment) }

    // MARK: What has come

    /// Looks at the exchanges for which something came or went since the last time.
    private func lookAtTouched(_ tellsProgress: Bool) {
        guard !touched.isEmpty else { return }
        let now = ContinuousClock.now
        var looked: [ClientExchange] = []
        swap(&looked, &touched)
        for exchange in looked {
            exchange.lastActivity = now
            if let progress = exchange.request.progress, exchanges[exchange.id] === exchange || tellsProgress {
                guard tellsProgress else {
                    touched.append(exchange)
                    continue
                }
                progress(exchange.progress)
            }
            exchange.isTouched = false
        }
    }

    /// Wakes those who wait for what has come of a response, where it is much or has lain for a while: a reader that is
    /// woken for each piece of some kilobytes costs more than the piece.
    private func handOverMuch() {
        guard !readable.isEmpty else { return }
        // The end of a response has handed over the rest.
        readable.removeAll { exchanges[$0.id] !== $0 }
        guard !readable.isEmpty else { return }
        turnsUnread += 1
        if turnsUnread > 8 || readable.contains(where: { ($0.pipe?.count ?? 0) >= ResponsePipe.high / 2 }) {
            handOver()
        }
    }

    /// Wakes those who wait for what has come of a response.
    private func handOver() {
        for exchange in readable {
            exchange.isReadable = false
            exchange.pipe?.handOver()
        }
        readable.removeAll(keepingCapacity: true)
        turnsUnread = 0
    }

    /// Takes the results of a turn, which are to be told to those who wait for them.
    private func takeEnds() -> [ExchangeEnd] {
        guard !ends.isEmpty else { return [] }
        idleSince = .now
        var told: [ExchangeEnd] = []
        swap(&told, &ends)
        return told
    }
}

extension ClientExchange {
    /// When it has something to do besides ending; far away where it has not.
    var nextTimer: ContinuousClock.Instant {
        min(
            continueAt ?? began.advanced(by: .seconds(8 * 86_400)),
            route?.nextAt ?? began.advanced(by: .seconds(8 * 86_400)))
    }

    var nextMoment: ContinuousClock.Instant { min(earliestEnd, nextTimer) }
}
