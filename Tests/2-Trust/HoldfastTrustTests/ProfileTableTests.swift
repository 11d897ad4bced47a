import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import Testing

@testable import HoldfastTrust

/// What each profile decides differently: one deviation from a chain that is good everywhere, and its weight.
///
/// The columns are written from the sources: Apple's pages 103769 and 102028 and its Security framework, Chromium's
/// `CertVerifyProc` and `X509Certificate::VerifyHostname`, RFC 5280, and the Baseline Requirements 2.2.7.
@Suite("What each profile decides differently")
struct ProfileTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let requirement: String
        /// `default`, `rfc5280`, `webpki` and `apple`, each under a public anchor and under one's own.
        let weights: String
        let change: @Sendable (inout RootProgramChain) throws -> Void

        init(
            _ testDescription: String, _ requirement: String, _ weights: String,
            _ change: @escaping @Sendable (inout RootProgramChain) throws -> Void
        ) {
            self.testDescription = testDescription
            self.requirement = requirement
            self.weights = weights
            self.change = change
        }
    }

    private static let letters: [Severity?: String] = [.error: "E", .warning: "W", .note: "N", nil: "-"]

    @Test("the good chain is trusted everywhere, and nobody has a word to say")
    func good() throws {
        let made = try RootProgramChain().made()
        for profile in Profile.all {
            for kind in [AnchorKind.publicWeb, .own] {
                let findings = try RootProgramChain.findings(made, profile: profile, under: kind)
                #expect(findings.isEmpty, "\(profile.name) \(kind): \(findings)")
            }
        }
    }

    @Test("one deviation, eight columns", arguments: keyRows + lifetimeRows + usageRows + nameRows + authorityRows)
    func deviation(row: Row) throws {
        var chain = try RootProgramChain()
        try row.change(&chain)
        let made = try chain.made()
        var columns: [String] = []
        for profile in Profile.all {
            let cells = try [AnchorKind.publicWeb, .own].map { kind in
                let findings = try RootProgramChain.findings(
                    made, host: chain.host, profile: profile, under: kind)
                return Self.letters[findings[row.requirement]] ?? "?"
            }
            columns.append(cells.joined(separator: "/"))
        }
        #expect(columns.joined(separator: " ") == row.weights, "default, rfc5280, webpki, apple")
    }

    // MARK: Keys and signatures

    static let keyRows: [Row] = [
        Row("RSA of 1024 bits", "weakKey.rsa2048", "E/W E/E E/E E/E") { $0.leafKey = try .generate(.rsa(bits: 1024)) },
        Row("RSA of 512 bits", "weakKey.rsa1024", "E/E E/E E/E E/E") { $0.leafKey = try .generate(.rsa(bits: 512)) },
        Row("RSA of 2052 bits", "weakKey.wholeOctets", "-/- E/E E/E -/-") {
            $0.leafKey = try .generate(.rsa(bits: 2052))
        },
        Row("Ed25519", "weakKey.algorithm", "E/W -/- E/E E/W") { $0.leafKey = try .generate(.ed25519) },
        Row("signed with SHA-1", "weakSignature.digest", "E/E E/E E/E E/E") {
            $0.leaf.signatureAlgorithm = .ecdsa(.sha1)
        },
        Row("signed by Ed25519", "weakSignature.encoding", "E/W -/- E/E W/W") {
            $0.intermediateKey = try .generate(.ed25519)
        },
        Row("SHA-384 by a P-256 key", "weakSignature.curveDigest", "-/- -/- E/W -/-") {
            $0.leaf.signatureAlgorithm = .ecdsa(.sha384)
        },
    ]

    // MARK: Lifetimes

    private static func lasting(_ days: Int64, from start: Instant) -> @Sendable (inout RootProgramChain) -> Void {
        { chain in
            chain.leaf.notBefore = start
            // The last second counts.
            chain.leaf.notAfter = start.advanced(byDays: days).advanced(bySeconds: -1)
            chain.intermediate.notBefore = start
            chain.root.notBefore = start
        }
    }

    static let lifetimeRows: [Row] = [
        Row(
            "201 days, issued on 15 March 2026", "lifetime.shortened", "E/- -/- E/E W/-",
            lasting(201, from: RootProgram.day(2026, 3, 15))),
        Row(
            "200 days, issued on 15 March 2026", "lifetime.shortened", "-/- -/- -/- -/-",
            lasting(200, from: RootProgram.day(2026, 3, 15))),
        Row(
            "399 days, issued on 14 March 2026", "lifetime.scheduled", "E/- -/- E/E E/-",
            lasting(399, from: RootProgram.day(2026, 3, 14))),
        // 102028 has no end: what Apple does not yet refuse at 200 days it refuses at 399.
        Row(
            "399 days, issued on 15 March 2026", "lifetime.scheduled", "-/- -/- -/- E/-",
            lasting(399, from: RootProgram.day(2026, 3, 15))),
        Row(
            "398 days, issued on 15 March 2026", "lifetime.scheduled", "-/- -/- -/- -/-",
            lasting(398, from: RootProgram.day(2026, 3, 15))),
        Row(
            "826 days, issued after 1 July 2019", "lifetime.platform", "E/W -/- -/- E/E",
            lasting(826, from: RootProgram.day(2025, 1, 1))),
        Row("a root for 30 years", "lifetime.root", "-/- -/- E/W -/-") {
            $0.root.notAfter = $0.root.notBefore.advanced(byDays: 30 * 365)
        },
    ]

    // MARK: Usages

    static let usageRows: [Row] = [
        Row("no extended key usage", "extendedKeyUsage.present", "E/W -/- E/E E/E") { $0.leaf.extendedKeyUsage = nil },
        Row("no extended key usage, issued in June 2019", "extendedKeyUsage.presentBefore2019", "E/W -/- E/E W/-") {
            lasting(3_000, from: RootProgram.day(2019, 6, 1))(&$0)
            $0.leaf.extendedKeyUsage = nil
        },
        Row("any extended key usage alone", "extendedKeyUsage.named", "E/W -/- E/E E/E") {
            $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        Row("any extended key usage beside serverAuth", "programmeUsage.anyPurpose", "-/- E/E E/E -/-") {
            $0.leaf.extendedKeyUsage = [.serverAuth, .anyExtendedKeyUsage]
        },
        Row("made for mail too", "programmeUsage.otherPurpose", "-/- -/- E/W -/-") {
            $0.leaf.extendedKeyUsage = [.serverAuth, .emailProtection]
        },
        Row("an authority for mail", "extendedKeyUsage.authority", "E/E E/E E/E E/W") {
            $0.intermediate.extendedKeyUsage = [.emailProtection]
        },
        Row("an authority for anything", "programmeUsage.authorityPresent", "-/- -/- W/W -/-") {
            $0.intermediate.extendedKeyUsage = nil
        },
        Row("a critical extended key usage", "extensionCriticality.extendedKeyUsage", "-/- E/E E/E -/-") {
            $0.leaf.criticality[.extendedKeyUsage] = true
        },
        Row("a root for servers", "programmeUsage.root", "-/- E/E E/E -/-") {
            $0.root.extendedKeyUsage = [.serverAuth]
        },
        Row("an EC key for key encipherment", "subscriber.keyUsage", "-/- -/- E/E -/-") {
            $0.leaf.keyUsage = [.digitalSignature, .keyEncipherment]
        },
        Row("cA TRUE at the server", "subscriber.notAuthority", "W/W -/- E/E -/-") {
            $0.leaf.basicConstraints = BasicConstraints(isCA: true)
            $0.leaf.keyUsage = [.digitalSignature, .keyCertSign]
        },
        Row("cA TRUE at the server, without keyCertSign", "subscriber.consistentAuthority", "E/W E/E E/E -/-") {
            $0.leaf.basicConstraints = BasicConstraints(isCA: true)
        },
    ]

    // MARK: Names

    private static func named(_ names: String...) -> @Sendable (inout RootProgramChain) -> Void {
        { chain in chain.leaf.names = names }
    }

    static let nameRows: [Row] = [
        Row("a wildcard below a public suffix", "serverName.publicSuffixWildcard", "E/E E/E E/E E/E") {
            $0.leaf.names = ["*.co.uk"]
            $0.host = "example.co.uk"
        },
        Row("a wildcard over somebody's customers", "serverName.privateSuffixWildcard", "-/- N/E N/E -/-") {
            $0.leaf.names = ["*.hosting.com"]
            $0.host = "customer.hosting.com"
        },
        Row(
            "another name below a public suffix", "subjectAltName.publicSuffixWildcard", "-/- E/E E/E -/-",
            named(RootProgramChain.host, "*.co.uk")),
        Row("a name of the own network", "serverName.publicName", "E/- -/- E/- -/-") {
            $0.leaf.names = ["host.internal"]
            $0.host = "host.internal"
        },
        Row(
            "another name, of the own network", "subjectAltName.internalName", "-/- -/- E/W -/-",
            named(RootProgramChain.host, "host.local")),
        Row(
            "an address of the own network", "subjectAltName.reservedAddress", "-/- -/- E/W -/-",
            named(RootProgramChain.host, "192.168.1.1")),
        Row(
            "an underscore", "subjectAltName.syntax", "W/W E/E E/E W/W", named(RootProgramChain.host, "a_b.example.com")
        ),
        Row(
            "a wildcard inside", "subjectAltName.wildcard", "N/N -/- E/E -/-",
            named(RootProgramChain.host, "a.*.example.com")),
        Row("a mailbox as alternative name", "subjectAltName.nameTypes", "-/- -/- E/W -/-") {
            $0.leaf.alternativeNames = [.rfc822Name(try #require(IA5String("someone@example.com")))]
        },
        Row("a common name of its own", "commonName.copy", "-/- -/- E/E -/-") {
            $0.leaf.subject = DistinguishedName([(type: .commonName, text: "other.example.com")])
        },
        Row("a common name in capitals", "commonName.spelling", "-/- E/E E/E -/-") {
            $0.leaf.subject = DistinguishedName([(type: .commonName, text: RootProgramChain.host.uppercased())])
        },
        Row("a common name that is no host name here", "commonName.listed", "-/- -/- E/W -/-") {
            $0.leaf.subject = DistinguishedName([(type: .commonName, text: "*.example.com")])
        },
        Row("critical alternative names beside a subject", "extensionCriticality.subjectAltName", "N/N E/E E/E -/-") {
            $0.leaf.subject = DistinguishedName([(type: .commonName, text: RootProgramChain.host)])
            $0.leaf.criticality[.subjectAlternativeName] = true
        },
    ]

    // MARK: Authorities and services

    static let authorityRows: [Row] = [
        Row("no policy", "subscriber.policies", "-/- -/- E/W -/-") {
            RootProgramChain.remove(.certificatePolicies, from: &$0.leaf)
        },
        Row("no authority information access", "subscriber.informationAccess", "-/- -/- E/W -/-") {
            RootProgramChain.remove(.authorityInformationAccess, from: &$0.leaf)
        },
        Row("no place of revocation", "subscriber.revocationLists", "-/- -/- E/W -/-") {
            RootProgramChain.remove(.cRLDistributionPoints, from: &$0.leaf)
        },
        Row("a serial number of one octet", "subscriber.serialEntropy", "-/- -/- W/W -/-") {
            $0.leaf.serialNumber = SerialNumber(7)
        },
        Row("issued by the root", "authorityProfile.rootIssues", "-/- -/- E/W -/-") { $0.isIssuedByRoot = true },
        Row("an authority without a country", "authorityProfile.name", "-/- -/- E/W -/-") {
            $0.intermediate.subject = DistinguishedName([(type: .commonName, text: "Authority")])
        },
        Row("an authority that may not sign lists", "authorityProfile.keyUsage", "-/- -/- E/W -/-") {
            $0.intermediate.keyUsage = .keyCertSign
        },
        Row("an expired root", "validity.anchorNotAfter", "E/E E/E E/E E/E") {
            $0.root.notAfter = RootProgramChain.moment.advanced(byDays: -1)
        },
        Row("key identifiers that do not fit", "keyIdentifier.matches", "E/W W/W E/E E/E") {
            $0.leaf.authorityKeyIdentifier = .value([1, 2, 3])
        },
        Row("no authority key identifier", "keyIdentifier.authority", "W/W E/E E/E -/-") {
            $0.leaf.authorityKeyIdentifier = .omitted
        },
    ]
}
