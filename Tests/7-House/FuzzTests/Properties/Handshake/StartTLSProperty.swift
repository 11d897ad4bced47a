@testable import HoldfastTracing

/// Octets of a server before TLS, behind a choice of its protocol: in pieces of any size that end where the client
/// speaks, the same dialogue; octets that come before the client has spoken are refused (CVE-2011-0411), whatever they
/// are; what is said is bounded, and nothing follows the end.
func checkStartTLS(_ bytes: [UInt8]) throws(Violation) {
    var choices = Choices(bytes)
    let kind = StartTLS.allCases[choices.number(below: StartTLS.allCases.count)]
    let size = choices.number(below: 16) + 2
    let octets = Array(bytes.dropFirst(2))
    let slow = StartTLSTalk(kind, [octets[...]], by: 1)
    // A server that waits for the client, and says as much at once as it may.
    let ends = slow.turns.map(\.end)
    let turns = zip([0] + ends, ends + [octets.count]).map { octets[$0..<$1] }
    let polite = StartTLSTalk(kind, turns, by: size)
    try expect(polite.turns == slow.turns, "pieces change what is said: \(slow.turns), \(polite.turns)")
    try expect(polite.last == slow.last, "pieces change what comes of it: \(slow.last), \(polite.last)")
    try expect(slow.said < 2_000, "\(slow.said) octets to a server that has said \(octets.count)")
    guard let first = ends.first, first < octets.count else { return }
    var conversation = StartTLSConversation(kind, host: "a.test")
    _ = conversation.begin()
    let step = conversation.receive(octets)
    guard case .refused(.injected) = step else { throw Violation("it takes what came too early: \(step)") }
}

/// The client's end of a dialogue with a server that says so and so.
private struct StartTLSTalk {
    /// Something that the client says, and how much the server had said before.
    struct Turn: Hashable {
        let end: Int
        let said: [UInt8]
    }

    private(set) var turns: [Turn] = []
    private(set) var last: StartTLSConversation.Step
    /// The octets that the client has said.
    var said: Int { turns.reduce(0) { $0 + $1.said.count } }

    /// Has a dialogue up to its end, or the server's.
    ///
    /// - Parameters:
    ///   - parts: what the server says between two turns of the client's.
    ///   - size: octets that come at once.
    init(_ kind: StartTLS, _ parts: [ArraySlice<UInt8>], by size: Int) {
        var conversation = StartTLSConversation(kind, host: "a.test")
        var end = 0
        last = conversation.begin()
        for part in parts {
            var rest = part
            while !rest.isEmpty {
                switch last {
                case .refused, .ready, .sendLast: return
                case .send, .read: break
                }
                let piece = rest.prefix(size)
                rest = rest.dropFirst(size)
                end += piece.count
                last = conversation.receive(Array(piece))
                switch last {
                case .send(let bytes), .sendLast(let bytes): turns.append(Turn(end: end, said: bytes))
                case .ready: turns.append(Turn(end: end, said: []))
                case .read, .refused: break
                }
            }
        }
    }
}
