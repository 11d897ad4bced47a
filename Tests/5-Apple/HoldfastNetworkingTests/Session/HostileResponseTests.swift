import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Testing

/// Whatever a server answers, a program gets a response or a `URLError`: in FoundationNetworking some of these end the
/// process, and one of them hangs.
@Suite("Answers that no server should give")
struct HostileResponseTests {
    private static let heads = [
        "HTTP/1.1 200 OK\r\nContent-Type: ;;;=\"\r\nContent-Disposition: attachment; filename=\"../../x\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n",
        "HTTP/1.1 200 OK\r\nSet-Cookie: =;=;Domain=;Path=;Expires=x;Max-Age=99999999999999999999\r\n",
        "HTTP/1.1 200 OK\r\nSet-Cookie: \r\nSet-Cookie: a\r\nSet-Cookie: a=b; Port=\"x,,\"; Version=9\r\n",
        "HTTP/1.1 200 OK\r\nCache-Control: max-age=99999999999999999999, no-cache=\"\r\nExpires: never\r\nAge: -5\r\n",
        "HTTP/1.1 200 OK\r\nVary: *, ,\r\nETag: \"\r\nLast-Modified: x\r\nDate: 1\r\n",
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest\r\n",
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"a\", nonce=\"\", qop=\"x\", algorithm=none, stale=\r\n",
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"\\\r\nWWW-Authenticate: Negotiate ###, NTLM !!\r\n",
        "HTTP/1.1 401 No\r\n", "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"x\"\r\n",
        "HTTP/1.1 302 Found\r\nLocation: http://[::1\r\n", "HTTP/1.1 302 Found\r\nLocation: \r\n",
        "HTTP/1.1 302 Found\r\nLocation: javascript:alert(1)\r\n", "HTTP/1.1 999 What\r\n", "HTTP/1.1 000 No\r\n",
        "HTTP/9.9 200 OK\r\n", "ICY 200 OK\r\n", "HTTP/1.1 200 OK\r\n: x\r\n folded\r\n",
        "HTTP/1.1 304 Not Modified\r\n",
        "HTTP/1.1 206 Partial\r\nContent-Range: bytes 9-1/*\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    ]

    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("a response or an error comes of each, by a delegate with a password for everybody", arguments: heads)
    func answers(head: String) async throws {
        let server = try bench.conversing { connection throws(ServingError) in
            guard try !connection.readHead().head.isEmpty else { return }
            try connection.write(head + "\r\nbody")
        }
        let delegate = EagerDelegate()
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        for _ in 0..<2 {
            do {
                let (_, response) = try await session.data(from: try bench.url(server))
                let http = try #require(response as? HTTPURLResponse)
                _ = (http.suggestedFilename, http.expectedContentLength, http.textEncodingName, http.description)
            } catch let error as URLError {
                #expect(!error.localizedDescription.isEmpty)
            }
        }
    }
}

/// Answers whatever is asked with a user and a password, three times.
private final class EagerDelegate: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard challenge.protectionSpace.serverTrust == nil, challenge.previousFailureCount < 3 else {
            return (.performDefaultHandling, nil)
        }
        return (.useCredential, URLCredential(user: "u", password: "p", persistence: .forSession))
    }
}
