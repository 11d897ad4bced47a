import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// A root, an intermediate and a moment; chains of them are judged under the root as the only anchor.
struct TestChain {
    static let moment = Instant(secondsSince1970: 1_780_300_800)  // 2026-06-01T08:00:00Z
    static let host = "www.holdfast.test"

    let root: CertificateAuthority
    let intermediate: CertificateAuthority
    var engine = TrustEngine()

    init() throws {
        root = try CertificateAuthority.root(name: "Test Root", at: Self.moment)
        intermediate = try root.intermediate(name: "Test Intermediate", at: Self.moment)
    }

    /// A good server certificate, changed where a test says so.
    static func server(_ change: (inout CertificateTemplate) -> Void = { _ in }) -> CertificateTemplate {
        var template = CertificateTemplate.server(names: [host], at: moment)
        change(&template)
        return template
    }

    /// What a server sends whose certificate the intermediate issued.
    func chain(_ change: (inout CertificateTemplate) -> Void = { _ in }) throws -> [[UInt8]] {
        try intermediate.issue(Self.server(change)).chain
    }

    func policy(anchors: [[UInt8]]? = nil) throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName(Self.host))
        policy.anchors = .only(try (anchors ?? [root.certificate]).map { try Certificate(der: $0) })
        return policy
    }

    func judge(
        _ chain: [[UInt8]], policy: TrustPolicy? = nil, at moment: Instant = Self.moment
    ) throws -> Result<TrustEvaluation, TrustFailure> {
        let trust = try ServerTrust(derChain: chain)
        let policy = try policy ?? self.policy()
        do throws(TrustFailure) {
            return .success(try engine.evaluate(trust, with: policy, at: moment))
        } catch {
            return .failure(error)
        }
    }

    /// The exact set of error codes; empty for a trusted chain.
    func errors(
        _ chain: [[UInt8]], policy: TrustPolicy? = nil, at moment: Instant = Self.moment
    ) throws -> Set<FindingCode> {
        switch try judge(chain, policy: policy, at: moment) {
        case .success: []
        case .failure(let failure): Set(failure.errors.map(\.code))
        }
    }
}

extension Result where Success == TrustEvaluation, Failure == TrustFailure {
    var failure: TrustFailure? { if case .failure(let failure) = self { failure } else { nil } }
    var success: TrustEvaluation? { if case .success(let proof) = self { proof } else { nil } }
    /// Codes of the findings of one severity.
    func codes(_ severity: Severity) -> Set<FindingCode> {
        let findings = success?.findings ?? failure?.findings ?? []
        return Set(findings.filter { $0.severity == severity }.map(\.code))
    }
}
