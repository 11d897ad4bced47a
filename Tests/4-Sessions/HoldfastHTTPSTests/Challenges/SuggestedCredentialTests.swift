import HoldfastCredentials
import HoldfastTransport
import HoldfastWeb
import Testing

@testable import HoldfastHTTPS

/// A user and a password in a URL, and what is kept under the name of the default method.
@Suite("Credentials of URLs and defaults")
struct SuggestedCredentialTests {
    private let memory = AuthenticationMemory()

    private func flow(_ url: String) throws -> AuthenticationFlow {
        FlowSide.flow(try FlowSide.server.subject(url), memory)
    }

    private static func password(_ challenge: AuthenticationChallenge?) -> PasswordCredential? {
        challenge?.proposedCredential?.password
    }

    @Test("they are proposed first, sent by default, and never unasked", arguments: FlowScheme.allCases)
    func proposed(_ scheme: FlowScheme) throws {
        var flow = try flow("https://al%40ice:p%3Ass@a.test/x")
        #expect(flow.begin().inWords == "nothing")
        // Nothing is looked up: what the URL says goes before what a store has.
        let challenge = flow.received(try FlowSide.server.asks([scheme.challenge])).asked
        #expect(challenge?.previousFailureCount == 0)
        #expect(Self.password(challenge) == PasswordCredential(user: "al@ice", password: "p:ss"))
        #expect(flow.say(.performDefaultHandling).inWords == scheme.rawValue)
        let again = flow.goOn(try FlowSide.server.asks([scheme.challenge])).asked
        #expect(again?.previousFailureCount == 1)
        #expect(Self.password(again) == nil)
        // Neither for another realm: it was wrong.
        let other = flow.goOn(try FlowSide.server.asks([#"Basic realm="other""#])).asked
        #expect(other?.previousFailureCount == 0)
        #expect(Self.password(other) == nil)
    }

    @Test("a redirect's are dropped, and the URL's own stay on its origin")
    func redirects() throws {
        let base = try HTTPSURL("https://alice:secret@a.test/x")
        let own = PasswordCredential(user: "alice", password: "secret")
        for (location, expected) in [
            ("/y", own), ("https://a.test/y", own), ("https://mallory:other@a.test/y", own),
            ("https://b.test/", nil), ("https://mallory:other@b.test/", nil), ("https://a.test:8443/", nil),
        ] {
            #expect(try base.resolving(location).namedUser?.credential == expected, "\(location)")
        }
        let plain = try HTTPSURL("https://a.test/")
        #expect(try plain.resolving("https://mallory:other@a.test/").namedUser == nil)
        // Once away, they do not come back.
        #expect(try base.resolving("https://b.test/").resolving("https://a.test/").namedUser == nil)
    }

    @Test("what a URL's user and password stand for (RFC 3986 §2.1, §3.2.1)")
    func decoding() throws {
        for (text, expected) in [
            ("https://a:b@h.test/", NamedUser(name: "a", password: "b")),
            ("https://a@h.test/", NamedUser(name: "a", password: nil)),
            ("https://a:@h.test/", NamedUser(name: "a", password: "")),
            ("https://%C3%A9:%2525@h.test/", NamedUser(name: "\u{e9}", password: "%25")),
            ("https://a:b:c@h.test/", NamedUser(name: "a", password: "b:c")),
            ("https://:b@h.test/", nil), ("https://h.test/", nil), ("https://%FF:b@h.test/", nil),
            ("https://a:%zz@h.test/", nil),
        ] {
            #expect(try HTTPSURL(text).namedUser == expected, "\(text)")
        }
    }

    @Test("no text form has them, and they do not tell URLs apart")
    func hidden() throws {
        let url = try HTTPSURL("https://alice:hunter2@a.test/x")
        let plain = try HTTPSURL("https://a.test/x")
        #expect(url == plain)
        #expect(Set([url, plain]).count == 1)
        var texts = [
            url.description, "\(url)", String(reflecting: url), "\(Mirror(reflecting: url).children.map { $0 })",
        ]
        var dumped = ""
        dump(url, to: &dumped)
        dump(HTTPSRequest(url), to: &dumped)
        texts.append(dumped)
        for text in texts { #expect(!text.contains("alice") && !text.contains("hunter2"), "\(text)") }
        #expect(plain.description == "https://a.test/x")
        let error = #expect(throws: HTTPSURLError.self) { try HTTPSURL("http://alice:hunter2@a.test/") }
        #expect(!"\(String(describing: error))".contains("hunter2"))
    }

    /// Apple, NSURLProtectionSpace.h: HTTPBasic is "equivalent to NSURLAuthenticationMethodDefault for http".
    @Test("what is kept for the default method serves for Basic, after Basic's own, and for nothing else")
    func defaultMethod() throws {
        for scheme in FlowScheme.allCases {
            var flow = try flow("https://a.test/x")
            var step = flow.received(try FlowSide.server.asks([scheme.challenge]))
            #expect(step.inWords == "look up \(scheme.method.rawValue)")
            step = flow.found(nil)
            guard scheme == .basic else {
                #expect(step.inWords == "ask \(scheme.method.rawValue)")
                continue
            }
            guard case .lookUp(let space) = step else {
                Issue.record("\(step.inWords)")
                continue
            }
            #expect(space.method == "NSURLAuthenticationMethodDefault" && space.realm == "r" && space.host == "a.test")
            let challenge = flow.found(PasswordCredential(user: "d", password: "e")).asked
            #expect(challenge?.protectionSpace.authenticationMethod == .httpBasic)
            #expect(Self.password(challenge)?.user == "d")
        }
    }
}
