@testable import HoldfastTransport

/// A connection that nobody opened, for responses that nobody sent.
enum FlowConnection {
    static let record = ConnectionRecord(
        id: 0, host: "a.test", port: 443, peer: nil, facts: nil, presented: nil, verdict: nil,
        timing: ConnectionTiming(dns: nil, tcp: nil, tls: nil, trust: nil))
}
