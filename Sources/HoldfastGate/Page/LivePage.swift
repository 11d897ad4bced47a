import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastTransport
import HoldfastWords
import HoldfastX509
import Synchronization

/// A page of what goes on at a gate, which updates by itself: connections, verdicts, pins, and what was refused.
///
/// It is served on loopback alone, to whoever has its URL: that holds a token of this run. A page of somebody else's
/// cannot read it, neither by a name that leads here (DNS rebinding: the field Host has to be an address) nor in a
/// frame.
public final class LivePage: Sendable {
    /// Browsers' connections at a time; 16.
    private static let mostConnections = 16
    private let gate: Gate
    private let listener: FrontListener
    private let token: String
    private let state = Mutex(State())

    private struct State {
        var last: UInt64 = 0
        var open: [UInt64: Task<Void, Never>] = [:]
    }

    /// Begins to listen.
    ///
    /// - Parameter port: the port on loopback; 0 for one that is free.
    public init(of gate: Gate, port: UInt16 = 0) throws(GateError) {
        self.gate = gate
        token = try GateCredentials.randomText()
        listener = try FrontListener(on: try .loopback(port), in: gate.reactor)
    }

    /// The page's URL: a secret of whoever may see it.
    public var url: String { "http://\(listener.endpoint)/\(token)/" }

    /// Serves the page until the gate stops, or the task is cancelled.
    public func run() async {
        await withTaskCancellationHandler {
            while let descriptor = await listener.next() { take(descriptor) }
        } onCancel: {
            listener.stop()
        }
        for task in state.withLock({ Array($0.open.values) }) { task.cancel() }
    }

    private func take(_ descriptor: Int32) {
        guard
            let socket = try? FrontSocket(
                adopting: descriptor, in: gate.reactor, idle: gate.configuration.limits.opening)
        else { return }
        state.withLock { state in
            guard state.open.count < Self.mostConnections else { return socket.close() }
            state.last += 1
            let number = state.last
            state.open[number] = Task {
                await self.serve(socket)
                socket.close()
                self.state.withLock { $0.open[number] = nil }
            }
        }
    }

    /// Answers one request, the connection's only one.
    private func serve(_ socket: FrontSocket) async {
        let limits = gate.configuration.limits
        let client = BufferedStream(socket)
        let reader = HeadReader(limits: limits)
        do throws(GateError) {
            let answer: PlainAnswer?
            do throws(MessageError) {
                while true {
                    guard let length = try reader.length(of: client.waiting) else {
                        guard try await Self.hasMore(client) else { return }
                        continue
                    }
                    answer = try self.answer(to: try reader.request(client.take(length)))
                    break
                }
            } catch {
                answer = PlainAnswer(error.status, error.why)
            }
            if let answer { return try await socket.write(answer.bytes) }
            try await stream(to: socket)
        } catch {
            // A page that was closed needs nothing more.
        }
    }

    private static func hasMore(_ client: BufferedStream) async throws(MessageError) -> Bool {
        (try? await client.more()) == true
    }

    /// The answer to a request; nil for the stream of events.
    func answer(to head: RequestHead) throws(MessageError) -> PlainAnswer? {
        // A name that leads here is somebody's who wants a browser to read this for them.
        guard head.fields.one("host") == "\(listener.endpoint)" else { throw MessageError(421, "ask by the address") }
        guard head.method == "GET", try Framing(of: head) == .none else { throw MessageError(405, "GET alone") }
        // A page of another origin may ask, and learns nothing from the status.
        let site = head.fields.one("sec-fetch-site")
        guard site == nil || site == "none" || site == "same-origin" else { throw MessageError(404, "nothing here") }
        let parts = head.target.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty,
            GateCredentials.isEqual(Array(parts[1].utf8), Array(token.utf8))
        else { throw MessageError(404, "nothing here") }
        switch parts[2] {
        case "": return page
        case "events": return nil
        default: throw MessageError(404, "nothing here")
        }
    }

    private var page: PlainAnswer {
        let script = Base64.encode(Digest.sha256(Array(LivePageText.script.utf8)[...]))
        let sheet = Base64.encode(Digest.sha256(Array(LivePageText.sheet.utf8)[...]))
        return PlainAnswer(
            200, type: "text/html; charset=utf-8",
            Array(LivePageText.html(in: gate.configuration.language).utf8),
            adding: [
                MessageField(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(sheet)'; "
                        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
                MessageField("Referrer-Policy", "no-referrer"),
                MessageField("Cross-Origin-Opener-Policy", "same-origin"),
            ])
    }

    /// Sends the events so far and those that follow, as server-sent events (HTML, §9.2).
    private func stream(to socket: FrontSocket) async throws(GateError) {
        let head = ResponseHead(
            status: 200, reason: "OK",
            fields: [
                MessageField("Content-Type", "text/event-stream"), MessageField("Cache-Control", "no-store"),
                MessageField("X-Content-Type-Options", "nosniff"), MessageField("Connection", "close"),
                MessageField("Cross-Origin-Resource-Policy", "same-origin"),
            ])
        try await socket.write(head.bytes)
        socket.limitIdle(to: gate.configuration.limits.idle)
        let (past, coming) = gate.journal.listen()
        for event in past { try await socket.write(Self.text(of: event)) }
        for await event in coming { try await socket.write(Self.text(of: event)) }
    }

    private static func text(of event: GateEvent) -> [UInt8] {
        guard let json = try? JSONLine.bytes(of: event) else { return [] }
        return Array("data: ".utf8) + json + [10, 10]
    }
}
