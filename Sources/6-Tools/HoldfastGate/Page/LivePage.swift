import HoldfastHTTP
import HoldfastStatements
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastSystem
import HoldfastX509
import Synchronization

/// A page of what goes on at a gate, which updates by itself: connections, verdicts, pins, and what was refused.
///
/// It is served on loopback alone, to whoever has its URL: that holds a token of this run. A page of somebody else's
/// cannot read it, neither by a name that leads here (DNS rebinding: the field Host has to be an address) nor in a
/// frame.
public final class LivePage: Sendable {
    /// Pages at a time, and connections that have not asked for one yet; 16 of either.
    private static let mostConnections = 16
    private let gate: Gate
    private let listener: FrontListener
    private let token: String
    private let connections = ConnectionList(most: (.max, LivePage.mostConnections))
    /// The number of pages that are told of events.
    private let pages = Mutex(0)

    /// Begins to listen.
    ///
    /// - Parameter port: the port on loopback; 0 for one that is free.
    public init(of gate: Gate, port: UInt16 = 0) throws(GateError) {
        self.gate = gate
        token = try GateCredentials.randomText()
        listener = try FrontListener(on: Endpoint(.loopback, port: port), in: gate.reactor)
    }

    /// The page's URL: a secret of whoever may see it.
    public var url: String { "http://\(listener.endpoint)/\(token)/" }

    /// Serves the page until the gate stops, or the task is cancelled.
    public func run() async {
        await withTaskCancellationHandler {
            while let socket = await listener.next() { take(socket) }
        } onCancel: {
            listener.stop()
        }
        connections.stop()
    }

    /// Takes a connection. Where too many have asked for nothing yet, the oldest makes room, as at the gate's own port:
    /// whoever has no token keeps nobody out who has.
    private func take(_ accepted: StreamSocket) {
        guard
            let socket = try? FrontSocket(
                adopting: accepted, in: gate.reactor, idle: gate.configuration.limits.opening)
        else { return }
        connections.serve(socket, isOwn: gate.access.isOwn(socket)) { await self.serve(socket, $0) }
    }

    /// Answers one request, the connection's only one.
    private func serve(_ socket: FrontSocket, _ number: UInt64) async {
        do throws(GateError) {
            // However slowly it comes, and an answer that nobody takes.
            let isDone = try await socket.within(gate.configuration.limits.opening) {
                () async throws(GateError) -> Bool in
                guard let answer = await self.answer(BufferedStream(socket)) else { return false }
                try await socket.write(answer.bytes)
                return true
            }
            guard !isDone, enter(number) else { return }
            defer { pages.withLock { $0 -= 1 } }
            try await stream(to: socket)
        } catch {
            // A page that was closed needs nothing more.
        }
    }

    /// Counts a page that is told of events; false where there are as many as may be.
    private func enter(_ number: UInt64) -> Bool {
        connections.opened(number)
        return pages.withLock { pages in
            guard pages < Self.mostConnections else { return false }
            pages += 1
            return true
        }
    }

    /// Reads a request, and answers it; nil for the stream of events.
    private func answer(_ client: BufferedStream) async -> PlainAnswer? {
        do throws(MessageError) {
            guard let head = try await client.request(gate.configuration.limits) else {
                throw MessageError(400, .requestBreaksOff)
            }
            return try answer(to: head)
        } catch {
            return PlainAnswer(error.status, error.statement.english)
        }
    }

    /// The answer to a request; nil for the stream of events.
    func answer(to head: RequestHead) throws(MessageError) -> PlainAnswer? {
        // A name that leads here is somebody's who wants a browser to read this for them.
        guard head.fields.one("host") == "\(listener.endpoint)" else { throw MessageError(421, .askByAddress) }
        guard head.method == "GET", try MessageFraming(of: head) == .none else { throw MessageError(405, .getAlone) }
        // A page of another origin may ask, and learns nothing from the status.
        let site = head.fields.one("sec-fetch-site")
        guard site == nil || site == "none" || site == "same-origin" else { throw MessageError(404, .nothingHere) }
        let parts = head.target.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty,
            GateCredentials.isEqual(Array(parts[1].utf8), Array(token.utf8))
        else { throw MessageError(404, .nothingHere) }
        switch parts[2] {
        case "": return page
        case "events": return nil
        default: throw MessageError(404, .nothingHere)
        }
    }

    private var page: PlainAnswer {
        let script = Base64.encode(Digest.sha256(Array(LivePageText.script.utf8)[...]))
        let sheet = Base64.encode(Digest.sha256(Array(LivePageText.sheet.utf8)[...]))
        return PlainAnswer(
            200, type: "text/html; charset=utf-8",
            Array(LivePageText.html(in: gate.configuration.language).utf8),
            adding: [
                HTTPField(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(sheet)'; "
                        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
                HTTPField("Referrer-Policy", "no-referrer"),
                HTTPField("Cross-Origin-Opener-Policy", "same-origin"),
            ])
    }

    /// Sends the events so far and those that follow, as server-sent events (HTML, §9.2).
    private func stream(to socket: FrontSocket) async throws(GateError) {
        let head = ResponseHead(
            status: 200, reason: "OK",
            fields: [
                HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store"),
                HTTPField("X-Content-Type-Options", "nosniff"), HTTPField("Connection", "close"),
                HTTPField("Cross-Origin-Resource-Policy", "same-origin"),
            ])
        try await socket.write(head.bytes)
        socket.limitIdle(to: gate.configuration.limits.idle)
        let (past, coming) = gate.journal.listen()
        for event in past { try await socket.write(text(of: event)) }
        for await event in coming { try await socket.write(text(of: event)) }
    }

    private func text(of event: GateEvent) -> [UInt8] {
        var event = event
        event.language = gate.configuration.language
        guard let json = try? JSONLine.bytes(of: event) else { return [] }
        return Array("data: ".utf8) + json + [10, 10]
    }
}
