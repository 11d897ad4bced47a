import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// The rows as data: names, settings, and what each offers.
@Suite(.ownThread) struct ATSRowTests {
    /// `nscurl --ats-diagnostics --verbose` of macOS 10.15 and later, its headings left out: the line under `---` and
    /// the keys of `ATS Dictionary`. `ATS Dictionary` is empty for the first, and has `NSAllowsArbitraryLoads = true`
    /// alone for the second.
    private static let nscurl: [(name: String, keys: [String: String])] =
        [
            ("ATS Default Connection", [:]),
            ("Allow All Loads", ["NSAllowsArbitraryLoads": "true"]),
            ("TLSv1.3", ["NSExceptionMinimumTLSVersion": "TLSv1.3"]),
            ("TLSv1.2", ["NSExceptionMinimumTLSVersion": "TLSv1.2"]),
            ("TLSv1.1", ["NSExceptionMinimumTLSVersion": "TLSv1.1"]),
            ("TLSv1.0", ["NSExceptionMinimumTLSVersion": "TLSv1.0"]),
            ("Disabling Perfect Forward Secrecy", ["NSExceptionRequiresForwardSecrecy": "false"]),
            (
                "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP",
                ["NSExceptionRequiresForwardSecrecy": "false", "NSExceptionAllowsInsecureHTTPLoads": "true"]
            ),
        ]
        + ["TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1.0"].map {
            (
                "\($0) with PFS disabled",
                ["NSExceptionMinimumTLSVersion": $0, "NSExceptionRequiresForwardSecrecy": "false"]
            )
        }
        + ["TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1.0"].map {
            (
                "\($0) with PFS disabled and insecure HTTP allowed",
                [
                    "NSExceptionMinimumTLSVersion": $0, "NSExceptionRequiresForwardSecrecy": "false",
                    "NSExceptionAllowsInsecureHTTPLoads": "true",
                ]
            )
        }

