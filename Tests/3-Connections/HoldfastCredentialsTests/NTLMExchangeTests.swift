import Foundation
import Glibc
import HoldfastCrypto
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastCredentials

/// A login by NTLM, by the mechanism that is installed and by ones that would answer otherwise: version 2, or nothing.
@Suite("NTLM by GSSAPI")
struct NTLMExchangeTests {
    private static let isThere = NTLMExchange.obstacle == nil
    static var end: ContinuousClock.Instant { .now.advanced(by: .seconds(600)) }

    /// MS-NLMP §4.2.4.3, the challenge that is answered by version 2; it has both character sets.
    static let described = bytes(
        """
        4e544c4d53535000020000000c000c003800000033828ae20123456789abcdef00000000000000002400240044000000\
        060070170000000f\
        53006500720076006500720002000c0044006f006d00610069006e0001000c0053006500720076006500720000000000
        """)
    /// MS-NLMP §4.2.2.3, the one that is answered by version 1.
    private static let bare = bytes(
        """
        4e544c4d53535000020000000c000c0038000000338202e20123456789abcdef00000000000000000000000000000000\
        060070170000000f\
        530065007200760065007200
        """)

    static func bytes(_ text: String) -> [UInt8] { HexString.decode(text) ?? [] }

    static func exchange(
        _ user: String = #"Domain\User"#, _ password: String = "Password", binding: [UInt8]? = nil
    ) -> NTLMExchange {
        NTLMExchange(PasswordCredential(user: user, password: password), host: "server.test", binding: binding)
    }

    private static func number(_ message: [UInt8], _ place: Int) -> Int {
        Int(message[place]) | Int(message[place + 1]) << 8
    }

    /// The octets that a length and an offset lead to (MS-NLMP §2.2.1.3).
    static func payload(_ message: [UInt8], _ place: Int) -> [UInt8] {
        Array(message.dropFirst(number(message, place + 4)).prefix(number(message, place)))
    }

