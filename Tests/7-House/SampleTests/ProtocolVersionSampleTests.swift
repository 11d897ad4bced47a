import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing
import TestSupport
import Testing

@testable import NetworkingSamples

private func exception(_ keys: String, of domain: String = SampleBench.host) -> String {
    "<key>NSExceptionDomains</key><dict><key>\(domain)</key><dict>\(keys)</dict></dict>"
}

private func minimum(_ version: String) -> String {
    "<key>NSExceptionMinimumTLSVersion</key><string>\(version)</string>"
}

private let withoutSecrecy = "<key>NSExceptionRequiresForwardSecrecy</key><false/>"

/// A process reads its Info.plist once: each row is a process of its own, which trusts the authority by the system's
/// anchors (`SSL_CERT_FILE`) and is changed by nothing but its Info.plist.
@Suite("Networking samples: versions of TLS, forward secrecy and App Transport Security", .ownThread)
struct ProtocolVersionSampleTests {
    enum Server: String, Sendable {
        /// TLS 1.2 at most, with ECDHE.
        case tls12
        /// TLS 1.2 at most, the key exchanged by RSA.
        case withoutSecrecy
        /// TLS 1.1 alone.
        case tls11
    }

    private let bench: SampleBench
    private let folder: TemporaryFolder

    init() throws {
        bench = try SampleBench()
        folder = try TemporaryFolder()
    }

    private func server(_ kind: Server) throws -> TLSServer {
        switch kind {
        case .tls12: try bench.server(try bench.identity(), { $0.maximumVersion = .tls12 })
        case .withoutSecrecy:
            try bench.server(
                try bench.identity(key: try PrivateKey.generate(.rsa(bits: 2048))),
                {
                    $0.maximumVersion = .tls12
                    $0.cipherList = "AES128-GCM-SHA256"
                })
        case .tls11:
            try bench.server(
                try bench.identity(), { ($0.minimumVersion, $0.maximumVersion, $0.securityLevel) = (.tls11, .tls11, 0) }
            )
        }
    }

    /// Apple, Preventing Insecure Network Connections: "The connection must use Transport Layer Security (TLS) protocol
    /// version 1.2 or later", "The link must support perfect forward secrecy"; the keys' pages; NSURLError.h: -1200 is
    /// `NSURLErrorSecureConnectionFailed`. TLS before 1.2 is not spoken here, whatever an exception says.
    @Test(
        "what an Info.plist says about a server's TLS",
        arguments: [
            (.tls12, nil, "200"), (.tls12, "", "200"), (.tls12, exception(minimum("TLSv1.3")), "-1200"),
            (.tls12, exception(minimum("TLSv1.3"), of: "other.test"), "200"),
            (.withoutSecrecy, nil, "200"), (.withoutSecrecy, "", "-1200"),
            (.withoutSecrecy, exception(withoutSecrecy), "200"),
            (.withoutSecrecy, exception(withoutSecrecy, of: "other.test"), "-1200"),
            (.withoutSecrecy, "<key>NSAllowsArbitraryLoads</key><true/>", "200"),
            (.tls11, nil, "-1200"), (.tls11, exception(minimum("TLSv1.0")), "-1200"),
        ] as [(Server, String?, String)])
    func plist(_ kind: Server, _ settings: String?, _ expected: String) throws {
        let server = try server(kind)
        let anchors = try folder.write(bench.root.identity.chainPEM, to: "root.pem")
        let output = try SampleProcess.output(
            ["fetch", try bench.url(server).absoluteString], settings: settings,
            variables: ["SSL_CERT_FILE": anchors])
        #expect(output == expected)
        #expect(server.counters.requestsReceived == (expected == "200" ? 1 : 0))
    }
}