    @Test("Sixteen rows, in nscurl's order and words, with the settings of its dictionaries")
    func rows() {
        #expect(ATSRow.all.count == 16 && Self.nscurl.count == 16)
        for (row, (name, keys)) in zip(ATSRow.all, Self.nscurl) {
            #expect(row.name == name)
            #expect(row.arbitraryLoads == (keys["NSAllowsArbitraryLoads"] == "true"), "\(name)")
            guard !row.arbitraryLoads else { continue }
            // "The value is a string, with a default value of TLSv1.2" (Apple, NSExceptionMinimumTLSVersion).
            #expect(
                ATSRow.appleName(of: row.minimumTLS) == keys["NSExceptionMinimumTLSVersion"] ?? "TLSv1.2", "\(name)")
            #expect(row.forwardSecrecy == (keys["NSExceptionRequiresForwardSecrecy"] != "false"), "\(name)")
            #expect(row.insecureHTTP == (keys["NSExceptionAllowsInsecureHTTPLoads"] == "true"), "\(name)")
        }
        // "extended security checks—like requiring a minimum Transport Layer Security (TLS) protocol version—are
        // disabled" (Apple, NSAllowsArbitraryLoads).
        #expect(ATSRow.all[1].minimumTLS == .tls10 && !ATSRow.all[1].forwardSecrecy && ATSRow.all[1].insecureHTTP)
        #expect(ATSRow.all[0] == .standard)
    }

    @Test("Rows share a handshake where their ClientHello is the same, and no others do")
    func offers() {
        let groups = Dictionary(grouping: ATSRow.all.map(\.name)) { name in
            ATSOffer(ATSRow.all.first { $0.name == name } ?? .standard)
        }
        let http = " and insecure HTTP allowed"
        #expect(
            Set(groups.values.map(Set.init)) == [
                ["ATS Default Connection", "TLSv1.2"], ["Allow All Loads"], ["TLSv1.1"], ["TLSv1.0"],
                ["TLSv1.3", "TLSv1.3 with PFS disabled", "TLSv1.3 with PFS disabled" + http],
                [
                    "Disabling Perfect Forward Secrecy", "TLSv1.2 with PFS disabled",
                    "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP", "TLSv1.2 with PFS disabled" + http,
                ],
                ["TLSv1.1 with PFS disabled", "TLSv1.1 with PFS disabled" + http],
                ["TLSv1.0 with PFS disabled", "TLSv1.0 with PFS disabled" + http],
            ])
        let offers = ATSOffer.all(of: ATSRow.all)
        #expect(offers.count == groups.count && offers.first == ATSOffer(.standard))
    }

    /// Apple, Information Property List Key Reference, *Requirements for Connecting Using ATS*: "must be one of the
    /// following"; and *Preventing Insecure Network Connections*: "Data must be exchanged using either the AES-128 or
    /// the AES-256 symmetric cipher. The link must support perfect forward secrecy (PFS) through Elliptic Curve
    /// Diffie-Hellman Ephemeral (ECDHE) key exchange."
    private static let listed = [
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
    ]
    /// The same, NSExceptionRequiresForwardSecrecy: "Setting the value to NO results in the following ciphers, which do
    /// not support FS, also being accepted".
    private static let withoutSecrecy = [
        "TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA256",
        "TLS_RSA_WITH_AES_256_CBC_SHA", "TLS_RSA_WITH_AES_128_CBC_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA",
    ]

    private func suite(_ name: String) throws -> CipherSuite {
        let number = try #require((0...UInt16.max).first { CipherSuite($0).registeredName == name }, "\(name)")
        return CipherSuite(number)
    }

    @Test("ECDHE with AES for every row, RSA key exchange without forward secrecy alone, no other but for all loads")
    func suites() throws {
        let standard = ATSOffer(.standard)
        let relaxed = ATSOffer(try #require(ATSRow.all.first { $0.name == "Disabling Perfect Forward Secrecy" }))
        let all = ATSOffer(ATSRow.all[1])
        for name in Self.listed {
            let suite = try suite(name)
            #expect(standard.contains(suite) && relaxed.contains(suite) && all.contains(suite), "\(name)")
        }
        for name in Self.withoutSecrecy {
            let suite = try suite(name)
            #expect(!standard.contains(suite) && relaxed.contains(suite) && all.contains(suite), "\(name)")
        }
        // Neither AES, nor ECDHE, nor encryption.
        for name in [
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
            "TLS_RSA_WITH_3DES_EDE_CBC_SHA", "TLS_CHACHA20_POLY1305_SHA256",
        ] {
            let suite = try suite(name)
            #expect(!standard.contains(suite) && !relaxed.contains(suite) && all.contains(suite), "\(name)")
        }
        for name in [
            "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_RC4_128_SHA", "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
            "TLS_ECDHE_RSA_WITH_NULL_SHA", "TLS_ECDH_anon_WITH_AES_128_CBC_SHA", "TLS_ECDH_RSA_WITH_AES_128_GCM_SHA256",
        ] {
            let suite = try suite(name)
            for offer in ATSOffer.all(of: ATSRow.all) { #expect(!offer.contains(suite), "\(name)") }
        }
    }

    /// OpenSSL's ciphers(1), "CIPHER SUITE NAMES", whose right column is what a list of suites takes.
    @Test("Suites are offered by the names that OpenSSL has for them, the better ones first")
    func names() throws {
        func offer(_ row: ATSRow) -> (list: String?, suites: String?) {
            var configuration = TraceConfiguration(policy: .basicX509)
            ATSOffer(row).apply(to: &configuration)
            return (configuration.cipherList, configuration.cipherSuites)
        }
        let forwardSecret = ["ECDSA", "RSA"].flatMap { kind in
            ["AES256-GCM-SHA384", "AES128-GCM-SHA256", "AES256-SHA384", "AES256-SHA", "AES128-SHA256", "AES128-SHA"]
                .map { "ECDHE-\(kind)-\($0)" }
        }
        let keyTransport = [
            "AES256-GCM-SHA384", "AES128-GCM-SHA256", "AES256-SHA256", "AES256-SHA", "AES128-SHA256", "AES128-SHA",
        ]
        #expect(offer(.standard).list == forwardSecret.joined(separator: ":"))
        #expect(offer(.standard).suites == "TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256")
        let relaxed = try #require(ATSRow.all.first { $0.name == "Disabling Perfect Forward Secrecy" })
        #expect(offer(relaxed).list == (forwardSecret + keyTransport).joined(separator: ":"))
        let all = (offer(ATSRow.all[1]).list ?? "").split(separator: ":").map(String.init)
        #expect(Array(all.prefix(18)) == forwardSecret + keyTransport)
        #expect(
            Set(all.dropFirst(18)) == [
                "DES-CBC3-SHA", "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-ECDSA-DES-CBC3-SHA",
                "ECDHE-RSA-CHACHA20-POLY1305", "ECDHE-RSA-DES-CBC3-SHA",
            ])
        #expect(offer(ATSRow.all[1]).suites?.hasSuffix(":TLS_CHACHA20_POLY1305_SHA256") == true)
    }

    @Test("Versions before 1.2 are offered by the rows alone that take them, and 1.3 by all")
    func versions() throws {
        for row in ATSRow.all {
            var configuration = TraceConfiguration(policy: .basicX509)
            ATSOffer(row).apply(to: &configuration)
            #expect(configuration.minimumVersion == row.minimumTLS && configuration.maximumVersion == .tls13)
            #expect(configuration.dangerousLegacyProtocols == (row.minimumTLS < .tls12), "\(row.name)")
            let list = try #require(configuration.cipherList)
            #expect(list.hasPrefix("ECDHE-ECDSA-AES256-GCM-SHA384:") && !list.contains("@") && !list.contains("+"))
        }
    }
}
