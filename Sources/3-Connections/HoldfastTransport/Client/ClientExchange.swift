import HoldfastConnection
import HoldfastCrypto
import HoldfastHTTP
import HoldfastX509

/// One request on its way through a ``ClientLoop``, over one connection after the other where the first will not do.
///
/// Belongs to its loop.
final class ClientExchange {
    let submission: Mailbox.Submission
    /// The server, and the policy that it has to be judged by.
    let peer: ConnectionPool.Peer
    /// Whether its connection serves nothing else, whatever it speaks.
    private let isAlone: Bool
    /// Whether it asks for another protocol, which takes a connection of HTTP/1.1, or a stream of HTTP/2.
    let asksForUpgrade: Bool
    unowned let loop: ClientLoop
    let began: ContinuousClock.Instant
    let startedAt = SystemClock.now()
    /// The last moment that it may take.
    private(set) var end: ContinuousClock.Instant
    private var idle: Duration?
    /// When something last came or went.
    var lastActivity: ContinuousClock.Instant

    // The way.
    /// The connection that it goes over, from that connection's first byte on; nil before, and between two.
    var connection: ClientConnection?
    /// The addresses that are being connected; nil where none are.
    var route: ClientRoute?
    /// The socket that was dialled for it, until its connection is made.
    var dialled: DialledSocket?
    /// Opens a connection for it.
    var dialling: Task<Void, Never>?
    /// The search for the addresses of its server, or of its proxy.
    var resolving: Task<Void, Never>?
    /// Whether it waits for others to end, since there are as many connections as there may be.
    var isQueued = false
    /// The stream that it has, where its connection speaks HTTP/2.
    var stream: HTTP2Connection.Stream?
    /// Whether HTTP/2 was told of the content's end.
    var hasSaidEnd = false
    /// Whether what comes and goes is of another protocol: behind a switch, and of a ``TransportRequest/Kind/tunnel``.
    private(set) var isTunnel = false
    /// Octets of content that came over HTTP/2 and that its window was not opened for again.
    var unconsumed = 0
    /// The number of times that a server has said that it had not looked at the request.
    var refusals = 0
    /// Whether its connection was opened for it.
    var opensConnection = false
    /// Whether a pooled connection was found not to be for it.
    var needsFreshConnection = false
    /// Whether a handshake that offered a session has failed, and none is offered any more.
    var needsFullHandshake = false
    /// Whether the server has said that it takes the request by HTTP/1.1 alone.
    var isForHTTP11 = false
    /// When the handshake with a dialled address has taken too long; nil for one that may take its time.
    var handshakeEnd: ContinuousClock.Instant?
    /// The connection that was given up, for what is told of it.
    var lastConnection: ClientConnection?

    // The request.
    var repetition = RepetitionRule()
    /// Whether the request was allowed to be sent over its connection.
    var isAllowed = false
    /// The reason why the request was held back.
    var denial: PreRequestCheck.Denial?
    /// The feed that the body comes from; nil where it is at hand, or none.
    let feed: UploadFeed?
    /// The content that is at hand and was not sent yet.
    var contentLeft: ArraySlice<UInt8> = []
    /// Whether all of the content was handed over for sending.
    var hasEndedContent = true
    /// The reason why the content could not be sent.
    var uploadFailure: TransportError?
    /// When the content goes out although the server has not asked for it; nil where it does not wait.
    var continueAt: ContinuousClock.Instant?
    /// Whether the server has refused to be asked first (417), and the request goes out again without that.
    var isRefusedExpectation = false
    var isSendingPaused = false
    /// The continuation of a login behind the answer that comes, which is not the last one; nil for none.
    var nextRound: LoginRound?
    /// Whether a server that can be logged in at has asked for nobody.
    var isUnasked = false
    /// The reason why nobody could be logged in.
    var loginFailure: TransportError?
    /// The reason why a proxy has opened no tunnel.
    var proxyFault: ProxyFault?
    /// Whether the connection broke while something was to be sent.
    var isCutInSending = false

    // The response.
    var response: ResponseCollector
    /// The pipe that takes the response as it comes; nil where it is collected.
    var pipe: ResponsePipe?
    /// Whether the response's head was handed over.
    var isHeadDelivered = false
    var isReceivingPaused = false
    /// Whether the pipe has asked to hold the server back.
    var isToBeHeldBack = false
    /// Whether the response has ended, of which some is still to be decoded, or while content is still to be sent.
    var hasEnded = false
    /// Whether anything has been heard over this connection.
    var hasHeard = false
    /// The reason why the response could not be taken.
    var wireFault: ExchangeFault?
    /// Whether something came that was not handed over yet.
    var isReadable = false
    /// Whether something has come or gone since the loop looked last.
    var isTouched = false
    var figures = ExchangeFigures()

