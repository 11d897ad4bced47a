import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastDiagnostics

/// Chains and verdicts to render, made for a fixed time.
struct Samples {
    let at: Instant
    let root: CertificateAuthority
    let intermediate: CertificateAuthority

    init() throws {
        at = try #require(Instant(rfc3339: "2026-01-15T12:00:00Z"))
        root = try .root(name: "Sample Root", at: at)
        intermediate = try root.intermediate(name: "Sample Intermediate", at: at)
    }

    /// A leaf for `www.example.com` under the intermediate, with one thing changed.
    func leaf(_ change: (inout CertificateTemplate) -> Void = { _ in }) throws -> Identity {
        var template = CertificateTemplate.server(names: ["www.example.com"], at: at)
        change(&template)
        return try intermediate.issue(template)
    }

    /// The verdict about a chain for `www.example.com`; the root is the anchor unless others are given.
    func verdict(
        _ chain: [[UInt8]], policy: TrustPolicy? = nil, anchors: [[UInt8]]? = nil, target: String = "sample.pem"
    ) throws -> VerdictReport {
        var policy = try policy ?? .ssl(ServerName("www.example.com"))
        policy.anchors = .only(try (anchors ?? [root.certificate]).map { try Certificate(der: $0) })
        let trust = try ServerTrust(derChain: chain)
        do throws(TrustFailure) {
            return VerdictReport(try TrustEngine().evaluate(trust, with: policy, at: at), target: target)
        } catch {
            return VerdictReport(error, target: target)
        }
    }
}

extension FailureReport {
    /// A failure of which a test says everything itself.
    init(
        phase: Phase, code: String, message: String, hint: String?, exitCode: Int32, librarySays: [String] = []
    ) {
        self.init(
            phase: phase, Code(rawValue: code), Statement(verbatim: message),
            advice: hint.map(Statement.init(verbatim:)), exitCode: exitCode, librarySays: librarySays)
    }
}
