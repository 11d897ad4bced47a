import HoldfastX509
import Testing

@testable import HoldfastConnection

/// Connections by SOCKS 4, 4A and 5, from the octets of their specifications.
@Suite struct SOCKSDialogueTests {
    private static let login = SOCKSLogin(user: "al", password: "pw")

    private static func dialogue(
        _ kind: ProxyProtocol, to host: String = "a.test", port: UInt16 = 443
    ) -> any ProxyDialogue {
        kind.dialogue(to: TunnelTarget(host: host, port: port))
    }

    /// What is sent after each answer, and the state behind the last one; each answer comes as one, then octet by
    /// octet.
    private static func run(
        _ kind: ProxyProtocol, to host: String = "a.test", _ answers: [[UInt8]]
    ) -> (sent: [[UInt8]], state: ProxyState) {
        var (whole, slow) = (dialogue(kind, to: host), dialogue(kind, to: host))
        var sent = [whole.takeOutput()]
        _ = slow.takeOutput()
        for answer in answers {
            whole.receive(answer[...])
            sent.append(whole.takeOutput())
            var pieces: [UInt8] = []
            for octet in answer {
                slow.receive([octet])
                pieces += slow.takeOutput()
            }
            #expect(pieces == sent.last)
        }
        if case .open(_, let rest) = whole.state, !rest.isEmpty {
            #expect(slow.state == .open(head: nil, rest: []))
        } else {
            #expect(slow.state == whole.state)
        }
        return (sent, whole.state)
    }

    // MARK: SOCKS 5

    /// RFC 1928 §3: "VER | NMETHODS | METHODS"; §4: "VER | CMD | RSV | ATYP | DST.ADDR | DST.PORT"; §5: "X'03' … The
    /// first octet of the address field contains the number of octets of name that follow".
    @Test("version 5, by a name that the proxy resolves")
    func named() {
        let (sent, state) = Self.run(.socks5(nil), [[5, 0], [5, 0, 0, 3, 2, 0x61, 0x62, 0, 80, 0x16, 3]])
        #expect(sent == [[5, 1, 0], [5, 1, 0, 3, 6] + Array("a.test".utf8) + [0x01, 0xBB], []])
        #expect(state == .open(head: nil, rest: [0x16, 3]))
    }

    @Test(
        "version 5, by an address",
        arguments: [
            ("192.0.2.1", [1, 192, 0, 2, 1] as [UInt8]),
            ("2001:db8::1", [4, 0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        ])
    func address(_ host: String, place: [UInt8]) {
        let (sent, state) = Self.run(.socks5(nil), to: host, [[5, 0], [5, 0, 0] + place + [0, 0]])
        #expect(sent == [[5, 1, 0], [5, 1, 0] + place + [0x01, 0xBB], []])
        #expect(state == .open(head: nil, rest: []))
    }

    /// RFC 1929 §2: "VER | ULEN | UNAME | PLEN | PASSWD", where VER is "X'01'".
    @Test("version 5 with user and password, which nobody is told without being asked")
    func password() {
        let asked = Self.run(.socks5(Self.login), [[5, 2], [1, 0], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]])
        #expect(asked.sent.prefix(2) == [[5, 2, 0, 2], [1, 2, 0x61, 0x6C, 2, 0x70, 0x77]])
        #expect(asked.sent[2].starts(with: [5, 1, 0, 3, 6]))
        #expect(asked.state == .open(head: nil, rest: []))
        // Their version in front, and the protocol's.
        #expect(Self.run(.socks5(Self.login), [[5, 2], [5, 0]]).sent[2].starts(with: [5, 1, 0]))
        let unasked = Self.run(.socks5(Self.login), [[5, 0]])
        #expect(unasked.sent[1].starts(with: [5, 1, 0, 3, 6]))
        // RFC 1929 §2: "A STATUS field of X'00' indicates success."
        for status in [1, 0xFF] as [UInt8] {
            #expect(
                Self.run(.socks5(Self.login), [[5, 2], [1, status]]).state == .failed(.loginRefused(status: status)))
        }
    }