    var request: TransportRequest { _read { yield submission.request } }
    var judge: any HandshakeJudge { submission.judge }
    var id: UInt64 { submission.id }

    init(_ submission: Mailbox.Submission, loop: ClientLoop) {
        self.submission = submission
        (peer, isAlone) = (ConnectionPool.Peer(submission.request), submission.request.hasOwnConnection)
        asksForUpgrade = submission.request.message.upgrade != nil
        self.loop = loop
        began = .now
        lastActivity = began
        end = began.advanced(by: min(submission.request.limits.timeout, .seconds(7 * 86_400)))
        idle = submission.request.limits.idleTimeout
        pipe = submission.pipe
        feed = submission.request.message.upload.map { body in
            UploadFeed(body) { [mailbox = loop.mailbox, id = submission.id] in mailbox.post(.send(request: id)) }
        }
        response = ResponseCollector(
            keepsBody: submission.pipe == nil, maximumBody: submission.request.limits.responseBytes)
    }

    deinit { feed?.close() }

    /// Begins anew what belongs to one connection: another one follows.
    func leaveConnection() {
        if let connection { lastConnection = connection }
        connection = nil
        (stream, hasSaidEnd, unconsumed, hasEnded) = (nil, false, 0, false)
        (opensConnection, isAllowed, hasHeard) = (false, false, false)
        (denial, continueAt, handshakeEnd, isCutInSending, nextRound) = (nil, nil, nil, false, nil)
    }

    /// Whether its connection serves nothing else, before it and after it.
    var hasOwnConnection: Bool { isAlone || asksForUpgrade && stream == nil }

    /// Whether only a connection of its own will do.
    var isFresh: Bool { needsFreshConnection || isAlone }

    /// Notes that something came or went.
    func touch() {
        guard !isTouched else { return }
        isTouched = true
        loop.touched.append(self)
    }

    /// Notes that there is something for whoever reads the response in pieces.
    func notePiece() {
        guard !isReadable else { return }
        isReadable = true
        loop.readable.append(self)
    }

    // MARK: Time

    /// Lets it live for as long as somebody uses it: a week at most.
    func becomeTunnel() {
        (isTunnel, hasEndedContent) = (true, feed == nil)
        lastActivity = .now
        if request.message.upgrade != nil { idle = request.limits.upgradedIdleTimeout }
        end = lastActivity.advanced(by: .seconds(7 * 86_400))
    }

    /// When it is given up, unless something comes or goes before.
    var deadline: ContinuousClock.Instant {
        let earliest = earliestEnd
        return earliest < end && waitsForThisSide ? end : earliest
    }

    /// The deadline if nothing waited for this side; what comes and goes moves it on, and nothing moves it back.
    var earliestEnd: ContinuousClock.Instant {
        let idleEnd = idle.map { min(end, lastActivity.advanced(by: $0)) } ?? end
        return isHandshakeBounded ? handshakeEnd.map { min($0, idleEnd) } ?? idleEnd : idleEnd
    }

    /// Whether it is a dialled address that has not finished its handshake in its time.
    var isStalled: Bool { isHandshakeBounded && (handshakeEnd.map { $0 <= .now } ?? false) && .now < end }

    private var isHandshakeBounded: Bool { !isAllowed && !waitsForThisSide }

    /// Whether it is the idle limit that ends it first.
    var isIdle: Bool { deadline < end }

    private var waitsForThisSide: Bool {
        isQueued || isReceivingPaused || isSendingPaused && !isTunnel
            || connection?.isBeingDecided == true || connection?.login?.stage == .making
    }

    /// The time that a decision took is not the server's.
    func decisionTaken() {
        lastActivity = .now
        if let limit = connection?.dialled?.handshakeLimit { handshakeEnd = .now.advanced(by: limit) }
    }
}

/// An exchange that has ended, and how.
struct ExchangeEnd: Sendable {
    let submission: Mailbox.Submission
    let result: Result<TransportResponse, TransportError>
    /// The pipe that the response goes through, where it was handed over before its end.
    let pipe: ResponsePipe?

    private func tell() { if let pipe { pipe.end(result) } else { submission.reply(result) } }

    /// Hands results over to those who wait for them: several at once from a thread of the pool, which each of them
    /// would wake otherwise.
    static func tell(_ ends: [ExchangeEnd]) {
        guard ends.count > 1 else {
            ends.first?.tell()
            return
        }
        Task.detached(priority: .high) { for end in ends { end.tell() } }
    }
}

/// The moments and counts of one exchange, for ``TransferMetrics``.
struct ExchangeFigures {
    /// When the request went out, its head first, and when the last of it did.
    var ready: ContinuousClock.Instant?
    var sent: ContinuousClock.Instant?
    var firstOctet: ContinuousClock.Instant?
    var lastOctet: ContinuousClock.Instant?
    var requestHeadOctets = 0
    var requestContentOctets = 0
    var responseContentOctets = 0
}
