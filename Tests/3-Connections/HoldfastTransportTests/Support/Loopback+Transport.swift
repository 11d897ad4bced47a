import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport

/// The transport's side: requests to the servers, and a judge that trusts them.
extension Loopback {
    /// Accepts what this authority has issued.
    func trusting(after delay: Duration = .zero) -> TestJudge { .trusting(anchors, after: delay) }

    /// A request to a server on loopback, under its own name.
    func request(
        _ kind: TransportRequest.Kind = .request, to host: String? = nil, port: UInt16, under policy: String = "p",
        sharing: String = "s"
    ) -> TransportRequest {
        let host = host ?? self.host
        var request = TransportRequest(
            kind: kind, host: host, port: port, sharing: .shared(key: Array(sharing.utf8)),
            policyDigest: Array(policy.utf8))
        request.connection.dial.place = .loopback(port)
        request.limits.timeout = .seconds(180)
        return request
    }
}

extension DialTargets.Place {
    /// A port of this machine.
    static func loopback(_ port: UInt16) -> Self {
        guard let address = IPAddress("127.0.0.1") else { preconditionFailure("a literal") }
        return Self(.ip(address), port: port)
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
