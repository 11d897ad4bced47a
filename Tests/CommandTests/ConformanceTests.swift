import Foundation
import Testing

/// `holdfast-conformance`: its arguments, its lines, its summary.
struct ConformanceTests {
    /// Two cases in x509-limbo's schema, made of the recorded chain.
    private func suite() throws -> String {
        func testCase(_ id: String, expected: String, peer: String, name: String) -> [String: Any] {
            [
                "id": id, "validation_kind": "SERVER", "expected_result": expected, "trusted_certs": [Recorded.root],
                "untrusted_intermediates": [Recorded.intermediate], "peer_certificate": peer,
                "validation_time": "2027-01-01T00:00:00.5+00:00", "key_usage": [] as [String],
                "extended_key_usage": [] as [String],
                "expected_peer_name": ["kind": "DNS", "value": name], "expected_peer_names": [] as [String],
                "max_chain_depth": NSNull(), "crls": [] as [String], "features": [] as [String],
            ]
        }
        let cases = [
            testCase("good::one", expected: "SUCCESS", peer: Recorded.leaf, name: "www.example.com"),
            testCase("bad::name", expected: "FAILURE", peer: Recorded.leaf, name: "other.example"),
            testCase("bad::unreadable-name", expected: "FAILURE", peer: Recorded.leaf, name: "a..b"),
            testCase("bad::unreadable-leaf", expected: "FAILURE", peer: "nonsense", name: "www.example.com"),
            testCase("wrong::expectation", expected: "FAILURE", peer: Recorded.leaf, name: "www.example.com"),
        ]
        let suite: [String: Any] = ["version": 1, "testcases": cases]
        return String(decoding: try JSONSerialization.data(withJSONObject: suite), as: UTF8.self)
    }

    @Test("One line a case in the file's order, the score on standard error, globs choose")
    func lines() throws {
        let folder = try Folder()
        try folder.write("suite.json", suite())
        try Script(
            """
            $ holdfast-conformance limbo suite.json
            > {"actual":"SUCCESS","expected":"SUCCESS","findings":[],"id":"good::one"}
            > {"actual":"FAILURE","expected":"FAILURE","findings":["hostMismatch"],"id":"bad::name"}
            > {"actual":"FAILURE","expected":"FAILURE","findings":[],"id":"bad::unreadable-name"}
            > {"actual":"FAILURE","expected":"FAILURE","findings":["malformedCertificate"],"id":"bad::unreadable-leaf"}
            > {"actual":"SUCCESS","expected":"FAILURE","findings":[],"id":"wrong::expectation"}
            ! 5 cases, profile default: 4 as expected, 1 not, 0 skipped
            $ holdfast-conformance limbo suite.json --only 'bad::*' --except=*leaf --profile default
            > {"actual":"FAILURE",…"id":"bad::name"}
            > {"actual":"FAILURE",…"id":"bad::unreadable-name"}
            ! 2 cases, profile default: 2 as expected, 0 not, 0 skipped
            """
        ).run(in: folder)
    }

    @Test("Arguments and files that make no sense")
    func problems() throws {
        let folder = try Folder()
        try folder.write("other.json", #"{"testcases": [{"id": "x"}]}"#)
        try Script(
            """
            $ holdfast-conformance
            ! holdfast-conformance: no suite given
            ! hint: holdfast-conformance --help shows the usage
            = 2
            $ holdfast-conformance pkits
            ! holdfast-conformance: pkits needs FILE
            ! hint: …
            = 2
            $ holdfast-conformance pkits other.json
            ! holdfast-conformance: 'other.json' is no PKITS file: certs is missing
            ! hint: it has certs, crls and tests
            = 1
            $ holdfast-conformance pkits other.json --profile webpki
            ! holdfast-conformance: unknown option --profile
            ! hint: …
            = 2
            $ holdfast-conformance limbo
            ! holdfast-conformance: limbo needs FILE
            ! hint: …
            = 2
            $ holdfast-conformance limbo nope.json
            ! holdfast-conformance: 'nope.json' cannot be read: no such file or directory
            ! hint: …
            = 1
            $ holdfast-conformance limbo text.txt
            ! holdfast-conformance: 'text.txt' is no x509-limbo file: not JSON
            ! hint: …
            = 1
            $ holdfast-conformance limbo other.json
            ! holdfast-conformance: 'other.json' is no x509-limbo file: validation_kind is missing
            ! hint: …
            = 1
            $ holdfast-conformance limbo folder
            ! holdfast-conformance: 'folder' is no file
            ! hint: …
            = 2
            $ holdfast-conformance limbo suite.json --profile android
            ! holdfast-conformance: 'android' is no profile
            ! hint: profiles are default, rfc5280, webpki, apple
            = 2
            """
        ).run(in: folder)
    }
}
