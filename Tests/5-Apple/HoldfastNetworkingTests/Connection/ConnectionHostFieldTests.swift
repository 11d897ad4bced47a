import HoldfastAuthority
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// A delegate that asks the request for its `Host` to know which name to prove, where the URL has an address.
///
/// In Objective-C `allHTTPHeaderFields` ignores the case of names (Apple, `NSURLRequest`: "HTTP header fields are
/// case-insensitive"). Swift's dictionary does not, and Foundation keeps the field as `Host`.
@Suite("The Host field of a connection's request")
struct ConnectionHostFieldTests {
    private let bench: Loopback
    private let server: TLSServer

    init() throws {
        bench = try Loopback()
        server = try bench.answering { ServerResponse(text: $0["Host"] ?? "-") }
    }

    @Test("is asked for by value(forHTTPHeaderField:), in any case of letters") func reading() {
        var request = URLRequest(url: URL(fileURLWithPath: "/"))
        request.setValue(Loopback.host, forHTTPHeaderField: "host")
        #expect(request.allHTTPHeaderFields?["host"] == nil)
        #expect(request.allHTTPHeaderFields?["Host"] == Loopback.host)
        for name in ["host", "Host", "HOST"] {
            #expect(request.value(forHTTPHeaderField: name) == Loopback.host)
        }
    }

    /// What becomes of a connection to the address whose delegate proves the name that it finds.
    private func ending(_ name: @escaping @Sendable (URLRequest) -> String?) async throws -> String? {
        var request = URLRequest(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
        request.setValue(Loopback.host, forHTTPHeaderField: "host")
        let anchor = UnsafeTransfer(try bench.anchor())
        let delegate = NewestConnectionDelegate { [request] challenge in
            let host = name(request) ?? challenge.protectionSpace.host
            guard let trust = challenge.protectionSpace.serverTrust else { return }
            SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, host as CFString))
            SecTrustSetAnchorCertificates(trust, [anchor.value] as NSArray)
            if SecTrustEvaluateWithError(trust, nil) {
                challenge.sender?.use(URLCredential(trust: trust), for: challenge)
            } else {
                challenge.sender?.cancel(challenge)
            }
        }
        let connection = NSURLConnection(
            request: request, delegate: delegate, startImmediately: false,
            configuration: bench.configuration(server))
        connection.setDelegateQueue(OperationQueue())
        connection.start()
        await delegate.finished.wait()
        return delegate.lines.last
    }

    @Test("by the dictionary nothing is found, and the address is not proven") func literal() async throws {
        #expect(try await ending { $0.allHTTPHeaderFields?["host"] } == "failed -1012")
        #expect(try await ending { $0.value(forHTTPHeaderField: "host") } == "finished")
    }
}
