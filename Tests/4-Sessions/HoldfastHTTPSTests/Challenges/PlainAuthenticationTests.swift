import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import Testing

@testable import HoldfastHTTPS

/// A server without TLS is another one than the server of the same name and port with it.
@Suite("Authentication without TLS")
struct PlainAuthenticationTests {
    private static let alice = PasswordCredential(user: "alice", password: "secret")
    private static let plain = "http://a.test:8443/x/y"
    private static let encrypted = "https://a.test:8443/x/y"

    private static func flow(_ url: String, _ memory: AuthenticationMemory) throws -> AuthenticationFlow {
        FlowSide.flow(
            AuthenticationSubject(HTTPSRequest(try HTTPSURL(dangerouslyAllowingPlainHTTP: url))), memory)
    }

    @Test(
        "what one of them took is not sent to the other, nor proposed for it", arguments: FlowScheme.allCases,
        [(plain, encrypted), (encrypted, plain)])
    func memory(_ scheme: FlowScheme, _ urls: (String, String)) throws {
        let memory = AuthenticationMemory()
        var first = try Self.flow(urls.0, memory)
        #expect(first.begin().inWords == "nothing")
        #expect(first.goOn(try FlowSide.server.asks([scheme.challenge]), proposing: Self.alice).asked != nil)
        #expect(first.say(.performDefaultHandling).inWords == scheme.rawValue)
        #expect(first.goOn(try FlowSide.server.reply(200)).inWords == "deliver")
        // Taken by the one, and for its own next request.
        var again = try Self.flow(urls.0, memory)
        #expect(again.withToken(again.begin()).inWords == scheme.rawValue)
        var other = try Self.flow(urls.1, memory)
        #expect(other.withToken(other.begin()).inWords == "nothing")
        let challenge = try #require(other.goOn(try FlowSide.server.asks([scheme.challenge])).asked)
        #expect(challenge.proposedCredential == nil)
    }

    @Test("its space says how it is reached, and a store keeps it apart", arguments: FlowScheme.allCases)
    func space(_ scheme: FlowScheme) throws {
        var spaces: [ProtectionSpace] = []
        for url in [Self.plain, Self.encrypted] {
            var flow = try Self.flow(url, AuthenticationMemory())
            _ = flow.begin()
            spaces.append(try #require(flow.goOn(try FlowSide.server.asks([scheme.challenge])).asked).protectionSpace)
        }
        #expect(spaces.map(\.protocol) == ["http", "https"])
        #expect(spaces.map(\.receivesCredentialSecurely) == [scheme != .basic, true])
        #expect(spaces.map(\.credentialSpace.asker) == [.httpServer, .server])
        #expect(spaces[0].credentialSpace != spaces[1].credentialSpace)
    }

    @Test("Digest answers for the target of the request line, as with TLS")
    func digest() throws {
        var fields: [String] = []
        for url in [Self.plain, Self.encrypted] {
            var flow = try Self.flow(url + "?q", AuthenticationMemory())
            _ = flow.begin()
            _ = flow.goOn(try FlowSide.server.asks([FlowScheme.digest.challenge]), proposing: Self.alice)
            fields.append(try #require(flow.say(.performDefaultHandling).sent?.field).value)
        }
        // RFC 7616 §3.4.6: the URI of the digest has neither scheme nor host.
        #expect(fields[0] == fields[1])
        #expect(fields[0].contains(#"uri="/x/y?q""#))
    }

    @Test("what Basic and Digest cover ends at the scheme")
    func cover() throws {
        let (plain, encrypted) = (
            try HTTPSURL(dangerouslyAllowingPlainHTTP: Self.plain), try HTTPSURL(Self.encrypted)
        )
        #expect(BasicAuthentication.covers(plain, acceptedAt: plain))
        #expect(!BasicAuthentication.covers(plain, acceptedAt: encrypted))
        #expect(!BasicAuthentication.covers(encrypted, acceptedAt: plain))
        let space = DigestAuthenticationSpace(domain: nil, at: encrypted)
        #expect(space.covers(encrypted) && !space.covers(plain))
    }

    @Test("a password of the URL stays on its side of the scheme")
    func userInformation() throws {
        let url = try HTTPSURL(dangerouslyAllowingPlainHTTP: "https://alice:secret@a.test:8443/")
        #expect(try url.resolving("/z").namedUser?.credential == Self.alice)
        #expect(try url.resolving("http://a.test:8443/").namedUser == nil)
    }

    @Test("a form of a page with TLS is not sent without it, unless that is said to be the site's")
    func form() throws {
        let page = try HTTPSURL(dangerouslyAllowingPlainHTTP: "https://a.test/login")
        let target = try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://a.test/in")
        let html =
            #"<form method="post" action="http://a.test/in"><input name="u"><input type="password" name="p"></form>"#
        let field = try #require(HTTPField(name: "Content-Type", value: "text/html"))
        let response = HTTPSResponse(
            url: page, status: 200, httpVersion: "1.1", fields: [field], trailers: [], body: Array(html.utf8),
            connection: FlowConnection.record, isReusedConnection: false, redirects: [])
        var login = FormLogin("staff", site: page)
        let error = #expect(throws: HTTPSError.self) { try LoginPage(response, for: login) }
        #expect(error?.code == .loginFormElsewhere)
        login.otherOrigins = [target]
        let found = try #require(try LoginPage(response, for: login))
        #expect(found.target == target)
        let sent = try found.submission(Self.alice, login, like: HTTPSRequest(page))
        #expect(sent.fields.first(named: "Origin") == "https://a.test")
        // RFC 9110 §10.1.3.
        #expect(sent.fields.first(named: "Referer") == nil)
    }
}
