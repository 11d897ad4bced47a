import TestSupport
import Testing

@testable import HoldfastTestBed

/// The catalogue as a table: what a judge, the command and the demo can rely on.
@Suite(.ownThread) struct CatalogueTests {
    /// What is asked of the whole catalogue, by the names that it has here.
    @Test func hasEveryEntryThatIsAskedFor() {
        let names = Set(TestBed.catalogue.map(\.name))
        let wanted: Set = [
            "good", "good-rsa", "sni", "expired", "not-yet-valid", "self-signed", "self-signed-anchor",
            "untrusted-root", "missing-intermediate", "wrong-name", "common-name-only", "wrong-eku", "leaf-as-ca",
            "bad-signature", "sha1", "broken-der", "tls10", "plain-http", "never-answers",
            // The catalogue whole.
            "good-p384", "good-rsa4096", "good-ed25519", "good-wildcard", "good-ip", "good-ipv6", "good-idn",
            "sans-1000", "sans-10000", "cross-signed", "tls12", "tls13", "key-rollover", "expired-intermediate",
            "expired-root", "reversed-chain", "superfluous", "no-subject", "wildcard-middle", "wildcard-partial",
            "wildcard-double", "wildcard-bare", "wildcard-public-suffix", "ca-as-leaf", "ca-as-leaf-webpki",
            "path-length", "constraint-dns", "constraint-ip", "constraint-directory", "constrained",
            "unknown-critical", "md5", "rsa1024", "rsa512", "algorithm-mismatch", "trailing-bytes",
            "random-intermediate", "empty-chain", "chain-100", "long-lifetime", "long-lifetime-apple",
            "long-lifetime-webpki", "no-sni", "no-sni-default", "sni-required", "closes-mid-handshake",
            "alert-afterwards", "garbage-finished", "stolen-certificate", "malformed-extra", "huge-certificate",
            "client-certificate", "client-certificate-tls12", "tls11", "ca-loop", "same-name-issuer", "impostor",
            "leaf-anchor", "intermediate-anchor", "sha1-intermediate", "expired-cross-sign", "serial-zero",
            "serial-negative", "serial-long", "duplicate-extension", "version1", "no-eku", "key-usage", "not-a-ca",
            // Certificate transparency.
            "ct-embedded", "ct-none", "ct-too-few", "ct-one-operator", "ct-unknown-log", "ct-retired-log",
            "ct-retired-log-late", "ct-forged", "ct-other-certificate", "ct-future", "ct-tls13", "ct-tls12",
            "ct-stapled-tls13", "ct-stapled-tls12",
            // Revocation, and issuers that are missing.
            "revocation-good-staple", "staple-expired", "staple-other-certificate", "revoked-staple",
            "revoked-responder", "revoked-list", "must-staple-missing", "responder-down", "responder-slow",
            "responder-wrong-key", "responder-unfit", "list-expired", "list-too-large", "responder-redirect-loop",
            "responder-private", "issuer-named", "issuer-fetched", "short-lived", "short-lived-list",
            "no-revocation-available", "no-revocation-available-critical",
            // What a handshake asks of a key, and how its secrets are made.
            "key-usage-rsa", "tls12-no-extended-master-secret", "root-not-yet-valid",
            // ML-DSA, and groups for key exchange.
            "mldsa44", "mldsa65", "mldsa87", "mldsa-leaf", "mldsa-bad-signature", "mldsa-key-usage", "mldsa-webpki",
            "group-classic", "group-x25519mlkem768", "group-secp256r1mlkem768", "group-secp384r1mlkem1024",
            "group-mlkem1024", "group-not-offered",
        ]
        #expect(wanted.subtracting(names) == [])
        #expect(names.count == TestBed.catalogue.count, "a name stands twice")
        #expect(names.count >= 50)
    }

    /// The table of exit codes: the first-ranked finding gives the code.
    @Test func expectsTheExitCodeOfTheFirstRankedFinding() {
        let exits: [String: Int32] = [
            "workLimit": 31, "malformedCertificate": 30, "badSignature": 29, "issuerNotFound": 20,
            "selfSignedNotAnchor": 22, "noAnchor": 23, "expired": 21, "notYetValid": 21, "hostMismatch": 24,
            "weakSignature": 27, "weakKey": 27, "unsupportedAlgorithm": 27, "extendedKeyUsage": 28,
            "basicConstraints": 28, "keyUsage": 28,
            "missingSubjectAltName": 28, "pathLength": 28, "nameConstraints": 28, "unknownCriticalExtension": 28,
            "duplicateExtension": 28, "extensionCriticality": 28, "keyIdentifier": 28, "unsupportedVersion": 28,
            "serialNumber": 28, "lifetime": 28, "algorithmMismatch": 28, "transparency": 28,
            "revoked": 25, "revocationUnknown": 25, "mustStaple": 25,
        ]
        let ranking: [Int32] = [31, 30, 29, 25, 26, 22, 23, 20, 21, 24, 27, 28, 32]
        for entry in TestBed.catalogue {
            let codes = entry.expectedFindings.compactMap { exits[$0] }
            #expect(codes.count == entry.expectedFindings.count, "\(entry.name): a code that is not in the table")
            if let first = ranking.first(where: codes.contains) {
                #expect(entry.expectedExit == first, "\(entry.name)")
            } else {
                // 0 trusted; 3 not connected; 4 and 5 TLS failed before or after the certificate was judged; 7 timed
                // out.
                #expect([0, 3, 4, 5, 7].contains(entry.expectedExit), "\(entry.name)")
            }
        }
    }

    @Test func tellsStoriesForPeople() {
        for entry in TestBed.catalogue {
            #expect(entry.story.hasSuffix("."), "\(entry.name)")
            #expect(entry.story.first?.isUppercase == true, "\(entry.name)")
            #expect(entry.story.count <= 100, "\(entry.name)")
            #expect(entry.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(entry.name)")
            #expect(!entry.source.isEmpty && entry.source.count <= 70, "\(entry.name)")
        }
    }

    /// Nobody's but ours, or nobody's at all: RFC 6761 §6.2 (`test`), RFC 5737, RFC 3849, and a name that Nominet has
    /// set aside.
    @Test func asksForNamesThatNobodyHas() {
        for entry in TestBed.catalogue {
            let isReserved =
                entry.host == "holdfast.test" || entry.host.hasSuffix(".holdfast.test")
                || entry.host.hasPrefix("192.0.2.") || entry.host.hasPrefix("2001:db8:")
                || entry.host == "example.co.uk"
            #expect(isReserved, "\(entry.name)")
        }
    }

    @Test func namesOnlyProfilesThatThereAre() {
        for entry in TestBed.catalogue where entry.arguments.first == "--profile" {
            #expect(["rfc5280", "webpki", "apple"].contains(entry.arguments.last), "\(entry.name)")
        }
    }

    @Test func saysWhichNameItDoesNotHave() {
        #expect(throws: TestBedError.unknownServer("no-such")) { try TestBed.start("no-such") }
        #expect(TestBed.entry("no-such") == nil)
        #expect(
            "\(TestBedError.unknownServer("expird"))"
                == "the catalogue has no server \"expird\"; did you mean \"expired\"?")
        #expect("\(TestBedError.unknownServer("no-such"))" == "the catalogue has no server \"no-such\"")
        #expect("\(TestBedError.unknownStory("digets"))" == "there is no story \"digets\"; did you mean \"digest\"?")
    }
}
