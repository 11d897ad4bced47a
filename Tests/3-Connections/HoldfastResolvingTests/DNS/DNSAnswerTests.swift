import HoldfastResolving
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Answers of the DNS")
struct DNSAnswerTests {
    private typealias Make = MessageMaker

    @Test("the response of RFC 8484 §4.2.2")
    func example() throws {
        let message = try #require(
            HexString.decode(
                """
                00008180000100010000000003777777076578616d706c6503636f6d00001c0001c00c001c000100000e7d0010\
                20010db8abcd00120001000200030004
                """))
        #expect(try Make.outcome(message, "www.example.com", .ipv6) == "2001:db8:abcd:12:1:2:3:4 3709")
        #expect(try Make.outcome(message, "WWW.Example.com.", .ipv6) == "2001:db8:abcd:12:1:2:3:4 3709")
        #expect(try Make.outcome(message, "www.example.com", .ipv4) == "malformed -", "another type was asked for")
        #expect(try Make.outcome(message, "www.example.org", .ipv6) == "malformed -", "another name was asked for")
    }

    @Test("names may come in any case, and several addresses keep their order and the shortest time")
    func several() throws {
        let message = Make {
            $0.question = Make.name("wWw.EXAMPLE.com") + [0, 1, 0, 1]
            $0.answers = [Make.a("WWW.example.COM", 9, time: 60), Make.a("www.example.com", 3, time: 30)]
            $0.additional = [Make.options(data: [0, 12, 0, 3, 0, 0, 0])]
        }
        #expect(try Make.outcome(message.bytes) == "192.0.2.9 192.0.2.3 30")
    }

    @Test("aliases are followed, in whatever order they stand, with the shortest time of the way")
    func aliases() throws {
        let message = Make {
            $0.answers = [
                Make.a("edge.example.net", 7, time: 900), Make.alias("cdn.example.net", "edge.example.net", time: 20),
                Make.alias("www.example.com", "cdn.example.net", time: 40),
            ]
        }
        #expect(try Make.outcome(message.bytes) == "192.0.2.7 20")
        func chain(_ count: Int) -> [UInt8] {
            Make { message in
                let names = ["www.example.com"] + (1...count).map { "a\($0).example.com" }
                message.answers = zip(names, names.dropFirst()).map { Make.alias($0, $1) }
                message.answers.append(Make.a(names[count]))
            }.bytes
        }
        #expect(try Make.outcome(chain(DNSMessage.maximumAliases)) == "192.0.2.1 300")
        #expect(try Make.outcome(chain(DNSMessage.maximumAliases + 1)) == "malformed -")
    }

    @Test("circles of aliases, two aliases of one name, and an alias with an address are refused")
    func brokenAliases() throws {
        for answers in [
            [Make.alias("www.example.com", "www.example.com")],
            [Make.alias("www.example.com", "b.example"), Make.alias("b.example", "www.example.com")],
            [Make.alias("www.example.com", "b.example"), Make.alias("www.example.com", "c.example")],
            [Make.alias("www.example.com", "b.example"), Make.a("www.example.com"), Make.a("b.example")],
        ] {
            #expect(try Make.outcome(Make { $0.answers = answers }.bytes) == "malformed -")
        }
    }

    @Test("records of other names, types and sections are nobody's addresses")
    func foreign() throws {
        let message = Make {
            $0.answers = [
                Make.a("www.example.org", 66), Make.a("example.com", 66), Make.a("x.www.example.com", 66),
                Make.record(Make.name("www.example.com"), 28, [UInt8](repeating: 0x66, count: 16)),
                Make.record(Make.name("www.example.com"), 46, [1, 2, 3]),
            ]
            $0.authorities = [Make.a("www.example.com", 66)]
            $0.additional = [Make.a("www.example.com", 66)]
        }
        #expect(try Make.outcome(message.bytes) == "-")
        let aliased = Make {
            $0.answers = [Make.alias("www.example.org", "evil.example"), Make.a("evil.example", 66)]
        }
        #expect(try Make.outcome(aliased.bytes) == "-")
    }

    @Test("what is missing is kept as the zone's authority says (RFC 2308 §5): the less of its time and its minimum")
    func absence() throws {
        func outcome(_ flags: Int, _ authorities: [[UInt8]], _ answers: [[UInt8]] = []) throws -> String {
            try Make.outcome(
                Make {
                    $0.flags = flags
                    $0.answers = answers
                    $0.authorities = authorities
                }.bytes)
        }
        let (none, noName) = (0x8180, 0x8183)
        #expect(try outcome(none, []) == "-")
        #expect(try outcome(noName, []) == "noSuchName -")
        #expect(try outcome(none, [Make.authority("example.com", time: 900, minimum: 60)]) == "60")
        #expect(try outcome(noName, [Make.authority("com", time: 30, minimum: 60)]) == "noSuchName 30")
        #expect(try outcome(noName, [Make.authority("example.com", time: 0x8000_0000, minimum: 60)]) == "noSuchName 0")
        #expect(try outcome(none, [Make.authority("example.com", time: 60, minimum: 0xffff_ffff)]) == "0")
        // Of a zone that the name is not in, it says nothing.
        #expect(try outcome(none, [Make.authority("ample.com", time: 900, minimum: 60)]) == "-")
        let alias = [Make.alias("www.example.com", "www.example.net", time: 10)]
        #expect(try outcome(noName, [Make.authority("example.com", time: 900, minimum: 60)], alias) == "noSuchName -")
        #expect(try outcome(noName, [Make.authority("example.net", time: 900, minimum: 60)], alias) == "noSuchName 10")
        #expect(try outcome(noName, [], [Make.a("www.example.com")]) == "malformed -", "it is there, and is not")
    }

    @Test("a time with its highest bit set is none (RFC 2181 §8); the longest one is 68 years")
    func times() throws {
        #expect(
            try Make.outcome(Make { $0.answers = [Make.a("www.example.com", time: 0x8000_0000)] }.bytes)
                == "192.0.2.1 0")
        #expect(
            try Make.outcome(Make { $0.answers = [Make.a("www.example.com", time: 0x7fff_ffff)] }.bytes)
                == "192.0.2.1 2147483647")
    }

    @Test("response codes, those that an OPT record extends too (RFC 6891 §6.1.3)")
    func codes() throws {
        #expect(try Make.outcome(Make { $0.flags = 0x8182 }.bytes) == "failed 2")
        #expect(try Make.outcome(Make { $0.flags = 0x8185 }.bytes) == "failed 5")
        #expect(try Make.outcome(Make { $0.additional = [Make.options(extendedCode: 1)] }.bytes) == "failed 16")
        let extended = Make {
            $0.flags = 0x8183
            $0.additional = [Make.options(extendedCode: 1)]
        }
        #expect(try Make.outcome(extended.bytes) == "failed 19")
        // A server that cannot read the question does not repeat it.
        let unread = Make {
            $0.flags = 0x8181
            $0.question = []
            $0.counts = [0, 0, 0, 0]
        }
        #expect(try Make.outcome(unread.bytes) == "failed 1")
        for flags in [0x8180, 0x8183] {
            let unasked = Make {
                $0.flags = flags
                $0.question = []
                $0.counts = [0, 0, 0, 0]
            }
            #expect(try Make.outcome(unasked.bytes) == "malformed -")
        }
    }

    @Test("256 addresses are taken, one more is not")
    func many() throws {
        func message(_ count: Int) -> [UInt8] {
            Make { message in
                message.answers = (0..<count).map {
                    Make.record([0xc0, 12], 1, [198, 18, UInt8($0 >> 8), UInt8($0 & 0xff)])
                }
            }.bytes
        }
        #expect(try Make.outcome(message(256)).split(separator: " ").count == 257)
        #expect(try Make.outcome(message(257)) == "malformed -")
    }
}
