import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Certificate policies (RFC 5280 §6.1, RFC 9618)", .ownThread)
struct CertificatePolicyRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let levels: [PolicyLevel]
        /// The policies that the path is valid for when a policy is required; nil where it is refused.
        let valid: Set<ObjectIdentifier>?

        init(_ testDescription: String, _ levels: [PolicyLevel], _ valid: Set<ObjectIdentifier>?) {
            self.testDescription = testDescription
            self.levels = levels
            self.valid = valid
        }
    }

    let test: TestChain

    init() throws { test = try TestChain() }

    @Test(
        "where the caller requires a policy (initial-explicit-policy)",
        arguments: [
            Row("the same throughout", [.init(.gold), .init(.gold)], [.gold]),
            Row("one of several", [.init(.gold, .silver), .init(.silver, .white)], [.silver]),
            Row("none in common", [.init(.gold), .init(.silver)], nil),
            // §6.1.3(e): "If the certificate policies extension is not present, set the valid_policy_tree to NULL."
            Row("none in the leaf", [.init(.gold), .silent], nil),
            Row("none in the authority", [.silent, .init(.gold)], nil),
            Row("none in between", [.init(.anyPolicy), .silent, .init(.gold)], nil),
            Row("anyPolicy above", [.init(.anyPolicy), .init(.gold)], [.gold]),
            Row("anyPolicy below", [.init(.gold), .init(.anyPolicy)], [.gold]),
            Row("anyPolicy throughout", [.init(.anyPolicy), .init(.anyPolicy)], [.anyPolicy]),
            Row("anyPolicy and another", [.init(.anyPolicy), .init(.anyPolicy, .gold)], [.anyPolicy, .gold]),
            // §6.1.4(b)(1): subjectDomainPolicy is what the certificate below states; the set names the anchor's
            // domain.
            Row("mapped", [.init(.gold).mapping((.gold, .silver)), .init(.silver)], [.gold]),
            Row("mapped away", [.init(.gold).mapping((.gold, .silver)), .init(.gold)], nil),
            Row("mapped and kept", [.init(.gold).mapping((.gold, .silver), (.gold, .gold)), .init(.gold)], [.gold]),
            Row(
                "mapped twice",
                [
                    .init(.gold).mapping((.gold, .silver)), .init(.silver).mapping((.silver, .white)), .init(.white),
                ], [.gold]),
            Row(
                "mapped from anyPolicy's domain", [.init(.anyPolicy).mapping((.gold, .silver)), .init(.silver)], [.gold]
            ),
            Row("mapped, not stated", [.init(.gold).mapping((.white, .silver)), .init(.silver)], nil),
            // §6.1.3(d)(2): a value of the expected_policy_set by anyPolicy
            Row("mapped, then anyPolicy", [.init(.gold).mapping((.gold, .silver)), .init(.anyPolicy)], [.gold]),
            // "prohibit policy mapping" (§4.2.1.11): the mapped policy is deleted.
            Row(
                "mapping inhibited by itself",
                [
                    .init(.gold).inhibiting(mappingAfter: 0), .init(.gold).mapping((.gold, .silver)), .init(.silver),
                ], nil),
            Row(
                "mapping inhibited, the policy itself below",
                [
                    .init(.gold).inhibiting(mappingAfter: 0), .init(.gold).mapping((.gold, .silver)), .init(.gold),
                ], nil),
            Row(
                "mapping allowed once more",
                [
                    .init(.gold).inhibiting(mappingAfter: 1), .init(.gold).mapping((.gold, .silver)), .init(.silver),
                ], [.gold]),
            // "a value of one indicates that anyPolicy may be processed in certificates issued by the subject of this
            // certificate, but not in additional certificates in the path" (§4.2.1.14)
            Row("anyPolicy inhibited", [.init(.gold).inhibiting(anyPolicyAfter: 0), .init(.anyPolicy)], nil),
            Row(
                "anyPolicy allowed once more",
                [.init(.gold).inhibiting(anyPolicyAfter: 1), .init(.anyPolicy)], [.gold]),
            Row(
                "anyPolicy inhibited, and self-issued",
                [
                    .init(.gold).inhibiting(anyPolicyAfter: 0), .init(.anyPolicy).selfIssued, .init(.gold),
                ], [.gold]),
            Row(
                "anyPolicy inhibited, and not self-issued",
                [
                    .init(.gold).inhibiting(anyPolicyAfter: 0), .init(.anyPolicy), .init(.gold),
                ], nil),
        ])
    func explicit(row: Row) throws {
        let result = try test.judge(row.levels) { $0.explicitPolicy = true }
        #expect(result.success?.validPolicies.authorityConstrained == row.valid)
        #expect(result.success?.validPolicies.userConstrained == row.valid)
        #expect(result.codes(.error) == (row.valid == nil ? [.certificatePolicy] : []))
        // Where nobody requires a policy, the same chain is trusted, and says so.
        let free = try #require(try test.judge(row.levels).success)
        #expect(free.validPolicies.authorityConstrained == row.valid ?? [])
    }

    /// "the value of requireExplicitPolicy indicates the number of additional certificates that may appear in the path
    /// before an explicit policy is required for the entire path" (RFC 5280 §4.2.1.11).
    @Test("where an authority requires a policy (policyConstraints)")
    func required() throws {
        func codes(_ levels: PolicyLevel...) throws -> Set<FindingCode> { try test.judge(levels).codes(.error) }
        #expect(try codes(.init(.gold).requiring(explicitPolicyAfter: 0), .silent) == [.certificatePolicy])
        #expect(try codes(.init(.gold).requiring(explicitPolicyAfter: 0), .init(.gold)) == [])
        // §6.1.5(a): the last certificate counts itself.
        #expect(try codes(.init(.gold).requiring(explicitPolicyAfter: 1), .silent) == [.certificatePolicy])
        #expect(try codes(.init(.gold).requiring(explicitPolicyAfter: 2), .silent) == [])
        // "required for the entire path": those above count too.
        #expect(try codes(.silent.requiring(explicitPolicyAfter: 0), .init(.gold)) == [.certificatePolicy])
        // Once required, a later certificate does not take it back.
        #expect(
            try codes(
                .init(.gold).requiring(explicitPolicyAfter: 0), .init(.gold).requiring(explicitPolicyAfter: 5), .silent)
                == [.certificatePolicy])
        // Self-issued ones are not counted.
        #expect(
            try codes(.init(.gold).requiring(explicitPolicyAfter: 2), .init(.gold).selfIssued, .silent) == [])
        // §6.1.5(b): the last certificate may require it for itself.
        let own = try test.judge([.silent, .silent.requiring(explicitPolicyAfter: 0)])
        #expect(own.codes(.error) == [.certificatePolicy])
    }

    @Test("the caller's acceptable policies (user-initial-policy-set)")
    func acceptable() throws {
        let levels: [PolicyLevel] = [.init(.anyPolicy), .init(.gold, .silver)]
        let silver = try #require(try test.judge(levels) { $0.userInitialPolicySet = [.silver, .white] }.success)
        #expect(silver.validPolicies.authorityConstrained == [.gold, .silver])
        #expect(silver.validPolicies.userConstrained == [.silver])
        // Not acceptable refuses nothing by itself.
        let none = try #require(try test.judge(levels) { $0.userInitialPolicySet = [.white] }.success)
        #expect(none.validPolicies.userConstrained == [])
        let refused = try test.judge(levels) {
            $0.userInitialPolicySet = [.white]
            $0.explicitPolicy = true
        }
        #expect(refused.codes(.error) == [.certificatePolicy])
        #expect(refused.failure?.cause.position == .chain)
        // RFC 9618 §5.6(g)(6): valid for any policy is valid for each acceptable one.
        let any = try test.judge([.init(.anyPolicy), .init(.anyPolicy)]) {
            $0.userInitialPolicySet = [.white]
            $0.explicitPolicy = true
        }
        #expect(any.success?.validPolicies.authorityConstrained == [.anyPolicy])
        #expect(any.success?.validPolicies.userConstrained == [.white])
    }

    @Test("initial-policy-mapping-inhibit, initial-any-policy-inhibit")
    func inhibited() throws {
        let mapped: [PolicyLevel] = [.init(.gold).mapping((.gold, .silver)), .init(.silver)]
        let mapping = try test.judge(mapped) {
            $0.explicitPolicy = true
            $0.policyMappingInhibit = true
        }
        #expect(mapping.codes(.error) == [.certificatePolicy])
        let any = try test.judge([.init(.anyPolicy), .init(.gold)]) {
            $0.explicitPolicy = true
            $0.anyPolicyInhibit = true
        }
        #expect(any.codes(.error) == [.certificatePolicy])
        // Not where an authority issued it to itself (§6.1.3(d)(2)(b)), as by the root's own name here.
        let selfIssued = try test.judge([.init(.anyPolicy).selfIssued, .init(.gold)]) {
            $0.explicitPolicy = true
            $0.anyPolicyInhibit = true
        }
        #expect(selfIssued.success?.validPolicies.authorityConstrained == [.gold])
    }

    /// "Policies MUST NOT be mapped either to or from the special value anyPolicy" (RFC 5280 §4.2.1.5, §6.1.4(a)).
    @Test("a mapping from or to anyPolicy refuses, required or not")
    func mappedAnyPolicy() throws {
        for pair in [(ObjectIdentifier.anyPolicy, ObjectIdentifier.gold), (.gold, .anyPolicy)] {
            let failure = try #require(try test.judge([.init(.gold).mapping(pair), .init(.gold)]).failure)
            #expect(failure.errors.map(\.requirement) == ["certificatePolicy.mappingAnyPolicy"])
            #expect(failure.cause.position == .certificate(depth: 1))
        }
    }

    @Test("the certificate where the last policy ends is named")
    func position() throws {
        let failure = try #require(
            try test.judge([.init(.gold), .init(.silver), .init(.silver)]) { $0.explicitPolicy = true }.failure)
        #expect(failure.cause.position == .certificate(depth: 1))
        #expect(failure.cause.seen == "policies \(ObjectIdentifier.silver)")
    }

    @Test("an anchor is a name and a key: its policies do not count, but a server's own as the anchor do")
    func anchors() throws {
        let (chain, anchors) = try test.belowRoot({ PolicyLevel(.gold).apply(to: &$0) })
        func errors(_ chain: [[UInt8]], _ anchors: [[UInt8]], _ accepted: ObjectIdentifier) throws -> Set<FindingCode> {
            var policy = try test.policy(anchors: anchors)
            policy.initialPolicies.explicitPolicy = true
            policy.initialPolicies.userInitialPolicySet = [accepted]
            return try test.errors(chain, policy: policy)
        }
        #expect(try errors(chain, anchors, .gold) == [.certificatePolicy])
        let alone = try Identity.selfSigned(TestChain.server { PolicyLevel(.gold).apply(to: &$0) })
        #expect(try errors(alone.chain, [alone.certificate], .gold) == [])
        #expect(try errors(alone.chain, [alone.certificate], .silver) == [.certificatePolicy])
    }

    /// "A certificate policy OID MUST NOT appear more than once in a certificate policies extension" (§4.2.1.4).
    @Test("a policy twice; a mapped policy not stated; an authority's extension in a leaf")
    func form() throws {
        let twice = try test.chain([.init(.gold), .init(.gold, .gold)])
        #expect(try test.unmet(twice) == ["certificatePolicy.once"])
        #expect(try test.refusals(twice) == [.certificatePolicy])
        // "Each issuerDomainPolicy named in the policy mappings extension SHOULD also be asserted in a certificate
        // policies extension in the same certificate" (§4.2.1.5).
        let unstated = try test.chain([.init(.anyPolicy).mapping((.gold, .silver)), .init(.silver)])
        #expect(try test.unmet(unstated) == ["certificatePolicy.mappingAsserted"])
        #expect(try test.refusals(unstated) == [])
        for level in [PolicyLevel(.gold).inhibiting(anyPolicyAfter: 3), .init(.gold).inhibiting(mappingAfter: 3)] {
            #expect(try test.unmet(test.chain([.init(.gold), level])) == ["certificatePolicy.authorityOnly"])
        }
    }
}
