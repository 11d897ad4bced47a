import HoldfastStatements

@testable import HoldfastTracing

/// A conversation before TLS with a server that is played: each of its answers follows one of our steps.
struct StartTLSPlay {
    /// Everything that we said, in the order in which it was said.
    private(set) var said: [[UInt8]] = []
    private(set) var last: StartTLSConversation.Step

    /// The same as text.
    var sent: [String] { said.map { String(decoding: $0, as: UTF8.self) } }

    /// Plays answers of octets, as the pieces in which they come.
    init(_ kind: StartTLS, octets answers: [[UInt8]]) {
        var conversation = StartTLSConversation(kind, host: "example.test")
        last = conversation.begin()
        var waiting = answers[...]
        while true {
            switch last {
            case .send(let bytes):
                said.append(bytes)
                last = .read
            case .sendLast(let bytes):
                said.append(bytes)
                last = .ready
            case .read, .ready, .refused: break
            }
            guard last == .read, let next = waiting.popFirst() else { return }
            last = conversation.receive(next)
        }
    }

    /// Plays answers of text.
    init(_ kind: StartTLS, _ answers: [String]) { self.init(kind, octets: answers.map { Array($0.utf8) }) }
}

extension StartTLSConversation.Step {
    var isRefused: Bool { refusal != nil }

    /// The reason why it ended; nil where it has not.
    var refusal: String? { if case .refused(let why) = self { why.english } else { nil } }
}
