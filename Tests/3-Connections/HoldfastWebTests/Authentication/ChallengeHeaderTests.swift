import Testing

@testable import HoldfastWeb

/// RFC 9110 §11.2 to §11.6.1. A field may have several challenges, each with a list of parameters that commas separate
/// as they separate the challenges, and there may be several fields.
@Suite("Challenges are read as RFC 9110 §11 writes them")
struct ChallengeHeaderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: [String]
        let challenges: [String]

        init(_ name: String, _ fields: String..., challenges: [String]) {
            testDescription = name
            self.fields = fields
            self.challenges = challenges
        }
    }

    @Test(
        "what the grammar allows",
        arguments: [
            Row(
                "RFC 9110 §11.6.1's example",
                #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
                challenges: ["Basic realm=simple", #"newauth realm=apps type=1 title=Login to "apps""#]),
            Row("a scheme alone", "Negotiate", challenges: ["Negotiate"]),
            Row("schemes alone", "Negotiate, NTLM,Bearer", challenges: ["Negotiate", "NTLM", "Bearer"]),
            Row("a token68", "Negotiate YII+/a-._~==", challenges: ["Negotiate:YII+/a-._~=="]),
            Row("a token68 that looks like a name", "NTLM TlRMTVNTUAAC=", challenges: ["NTLM:TlRMTVNTUAAC="]),
            Row(
                "a token68 between others", #"Basic realm=a, Negotiate abc=, Basic realm=b"#,
                challenges: ["Basic realm=a", "Negotiate:abc=", "Basic realm=b"]),
            Row(
                "schemes in any case", "bAsIc ReAlM=x, DIGEST realm=y",
                challenges: ["Basic realm=x", "Digest realm=y"]),
            Row("spaces and tabs around =", "Basic realm \t=\t \"x\"", challenges: ["Basic realm=x"]),
            Row(
                "empty list members", " , ,Basic realm=x,, ,\t, charset=\"UTF-8\" ,",
                challenges: ["Basic realm=x charset=UTF-8"]),
            Row("an empty member first of its parameters", "Digest , realm=x", challenges: ["Digest realm=x"]),
            Row(
                "a comma and an equals sign within quotes", #"Basic realm="a, Digest realm=b""#,
                challenges: ["Basic realm=a, Digest realm=b"]),
            Row("quoted pairs", #"Basic realm="\a\\\"\,""#, challenges: [#"Basic realm=a\","#]),
            // RFC 7617 §2 requires the realm, and servers leave it out.
            Row("Basic alone", "Basic", "basic charset=UTF-8", challenges: ["Basic", "Basic charset=UTF-8"]),
            Row("an empty realm", #"Basic realm="""#, challenges: ["Basic realm="]),
            Row("a tab in quotes", "Basic realm=\"a\tb\"", challenges: ["Basic realm=a\tb"]),
            Row("beyond ASCII in quotes", #"Basic realm="f\é""#, challenges: ["Basic realm=fé"]),
            Row("a name with a star", "Basic realm=a, realm*=b", challenges: ["Basic realm=a realm*=b"]),
            Row("a parameter named as a scheme", "Basic realm=x, basic=y", challenges: ["Basic realm=x basic=y"]),
            Row("several fields", "Basic realm=a", "", "Negotiate", challenges: ["Basic realm=a", "Negotiate"]),
            Row("no field", challenges: []),
            Row("an empty field", "", " ,\t, ", challenges: []),
        ])
    func read(row: Row) {
        let header = ChallengeHeader(row.fields)
        #expect(header.challenges.map(Self.text) == row.challenges)
        #expect(header.defects.isEmpty)
    }

    @Test("a header is read to its limits, and not beyond")
    func limits() {
        let parameters = (1..<ChallengeHeader.Limits.parameters).map { "p\($0)=\($0)" }.joined(separator: ",")
        let full = ChallengeHeader(["Basic realm=x,\(parameters)"])
        #expect(full.challenges.first?.parameters.count == ChallengeHeader.Limits.parameters)
        let over = ChallengeHeader(["Basic realm=x,\(parameters),one=more, Negotiate"])
        #expect(over.challenges.map(Self.text) == ["Negotiate"])
        #expect(over.defects.map(\.reason) == [.tooManyParameters])

        let schemes = Array(repeating: "NTLM", count: ChallengeHeader.Limits.challenges)
        #expect(ChallengeHeader(schemes).challenges.count == ChallengeHeader.Limits.challenges)
        for fields in [
            schemes + ["Basic realm=x", "NTLM"], [(schemes + ["Basic realm=x", "NTLM"]).joined(separator: ",")],
        ] {
            let header = ChallengeHeader(fields)
            #expect(header.challenges.map(\.scheme) == schemes.map { _ in .ntlm })
            #expect(header.defects.map(\.reason) == [.tooManyChallenges])
        }
        let broken = ChallengeHeader(Array(repeating: "Digest", count: 32) + ["Negotiate"])
        #expect(broken.challenges.isEmpty, "broken ones count too")
        #expect(broken.defects.last?.reason == .tooManyChallenges)

        let rest = ChallengeHeader.Limits.bytes - #"Basic realm="""#.utf8.count - "Negotiate".utf8.count
        let long = #"Basic realm="\#(String(repeating: "x", count: rest))""#
        #expect(ChallengeHeader([long, "Negotiate"]).challenges.count == 2)
        let longer = ChallengeHeader([long, "Negotiate ", "NTLM"])
        #expect(longer.challenges.map(\.scheme) == [.basic])
        #expect(longer.defects.map(\.reason) == [.tooManyBytes])
        #expect(longer.defects.map(\.field) == [1])
    }

    /// A challenge as one line: `scheme:token68`, or the scheme with what its parameters say.
    static func text(_ challenge: OfferedChallenge) -> String {
        switch challenge.content {
        case .token68(let text): "\(challenge.scheme):\(text)"
        case .parameters(let parameters):
            parameters.reduce(challenge.scheme.description) { "\($0) \($1.name)=\($1.value)" }
        }
    }
}
