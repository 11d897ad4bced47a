import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWebSocket
import LoopbackSupport
import TestSupport
import Testing

/// A session's WebSocket that sends back what comes, with a server that says what the cases of Autobahn say.
@Suite("Autobahn's cases for a session", .hangLimit)
struct AutobahnClientTests {
    /// Groups of the list; each has a server of its own.
    private static let groups = ["1", "2", "3", "4", "5", "6", "7", "9", "10"]

    @Test("each message is sent back, each ping answered, and each fault closed with its code", arguments: groups)
    func echo(group: String) async throws {
        let bench = try Loopback()
        let rows = AutobahnCase.all(dividedBy: 16).filter { $0.number.hasPrefix(group + ".") }
        let heard = Notes<(number: String, words: [String])>()
        let server = try bench.webSocket { socket throws(ServingError) in
            guard let number = Int(socket.request.target.dropFirst()), rows.indices.contains(number) else { return }
            heard.add((rows[number].number, try Self.play(rows[number], over: socket)))
        }
        let session = bench.session(server, policy: bench.trusting)
        for (number, row) in rows.enumerated() {
            let socket = try await session.webSocket(HTTPSRequest(try bench.webSocketURL(server, "/\(number)")))
            let error = await failure { () async throws(HTTPSError) in
                for try await message in socket.messages { try await socket.send(message) }
            }
            try await eventually("\(row.number) is played") { heard.all.count == number + 1 }
            guard let last = heard.all.last else { return }
            check(row, last.words)
            #expect(!row.isBroken || error?.code == .webSocketBroken, "\(row.number): \(String(describing: error))")
        }
    }

    private func check(_ row: AutobahnCase, _ words: [String]) {
        func isMessage(_ word: String) -> Bool { word.hasPrefix("text:") || word.hasPrefix("binary:") }
        // Pings are answered at once, messages are sent back when the program does.
        let expected = row.echoed.filter { !isMessage($0) && !$0.hasPrefix("close") }
        #expect(words.filter { $0.hasPrefix("pong:") } == expected, "\(row.number)")
        let (back, wanted) = (words.filter(isMessage), row.echoed.filter(isMessage))
        #expect(row.ends ? wanted.starts(with: back) : back == wanted, "\(row.number)")
        // The client closes with the code that came, or its own, and without a reason.
        let close = row.ends ? row.echoed.last?.split(separator: ":").prefix(2).joined(separator: ":") : "close:1000"
        #expect(words.last.map { $0 == close || $0 == "\(close ?? ""):" } == true, "\(row.number): \(words.suffix(3))")
    }

    /// Says what the case says, and hears all that comes; the end is the client's where the case has one.
    private static func play(_ row: AutobahnCase, over socket: ServedWebSocket) throws(ServingError) -> [String] {
        let sent = row.sent
        var start = 0
        while start < sent.count {
            let end = start + min(row.size, sent.count - start)
            try socket.send(raw: Array(sent[start..<end]))
            start = end
        }
        var (words, message, left): ([String], [UInt8], Int) = ([], [], row.ends ? .max : row.echoed.count)
        if left == 0 { try socket.send(.close, CloseStatus(1000).payload) }
        while let event = try socket.next() {
            switch event {
            case .piece(let piece):
                message += piece.octets
                guard piece.isLast else { continue }
                words.append("\(piece.kind):\(shownOctets(message))")
                message = []
            case .ping(let octets): words.append("ping:\(shownOctets(octets))")
            case .pong(let octets): words.append("pong:\(shownOctets(octets))")
            case .close(let status):
                return words + [status.map { "close:\($0.code):\($0.reason)" } ?? "close"]
            }
            left -= 1
            if left == 0 { try socket.send(.close, CloseStatus(1000).payload) }
        }
        return words
    }
}
