import Foundation
import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

/// `holdfast-conformance pkits`: a small suite of NIST's form.
@Suite(.ownThread)
struct PKITSTests {
    /// One good path, one revoked, one without a list, and one whose expectation is wrong.
    @Test("Lines, policies, and the score by section")
    func small() throws {
        let moment = try #require(Instant(rfc3339: "2026-06-01T08:00:00Z"))
        let root = try CertificateAuthority.root(name: "Anchor", at: moment)
        func leaf(_ name: String) throws -> [UInt8] {
            var template = CertificateTemplate.server(names: [name], at: moment)
            template.add(
                .certificatePolicies, CertificatePolicies([PolicyInformation(ObjectIdentifier(1, 2, 3))]))
            return try root.issue(template).certificate
        }
        let (good, revoked) = (try leaf("good.test"), try leaf("revoked.test"))
        var list = RevocationListTemplate(at: moment)
        list.revoke(try Certificate(der: revoked).serialNumber)
        func test(_ id: String, _ chain: String, crls: [String], expected: Bool, policies: [String])
            -> [String: Any]
        {
            [
                "id": id, "section": id.hasPrefix("4.1") ? 1 : 4, "section_title": "Some", "anchor": "root",
                "chain": [chain], "crls": crls, "time": "2026-06-01T08:00:00Z",
                "initial_policy_set": ["2.5.29.32.0"], "initial_explicit_policy": true,
                "initial_policy_mapping_inhibit": false, "initial_inhibit_any_policy": false,
                "expected": expected, "user_constrained_policy_set": policies,
            ]
        }
        let suite: [String: Any] = [
            "certs": ["root": root.certificate, "good": good, "revoked": revoked]
                .mapValues { Data($0).base64EncodedString() },
            "crls": ["list": Data(try root.issue(list)).base64EncodedString()],
            "tests": [
                test("4.1.1", "good", crls: ["list"], expected: true, policies: ["1.2.3"]),
                test("4.1.2", "revoked", crls: ["list"], expected: false, policies: []),
                test("4.4.1", "good", crls: [], expected: false, policies: []),
                test("4.4.2", "good", crls: ["list"], expected: true, policies: ["1.2.4"]),
            ],
        ]
        let folder = try Folder()
        try folder.write("suite.json", JSONSerialization.data(withJSONObject: suite))
        try Script(
            """
            $ holdfast-conformance pkits suite.json
            > {"actual":"SUCCESS","expected":"SUCCESS","findings":[],"id":"4.1.1","policies":["1.2.3"]}
            > {"actual":"FAILURE","expected":"FAILURE","findings":["revoked"],"id":"4.1.2","policies":[]}
            > {"actual":"FAILURE","expected":"FAILURE","findings":["revocationUnknown"],"id":"4.4.1","policies":[]}
            > {"actual":"SUCCESS","expected":"SUCCESS","findings":[],"id":"4.4.2","policies":["1.2.3"]}
            ! section                              agree  wrongly accepted  wrongly refused  skipped  other policies
            ! 4.1 Some                            2 of 2                 0                0        0               0
            ! 4.4 Some                            1 of 2                 0                0        0               1
            ! revocation lists (4.4, 4.14, 4.15)  1 of 2                 0                0        0               1
            ! 4 tests, profile rfc5280: 3 as expected, 1 not
            $ holdfast-conformance pkits suite.json --only '4.1.*' --except *2
            > {…"id":"4.1.1",…
            ! section    agree  wrongly accepted  wrongly refused  skipped
            ! 4.1 Some  1 of 1                 0                0        0
            ! 1 tests, profile rfc5280: 1 as expected, 0 not
            """
        ).run(in: folder)
    }
}
