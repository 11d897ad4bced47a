import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import Testing

@testable import HoldfastHTTPS

/// A URL that names a user, at an origin that has taken others before.
@Suite("The user that a URL names")
struct NamedUserTests {
    private static let basic = #"Basic realm="r""#
    private let memory = AuthenticationMemory()

    private func flow(_ url: String) throws -> AuthenticationFlow {
        FlowSide.flow(try FlowSide.server.subject(url), memory)
    }

    private static func password(_ user: String) -> PasswordCredential {
        PasswordCredential(user: user, password: "of \(user)")
    }

    /// The origin takes each of them by Basic, in this order.
    private func take(_ users: String...) throws {
        for user in users {
            _ = memory.remember(
                .init(
                    secret: .password(Self.password(user)), realm: "r", scheme: .basic,
                    asker: .server(try HTTPSURL("https://a.test/x/y"))))
        }
    }

    private static func user(_ step: AuthenticationFlow.Step) throws -> String {
        guard let field = step.sent?.field else { return step.inWords }
        for user in ["alice", "bob"] where try field.value == BasicAuthentication.fieldValue(for: password(user)) {
            return user
        }
        return field.value
    }

    /// RFC 3986 §3.2.1: the user information says as whom the resource is to be accessed.
    @Test("goes before those whom the origin took, and is remembered beside them")
    func before() throws {
        try take("alice")
        var flow = try flow("https://bob:of%20bob@a.test/x/y")
        #expect(flow.begin().inWords == "nothing")
        let challenge = flow.received(try FlowSide.server.asks([Self.basic])).asked
        #expect(challenge?.proposedCredential?.password == Self.password("bob"))
        #expect(try Self.user(flow.say(.performDefaultHandling)) == "bob")
        #expect(flow.received(try FlowSide.server.reply(200)).inWords == "deliver")
        for (url, user) in [
            ("https://bob:of%20bob@a.test/x/z", "bob"), ("https://alice:of%20alice@a.test/x/z", "alice"),
            ("https://bob@a.test/x/z", "bob"), ("https://alice@a.test/x/z", "alice"),
            ("https://a.test/x/z", "bob"),
        ] {
            var flow = try self.flow(url)
            #expect(try Self.user(flow.begin()) == user, "\(url)")
        }
    }

    @Test("is never replaced: not with a wrong password, not for another realm, not by what a store has")
    func neverReplaced() throws {
        try take("alice")
        for url in ["https://alice:wrong@a.test/x/y", "https://bob:wrong@a.test/x/y"] {
            var flow = try flow(url)
            #expect(flow.begin().inWords == "nothing", "\(url)")
            let first = flow.goOn(try FlowSide.server.asks([Self.basic]), proposing: Self.password("alice"))
            #expect(first.asked?.proposedCredential?.password?.password == "wrong", "\(url)")
            _ = flow.say(.performDefaultHandling)
            for challenge in [Self.basic, #"Basic realm="other""#] {
                let again = flow.goOn(try FlowSide.server.asks([challenge]), proposing: Self.password("alice"))
                #expect(again.asked != nil && again.asked?.proposedCredential == nil, "\(url) \(challenge)")
            }
        }
    }

    @Test("without a password takes the one that is known for it, and nobody else's")
    func withoutPassword() throws {
        try take("alice")
        var bob = try flow("https://bob@a.test/x/y")
        #expect(bob.begin().inWords == "nothing")
        let stored = bob.goOn(try FlowSide.server.asks([Self.basic]), proposing: Self.password("bob"))
        #expect(stored.asked?.proposedCredential?.password == Self.password("bob"))
        var other = try flow("https://bob@a.test/x/y")
        let none = other.goOn(try FlowSide.server.asks([Self.basic]), proposing: Self.password("alice"))
        #expect(none.asked?.proposedCredential?.password == PasswordCredential(user: "bob", password: ""))
        var elsewhere = try flow("https://alice@a.test/other")
        let known = elsewhere.goOn(try FlowSide.server.asks([Self.basic]))
        #expect(known.asked?.proposedCredential?.password == Self.password("alice"))
    }

    /// RFC 7616 §5.10: the weakest scheme that the client answers is the one that counts.
    @Test("is not proposed for Basic where Digest took the password: the handler is asked with nothing")
    func notAfterDigest() throws {
        let digest = #"Digest realm="r", nonce="n1", qop="auth", algorithm=SHA-256, domain="/private""#
        var taken = try flow("https://alice:of%20alice@a.test/private")
        _ = taken.received(try FlowSide.server.asks([digest]))
        #expect(taken.say(.performDefaultHandling).inWords == "Digest")
        #expect(taken.received(try FlowSide.server.reply(200)).inWords == "deliver")
        for url in ["https://alice:of%20alice@a.test/other", "https://alice@a.test/other"] {
            var flow = try flow(url)
            #expect(flow.begin().inWords == "nothing", "\(url)")
            let asked = flow.goOn(try FlowSide.server.asks([Self.basic])).asked
            #expect(asked?.previousFailureCount == 0, "\(url)")
            #expect(asked?.proposedCredential?.password != Self.password("alice"), "\(url)")
            guard url.contains(":of") else { continue }
            #expect(asked?.proposedCredential == nil && flow.say(.performDefaultHandling).inWords == "deliver")
        }
        // Another user's password has nothing to do with it, and neither has Digest again.
        var bob = try flow("https://bob:of%20bob@a.test/other")
        #expect(
            bob.received(try FlowSide.server.asks([Self.basic])).asked?.proposedCredential?.password
                == Self.password("bob"))
        var again = try flow("https://alice:of%20alice@a.test/other")
        #expect(
            again.received(try FlowSide.server.asks([digest])).asked?.proposedCredential?.password
                == Self.password("alice"))
    }

    @Test("no text form shows the name or the password")
    func hidden() throws {
        var dumped = ""
        dump(NamedUser(name: "alice", password: "hunter2"), to: &dumped)
        let field = try #require(HTTPField(name: "Cookie", value: "hunter2"))
        var response = try FlowSide.response(200)
        response.sent = OutgoingRequest(
            HTTPSRequest(try HTTPSURL("https://alice:hunter2@a.test/"), fields: [field]), as: nil, identity: nil,
            policyDigest: [])
        dump(response, to: &dumped)
        dumped += "\(response)"
        #expect(!dumped.contains("alice") && !dumped.contains("hunter2"))
    }
}
