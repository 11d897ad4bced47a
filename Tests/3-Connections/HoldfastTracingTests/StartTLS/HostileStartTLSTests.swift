import TestSupport
import Testing

@testable import HoldfastTracing

/// Servers, and those between, that say before TLS what they may not: every protocol is held to the same.
@Suite struct HostileStartTLSTests {
    private static let mySQL: [UInt8] =
        [0x17, 0, 0, 0, 10, 0x38, 0] + [UInt8](repeating: 1, count: 12) + [0, 0xFF, 0xFF, 0x21, 2, 0, 0, 0]

    /// The answers of a good server up to the one that lets TLS begin.
    static func good(_ kind: StartTLS) -> [[UInt8]] {
        let features = "<stream:stream><stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
        let texts: [String] =
            switch kind {
            case .smtp, .lmtp: ["220 x\r\n", "250 STARTTLS\r\n", "220 Go\r\n"]
            case .imap: ["* OK x\r\n", "a1 OK go\r\n"]
            case .pop3: ["+OK x\r\n", "+OK go\r\n"]
            case .sieve: ["\"STARTTLS\"\r\nOK\r\n", "OK\r\n"]
            case .ftp: ["220 x\r\n", "234 go\r\n"]
            case .nntp: ["200 x\r\n", "382 go\r\n"]
            case .irc: [":a 670 * :go\r\n"]
            case .postgres: ["S"]
            case .xmpp, .xmppServer:
                [features + "</stream:features>", "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"]
            case .ldap: ["\u{30}\u{0C}\u{02}\u{01}\u{01}\u{78}\u{07}\u{0A}\u{01}\u{00}\u{04}\u{00}\u{04}\u{00}"]
            case .mysql, .postgresDirect: []
            }
        return kind == .mysql ? [mySQL] : texts.map { Array($0.utf8) }
    }

    @Test(
        "A good server of every protocol gets to TLS, in whatever pieces its octets come", arguments: StartTLS.allCases)
    func goes(_ kind: StartTLS) {
        #expect(StartTLSPlay(kind, octets: Self.good(kind)).last == .ready)
        let pieces = Self.good(kind).flatMap { $0.map { [$0] } }
        #expect(StartTLSPlay(kind, octets: pieces).last == .ready)
    }

    /// CVE-2011-0411, CVE-2021-23222: what stands behind the go-ahead in the same read would count as encrypted.
    @Test(
        "Octets behind the answer that lets TLS begin are refused, whatever they are",
        arguments: StartTLS.allCases.filter { $0 != .postgresDirect })
    func injected(_ kind: StartTLS) {
        for more in [[0x0A], [0x16, 3, 1], Array("250 injected\r\n".utf8), [0]] as [[UInt8]] {
            var answers = Self.good(kind)
            answers[answers.count - 1] += more
            let play = StartTLSPlay(kind, octets: answers)
            #expect(play.last.refusal?.contains("CVE-2011-0411") == true, "\(more): \(play.last)")
        }
    }

    /// The answer comes before the question: nobody who waits for us would send it.
    @Test(
        "Answers to what was not asked yet are refused, in one read with the greeting",
        arguments: StartTLS.allCases.filter { good($0).count > 1 })
    func pipelined(_ kind: StartTLS) {
        let play = StartTLSPlay(kind, octets: [Self.good(kind).flatMap(\.self)])
        #expect(play.last.refusal?.contains("CVE-2011-0411") == true && play.said.count < 2, "\(play.last)")
    }

    @Test("Behind a proxy's answer a server may have spoken already where it speaks first, and IRC's notices")
    func early() {
        for kind in StartTLS.allCases {
            var conversation = StartTLSConversation(kind, host: "h")
            let first = conversation.begin()
            let early = kind == .irc ? Array(":a NOTICE * :x\r\n".utf8) : Self.good(kind).first ?? [0]
            let step = conversation.begin(after: early)
            switch (kind, first) {
            case (.irc, _): #expect(step == first && step != .read)
            case (_, .read): #expect(step.map { $0 != .read && !$0.isRefused } == true, "\(kind): \(step as Any)")
            default: #expect(step == nil, "\(kind)")
            }
        }
        var conversation = StartTLSConversation(.irc, host: "h")
        #expect(conversation.begin(after: Array(":a 670 * :go\r\n".utf8)) == nil)
    }

    @Test("A server that talks without end is left", arguments: StartTLS.allCases)
    func endless(_ kind: StartTLS) {
        let lines = ["220-x\r\n", ":a NOTICE * :x\r\n", "* x\r\n", "\"X\" \"\"\r\n"].map { Array($0.utf8) }
        let others: [[UInt8]] = [[0x2A], [0x3C], [0, 0, 1, 0], Array("<stream:stream><stream:features><a>".utf8)]
        // As much at a time as is read of a socket.
        let pieces = (lines + others).map { piece in (0..<4096 / piece.count).flatMap { _ in piece } }
        for piece in pieces {
            var conversation = StartTLSConversation(kind, host: "h")
            var step = conversation.begin()
            if case .send = step { step = .read }
            var received = 0
            while step == .read, received <= 2 * StartTLSConversation.maximumBytes {
                step = conversation.receive(piece)
                received += piece.count
            }
            #expect(received <= StartTLSConversation.maximumBytes + piece.count, "\(piece.prefix(8))")
        }
    }

    /// The property: whoever gets to TLS was asked everything that a good server is asked, in that order.
    @Test("Exchanges with an octet changed, left out or put in get to TLS by our own steps alone", arguments: 1...20)
    func changed(_ seed: UInt64) {
        var random = SeededGenerator(seed)
        for kind in StartTLS.allCases where kind != .postgresDirect {
            for _ in 0..<50 {
                var answers = Self.good(kind)
                let index = random.below(answers.count)
                let place = random.below(answers[index].count)
                let octets = random.octets(1...1)
                switch random.below(3) {
                case 0: answers[index].replaceSubrange(place...place, with: octets)
                case 1: answers[index].remove(at: place)
                default: answers[index].insert(contentsOf: octets, at: place)
                }
                let play = StartTLSPlay(kind, octets: answers)
                if play.last == .ready {
                    let good = StartTLSPlay(kind, octets: Self.good(kind))
                    #expect(play.said == good.said, "\(kind): \(answers)")
                }
            }
        }
    }
}
