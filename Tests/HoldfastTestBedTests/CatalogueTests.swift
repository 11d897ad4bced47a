import Testing

@testable import HoldfastTestBed

/// The catalogue as a table: what a judge, the command and the demo can rely on.
@Suite struct CatalogueTests {
    @Test func hasEveryEntryOfTheFirstSlice() {
        let names = Set(TestBed.catalogue.map(\.name))
        let wanted: Set = [
            "good", "good-rsa", "sni", "expired", "not-yet-valid", "self-signed", "self-signed-anchor",
            "untrusted-root", "missing-intermediate", "wrong-name", "common-name-only", "wrong-eku", "leaf-as-ca",
            "bad-signature", "sha1", "broken-der", "tls10", "plain-http", "never-answers",
        ]
        #expect(wanted.subtracting(names) == [])
        #expect(names.count == TestBed.catalogue.count, "a name stands twice")
    }

    /// The table of exit codes: the first-ranked finding gives the code.
    @Test func expectsTheExitCodeOfTheFirstRankedFinding() {
        let exits: [String: Int32] = [
            "malformedCertificate": 30, "badSignature": 29, "issuerNotFound": 20, "selfSignedNotAnchor": 22,
            "noAnchor": 23, "expired": 21, "notYetValid": 21, "hostMismatch": 24, "weakSignature": 27,
            "extendedKeyUsage": 28, "basicConstraints": 28, "keyUsage": 28, "missingSubjectAltName": 28,
        ]
        let ranking: [Int32] = [31, 30, 29, 25, 26, 22, 23, 20, 21, 24, 27, 28, 32]
        for entry in TestBed.catalogue {
            let codes = entry.expectedFindings.compactMap { exits[$0] }
            #expect(codes.count == entry.expectedFindings.count, "\(entry.name): a code that is not in the table")
            if let first = ranking.first(where: codes.contains) {
                #expect(entry.expectedExit == first, "\(entry.name)")
            } else {
                // 0 trusted; 4 TLS failed before a certificate was judged; 7 timed out.
                #expect([0, 4, 7].contains(entry.expectedExit), "\(entry.name)")
            }
        }
    }

    @Test func tellsStoriesForPeople() {
        for entry in TestBed.catalogue {
            #expect(entry.story.hasSuffix("."), "\(entry.name)")
            #expect(entry.story.first?.isUppercase == true, "\(entry.name)")
            #expect(entry.story.count <= 100, "\(entry.name)")
            #expect(entry.host.hasSuffix(".holdfast.test"), "\(entry.name)")
            #expect(entry.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(entry.name)")
        }
    }

    @Test func saysWhichNameItDoesNotHave() {
        #expect(throws: TestBedError.unknownServer("no-such")) { try TestBed.start("no-such") }
        #expect(TestBed.entry("no-such") == nil)
    }
}