    /// RFC 1929 §2: ULEN and PLEN "1 to 255".
    @Test("user and password have 1 to 255 octets each, a name of the DNS has as many")
    func lengths() {
        let long = String(repeating: "x", count: 256)
        for (user, password) in [("", "p"), ("u", ""), (long, "p"), ("u", long)] {
            var dialogue = Self.dialogue(.socks5(SOCKSLogin(user: user, password: password)))
            #expect(dialogue.takeOutput().isEmpty && dialogue.state == .failed(.unusableLogin))
            dialogue.receive([5, 0])
            #expect(dialogue.state == .failed(.unusableLogin))
        }
        let longest = SOCKSLogin(user: String(long.dropLast()), password: String(long.dropLast()))
        #expect(Self.run(.socks5(longest), [[5, 2]]).sent[1].count == 1 + 2 * 256)
        for host in ["", long] {
            #expect(Self.dialogue(.socks5(nil), to: host).state == .failed(.unusableName))
            #expect(Self.dialogue(.socks4a(user: ""), to: host).state == .failed(.unusableName))
        }
        #expect(Self.run(.socks5(nil), to: longest.user, [[5, 0]]).sent[1].count == 4 + 256 + 2)
    }

    /// RFC 1928 §6.
    @Test("version 5: each reply is told, as soon as it is there")
    func replies() {
        let replies: [SOCKS5Reply] = [
            .generalFailure, .notAllowed, .networkUnreachable, .hostUnreachable, .connectionRefused, .timeToLiveExpired,
            .commandNotSupported, .addressTypeNotSupported, .unassigned(9),
        ]
        for (index, reply) in replies.enumerated() {
            let code = UInt8(index + 1)
            #expect(reply.code == code)
            for rest in [[], [0, 1, 0, 0, 0, 0, 0, 0], [0, 9]] as [[UInt8]] {
                #expect(Self.run(.socks5(nil), [[5, 0], [5, code] + rest]).state == .failed(.socks5(reply)))
            }
        }
        #expect(Self.run(.socks5(nil), [[5, 0], [5, 0xFF]]).state == .failed(.socks5(.unassigned(0xFF))))
    }

    /// RFC 1928 §3: "If the selected METHOD is X'FF', none of the methods listed by the client are acceptable".
    @Test("version 5: what is none is told")
    func faults() {
        #expect(Self.run(.socks5(nil), [[4]]).state == .failed(.otherVersion(4)))
        #expect(Self.run(.socks5(nil), [Array("HTTP/1.1 400 x".utf8)]).state == .failed(.otherVersion(0x48)))
        #expect(Self.run(.socks5(nil), [[5, 0xFF]]).state == .failed(.noMethod))
        #expect(Self.run(.socks5(Self.login), [[5, 0xFF]]).state == .failed(.noMethod))
        // User and password where there are none, GSSAPI (RFC 1961) where nobody offered it.
        #expect(Self.run(.socks5(nil), [[5, 2]]).state == .failed(.unofferedMethod(2)))
        #expect(Self.run(.socks5(Self.login), [[5, 1]]).state == .failed(.unofferedMethod(1)))
        #expect(Self.run(.socks5(nil), [[5, 0], [4, 0]]).state == .failed(.otherVersion(4)))
        #expect(Self.run(.socks5(nil), [[5, 0], [5, 0, 0, 2, 0]]).state == .failed(.unknownAddressKind(2)))
    }

    @Test("of a proxy that opens before it is asked nothing that was for it goes to the server")
    func early() {
        for (kind, answers) in [
            (.socks5(Self.login), [5, 2, 1, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 7]),
            (.socks4a(user: "me"), [0, 90, 0, 0, 0, 0, 0, 0, 7]),
        ] as [(ProxyProtocol, [UInt8])] {
            var dialogue = Self.dialogue(kind)
            dialogue.receive(answers[...])
            #expect(dialogue.state == .open(head: nil, rest: [7]))
            #expect(dialogue.takeOutput().isEmpty)
        }
    }

