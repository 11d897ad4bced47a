import HoldfastResolving
import HoldfastTrust
import Testing

@Suite("Messages of the DNS that are none")
struct HostileDNSTests {
    private typealias Make = MessageMaker

    /// One of each thing that is read.
    private static let whole = Make {
        $0.answers = [
            Make.record([0xc0, 12], 5, [3] + Array("cdn".utf8) + [0xc0, 16]), Make.a("cdn.example.com", 7),
            Make.record(Make.name("cdn.example.com"), 28, [UInt8](repeating: 1, count: 16)),
        ]
        $0.authorities = [Make.authority("example.com", time: 60, minimum: 60)]
        $0.additional = [Make.options(data: [0, 12, 0, 2, 0, 0])]
    }.bytes

    @Test("the message that the others are made from is a good one")
    func good() throws { #expect(try Make.outcome(Self.whole) == "192.0.2.7 300") }

    @Test("cut off anywhere, or with anything behind it, it is refused")
    func truncated() throws {
        for length in 0..<Self.whole.count {
            #expect(try Make.outcome(Array(Self.whole.prefix(length))) == "malformed -", "\(length) octets")
        }
        #expect(try Make.outcome(Self.whole + [0]) == "malformed -")
    }

    @Test("a count that is higher or lower than what is there is refused", arguments: 0..<4)
    func counts(_ section: Int) throws {
        for change in [-1, 1, 0xf000] {
            var message = Self.whole
            let count = (Int(message[4 + 2 * section]) << 8 | Int(message[5 + 2 * section])) + change
            message.replaceSubrange(4 + 2 * section..<6 + 2 * section, with: Make.number(count & 0xffff))
            #expect(try Make.outcome(message) == "malformed -", "\(change)")
        }
    }

    @Test("what the header must say: identifier, response, operation; a truncated one says so")
    func header() throws {
        func outcome(_ change: (inout Make) -> Void) throws -> String {
            try Make.outcome(
                Make {
                    $0.answers = [Make.a("www.example.com")]
                    change(&$0)
                }.bytes)
        }
        #expect(try outcome { _ in } == "192.0.2.1 300")
        #expect(try outcome { $0.identifier = 1 } == "malformed -")
        #expect(try outcome { $0.flags = 0x0180 } == "malformed -")
        #expect(try outcome { $0.flags = 0x8980 } == "malformed -")
        #expect(try outcome { $0.flags = 0x8380 } == "truncated -")
        #expect(try outcome { $0.question[$0.question.count - 1] = 3 } == "malformed -", "another class")
        #expect(
            try outcome {
                $0.question += $0.question
                $0.counts = [2, 1, 0, 0]
            } == "malformed -")
    }

    @Test("names whose pointers lead forward, to themselves, in a circle or into the header")
    func pointers() throws {
        let start = 33
        for (pointer, later) in [
            ([0xc0, UInt8(start)], []), ([0xc0, UInt8(start + 2)], []), ([0xc0, 0xff], []), ([0xff, 0xff], []),
            ([0xc0, 0], []), ([0xc0, 11], []), ([0xc0, UInt8(start + 1)], []),
            // A label, and then back to it.
            ([1, 0x61, 0xc0, UInt8(start)], []), ([0xc0], []),
        ] as [([UInt8], [UInt8])] {
            let message = Make {
                $0.answers = [Make.record(pointer, 1, [192, 0, 2, 1]) + later, Make.a("www.example.com")]
            }
            #expect(try Make.outcome(message.bytes) == "malformed -", "\(pointer)")
        }
    }

    @Test("labels of types that there are not, names that are too long, and one that is as long as may be")
    func labels() throws {
        for first: UInt8 in [0x40, 0x41, 0x80, 0xbf] {
            let message = Make {
                $0.answers = [Make.record([first] + [UInt8](repeating: 0x61, count: 63) + [0], 1, [192, 0, 2, 1])]
            }
            #expect(try Make.outcome(message.bytes) == "malformed -")
        }
        func owner(_ last: Int) -> [UInt8] {
            let label = [UInt8(63)] + [UInt8](repeating: 0x61, count: 63)
            return label + label + label + [UInt8(last)] + [UInt8](repeating: 0x61, count: last) + [0]
        }
        for (last, isGood) in [(61, true), (62, false)] {
            let message = Make {
                $0.answers = [Make.record(owner(last), 1, [192, 0, 2, 1]), Make.a("www.example.com")]
            }
            #expect(try Make.outcome(message.bytes) == (isGood ? "192.0.2.1 300" : "malformed -"))
        }
    }

