import Foundation
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization
import TestSupport
import Testing

@testable import HoldfastTestBed

/// The stories by programs: what a command line has no option for.
@Suite(.ownThread) struct StoryTests {
    /// Answers challenges of one method, and rejects all before it.
    private final class Choosing: ChallengeHandler {
        let method: AuthenticationMethod
        private let asked = Mutex<[AuthenticationMethod]>([])

        init(_ method: AuthenticationMethod) { self.method = method }

        var methods: [AuthenticationMethod] { asked.withLock { $0 } }

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            let method = challenge.protectionSpace.authenticationMethod
            guard method != .serverTrust else { return .notImplemented }
            asked.withLock { $0.append(method) }
            guard method == self.method else { return .rejectProtectionSpace }
            guard challenge.previousFailureCount == 0 else { return .cancelAuthenticationChallenge }
            return .useCredential(
                Credential(user: StoryUser.name, password: StoryUser.password, persistence: .forSession))
        }
    }

    private func session(
        _ server: StoryServer, _ handler: any ChallengeHandler,
        _ change: (inout HTTPSSession.Configuration) throws -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = HTTPSSession.Configuration()
        let file = Array(try Data(contentsOf: URL(filePath: server.anchorsFile)))
        let anchors = try PEM.blocks(in: file[...]).map { try Certificate(der: Array($0.contents)) }
        configuration.trust.policy = { name -> TrustPolicy in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = .only(anchors)
            return policy
        }
        configuration.addresses.dial = [try DialRule(connectTo: server.connectTo)]
        configuration.credentials.handler = handler
        try change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    /// RFC 9110 §11.6.1: "A user agent … MAY select the most secure"; Apple's documentation has a program reject a
    /// protection space to be asked about the next.
    @Test("Of four schemes Negotiate and NTLM are rejected, and Digest or Basic is taken", arguments: [true, false])
    func fourSchemes(byDigest: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try TestBed.startStory("four-schemes", directory: folder.path)
        let handler = Choosing(byDigest ? .httpDigest : .httpBasic)
        let session = try session(server, handler)
        let response = try await session.data(for: HTTPSRequest(try HTTPSURL(server.url)))
        #expect(response.status == 200)
        let scheme = byDigest ? "Digest" : "Basic"
        #expect(String(decoding: response.body, as: UTF8.self).contains("let in by \(scheme)"))
        // The strongest first; Negotiate and NTLM are there where their libraries are.
        let order: [AuthenticationMethod] = [.negotiate, .ntlm, .httpDigest, .httpBasic]
        #expect(handler.methods == order.filter { handler.methods.contains($0) }, "\(handler.methods)")
        #expect(handler.methods.last == handler.method && handler.methods.contains(.httpDigest))
        session.invalidateAndCancel()
    }

    @Test("A program that is told of the form logs in by itself, and stays logged in")
    func form() async throws {
        let folder = try TemporaryFolder()
        let server = try TestBed.startStory("form", directory: folder.path)
        let handler = Choosing(.htmlForm)
        let session = try session(server, handler) {
            var login = FormLogin("the story", site: try HTTPSURL(server.url))
            login.signs = [.redirect(to: FormGate.path)]
            $0.credentials.forms = [login]
        }
        for _ in 0..<2 {
            let response = try await session.data(for: HTTPSRequest(try HTTPSURL(server.url)))
            #expect(String(decoding: response.body, as: UTF8.self).contains("let in by a form"))
        }
        #expect(handler.methods == [.htmlForm], "asked once: \(handler.methods)")
        session.invalidateAndCancel()
    }

    // RFC 7616 §3.9.1, the example of SHA-256: the parameters are read as they stand there.
    @Test("The parameters of Digest's answer are read, quoted and not")
    func parameters() {
        let text = """
            username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=SHA-256, \
            nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="753927fa"
            """
        let parameters = DigestGate.parameters(text[...])
        #expect(parameters["username"] == "Mufasa" && parameters["realm"] == "http-auth@example.org")
        #expect(parameters["uri"] == "/dir/index.html" && parameters["nc"] == "00000001")
        #expect(parameters["qop"] == "auth" && parameters["response"] == "753927fa" && parameters.count == 8)
    }

    @Test("A name that is no story's is an error, and nothing is written")
    func unknown() throws {
        let folder = try TemporaryFolder()
        #expect(throws: TestBedError.unknownStory("no-such")) {
            try TestBed.startStory("no-such", directory: folder.path)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("Docs/catalogue.md has each story's row, and no other") func documented() throws {
        let text = try String(contentsOf: CatalogueDocumentTests.file, encoding: .utf8)
        let table = text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("| **`") }
        #expect(table == TestBed.stories.map { "| **`\($0.name)`** | \($0.story) | \($0.source) |" })
    }
}