    @Test("the end of the connection")
    func closed() {
        for (kind, answer) in [
            (ProxyProtocol.socks5(nil), []), (.socks5(nil), [5]), (.socks4(user: ""), [0]),
        ] as [(ProxyProtocol, [UInt8])] {
            var dialogue = Self.dialogue(kind, to: "192.0.2.1")
            dialogue.receive(answer[...])
            dialogue.receiveEnd()
            #expect(dialogue.state == .failed(.closed(hasBegun: !answer.isEmpty)))
        }
    }

    // MARK: SOCKS 4

    /// "SOCKS: A protocol for TCP proxy across firewalls", CONNECT: "VN | CD | DSTPORT | DSTIP | USERID | NULL".
    @Test("version 4 goes to an IPv4 address")
    func version4() {
        let (sent, state) = Self.run(
            .socks4(user: "me"), to: "192.0.2.1", [[0, 90, 0, 0, 0, 0, 0, 0, 0x16]])
        #expect(sent == [[4, 1, 0x01, 0xBB, 192, 0, 2, 1, 0x6D, 0x65, 0], []])
        #expect(state == .open(head: nil, rest: [0x16]))
        for host in ["a.test", "2001:db8::1"] {
            #expect(Self.dialogue(.socks4(user: ""), to: host).state == .failed(.unusableKind))
        }
    }

    /// "SOCKS 4A: A Simple Extension to SOCKS 4 Protocol": "the client should set the first three bytes of DSTIP to
    /// NULL and the last byte to a non-zero value"; behind the NUL of USERID follows the name, with a NUL of its own.
    @Test("version 4A sends a name behind an address that is none, and an address as version 4 does")
    func version4A() {
        #expect(
            Self.run(.socks4a(user: ""), [[0, 90, 1, 2, 3, 4, 5, 6]]).sent
                == [[4, 1, 0x01, 0xBB, 0, 0, 0, 1, 0] + Array("a.test".utf8) + [0], []])
        #expect(
            Self.run(.socks4a(user: "me"), to: "192.0.2.1", []).sent
                == [[4, 1, 0x01, 0xBB, 192, 0, 2, 1, 0x6D, 0x65, 0]])
        #expect(Self.dialogue(.socks4a(user: ""), to: "::1").state == .failed(.unusableKind))
    }

    @Test("version 4: each reply is told, and what is none")
    func replies4() {
        for (code, reply) in [
            (91, .rejected), (92, .noIdentd), (93, .otherUser), (94, .unassigned(94)), (0, .unassigned(0)),
        ] as [(UInt8, SOCKS4Reply)] {
            for rest in [[], [0, 0, 0, 0, 0, 0]] as [[UInt8]] {
                #expect(
                    Self.run(.socks4(user: ""), to: "192.0.2.1", [[0, code] + rest]).state == .failed(.socks4(reply)))
            }
        }
        #expect(Self.run(.socks4(user: ""), to: "192.0.2.1", [[4]]).state == .failed(.otherVersion(4)))
    }

    @Test("a NUL ends neither user nor name early")
    func nul() {
        #expect(Self.dialogue(.socks4(user: "a\0b"), to: "192.0.2.1").state == .failed(.unusableLogin))
        #expect(
            Self.dialogue(.socks4(user: String(repeating: "x", count: 256)), to: "192.0.2.1").state
                == .failed(.unusableLogin))
        #expect(Self.dialogue(.socks4a(user: ""), to: "a\0b").state == .failed(.unusableName))
    }

    @Test("a login's text forms show neither user nor password")
    func description() {
        let login = SOCKSLogin(user: "alice", password: "secret")
        var dumped = ""
        dump(ProxyProtocol.socks5(login), to: &dumped)
        for text in ["\(login)", dumped, String(reflecting: login), "\(ProxyProtocol.socks4(user: "alice"))"] {
            #expect(!text.contains("alice") && !text.contains("secret"), "\(text)")
        }
    }
}
