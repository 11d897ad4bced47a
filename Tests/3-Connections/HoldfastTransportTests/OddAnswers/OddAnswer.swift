import TestSupport
import Testing

/// An odd answer of a server: the octets, the pieces in which they come, the end of the connection, and the outcome.
///
/// The outcome is the standard's (RFC 9110, 9112, 9113); where it lets a client take or refuse, what
/// `MessageLeniency.lenient` says.
struct OddAnswer: Sendable {
    /// The request that the answer is to.
    struct Ask: Sendable {
        var method = "GET"
        /// Octets of content.
        var content: Int?
        /// Whether the content goes out without its length.
        var isChunked = false
        var expectsContinue = false
        /// Whether another request follows to the same server.
        var asksAgain = false
        var wire = Wire.plain
        var headerBytes = 256 << 10
        var responseBytes = 64 << 20
    }

    /// The connections that an answer comes over.
    enum Wire: Hashable, Sendable, CaseIterable {
        case plain
        case tls12
        case tls13
        case http2
    }

    /// A step of a server, once a request's head has come.
    enum Step: Sendable, ExpressibleByStringInterpolation {
        case say([UInt8])
        /// Lets the client read what was said.
        case pause
        /// Waits for so many octets of the request's content, as they are sent, or for the client's end.
        case hear(Int)
        /// Waits for another request.
        case next
        case end(Ending)

        init(stringLiteral text: String) { self = .say(Array(text.utf8)) }

        static func say(_ frames: Frame...) -> Step { .say(frames.flatMap(\.bytes)) }
    }

    /// The ways in which a server ends a connection.
    enum Ending: Hashable, Sendable {
        /// By close_notify where there is TLS, and by FIN.
        case clean
        /// By FIN alone.
        case silent
        /// By RST.
        case reset
        /// Not at all: the client does.
        case open
    }

    var name: String
    var ask = Ask()
    /// The steps over the first connection that asks, and over those after it; the last stand for all that follow.
    var scripts: [[Step]]
    /// ``OddOutcome/summary``.
    var outcome: String
    /// The frames that a server of HTTP/2 begins with.
    var preface = [Frame(type: Frame.settings), Frame(type: Frame.settings, flags: Frame.ack)]

    init(_ name: String, _ steps: [Step], _ outcome: String, _ change: (inout OddAnswer) -> Void = { _ in }) {
        (self.name, scripts, self.outcome) = (name, [steps], outcome)
        change(&self)
    }

    init(_ name: String, _ text: String, _ outcome: String, _ change: (inout OddAnswer) -> Void = { _ in }) {
        self.init(name, [.say(Array(text.utf8))], outcome, change)
    }

    /// The same answer under another name, otherwise asked for or otherwise sent.
    func with(_ addition: String, _ outcome: String? = nil, _ change: (inout OddAnswer) -> Void) -> OddAnswer {
        var other = self
        other.name += ", \(addition)"
        if let outcome { other.outcome = outcome }
        change(&other)
        return other
    }

    // Parts of many answers.
    static let ok = "HTTP/1.1 200 OK\r\n"
    static let two = "Content-Length: 2\r\n\r\nok"
    static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
    static let chunks = "2\r\nok\r\n0\r\n\r\n"
    static let good = "200; ok"
}

/// Answers of one kind.
struct OddFamily: Sendable, CustomTestStringConvertible {
    let name: String
    let answers: [OddAnswer]

    init(_ name: String, _ answers: [OddAnswer]) {
        self.name = name
        self.answers = answers.map { answer in
            var answer = answer
            answer.name = "\(name): " + OddOutcome.printed(Array(answer.name.utf8))
            return answer
        }
    }

    var testDescription: String { "\(name), \(answers.count)" }

    static let all = [
        statusLines, fields, lengths, transferCodings, chunks, interims, noContent, ends, contentCodings, dialogues,
        persistence, frames, streams,
    ]
}
