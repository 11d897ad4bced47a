import HoldfastStatements
import Testing

@testable import HoldfastWeb

/// RFC 9110 §15.5.2: "The server generating a 401 response MUST send a WWW-Authenticate header field containing at
/// least one challenge applicable to the target resource." §11.6.1: "If a server receives a request for an
/// access-protected object, and an acceptable Authorization header is not sent …".
@Suite("A 401 that stayed says what is asked for") struct UnansweredLoginTests {
    @Test(
        "Each way of asking has its own sentence and advice",
        arguments: [
            ([], true, "login.byNothing", [], "loginAdvice.mendServer"),
            ([#"Digest realm="unterminated"#], true, "login.unreadable", [], "loginAdvice.mendServer"),
            ([#"Bearer realm="api""#], true, "login.otherSchemes", ["Bearer"], "loginAdvice.otherSchemes"),
            (["Foo abc=def", "Bar x=y"], true, "login.otherSchemes", ["foo", "bar"], "loginAdvice.otherSchemes"),
            (
                [#"Digest realm="r", nonce="n", algorithm=FOO, qop="auth""#], true, "login.unknownAlgorithm", ["FOO"],
                "loginAdvice.otherAlgorithm"
            ),
            ([#"Basic realm="r""#], true, "login.notTaken", ["Basic"], "loginAdvice.checkBoth"),
            (
                [#"Digest realm="r", nonce="n", algorithm=FOO, qop="auth""#, #"Basic realm="r""#], true,
                "login.notTaken", ["Digest", "Basic"], "loginAdvice.checkBoth"
            ),
            ([#"Bearer realm="api", Basic realm="r""#], false, "login.wantsUser", ["Basic"], "loginAdvice.giveUser"),
        ] as [([String], Bool, String, [String], String)])
    func ways(_ row: ([String], Bool, String, [String], String)) {
        let (fields, hasUser, identifier, names, advice) = row
        let login = UnansweredLogin(fields, hasUser: hasUser)
        #expect(login.statement.identifier == identifier, "\(login.statement)")
        #expect(login.adviceStatement.identifier == advice, "\(login.adviceStatement)")
        let told: [Statement.Argument] = names.map { .text($0) }
        #expect(login.statement.arguments["value"] == (names.isEmpty ? nil : .list(told)))
        for name in names {
            #expect(login.statement.text(in: .english).contains(name))
            #expect(login.statement.text(in: .chinese).contains(name))
        }
        #expect(login.statement.text(in: .chinese) != login.statement.text(in: .english))
    }

    @Test("A long name of a stranger's scheme is cut")
    func long() {
        let login = UnansweredLogin([String(repeating: "x", count: 5_000) + " a=b"], hasUser: true)
        #expect(login.statement.identifier == "login.otherSchemes")
        #expect(login.statement.text(in: .english).utf8.count < 300)
    }
}