    /// Both messages, to a challenge.
    static func messages(
        _ exchange: NTLMExchange, to challenge: [UInt8] = described
    ) async throws -> (first: [UInt8], answer: [UInt8]) {
        let first = try await exchange.step(nil, until: end).get()
        let turn = try await exchange.step(challenge, until: end).get()
        #expect(!first.isComplete && turn.isComplete)
        return (try #require(first.token), try #require(turn.token))
    }

    static func failure(_ result: Result<NegotiationTurn, NegotiationError>) -> NegotiationError? {
        if case .failure(let error) = result { error } else { nil }
    }

    private static func isRefused(_ error: NegotiationError?, _ fault: NegotiationFault) -> Bool {
        error?.statement == fault.statement
    }

    // MARK: What may be answered

    /// MS-NLMP §2.2.1.2, §2.2.2.1, §2.2.2.5.
    @Test("a challenge passes that can be read, and that asks for version 2 by both signs")
    func challenges() {
        let sound = Self.described
        #expect(NTLMMessage.isForVersion2(sound))
        #expect(!NTLMMessage.isForVersion2(Self.bare))
        func isForVersion2(_ change: (inout [UInt8]) -> Void) -> Bool {
            var changed = sound
            change(&changed)
            return NTLMMessage.isForVersion2(changed)
        }
        #expect(!isForVersion2 { $0[22] &= ~0x08 }, "no extended session security")
        #expect(!isForVersion2 { $0[22] &= ~0x80 }, "no description, by its flag")
        #expect(!isForVersion2 { $0[40] = 0 }, "no description, by its length")
        #expect(!isForVersion2 { $0[8] = 1 } && !isForVersion2 { $0[0] = 0 }, "another message")
        for count in 0..<sound.count { #expect(!NTLMMessage.isForVersion2(Array(sound.prefix(count))), "\(count)") }
        // Lengths and places beyond the message, of the name and of the description.
        for place in [12, 13, 16, 17, 18, 19, 40, 41, 44, 45, 46, 47] { #expect(!isForVersion2 { $0[place] = 0xFF }) }
        // Pairs of the description: one that is longer than the rest, and no last one.
        #expect(!isForVersion2 { $0[0x44 + 2] = 0x70 })
        #expect(!isForVersion2 { $0[$0.count - 4] = 1 })
        #expect(!isForVersion2 { $0[$0.count - 2] = 1 }, "a last one with a value")
        #expect(!isForVersion2 { $0 += [UInt8](repeating: 0, count: 16 << 10) }, "more than anybody needs")
    }

    /// MS-NLMP §2.2.2.5, of the flags A and B: "A==1: The choice of character set encoding MUST be Unicode."
    @Test("of two character sets Unicode is the one")
    func characterSets() {
        #expect(Self.described[20] == 0x33)
        let one = NTLMMessage.withOneCharacterSet(Self.described)
        #expect(one[20] == 0x31)
        #expect(one.dropFirst(21) == Self.described.dropFirst(21))
        #expect(NTLMMessage.withOneCharacterSet(one) == one)
        var oem = Self.described
        oem[20] = 0x32
        #expect(NTLMMessage.withOneCharacterSet(oem) == oem)
        #expect(NTLMMessage.withOneCharacterSet([1]) == [1])
    }

    /// An AUTHENTICATE_MESSAGE (MS-NLMP §2.2.1.3) with these responses.
    private static func answer(_ lanManager: [UInt8], _ response: [UInt8]) -> [UInt8] {
        func fields(_ count: Int, _ offset: Int) -> [UInt8] {
            let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
            return [low, high, low, high, UInt8(offset), 0, 0, 0]
        }
        let head = Array("NTLMSSP\0".utf8) + [3, 0, 0, 0]
        let places = fields(lanManager.count, 64) + fields(response.count, 64 + lanManager.count)
        return head + places + [UInt8](repeating: 0, count: 36) + lanManager + response
    }

    /// MS-NLMP §2.2.2.6, NTLM_RESPONSE: 24 octets; §2.2.2.8, NTLMv2_RESPONSE; §4.2.2.2, §4.2.3.2 and §4.2.4.2 for the
    /// examples.
    @Test("an answer passes that has the response of version 2, and no other one beside it")
    func answers() {
        let zeros = [UInt8](repeating: 0, count: 24)
        let version2 = [UInt8](repeating: 7, count: 16) + [1, 1] + [UInt8](repeating: 0, count: 26)
        #expect(NTLMMessage.isByVersion2(Self.answer([], version2)))
        #expect(NTLMMessage.isByVersion2(Self.answer(zeros, version2)))
        let version1 = Self.bytes("67c43011f30298a2ad35ece64f16331c44bdbed927841f94")
        let extended = Self.bytes("7537f803ae367128ca458204bde7caf81e97ed2683267232")
        let lanManager2 = Self.bytes("86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa")
        for (lanManager, response) in [
            (version1, version1), ([], version1), (zeros, extended), ([], extended), ([], []), (zeros, []),
            // Which version this is of doesn't show.
            (lanManager2, version2), (version1, version2), ([], Array(version2.dropLast())),
            ([], version2.enumerated().map { $0.offset == 16 ? 2 : $0.element }),
        ] {
            #expect(!NTLMMessage.isByVersion2(Self.answer(lanManager, response)))
        }
        let sound = Self.answer([], version2)
        for count in 0..<sound.count { #expect(!NTLMMessage.isByVersion2(Array(sound.prefix(count)))) }
        for place in [0, 8, 12, 16, 20, 21, 24, 25, 27] {
            var changed = sound
            changed[place] = 0xFF
            #expect(!NTLMMessage.isByVersion2(changed), "\(place)")
        }
    }

    /// A mechanism that gives these messages, one after the other, and notes what it is given.
    private final class Mechanism: Negotiation {
        let taken = Notes<[UInt8]>()
        private let messages: [[UInt8]?]

        init(_ messages: [UInt8]?...) { self.messages = messages }

        func step(
            _ token: [UInt8]?, until end: ContinuousClock.Instant
        ) async -> Result<NegotiationTurn, NegotiationError> {
            let turn = NegotiationTurn(
                token: messages[min(taken.all.count, messages.count - 1)], isComplete: token != nil)
            taken.add(token ?? [])
            return .success(turn)
        }
    }

    @Test("a mechanism that would answer by version 1 says nothing, nor hears a challenge that asks for it")
    func mechanisms() async throws {
        let first = Array("NTLMSSP\0".utf8) + [1] + [UInt8](repeating: 0, count: 23)
        let version1 = Self.answer([], [UInt8](repeating: 7, count: 24))
        for answer in [version1, first] {
            let exchange = NTLMExchange(Mechanism(first, answer))
            #expect(try await exchange.step(nil, until: Self.end).get().token == first)
            let error = Self.failure(await exchange.step(Self.described, until: Self.end))
            #expect(error?.cause == .weak && Self.isRefused(error, .weakAnswer))
        }
        let unasked = Self.failure(await NTLMExchange(Mechanism(version1)).step(nil, until: Self.end))
        #expect(unasked?.cause == .weak)
        let version2 = Self.answer([], [UInt8](repeating: 7, count: 16) + [1, 1] + [UInt8](repeating: 0, count: 26))
        let mechanism = Mechanism(first, version2)
        let exchange = NTLMExchange(mechanism)
        _ = await exchange.step(nil, until: Self.end)
        let error = Self.failure(await exchange.step(Self.bare, until: Self.end))
        #expect(error?.cause == .weak && Self.isRefused(error, .weakChallenge))
        #expect(try await exchange.step(Self.described, until: Self.end).get().token == version2)
        #expect(mechanism.taken.all == [[], NTLMMessage.withOneCharacterSet(Self.described)])
    }

    @Test("a user is told with a domain, which may be empty, so that an at sign stands for nothing")
    func users() {
        for (user, qualified) in [
            (#"DOMAIN\alice"#, #"DOMAIN\alice"#), ("DOMAIN/alice", #"DOMAIN\alice"#), ("alice", #"\alice"#),
            ("alice@example.test", #"\alice@example.test"#), (#"D\a/b"#, #"D\a/b"#), ("D/a/b", #"D\a/b"#),
        ] {
            #expect(NTLMExchange.qualified(user) == qualified)
        }
    }

    // MARK: By the mechanism that is installed

    /// MS-NLMP §4.2.4.1.1 has NTOWFv2() of User, Domain and Password; §3.3.2: "NTProofStr … HMAC_MD5(ResponseKeyNT,
    /// ConcatenationOf(CHALLENGE_MESSAGE.ServerChallenge,temp))".
    @Test("the proof is the password's", .enabled(if: isThere, "gss-ntlmssp (scripts/setup)"))
    func proof() async throws {
        let (first, answer) = try await Self.messages(Self.exchange())
        #expect(first.starts(with: Array("NTLMSSP\0".utf8)) && first[8] == 1)
        #expect(Self.payload(answer, 28) == Array("Domain".utf8).flatMap { [$0, 0] })
        #expect(Self.payload(answer, 36) == Array("User".utf8).flatMap { [$0, 0] })
        let response = Self.payload(answer, 20)
        let key = Self.bytes("0c868a403bfd7a93a3001ef22ef02e3f")
        let proof = try HMAC.authenticate(
            Self.bytes("0123456789abcdef") + response.dropFirst(16), key: key, digest: .md5)
        #expect(proof == Array(response.prefix(16)))
        #expect(Self.payload(answer, 12).allSatisfy { $0 == 0 })
    }

    /// MS-NLMP §2.2.2.1, MsvAvChannelBindings: "an MD5 hash value of a gss_channel_bindings_struct", here of five
    /// numbers and the application's data (RFC 2744 §3.11, RFC 5929 §4).
    @Test("the answer is bound to the connection", .enabled(if: isThere, "gss-ntlmssp (scripts/setup)"))
    func bound() async throws {
        let binding = Array("tls-server-end-point:0123456789abcdef".utf8)
        let (_, answer) = try await Self.messages(Self.exchange(binding: binding))
        let digest = try Digest.hash(
            .md5, [UInt8](repeating: 0, count: 16) + [UInt8(binding.count), 0, 0, 0] + binding)
        #expect(Self.payload(answer, 20).firstRange(of: [0x0A, 0, 16, 0] + digest) != nil)
    }

    @Test(
        "a weak challenge is answered by nothing, a sound one still is",
        .enabled(if: isThere, "gss-ntlmssp (scripts/setup)"))
    func weak() async throws {
        let exchange = Self.exchange()
        _ = try await exchange.step(nil, until: Self.end).get()
        #expect(Self.failure(await exchange.step(Self.bare, until: Self.end))?.cause == .weak)
        let answer = try await exchange.step(Self.described, until: Self.end).get().token
        #expect(answer.map(NTLMMessage.isByVersion2) == true)
        // Once: the login is over.
        #expect(Self.failure(await exchange.step(Self.described, until: Self.end)) != nil)
    }

    /// The level of LAN Manager's compatibility (gssntlmssp(8)): below 3 the mechanism answers by version 1.
    @Test(
        "an environment that asks for version 1 gets nothing",
        .enabled(if: isThere, "gss-ntlmssp (scripts/setup)"), .hangLimit)
    func environment() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                for level in ["0", "1", "2"] {
                    unsafe setenv("LM_COMPAT_LEVEL", level, 1)
                    let exchange = Self.exchange()
                    let first = await exchange.step(nil, until: Self.end)
                    #expect(Self.failure(first) == nil)
                    let error = Self.failure(await exchange.step(Self.described, until: Self.end))
                    #expect(error?.cause == .weak && Self.isRefused(error, .weakAnswer), "\(level)")
                }
                unsafe setenv("LM_COMPAT_LEVEL", "5", 1)
                let answer = try await Self.messages(Self.exchange()).answer
                #expect(NTLMMessage.isByVersion2(answer))
            }
        }
    }

    /// The library's destructors take its locks away, and a call that meets none aborts the process (k5-thread.h).
    @Test(
        "a process ends while others of its threads log in", .enabled(if: isThere, "gss-ntlmssp (scripts/setup)"),
        .hangLimit)
    func ending() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                await withTaskGroup { group in
                    for _ in 0..<4 {
                        group.addTask {
                            while true { _ = await Self.exchange().step(nil, until: Self.end) }
                        }
                    }
                    try? await Task.sleep(for: .milliseconds(100))
                    exit(0)
                }
            }
        }
    }

