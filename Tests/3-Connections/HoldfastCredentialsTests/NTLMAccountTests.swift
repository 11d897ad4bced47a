import HoldfastCrypto
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastCredentials

/// Users, domains and passwords of NTLM beyond ASCII.
@Suite("Accounts of NTLM")
struct NTLMAccountTests {
    private typealias Exchange = NTLMExchangeTests

    private static func fault(_ user: String, _ password: String = "p") -> NTLMAccountError? {
        do throws(NTLMAccountError) {
            try NTLMExchange.check(PasswordCredential(user: user, password: password))
            return nil
        } catch {
            return error
        }
    }

    /// MS-UCODEREF §3.1.5.3.2, and its "Windows 8 Upper Case Mapping Table", which has no entry for the letters of the
    /// second list; Unicode's SpecialCasing.txt, UnicodeData.txt.
    @Test("a letter passes that everybody writes in one way in upper case, in the user's name alone")
    func letters() {
        for letter in [
            "a", "\u{E9}", "\u{FF}", "\u{1C6}", "\u{3AC}", "\u{3C3}", "\u{436}", "\u{561}", "\u{250}", "\u{1EFB}",
            "\u{DC}", "\u{130}", "\u{1E9E}", "\u{3A3}", "\u{5D0}", "\u{627}", "\u{7528}", "\u{10400}", "\u{1F600}",
        ] {
            #expect(Self.fault(letter) == nil, "\(letter)")
        }
        for letter in [
            // Several letters in upper case.
            "\u{DF}", "\u{149}", "\u{1F0}", "\u{390}", "\u{1F80}", "\u{FB01}",
            // One, which is another one's, too.
            "\u{B5}", "\u{131}", "\u{17F}", "\u{1C5}", "\u{3C2}", "\u{3D0}",
            // Younger ones, and those that are no single code point of UTF-16.
            "\u{265}", "\u{23F}", "\u{525}", "\u{10D0}", "\u{AB70}", "\u{10428}",
        ] {
            for user in [letter, "D\\\(letter)", "D/a\(letter)b", "\\\(letter)@example.test"] {
                #expect(Self.fault(user) == .upperCase, "\(letter)")
            }
            #expect(Self.fault("\(letter)\\alice", letter) == nil && Self.fault("\(letter)/alice") == nil, "\(letter)")
        }
    }

    @Test("what no scheme takes, a name of nothing, and more than an account may have")
    func others() {
        #expect(Self.fault("") == .noName)
        #expect(Self.fault("alice\n") == .unusable(.controlCharacter(.user)))
        #expect(Self.fault("alice", "e\u{301}") == .unusable(.notNormalized(.password)))
        let most = NTLMExchange.mostOctets
        // A domain of ASCII, letters of two octets, and such as have three in upper case.
        for (letter, count, rest) in [("D", most - 2, "\\a"), ("\u{FC}", most / 2, ""), ("\u{250}", most / 3, "")] {
            #expect(Self.fault(String(repeating: letter, count: count) + rest) == nil)
            #expect(Self.fault(String(repeating: letter, count: count + 1) + rest) == .long(limit: most))
        }
    }

    /// NTOWFv2() of MS-NLMP §3.3.2, computed apart, as for §4.2.4.1.1.
    @Test(
        "the proof is that of the names and passwords in Unicode",
        .enabled(if: NTLMExchange.obstacle == nil, "gss-ntlmssp (scripts/setup)"),
        arguments: [
            ("D\u{F6}m\u{E4}ne", "j\u{FC}rgen", "P\u{E4}ssw\u{F6}rd", "2cc92fa1d508afc799318bbe94e22dc9"),
            ("τομέας", "μαρία", "κωδικός", "1b7dbc9e2958b3b147a42caf3a9155f2"),
            ("", "иван", "пароль", "038304fcdeac2f927980b2d2d49b50f5"),
            ("域", "用户\u{1F600}a", "密码\u{1D11E}", "e431756a5484480a0f0bd9015373c105"),
        ])
    func proof(domain: String, user: String, password: String, key: String) async throws {
        let (_, answer) = try await Exchange.messages(Exchange.exchange("\(domain)\\\(user)", password))
        func octets(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
        #expect(Exchange.payload(answer, 28) == octets(domain))
        #expect(Exchange.payload(answer, 36) == octets(user))
        let response = Exchange.payload(answer, 20)
        let proof = try HMAC.authenticate(
            Exchange.described[24..<32] + response.dropFirst(16), key: Exchange.bytes(key), digest: .md5)
        #expect(proof == Array(response.prefix(16)))
    }

    @Test(
        "an account is as long as its limit, and no longer",
        .enabled(if: NTLMExchange.obstacle == nil, "gss-ntlmssp (scripts/setup)"))
    func long() async throws {
        let most = NTLMExchange.mostOctets
        for user in [String(repeating: "D", count: most - 2) + "\\a", String(repeating: "\u{FC}", count: most / 2)] {
            let (_, answer) = try await Exchange.messages(Exchange.exchange(user))
            #expect(NTLMMessage.isByVersion2(answer))
        }
        let domain = String(repeating: "D", count: most - 1)
        for user in [domain + #"\a"#, String(repeating: "\u{FC}", count: most / 2 + 1)] {
            let error = Exchange.failure(await Exchange.exchange(user).step(nil, until: Exchange.end))
            #expect(error?.cause == .refused && error?.statement == NTLMAccountError.long(limit: most).statement)
        }
    }

    /// MS-NLMP §2.2.2.5, of the flag B: "If A==0 … OEM character set encoding".
    @Test(
        "where a challenge takes no Unicode, names of ASCII alone are told",
        .enabled(if: NTLMExchange.obstacle == nil, "gss-ntlmssp (scripts/setup)"))
    func noUnicode() async throws {
        var challenge = Exchange.described
        challenge[20] &= ~1
        let (_, answer) = try await Exchange.messages(Exchange.exchange(#"D\alice"#, "p\u{E9}"), to: challenge)
        #expect(Exchange.payload(answer, 36) == Array("alice".utf8))
        for user in ["j\u{FC}rgen", "D\u{F6}\\alice"] {
            let exchange = Exchange.exchange(user)
            _ = try await exchange.step(nil, until: Exchange.end).get()
            let error = Exchange.failure(await exchange.step(challenge, until: Exchange.end))
            #expect(error?.cause == .refused && error?.statement == NegotiationFault.noUnicode.statement)
        }
    }
}
