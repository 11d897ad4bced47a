import Testing

@testable import HoldfastWeb

/// RFC 9110 §11.2: "each parameter name MUST only occur once per challenge"; §11.3 for the grammar. Of what is against
/// it, nothing is used, and nothing beside it is lost that can be told apart.
@Suite("Challenges that are none")
struct HostileChallengeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: [String]
        let challenges: [String]
        let defects: [ChallengeHeader.ReadingError]

        init(_ name: String, _ fields: String..., challenges: [String] = [], defects: ChallengeHeader.ReadingError...) {
            testDescription = name
            self.fields = fields
            self.challenges = challenges
            self.defects = defects
        }
    }

    @Test(
        "by name",
        arguments: [
            Row(
                "a realm twice", "Basic realm=a, realm=b, Negotiate", challenges: ["Negotiate"],
                defects: .duplicateParameter("realm")),
            Row(
                "a realm twice, in other cases", #"Digest realm="a", nonce=n, REALM="a""#,
                defects: .duplicateParameter("realm")),
            Row(
                "the same name in two challenges", "Basic realm=a, Digest realm=a",
                challenges: ["Basic realm=a", "Digest realm=a"]),
            Row(
                "Digest without a realm", "Basic, Digest nonce=n, Bearer", challenges: ["Basic", "Bearer"],
                defects: .noRealm),
            Row("Basic with a token68", "Basic abc=, NTLM", challenges: ["NTLM"], defects: .noRealm),
            Row(
                "no scheme", "realm=a, nonce=b, Basic realm=c", challenges: ["Basic realm=c"],
                defects: .parameterWithoutScheme),
            Row(
                "parameters of the field before", "Digest realm=a", "nonce=b, NTLM",
                challenges: ["Digest realm=a", "NTLM"], defects: .parameterWithoutScheme),
            Row(
                "parameters behind a token68", "Negotiate abc, realm=x, NTLM", challenges: ["NTLM"],
                defects: .parameterBesideToken68),
            Row(
                "a token68 and a parameter in one", "Negotiate abc realm=x, NTLM", challenges: ["NTLM"],
                defects: .malformed),
            Row(
                "a value that is missing", "Basic realm=a, charset=, x=y, NTLM", challenges: ["NTLM"],
                defects: .malformed),
            Row(
                "a first value that is missing, by the grammar a token68", "Digest realm= , nonce=b, NTLM",
                challenges: ["NTLM"],
                defects: .parameterBesideToken68),
            Row("no comma between", #"Digest realm="a" nonce="b", NTLM"#, challenges: ["NTLM"], defects: .malformed),
            Row(
                "a scheme behind a value", #"Negotiate, Digest nonce="a" Basic realm="b""#, challenges: ["Negotiate"],
                defects: .malformed),
            Row("no space behind a scheme", #"Basic"realm", NTLM"#, challenges: ["NTLM"], defects: .malformed),
            Row("a name that is no token", "Basic re(alm=x, NTLM", challenges: ["NTLM"], defects: .malformed),
            Row(
                "what is none hurts the challenge before it", "Basic realm=x, @, NTLM", challenges: ["NTLM"],
                defects: .malformed),
            Row("nothing but none", "@ ; = ==, \\", defects: .malformed),
            Row("only an equals sign", "=", "==", "Basic =", defects: .malformed, .malformed, .parameterWithoutScheme),
            Row(
                "text behind a quoted string", #"Basic realm="a"b, NTLM"#, challenges: ["NTLM"], defects: .malformed),
            Row(
                "a quoted string without its end", #"NTLM, Basic realm="a, Negotiate"#, "Bearer",
                challenges: ["NTLM", "Bearer"], defects: .unterminatedString),
            Row(
                "a backslash at the end", #"Basic realm="a\"#, "NTLM", challenges: ["NTLM"],
                defects: .unterminatedString),
            Row("an escaped last quote", #"Basic realm="a\""#, defects: .unterminatedString),
            Row("a quoted name", #"Basic "realm"="x", NTLM"#, challenges: ["NTLM"], defects: .malformed),
            Row(
                "a challenge within quotes behind a mistake", #"Digest realm=@"x, Basic realm=evil, Negotiate ", NTLM"#,
                challenges: ["NTLM"], defects: .malformed),
            Row(
                "quotes without an end behind a mistake", #"Digest realm=@"x, Basic realm=evil"#, "NTLM",
                challenges: ["NTLM"], defects: .malformed),
            Row(
                "a NUL, a line end and a DEL in quotes", "Basic realm=\"a\0b\", Basic realm=\"a\r\nNTLM\"",
                "Basic realm=\"\\\u{7f}\", NTLM", challenges: ["NTLM"],
                defects: .controlCharacter, .controlCharacter, .controlCharacter),
            Row("a NUL without quotes", "Basic realm=a\0, NTLM", challenges: ["NTLM"], defects: .malformed),
            Row("beyond ASCII without quotes", "Basic realm=é, NTLM", challenges: ["NTLM"], defects: .malformed),
            Row("a space that is none", "Basic\u{a0}realm=a, NTLM", challenges: ["NTLM"], defects: .malformed),
        ])
    func hostile(row: Row) {
        let header = ChallengeHeader(row.fields)
        #expect(header.challenges.map(ChallengeHeaderTests.text) == row.challenges)
        #expect(header.defects.map(\.reason) == row.defects)
    }

    @Test("a defect says where it was seen")
    func place() {
        let header = ChallengeHeader(["NTLM", "Basic realm=a, realm=b"])
        #expect(header.defects == [.init(field: 1, offset: 15, reason: .duplicateParameter("realm"))])
    }

    /// Each prefix of a long header, and each with one byte replaced: nothing traps, and what is read stays in bounds.
    @Test("any bytes are read")
    func anything() {
        let whole = #"Digest realm="a\"b", qop="auth, auth-int",nonce=n , Negotiate abc==, Basic realm=x"#
        let bytes = Array(whole.utf8)
        for end in 0...bytes.count {
            for octet in Array("\",=\\ \0\u{ff}x".utf8) {
                var changed = Array(bytes[..<end])
                changed.append(octet)
                changed += bytes[min(end + 1, bytes.count)...]
                let header = ChallengeHeader([String(decoding: changed, as: UTF8.self)])
                let commas = changed.count { $0 == UInt8(ascii: ",") }
                #expect(header.challenges.count + header.defects.count <= commas + 1)
            }
        }
        let quotes = String(repeating: "\",", count: ChallengeHeader.Limits.bytes / 2)
        #expect(ChallengeHeader([quotes]).challenges.isEmpty)
    }
}