    @Test("a mechanism with nothing to send is not called weak", arguments: [[], nil] as [[UInt8]?])
    func silent(nothing: [UInt8]?) async throws {
        let first = Array("NTLMSSP\0".utf8) + [1] + [UInt8](repeating: 0, count: 23)
        let exchange = NTLMExchange(Mechanism(first, nothing))
        _ = try await exchange.step(nil, until: Self.end).get()
        let errors = [
            Self.failure(await exchange.step(Self.described, until: Self.end)),
            Self.failure(await NTLMExchange(Mechanism(nothing)).step(nil, until: Self.end)),
        ]
        for error in errors { #expect(error?.cause == .refused && Self.isRefused(error, .noAnswer)) }
    }

    @Test("users and passwords beyond ASCII are said in UTF-16", .enabled(if: isThere, "gss-ntlmssp (scripts/setup)"))
    func unicode() async throws {
        let (_, answer) = try await Self.messages(Self.exchange(#"Dömäne\Jürgen"#, "Pässwörd"))
        #expect(Self.payload(answer, 36) == Array("Jürgen".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let (_, plain) = try await Self.messages(Self.exchange("alice@example.test"))
        #expect(Self.payload(plain, 28).isEmpty)
        #expect(Self.payload(plain, 36) == Array("alice@example.test".utf8).flatMap { [$0, 0] })
    }

    @Test(
        "nobody's login is nobody's, whoever the process is",
        arguments: [
            ("", "p"), (#"D\"#, "p"), ("D/", "p"), ("alice", ""), ("a\u{0}b", "p"), ("alice", "p\u{0}q"),
        ])
    func nobody(_ user: String, password: String) async {
        let error = Self.failure(await Self.exchange(user, password).step(nil, until: Self.end))
        #expect(error?.cause == .refused)
        #expect(error?.reason.contains("alice") == false)
    }

    @Test("without the mechanism it says what is missing", .enabled(if: !isThere, "gss-ntlmssp is installed"))
    func missing() async {
        let error = Self.failure(await Self.exchange().step(nil, until: Self.end))
        #expect(error?.cause == .unavailable && error?.reason == NTLMExchange.obstacle)
    }
}