    @Test("data that is shorter or longer than its kind is")
    func lengths() throws {
        let owner = Make.name("www.example.com")
        for record in [
            Make.record(owner, 1, [192, 0, 2]), Make.record(owner, 1, [192, 0, 2, 1, 1]), Make.record(owner, 1, []),
            Make.record(owner, 28, [UInt8](repeating: 1, count: 15)), Make.record(owner, 28, [192, 0, 2, 1]),
            Make.record(owner, 5, Make.name("b.example") + [0]), Make.record(owner, 5, [1, 0x61]),
            Make.record(owner, 5, []), Make.record(owner, 6, Make.name("a") + Make.name("b") + [0, 0]),
            Make.record(owner, 99, [1], length: 2), Make.record(owner, 1, [192, 0, 2, 1], length: 0xffff),
            Make.record(owner, 1, [192, 0, 2, 1], classCode: 3), Make.record(owner, 41, [], classCode: 1232),
        ] {
            #expect(try Make.outcome(Make { $0.answers = [record] }.bytes) == "malformed -")
        }
        for record in [
            Make.options(data: [0, 12, 0, 1]), Make.options(data: [0]),
            Make.record(Make.name("a"), 41, [], classCode: 1232),
        ] {
            #expect(try Make.outcome(Make { $0.additional = [record] }.bytes) == "malformed -")
        }
        let twice = Make { $0.additional = [Make.options(), Make.options()] }
        #expect(try Make.outcome(twice.bytes) == "malformed -")
    }

    @Test("the longest message there is, full of pointers to pointers, is answered with bounded work")
    func work() throws {
        // Names that point at the one before, each one hop further than any name may go.
        var chain: [UInt8] = []
        var last = 12
        let start = 12 + Make().question.count
        while start + chain.count < 0x3ff0 {
            let here = start + chain.count
            chain += [0xc0 | UInt8(last >> 8), UInt8(last & 0xff), 0, 99, 0, 1, 0, 0, 0, 0, 0, 0]
            last = here
        }
        let rest = (Int(UInt16.max) - start - chain.count) / 12
        let tail = [0xc0 | UInt8(last >> 8), UInt8(last & 0xff), 0, 99, 0, 1, 0, 0, 0, 0, 0, 0] as [UInt8]
        let message = Make {
            $0.answers = [chain] + [[UInt8]](repeating: tail, count: rest)
            $0.counts = [1, chain.count / 12 + rest, 0, 0]
        }
        #expect(try Make.outcome(message.bytes) == "malformed -")
        // Past the longest message, nothing is looked at.
        #expect(try Make.outcome(Self.whole + [UInt8](repeating: 0, count: 65_536)) == "malformed -")
    }

    @Test(
        "each octet changed in every bit, left out, doubled: an answer or a typed refusal, and never a foreign address")
    func mutations() throws {
        for index in Self.whole.indices {
            var variants = (0..<8).map { bit in
                var message = Self.whole
                message[index] ^= 1 << UInt8(bit)
                return message
            }
            variants.append(Array(Self.whole[..<index] + Self.whole[(index + 1)...]))
            variants.append(Array(Self.whole[...index] + Self.whole[index...]))
            for message in variants {
                let query = ResolverQuery(try DNSName("www.example.com"), .ipv4)
                do throws(DNSMessageError) {
                    let answer = try DNSMessage.answer(in: message, to: query)
                    #expect(answer.addresses.count <= 1)
                } catch {
                    #expect((1..<200).contains(ResolverError(error.reason, from: "test").description.utf8.count))
                }
            }
        }
    }
}
