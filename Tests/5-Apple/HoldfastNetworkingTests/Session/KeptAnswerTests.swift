import HoldfastCredentials
import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// Apple, `URLCredential.Persistence`: what a delegate gave is kept; here once the server has taken it, and not before.
@Suite("Passwords of delegates that are kept")
struct KeptAnswerTests {
    private static let right = "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    private static let basic = HTTPField("WWW-Authenticate", #"Basic realm="r""#)
    private static let digest = HTTPField(
        "WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#)
    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// A server that lets Aladdin in by Basic, and fails whoever comes to `/down` with a name.
    private func server(_ challenges: [HTTPField]) throws -> TLSServer {
        try bench.answering { request in
            let sent = request["Authorization"]
            if sent != nil, request.target == "/down" { return ServerResponse(status: 503, text: "later") }
            return sent == Self.right
                ? ServerResponse(text: "welcome") : ServerResponse(status: 401, fields: challenges)
        }
    }

    private func status(_ session: URLSession, _ server: TLSServer, _ path: String) async throws -> Int? {
        let (_, response) = try await session.data(from: try bench.url(server, path))
        return (response as? HTTPURLResponse)?.statusCode
    }

    @Test("the next process is let in by one that was to last, and by no other")
    func nextProcess() async throws {
        let server = try server([Self.basic])
        for (persistence, lasts): (URLCredential.Persistence, Bool) in [
            (.none, false), (.forSession, false), (.permanent, true), (.synchronizable, true),
        ] {
            let folder = try TemporaryFolder()
            let first = session(server, folder, SchemeDelegate(byDigest: nil, byBasic: "open sesame", persistence))
            #expect(try await status(first, server, "/") == 200)
            let next = session(server, folder, nil)
            #expect(try await status(next, server, "/") == (lasts ? 200 : 401), "\(persistence)")
            #expect(folder.names == (lasts ? [persistence == .permanent ? "state" : "shared"] : []))
        }
    }

    /// A session of a process that shares nothing with another but the files of a folder.
    private func session(_ server: TLSServer, _ folder: TemporaryFolder, _ delegate: SchemeDelegate?) -> URLSession {
        let key = CredentialFileKey { .key(CredentialSecret([UInt8](repeating: 7, count: 32))) }
        let stores = ProcessCredentialStores(
            permanent: EncryptedCredentialFile(path: folder.path("state/items"), key: key),
            synchronizable: SynchronizedCredentialFolder(path: folder.path("shared"), key: key))
        let configuration = bench.trusting(server)
        configuration.urlCredentialStorage = URLCredentialStorage(
            lasting: LastingCredentials { () throws(CredentialStoreError) in stores })
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    @Test("one that was refused by a scheme is not, where another scheme was taken after it")
    func refused() async throws {
        let server = try server([Self.digest, Self.basic])
        let delegate = SchemeDelegate(byDigest: "wrong", byBasic: "open sesame")
        let configuration = bench.trusting(server)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        #expect(try await status(session, server, "/") == 200)
        #expect(
            delegate.log.lines == [
                "NSURLAuthenticationMethodHTTPDigest 0", "NSURLAuthenticationMethodHTTPDigest 1",
                "NSURLAuthenticationMethodHTTPBasic 0",
            ])
        let kept = try #require(configuration.urlCredentialStorage?.allCredentials)
        #expect(kept.keys.map(\.authenticationMethod) == [NSURLAuthenticationMethodHTTPBasic])
        #expect(kept.values.first?["Aladdin"]?.password == "open sesame")
    }

    @Test("one that met an error is not, and takes the place of none", arguments: ["/down", "/"])
    func error(_ path: String) async throws {
        let server = try server([Self.basic])
        let configuration = bench.trusting(server)
        let space = URLProtectionSpace(
            host: Loopback.host, port: Int(server.port), protocol: NSURLProtectionSpaceHTTPS, realm: "r",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        let known = URLCredential(user: "Aladdin", password: "open sesame", persistence: .forSession)
        configuration.urlCredentialStorage?.setDefaultCredential(known, for: space)
        let delegate = SchemeDelegate(byDigest: nil, byBasic: "wrong")
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        #expect(try await status(session, server, path) == (path == "/down" ? 503 : 401))
        #expect(configuration.urlCredentialStorage?.defaultCredential(for: space)?.password == "open sesame")
    }
}

/// Gives one password for each scheme, and goes on to the next scheme where it was refused.
private final class SchemeDelegate: NSObject, URLSessionTaskDelegate {
    let log = Notes<String>()
    private let passwords: [String: String]
    private let persistence: URLCredential.Persistence

    init(byDigest digest: String?, byBasic basic: String, _ persistence: URLCredential.Persistence = .forSession) {
        self.persistence = persistence
        var passwords = [NSURLAuthenticationMethodHTTPBasic: basic]
        passwords[NSURLAuthenticationMethodHTTPDigest] = digest
        self.passwords = passwords
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        guard space.serverTrust == nil else { return (.performDefaultHandling, nil) }
        log.add("\(space.authenticationMethod) \(challenge.previousFailureCount)")
        guard challenge.previousFailureCount == 0, let password = passwords[space.authenticationMethod] else {
            return (.rejectProtectionSpace, nil)
        }
        return (.useCredential, URLCredential(user: "Aladdin", password: password, persistence: persistence))
    }
}
