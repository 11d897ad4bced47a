import HoldfastTrust
import HoldfastX509

/// Judges a test with the engine that everything else uses; what is expected is not looked at.
///
/// The profile is `rfc5280`, every certificate has to be covered by a revocation list, and DSA, which some of the paths
/// of 2011 are signed with, may pass.
struct PKITSJudge {
    struct Outcome {
        let isValid: Bool
        /// Codes of the errors, first-ranked first.
        let findings: [String]
        /// The policies that the path is valid for, of those that are acceptable.
        var policies: [String] = []
    }

    private let certificates: [String: [UInt8]]
    private let lists: [String: SuppliedRevocationList]
    private let profile: Profile

    /// - Throws: ``ProfileError`` where the profile has not the requirements that are lowered.
    init(_ suite: PKITSSuite) throws(ProfileError) {
        certificates = suite.certs.mapValues { Array($0) }
        lists = suite.crls.mapValues { SuppliedRevocationList(der: Array($0)) }
        // The suite tests the algorithm of §6, which "does not include checks to verify that the certificates and CRLs
        // conform to this profile", and has authorities whose policy constraints are not critical (§4.2.1.11).
        profile = try Profile.rfc5280.dangerouslyLowering("weakKey.dsa", to: .warning)
            .dangerouslyLowering("extensionCriticality.policyConstraints", to: .warning)
    }

    /// - Throws: what a test names, and the file does not have or cannot mean.
    func judge(_ test: PKITSTest) throws(SuiteError) -> Outcome {
        func find<Value>(_ name: String, in values: [String: Value], _ kind: String) throws(SuiteError) -> Value {
            guard let value = values[name] else { throw SuiteError("the file has no \(kind) '\(name)'") }
            return value
        }
        var path: [[UInt8]] = []
        for name in test.chain { path.append(try find(name, in: certificates, "certificate")) }
        var supplied: [SuppliedRevocationList] = []
        for name in test.crls { supplied.append(try find(name, in: lists, "revocation list")) }
        guard let anchor = try? Certificate(der: find(test.anchor, in: certificates, "anchor")) else {
            throw SuiteError("the anchor '\(test.anchor)' is no certificate of the file")
        }
        guard let at = Instant(rfc3339: test.time) else { throw SuiteError("'\(test.time)' is no time of RFC 3339") }
        let acceptable = test.initialPolicySet.compactMap { ObjectIdentifier($0) }
        guard acceptable.count == test.initialPolicySet.count else {
            throw SuiteError("a policy of initial_policy_set is no object identifier")
        }
        guard let trust = try? ServerTrust(derChain: path.reversed()) else {
            throw SuiteError("its chain is empty or too large")
        }
        var policy = TrustPolicy.basicX509
        policy.profile = profile
        policy.anchors = .only([anchor])
        policy.revocation = .hard
        policy.initialPolicies.userInitialPolicySet = Set(acceptable)
        policy.initialPolicies.explicitPolicy = test.initialExplicitPolicy
        policy.initialPolicies.policyMappingInhibit = test.initialPolicyMappingInhibit
        policy.initialPolicies.anyPolicyInhibit = test.initialInhibitAnyPolicy
        do throws(TrustFailure) {
            let proof = try TrustEngine().evaluate(trust, with: policy, at: at, supplying: [.revocationLists(supplied)])
            return Outcome(
                isValid: true, findings: [], policies: proof.validPolicies.userConstrained.map(\.description).sorted())
        } catch {
            return Outcome(isValid: false, findings: error.errors.map(\.code.rawValue))
        }
    }
}
