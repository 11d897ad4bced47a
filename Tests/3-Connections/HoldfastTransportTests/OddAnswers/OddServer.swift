import HoldfastServing
import HoldfastSystem
import LoopbackSupport
import Synchronization
import TestSupport

/// Servers that give each answer of a family to whoever asks for it: by the number in the target, and in the name.
final class OddServer: Sendable {
    private let player: OddPlayer
    private let plain: RawServer
    private let secure: [OddAnswer.Wire: TLSServer]

    init(_ answers: [OddAnswer], _ world: Loopback) throws {
        let player = OddPlayer(answers)
        self.player = player
        plain = try RawServer { connection throws(ServingError) in
            try player.converse(over: RawWire(connection: connection), isHTTP2: false)
        }
        let identity = try world.identity("*.\(world.host)")
        var secure: [OddAnswer.Wire: TLSServer] = [:]
        for wire in Set(answers.map(\.ask.wire)).subtracting([.plain]) {
            secure[wire] = try world.server(as: identity) { configuration in
                configuration.maximumVersion = wire == .tls12 ? .tls12 : .tls13
                if wire == .http2 { configuration.applicationProtocols = ["h2", "http/1.1"] }
                configuration.conversation = { conversation throws(ServingError) in
                    try player.converse(
                        over: TLSWire(conversation: conversation),
                        isHTTP2: conversation.facts.applicationProtocol == "h2",
                        number: OddAnswer.number(inName: conversation.facts.serverName))
                }
            }
        }
        self.secure = secure
    }

    func port(_ wire: OddAnswer.Wire) -> UInt16 { secure[wire]?.port ?? plain.port }

    /// The number of requests that have come for an answer.
    func asked(_ number: Int) -> Int { player.asked(number) }
}

extension OddAnswer {
    static func name(of number: Int, in world: Loopback) -> String { "r\(number).\(world.host)" }

    static func number(inName name: String?) -> Int? { name.flatMap { Int($0.dropFirst().prefix { $0 != "." }) } }
}

/// A connection as a script knows it.
private protocol OddWire {
    /// Some octets; none at the end.
    func read() throws(ServingError) -> [UInt8]
    func write(_ bytes: [UInt8]) throws(ServingError)
    func end(_ ending: OddAnswer.Ending) throws(ServingError)
}

extension OddWire {
    /// Reads until the client ends.
    func readToEnd() throws(ServingError) { while try !read().isEmpty {} }
}

private struct RawWire: OddWire {
    let connection: RawConnection

    func read() throws(ServingError) -> [UInt8] { try connection.read(until: .after(.seconds(300))) }

    func write(_ bytes: [UInt8]) throws(ServingError) { try connection.write(bytes, until: .after(.seconds(300))) }

    func end(_ ending: OddAnswer.Ending) throws(ServingError) {
        switch ending {
        case .clean, .silent: try connection.finish()
        case .reset: connection.reset()
        case .open: try readToEnd()
        }
    }
}

private struct TLSWire: OddWire {
    let conversation: TLSConversation

    func read() throws(ServingError) -> [UInt8] { try conversation.read() }

    func write(_ bytes: [UInt8]) throws(ServingError) { try conversation.write(bytes) }

    func end(_ ending: OddAnswer.Ending) throws(ServingError) {
        switch ending {
        case .clean: conversation.cut(silently: false)
        case .silent, .reset: conversation.cut(silently: true)
        case .open: try readToEnd()
        }
    }
}

/// The scripts of a family's answers, played to whoever asks.
private final class OddPlayer: Sendable {
    private let answers: [OddAnswer]
    private struct Counts { var (asked, connections) = ([Int: Int](), [Int: Int]()) }
    private let counts = Mutex(Counts())

    init(_ answers: [OddAnswer]) { self.answers = answers }

    func asked(_ number: Int) -> Int { counts.withLock { $0.asked[number] ?? 0 } }

    /// Serves one connection.
    ///
    /// - Parameter number: the answer's, as far as the handshake has said it.
    func converse(over wire: some OddWire, isHTTP2: Bool, number: Int? = nil) throws(ServingError) {
        var client = OddClient(wire, isHTTP2: isHTTP2)
        if isHTTP2, let number { try wire.write(answers[number].preface.flatMap(\.bytes)) }
        guard try client.hearRequest(), let number = client.target ?? number, answers.indices.contains(number) else {
            return
        }
        let answer = answers[number]
        note(number)
        let count = counts.withLock { counts in
            defer { counts.connections[number, default: 0] += 1 }
            return counts.connections[number] ?? 0
        }
        if count < answer.scripts.count || !answer.ask.asksAgain {
            for step in answer.scripts[min(count, answer.scripts.count - 1)] {
                switch step {
                case .say(let bytes): try wire.write(bytes)
                case .pause: ServerThread.pause(.milliseconds(15))
                case .hear(let octets): try client.hear(octets)
                case .next:
                    guard try client.hearRequest() else { return }
                    note(number)
                case .end(let ending): return try wire.end(ending)
                }
            }
            guard answer.ask.asksAgain, try client.hearRequest() else { return try wire.end(.clean) }
            note(number)
        }
        try wire.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nagain".utf8))
        try wire.end(.clean)
    }

    private func note(_ number: Int) { counts.withLock { $0.asked[number, default: 0] += 1 } }
}

/// The other side of one connection: what it has said so far.
private struct OddClient<Wire: OddWire> {
    private let wire: Wire
    private let isHTTP2: Bool
    private var bytes: [UInt8] = []
    private var requests = 0
    /// The number in the target of the request that came last.
    private(set) var target: Int?

    init(_ wire: Wire, isHTTP2: Bool) { (self.wire, self.isHTTP2) = (wire, isHTTP2) }

    /// Waits for the head of a request; false at the client's end.
    mutating func hearRequest() throws(ServingError) -> Bool {
        if isHTTP2 {
            requests += 1
            return try read { $0.frames(Frame.headers).count >= $0.requests }
        }
        let end = Array("\r\n\r\n".utf8)
        guard try read(until: { $0.bytes.firstRange(of: end) != nil }), let place = bytes.firstRange(of: end) else {
            return false
        }
        let words = bytes[..<place.lowerBound].split(separator: 32)
        target = words.count > 1 ? Int(String(decoding: words[1].dropFirst(), as: UTF8.self)) : nil
        bytes.removeSubrange(..<place.upperBound)
        return true
    }

    /// Waits for content.
    mutating func hear(_ octets: Int) throws(ServingError) {
        if isHTTP2 {
            _ = try read { $0.frames(Frame.data).reduce(0) { $0 + $1.payload.count } >= octets }
        } else {
            _ = try read { $0.bytes.count >= octets }
        }
    }

    private func frames(_ type: UInt8) -> [Frame] { Frame.all(in: bytes).filter { $0.type == type } }

    /// Reads until something holds; false at the client's end.
    private mutating func read(until holds: (Self) -> Bool) throws(ServingError) -> Bool {
        while !holds(self) {
            let more = try wire.read()
            guard !more.isEmpty else { return false }
            bytes += more
        }
        return true
    }
}
