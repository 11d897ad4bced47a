import Foundation
import HoldfastAuthority
import HoldfastX509
import Testing

/// `holdfast-conformance pkits`: NIST's suite where it is at hand, and a small one of the same form.
struct PKITSTests {
    @Test("NIST's suite: each of its 249 tests as its authors expect")
    func suite() throws {
        let folder = ProcessInfo.processInfo.environment["VECTORS"] ?? "../shared/vectors"
        let file = URL(filePath: folder).appending(path: "pkits.json").standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: file) else {
            print("skipped: no pkits.json in \(folder); set VECTORS to its folder")
            return
        }
        let run = try CommandRun("holdfast-conformance", ["pkits", file], in: Folder(), timeout: 120)
        #expect(run.exitCode == 0)
        let sections = [
            "4.1 Signature Verification: 6 of 6", "4.2 Validity Periods: 8 of 8",
            "4.3 Verifying Name Chaining: 11 of 11", "4.4 Basic Certificate Revocation Tests: 21 of 21",
            "4.5 Verifying Paths with Self-Issued Certificates: 8 of 8",
            "4.6 Verifying Basic Constraints: 17 of 17",
            "4.7 Key Usage: 5 of 5", "4.8 Certificate Policies: 35 of 35",
            "4.9 Require Explicit Policy: 8 of 8",
            "4.10 Policy Mappings: 23 of 23", "4.11 Inhibit Policy Mapping: 11 of 11",
            "4.12 Inhibit Any Policy: 11 of 11", "4.13 Name Constraints: 38 of 38",
            "4.14 Distribution Points: 35 of 35", "4.15 Delta-CRLs: 10 of 10",
            "4.16 Private Certificate Extensions: 2 of 2",
            "249 tests, profile rfc5280: 249 as expected, 0 not",
        ]
        #expect(run.errors.split(separator: "\n").map(String.init) == sections)
        #expect(run.output.split(separator: "\n").count == 249)
    }

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
            ! 4.1 Some: 2 of 2
            ! 4.4 Some: 1 of 2
            ! 4 tests, profile rfc5280: 3 as expected, 1 not
            $ holdfast-conformance pkits suite.json --only '4.1.*' --except *2
            > {…"id":"4.1.1",…
            ! 4.1 Some: 1 of 1
            ! 1 tests, profile rfc5280: 1 as expected, 0 not
            """
        ).run(in: folder)
    }
}
