import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// An authority, its anchors, and servers of its making: what most tests here need.
struct World: Sendable {
    let authority: CertificateAuthority
    let anchors: TrustAnchors
    let now: Instant

    init() throws {
        now = SystemClock.now()
        authority = try CertificateAuthority.root(name: "Test Root", at: now)
        anchors = .only([try Certificate(der: authority.certificate)])
    }

    /// Accepts what this world's authority issued.
    func trusting(after delay: Duration = .zero) -> TestJudge { .trusting(anchors, after: delay) }

    func identity(_ names: String..., key: PrivateKey? = nil) throws -> Identity {
        try authority.issue(.server(names: names, at: now), key: key)
    }

    /// A server for `example.test` that answers with the target that it was asked for.
    func server(
        _ names: [String] = ["example.test"], _ change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try authority.issue(.server(names: names, at: now)))
        change(&configuration)
        return try TLSServer(configuration) { request in ServerResponse(text: request.target) }
    }

    /// A request to a server on loopback, under its own name.
    func request(
        _ kind: TransportRequest.Kind = .request, to host: String = "example.test", port: UInt16,
        under policy: String = "p",
        sharing: String = "s"
    ) -> TransportRequest {
        var request = TransportRequest(
            kind: kind, host: host, port: port, sharing: .shared(key: Array(sharing.utf8)),
            policyDigest: Array(policy.utf8))
        request.dial.connectTo = ["\(host):\(port):127.0.0.1:\(port)"]
        request.timeout = .seconds(180)
        return request
    }
}

extension TransportResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// The error that `body` throws; nil when it throws none.
func failure<Success>(
    of body: () async throws(TransportError) -> Success
) async -> TransportError? {
    do throws(TransportError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
