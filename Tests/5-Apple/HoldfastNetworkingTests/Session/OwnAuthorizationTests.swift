import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// Apple, "Handling an authentication challenge": "When your app makes a request with a URLSessionTask, the server may
/// respond with one or more demands for credentials before continuing. The session task attempts to handle this for
/// you. If it can't, it calls your session's delegate to handle the challenges." What the request said makes no
/// difference.
@Suite("A 401 to a request with a field Authorization of its own")
struct OwnAuthorizationTests {
    private static let right = "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    private static let aladdin = URLCredential(user: "Aladdin", password: "open sesame", persistence: .forSession)
    let bench: Loopback
    let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    private func server(_ challenge: String = "Basic realm=\"r\"") throws -> TLSServer {
        try bench.answering { [seen] request in
            let sent = request["Authorization"] ?? "-"
            seen.add(sent)
            return sent == Self.right || sent.hasPrefix("Digest username=\"Aladdin\"")
                ? ServerResponse(text: "welcome")
                : ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", challenge)])
        }
    }

    private func request(_ server: TLSServer) throws -> URLRequest {
        var request = URLRequest(url: try bench.url(server))
        request.setValue("Bearer old", forHTTPHeaderField: "Authorization")
        return request
    }

    @Test(
        "the delegate is asked, and its answer takes the field's place",
        arguments: [
            "Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256",
        ])
    func asked(challenge: String) async throws {
        let server = try server(challenge)
        let delegate = AnsweringDelegate(.useCredential, Self.aladdin)
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        let (data, response) = try await session.data(for: try request(server))
        #expect(String(decoding: data, as: UTF8.self) == "welcome")
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(delegate.asked.lines == ["0 proposed: false"])
        #expect(seen.lines.count == 2 && seen.lines[0] == "Bearer old")
        #expect(seen.lines.last?.hasPrefix(challenge.prefix { $0 != " " }) == true)
    }

    @Test("so it is where the session's configuration has the field") func ofSession() async throws {
        let server = try server()
        let delegate = AnsweringDelegate(.useCredential, Self.aladdin)
        let configuration = bench.trusting(server)
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer old"]
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        let (data, _) = try await session.data(from: try bench.url(server))
        #expect(String(decoding: data, as: UTF8.self) == "welcome")
        #expect(seen.lines == ["Bearer old", Self.right])
    }

    /// Whoever writes the field themselves has not asked for another user's password.
    @Test("what is stored answers nothing by itself", arguments: [true, false]) func stored(hasDelegate: Bool)
        async throws
    {
        let server = try server()
        let configuration = bench.trusting(server)
        let space = URLProtectionSpace(
            host: Loopback.host, port: Int(server.port), protocol: NSURLProtectionSpaceHTTPS, realm: "r",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        configuration.urlCredentialStorage?.setDefaultCredential(Self.aladdin, for: space)
        let delegate = AnsweringDelegate(.performDefaultHandling, nil)
        let session = URLSession(
            configuration: configuration, delegate: hasDelegate ? delegate : nil, delegateQueue: nil)
        let (_, response) = try await session.data(for: try request(server))
        #expect((response as? HTTPURLResponse)?.statusCode == 401)
        #expect(delegate.asked.lines == (hasDelegate ? ["0 proposed: false"] : []))
        #expect(seen.lines == ["Bearer old"])
    }

    @Test("a wrong answer is asked about again, and the end of asking is the 401") func wrong() async throws {
        let server = try server()
        let wrong = URLCredential(user: "Aladdin", password: "open", persistence: .none)
        let delegate = AnsweringDelegate(.useCredential, wrong, times: 2)
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        let (_, response) = try await session.data(for: try request(server))
        #expect((response as? HTTPURLResponse)?.statusCode == 401)
        #expect(delegate.asked.lines == ["0 proposed: false", "1 proposed: false", "2 proposed: false"])
        #expect(seen.lines.count == 3 && !seen.lines.dropFirst().contains("Bearer old"))
    }
}

/// Answers so often what it is told to, and then leaves it to the default.
private final class AnsweringDelegate: NSObject, URLSessionTaskDelegate {
    let asked = Notes<String>()
    private let disposition: URLSession.AuthChallengeDisposition
    private let credential: URLCredential?
    private let times: Int

    init(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?, times: Int = 1) {
        (self.disposition, self.credential, self.times) = (disposition, credential, times)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard challenge.protectionSpace.serverTrust == nil else { return (.performDefaultHandling, nil) }
        asked.add("\(challenge.previousFailureCount) proposed: \(challenge.proposedCredential != nil)")
        return asked.all.count <= times ? (disposition, credential) : (.performDefaultHandling, nil)
    }
}
