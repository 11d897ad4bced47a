public import HoldfastTracing
import HoldfastTransport
public import HoldfastTrust
public import HoldfastX509

/// A traced connection, ready to be shown: as a packet table, as JSON of the schema `holdfast.trace/1`, as a page.
public struct TraceReport: Sendable {
    /// The name and version of the JSON's shape.
    public static let schema = "holdfast.trace/1"

    /// What was traced, as the user named it, without the user and the password of a URL.
    public let target: String
    public let trace: HandshakeTrace
    /// The verdict, as `check` has it: what was found of the chain, or what kept it from being judged.
    public let verdict: VerdictReport

    /// - Parameters:
    ///   - policy: what the server was judged by.
    ///   - at: the time it was judged for, for a server that was not judged.
    public init(_ trace: HandshakeTrace, target: String, policy: TrustPolicy, at: Instant) {
        self.target = ShownURL.text(of: target)
        self.trace = trace
        verdict = VerdictReport(trace, target: target, policy: policy, at: at)
    }

    /// As the table of exit codes says.
    public var exitCode: Int32 { verdict.exitCode }

    /// Whether it went to this machine itself, where the time that TCP takes says nothing about a network.
    public var isLoopback: Bool {
        guard let bytes = trace.address?.bytes else { return false }
        if bytes.count == 4 { return bytes[0] == 127 }
        let isMapped = bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        return isMapped ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}
