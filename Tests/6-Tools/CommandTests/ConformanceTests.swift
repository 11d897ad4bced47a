import Foundation
import TestSupport
import Testing

/// `holdfast-conformance`: its arguments, its lines, its summary.
@Suite(.ownThread)
struct ConformanceTests {
    private func suite() throws -> String {
        try LimboSuite.json([
            LimboSuite.testCase("good::one"),
            LimboSuite.testCase("bad::name", expected: "FAILURE", name: "other.example"),
            LimboSuite.testCase("bad::unreadable-name", expected: "FAILURE", name: "a..b"),
            LimboSuite.testCase("bad::unreadable-leaf", expected: "FAILURE", ["peer_certificate": "nonsense"]),
            LimboSuite.testCase("wrong::expectation", expected: "FAILURE"),
        ])
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
            ! group   agree  wrongly accepted  wrongly refused  skipped
            ! good   1 of 1                 0                0        0
            ! bad    3 of 3                 0                0        0
            ! wrong  0 of 1                 1                0        0
            ! 5 cases, profile default: 4 as expected, 1 not, 0 skipped
            $ holdfast-conformance limbo suite.json --only 'bad::*' --except=*leaf --profile default
            > {"actual":"FAILURE",…"id":"bad::name"}
            > {"actual":"FAILURE",…"id":"bad::unreadable-name"}
            ! group   agree  wrongly accepted  wrongly refused  skipped
            ! bad    2 of 2                 0                0        0
            ! 2 cases, profile default: 2 as expected, 0 not, 0 skipped
            $ holdfast-conformance limbo suite.json --only 'nothing::*'
            ! holdfast-conformance: none of the 5 cases of 'suite.json' is chosen
            ! hint: look at --only and --except
            = 2
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
            ! holdfast-conformance: 'other.json' is no x509-limbo file: case 1 (x): validation_kind is missing
            ! hint: …
            = 1
            $ holdfast-conformance limbo folder
            ! holdfast-conformance: 'folder' is no file
            ! hint: …
            = 2
            $ holdfast-conformance limbo suite.json --reasons
            ! holdfast-conformance: option --reasons needs a value
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
