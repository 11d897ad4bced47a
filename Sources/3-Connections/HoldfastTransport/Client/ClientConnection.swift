import HoldfastConnection
import HoldfastHTTP
import HoldfastSystem
import HoldfastX509

/// A connection of one partition: a socket, TLS where there is some, and the protocol that is spoken over it.
///
/// Belongs to its loop.
final class ClientConnection {
    enum Stage {
        /// The handshake of TLS with a proxy is under way.
        case handshakingWithProxy
        /// A proxy is asked for a tunnel.
        case asking
        /// The server of a session is judged by what it had presented, before the session is offered.
        case judgingSession
        /// The handshake of TLS is under way.
        case handshaking
        /// Open for exchanges: one goes on, or the next one is waited for.
        case open
        case closed
    }

    /// A way to the other end, and when its parts were done.
    struct Way {
        var resolvedAt: ContinuousClock.Instant
        var connectingAt: ContinuousClock.Instant
        var connectedAt: ContinuousClock.Instant
        var own: Endpoint?
        var peer: Endpoint?
    }

    /// The number by which the loop's poll tells of it.
    let number: UInt64
    let host: String
    let port: UInt16
    let socket: StreamSocket
    let way: Way
    /// The facts that its dialler knows; nil where the loop has dialled.
    let dialled: DialledSocket?
    /// The server that it leads to, and how that was judged.
    let peer: ConnectionPool.Peer
    var stage = Stage.handshaking
    let http1 = HTTP1Connection()
    /// Whether it carries bytes of any protocol: of a ``TransportRequest/Kind/tunnel``.
    var isTunnel = false
    /// Nil without TLS.
    var tls: ClientTLS?
    /// The decision about the server; nil without TLS.
    var judged: JudgedHandshake?
    /// The key that the sessions of its handshake are kept under; nil where none are.
    var sessionKey: ClientLoop.SessionKey?
    /// The stream to a proxy, and the decision about that; nil without TLS to one.
    var proxyTLS: ClientTLS?
    var proxyJudged: JudgedHandshake?
    /// The dialogue with a proxy, while it goes on.
    var dialogue: (any ProxyDialogue)?
    /// The login that is under way over it, at a proxy or at the server.
    var login: ClientLogin?
    /// Whether it is authenticated at the server.
    var isLoggedIn = false
    /// The answer of a proxy of HTTP that has opened a tunnel.
    var proxyHead: ResponseHead?
    /// When the handshake was finished.
    var securedAt: ContinuousClock.Instant?
    /// The record of a connection without TLS.
    private var plainRecord: ConnectionRecord?
    /// The exchange that it was opened for, until that has begun or ended.
    weak var opener: ClientExchange?
    /// The exchange that it serves; nil for HTTP/2, which has many.
    var exchange: ClientExchange?
    /// HTTP/2, where that was agreed on.
    var http2: HTTP2Connection?
    /// The exchanges of HTTP/2, by their streams.
    var streams: [HTTP2Connection.Stream: ClientExchange] = [:]
    /// Whether it serves no exchange after the one that it has.
    var isRetired = false
    /// Whether a response over HTTP/1.1 has ended before its request had: what follows belongs to nobody for certain.
    var wasAnsweredEarly = false
    /// When it became idle.
    var idleSince = ContinuousClock.now

    /// The bytes to be sent, and how many of them were.
    var outgoing: [UInt8] = []
    var sentCount = 0
    /// The states of the socket that the poll watches; nil where it watches none.
    var watched: ReadinessPoll.Interest?
    /// Whether libssl wants the socket writable to go on reading, as where it answers a KeyUpdate.
    var needsOutput = false
    /// Whether bytes may lie here that no event of the socket tells of.
    var mayHoldBytes = false
    /// Whether it is among the loop's connections that have a turn to take.
    var isRunnable = false
    /// Whether this side of a tunnel has said that it sends nothing more.
    var hasEndedSending = false

    init(number: UInt64, for exchange: ClientExchange, socket: StreamSocket, way: Way, dialled: DialledSocket?) {
        self.number = number
        (host, port) = (exchange.request.host, exchange.request.port)
        (self.socket, self.way, self.dialled) = (socket, way, dialled)
        peer = exchange.peer
        opener = exchange
    }

    /// Whether a question about its handshake waits for its answer.
    var isBeingDecided: Bool {
        stage == .judgingSession || judged?.handshake.isWaiting == true
            || proxyJudged?.handshake.isWaiting == true
    }

    /// The decision about the peer of a handshake: the server's, or a proxy's.
    func judged(in handshake: UInt64) -> JudgedHandshake? {
        [judged, proxyJudged].compactMap(\.self).first { $0.handshake.identifier == handshake }
    }

    /// The stream whose handshake is under way.
    var handshakingTLS: ClientTLS? {
        switch stage {
        case .handshakingWithProxy: proxyTLS
        case .handshaking: tls
        case .asking, .judgingSession, .open, .closed: nil
        }
    }

    /// The innermost stream of TLS; nil where bytes go over the socket as they are.
    private var stream: ClientTLS? { tls ?? proxyTLS }

    /// Whether it is whole and serves nobody.
    var isIdle: Bool {
        if let http2 {
            return stage == .open && streams.isEmpty && opener == nil && !isRetired && http2.isReusable
        }
        return stage == .open && exchange == nil && !isRetired && !wasAnsweredEarly && !isTunnel && http1.isReusable
    }

    /// Whether an exchange may begin on it, beside others or alone.
    var takesOneMore: Bool {
        guard let http2 else { return isIdle }
        return stage == .open && !isRetired && http2.streamsLeft > 0
    }

    /// Whether the server takes other protocols on streams (RFC 8441 §3); nil where it has not said so, as in HTTP/1.1.
    var takesUpgrades: Bool? { http2.flatMap { $0.hasSettings ? $0.takesExtendedConnect : nil } }

    /// Whether a message for it is being made, before which nothing of it is read or sent.
    var isHeld: Bool { login?.stage == .making }

    /// The record that responses and errors refer to.
    var record: ConnectionRecord? { plainRecord ?? judged?.record() }

    /// The way as TLS is told of it.
    func wayOfTLS(from began: ContinuousClock.Instant, isProxied: Bool) -> JudgedHandshake.Way {
        JudgedHandshake.Way(
            dial: dialled?.record, peer: way.peer, certainAddress: isProxied ? nil : way.peer?.address,
            timing: timing(from: began))
    }

    /// Makes the record of a connection without TLS.
    func openPlain(from began: ContinuousClock.Instant) {
        let (dns, tcp) = timing(from: began)
        plainRecord = ConnectionRecord(
            id: HandshakeInbox.newIdentifier(), host: host, port: port, peer: way.peer, facts: nil, isPlain: true,
            presented: nil, verdict: nil, timing: ConnectionTiming(dns: dns, tcp: tcp, tls: nil, trust: nil),
            dial: dialled?.record)
    }

    private func timing(from began: ContinuousClock.Instant) -> (dns: Double?, tcp: Double?) {
        (
            max(0, (way.resolvedAt - began) / .milliseconds(1)),
            max(0, (way.connectedAt - way.connectingAt) / .milliseconds(1))
        )
    }

    // MARK: Bytes

    /// The number of bytes that wait to be sent.
    var unsentCount: Int { outgoing.count - sentCount }

    /// Adds bytes to what is to be sent.
    func enqueue(_ bytes: [UInt8]) {
        if sentCount == outgoing.count {
            outgoing = bytes
            sentCount = 0
        } else {
            outgoing.append(contentsOf: bytes)
        }
    }

    /// Drops what is to be sent, since the other end takes nothing more.
    func dropUnsent() { (outgoing, sentCount) = ([], 0) }

    /// The outcome of moving bytes.
    enum Moved {
        case some(Int)
        /// Nothing can be moved now.
        case none
        /// The other end has said that nothing more comes.
        case end(isClean: Bool)
        case broken
    }

    /// The most bytes of one record (RFC 8446 §5.1).
    private static let recordLength = 16 << 10

    /// Sends of what is to be sent as much as goes.
    func flush() -> Moved {
        var count = 0
        while unsentCount > 0 {
            let sent: Int
            if let tls = stream {
                let length = min(unsentCount, Self.recordLength)
                let outcome = unsafe outgoing.withUnsafeBytes { bytes in
                    unsafe tls.write(UnsafeRawBufferPointer(rebasing: bytes[sentCount..<sentCount + length]))
                }
                switch outcome {
                case .done: sent = length
                case .needsOutput, .needsInput, .needsAnswer: return .some(count)
                case .closed, .failed: return .broken
                }
            } else {
                do throws(SocketError) { sent = try socket.send(outgoing[sentCount...]) } catch { return .broken }
                guard sent > 0 else { return .some(count) }
            }
            sentCount += sent
            count += sent
        }
        if sentCount > 0 {
            outgoing.removeAll(keepingCapacity: outgoing.count <= 64 << 10)
            sentCount = 0
        }
        return .some(count)
    }

    /// Reads what has come.
    func receive(into buffer: inout [UInt8]) -> Moved {
        guard let tls = stream else {
            let result: Result<Int?, SocketError> = unsafe buffer.withUnsafeMutableBytes { bytes in
                do throws(SocketError) {
                    return .success(try unsafe socket.receive(into: bytes))
                } catch {
                    return .failure(error)
                }
            }
            guard case .success(let count) = result else { return .broken }
            return count.map { $0 > 0 ? .some($0) : .end(isClean: true) } ?? .none
        }
        let (outcome, count) = unsafe buffer.withUnsafeMutableBytes { unsafe tls.read(into: $0) }
        needsOutput = outcome == .needsOutput
        switch outcome {
        case .done: return .some(count)
        case .needsInput, .needsOutput, .needsAnswer: return .none
        case .closed: return .end(isClean: true)
        case .failed: return tls.handshake.wasClosed ? .end(isClean: true) : .broken
        }
    }

    /// The socket was found readable, or may be.
    func foundReadable() {
        mayHoldBytes = true
        stream?.foundReadable()
    }

    /// Whether nothing has come that is not read.
    var isDrained: Bool { stream?.isDrained == true }

    /// Ends it: what is to be sent is not sent any more.
    func close() {
        guard stage != .closed else { return }
        if stage == .open { stream?.close() }
        stage = .closed
        tls?.letGo()
        proxyTLS?.letGo()
        socket.close()
    }

    /// Whether nothing has come over it while it was idle, not even its end.
    var isAlive: Bool {
        // What lies in the stream to a proxy, the socket does not tell of.
        guard socket.isReadable || mayHoldBytes && stream != nil else { return true }
        // What has come may be of TLS itself, as a ticket is.
        guard let stream else { return false }
        stream.foundReadable()
        var byte: [UInt8] = [0]
        if case .none = receive(into: &byte) { return true }
        return false
    }
}
