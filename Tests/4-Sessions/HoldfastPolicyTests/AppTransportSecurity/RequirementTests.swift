import Foundation
import HoldfastPins
import HoldfastPolicy
import Testing

/// Apple's pages are quoted beside each row: the expectation is what they say, never what the code does.
@Suite("What App Transport Security asks of a host")
struct RequirementTests {
    typealias Requirements = AppTransportSecurity.Requirements
    typealias Generation = AppTransportSecurity.SystemGeneration

    struct Row: CustomTestStringConvertible, Sendable {
        let sentence: String
        let settings: String
        let host: String
        var system = Generation.latest
        let expected: Requirements

        var testDescription: String { sentence }
    }

    private static func rules(_ settings: String) throws -> AppTransportSecurity {
        let text =
            "<plist version=\"1.0\"><dict><key>NSAppTransportSecurity</key><dict>\(settings)</dict></dict></plist>"
        return try AppTransportSecurity(infoPlist: Data(text.utf8))
    }

    private static func exceptions(_ domains: [(String, String)]) -> String {
        let entries = domains.map { "<key>\($0.0)</key><dict>\($0.1)</dict>" }.joined()
        return "<key>NSExceptionDomains</key><dict>\(entries)</dict>"
    }

    private static func change(
        _ source: Requirements.Source, _ change: (inout Requirements) -> Void = { _ in }
    ) -> Requirements {
        var requirements = Requirements()
        requirements.source = source
        change(&requirements)
        return requirements
    }

    /// "you completely disable ATS", "extended security checks […] are disabled".
    private static func exempt(_ source: Requirements.Source) -> Requirements {
        change(source) {
            $0.isExempt = true
            $0.allowsInsecureHTTP = true
            $0.minimumTLS = .tls10
            $0.requiresForwardSecrecy = false
            ($0.minimumRSABits, $0.minimumECBits) = (nil, nil)
            ($0.requiresSHA256, $0.requiresAES) = (false, false)
        }
    }

    private static let insecure = "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>"
    private static let below = "<key>NSIncludesSubdomains</key><true/>"
    private static let arbitrary = "<key>NSAllowsArbitraryLoads</key><true/>"
    private static let weak = "<key>NSExceptionRequiresForwardSecrecy</key><false/>"
    private static let standard = Requirements()

    /// Preventing Insecure Network Connections, "Ensure the Network Server Meets Minimum Requirements".
    @Test("the defaults are Apple's")
    func defaults() throws {
        let found = try Self.rules("").requirements(for: "example.com")
        #expect(found == Requirements())
        // "an RSA key of at least 2048 bits, or an Elliptic-Curve Cryptography (ECC) key of at least 256 bits"
        #expect(found.minimumRSABits == 2048 && found.minimumECBits == 256)
        // "The certificate must use the Secure Hash Algorithm 2 (SHA-2) with a digest length […] of at least 256 bits"
        #expect(found.requiresSHA256)
        // "The connection must use Transport Layer Security (TLS) protocol version 1.2 or later."
        #expect(found.minimumTLS == .tls12)
        // "Data must be exchanged using either the AES-128 or the AES-256 symmetric cipher."
        #expect(found.requiresAES)
        // "The link must support perfect forward secrecy (PFS) through […] (ECDHE) key exchange."
        #expect(found.requiresForwardSecrecy)
        // "ATS requires that all HTTP connections […] use HTTPS."
        #expect(!found.allowsInsecureHTTP && !found.isExempt && found.source == .standard)
    }

    static let rows: [Row] = global + domains + subdomains + local

    private static let global = [
        Row(
            sentence: "by setting NSAllowsArbitraryLoads set to YES, you completely disable ATS",
            settings: arbitrary, host: "example.com", expected: exempt(.arbitraryLoads)),
        Row(
            sentence: "the default value of NO used instead, if […] NSAllowsArbitraryLoadsForMedia",
            settings: arbitrary + "<key>NSAllowsArbitraryLoadsForMedia</key><false/>", host: "example.com",
            expected: standard),
        Row(
            sentence: "if you include this key with any value […] (NSAllowsArbitraryLoadsInWebContent)",
            settings: arbitrary + "<key>NSAllowsArbitraryLoadsInWebContent</key><true/>", host: "example.com",
            expected: standard),
        Row(
            sentence: "NSAllowsLocalNetworking: newer versions of the OS ignore the arbitrary loads key",
            settings: arbitrary + "<key>NSAllowsLocalNetworking</key><true/>", host: "example.com", expected: standard),
        Row(
            sentence: "iOS 9.0 or macOS 10.11: ATS uses the NSAllowsArbitraryLoads value […], and ignores the others",
            settings: arbitrary + "<key>NSAllowsLocalNetworking</key><true/>", host: "example.com", system: .ios9,
            expected: exempt(.arbitraryLoads)),
        Row(
            sentence: "without affecting your URLSession connections (NSAllowsArbitraryLoadsInWebContent)",
            settings: "<key>NSAllowsArbitraryLoadsInWebContent</key><true/>", host: "example.com", expected: standard),
        Row(
            sentence: "without affecting your URLSession connections (NSAllowsArbitraryLoadsForMedia)",
            settings: "<key>NSAllowsArbitraryLoadsForMedia</key><true/>", host: "example.com", expected: standard),
        Row(
            sentence: "NSRequiresNIAPTLSPackageVersion: opt in to the compliance behavior globally",
            settings: "<key>NSRequiresNIAPTLSPackageVersion</key><string>FCP_v2.1</string>", host: "example.com",
            expected: change(.standard) { $0.requiresNIAPTLSPackage = true }),
        Row(
            sentence: "none: Apply no additional requirements.",
            settings: "<key>NSRequiresNIAPTLSPackageVersion</key><string>none</string>", host: "example.com",
            expected: standard),
    ]

    private static let domains = [
        Row(
            sentence: "Global exceptions don’t apply to any domains that you add […] an empty example.com dictionary",
            settings: arbitrary + exceptions([("example.com", "")]), host: "example.com",
            expected: change(.exception("example.com"))),
        Row(
            sentence: "allowing insecure traffic on all domains except example.com",
            settings: arbitrary + exceptions([("example.com", "")]), host: "other.example",
            expected: exempt(.arbitraryLoads)),
        Row(
            sentence: "Using only this key also doesn’t change the TLS or forward secrecy requirements",
            settings: exceptions([("example.com", insecure)]), host: "example.com",
            expected: change(.exception("example.com")) { $0.allowsInsecureHTTP = true }),
        Row(
            sentence:
                "Disabling this requirement also removes the key length check […] it doesn’t impact the TLS version",
            settings: exceptions([("example.com", weak)]), host: "example.com",
            expected: change(.exception("example.com")) {
                $0.requiresForwardSecrecy = false
                ($0.minimumRSABits, $0.minimumECBits) = (nil, nil)
            }),
        Row(
            sentence: "NSExceptionMinimumTLSVersion […] allowing connection using an older […] version",
            settings: exceptions([("example.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>")]),
            host: "example.com", expected: change(.exception("example.com")) { $0.minimumTLS = .tls10 }),
        Row(
            sentence: "The minimum […] version for network connections (a later one)",
            settings: exceptions([("example.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>")]),
            host: "example.com", expected: change(.exception("example.com")) { $0.minimumTLS = .tls13 }),
        Row(
            sentence: "a default value of TLSv1.2 (where the value is no version)",
            settings: exceptions([("example.com", "<key>NSExceptionMinimumTLSVersion</key><string>1.0</string>")]),
            host: "example.com", expected: change(.exception("example.com"))),
        Row(
            sentence: "this key to enable or disable CT for a given domain (NSRequiresCertificateTransparency)",
            settings: exceptions([("example.com", "<key>NSRequiresCertificateTransparency</key><true/>")]),
            host: "example.com",
            expected: change(.exception("example.com")) { $0.requiresCertificateTransparency = true }),
        Row(
            sentence:
                "Use this key to apply a different behavior to a specific domain (NSExceptionRequiresNIAP…: none)",
            settings: "<key>NSRequiresNIAPTLSPackageVersion</key><string>recommended</string>"
                + exceptions([
                    ("example.com", "<key>NSExceptionRequiresNIAPTLSPackageVersion</key><string>none</string>")
                ]), host: "example.com", expected: change(.exception("example.com"))),
        Row(
            sentence: "an exception domain without that key keeps the global package",
            settings: "<key>NSRequiresNIAPTLSPackageVersion</key><string>recommended</string>"
                + exceptions([("example.com", "")]), host: "example.com",
            expected: change(.exception("example.com")) { $0.requiresNIAPTLSPackage = true }),
        Row(
            sentence: "Use lowercase: Use example.com, not EXAMPLE.COM",
            settings: exceptions([("EXAMPLE.COM", insecure)]), host: "example.com", expected: standard),
        Row(
            sentence: "Use lowercase (a host is compared in lower case)",
            settings: exceptions([("example.com", insecure)]), host: "EXAMPLE.com",
            expected: change(.exception("example.com")) { $0.allowsInsecureHTTP = true }),
        Row(
            sentence: "Don’t include a port number",
            settings: exceptions([("example.com:443", insecure)]), host: "example.com", expected: standard),
        Row(
            sentence: "Don’t use wildcard domains",
            settings: exceptions([("*.example.com", insecure)]), host: "www.example.com", expected: standard),
        Row(
            sentence: "example.com matches “example.com” but not “example.com.”",
            settings: exceptions([("example.com", insecure)]), host: "example.com.", expected: standard),
        Row(
            sentence: "example.com. (with a trailing dot) matches “example.com.”",
            settings: exceptions([("example.com.", insecure)]), host: "example.com.",
            expected: change(.exception("example.com.")) { $0.allowsInsecureHTTP = true }),
        Row(
            sentence: "example.com. (with a trailing dot) matches […] but not “example.com”",
            settings: exceptions([("example.com.", insecure)]), host: "example.com", expected: standard),
        Row(
            sentence: "Apple no longer expects apps to specify […] NSThirdPartyExceptionAllowsInsecureHTTPLoads",
            settings: exceptions([("example.com", "<key>NSThirdPartyExceptionAllowsInsecureHTTPLoads</key><true/>")]),
            host: "example.com", expected: change(.exception("example.com"))),
    ]

    private static let both = exceptions([
        ("example.com", insecure + below), ("strict.example.com", ""), ("deep.example.com", weak + below),
    ])

    private static let subdomains = [
        Row(
            sentence: "if the value is NO, the exceptions apply only to example.com",
            settings: exceptions([("example.com", insecure)]), host: "math.example.com", expected: standard),
        Row(
            sentence: "the configuration applies to example.com, as well as math.example.com",
            settings: both, host: "math.example.com",
            expected: change(.exception("example.com")) { $0.allowsInsecureHTTP = true }),
        Row(
            sentence: "it doesn’t apply to the subdomains advanced.math.example.com",
            settings: both, host: "advanced.math.example.com", expected: standard),
        Row(
            sentence: "applies the […] ATS exceptions to all subdomains (the older reference): the stricter of both",
            settings: arbitrary + exceptions([("example.com", below)]), host: "advanced.math.example.com",
            expected: change(.exception("example.com"))),
        Row(
            sentence: "The values […] in each individual domain’s dictionary control […] that domain (the host's own)",
            settings: both, host: "strict.example.com", expected: change(.exception("strict.example.com"))),
        Row(
            sentence: "the domain's own dictionary before the one above it",
            settings: both, host: "x.deep.example.com",
            expected: change(.exception("deep.example.com")) {
                $0.requiresForwardSecrecy = false
                ($0.minimumRSABits, $0.minimumECBits) = (nil, nil)
            }),
        Row(
            sentence: "a domain is no suffix of letters", settings: both, host: "xexample.com", expected: standard),
    ]

    private static let local = [
        Row(
            sentence: "iOS 9 and macOS 10.11: ATS disallows connections to […] unqualified domains",
            settings: "", host: "printer", system: .ios9, expected: standard),
        Row(
            sentence: "iOS 9: You can add exceptions for unqualified domains and .local domains",
            settings: exceptions([("printer.local", insecure)]), host: "printer.local", system: .ios9,
            expected: change(.exception("printer.local")) { $0.allowsInsecureHTTP = true }),
        Row(
            sentence: "iOS 9: but you can’t add IP addresses",
            settings: exceptions([("192.0.2.7", insecure)]), host: "192.0.2.7", system: .ios9, expected: standard),
        Row(
            sentence: "In iOS 10 through iOS 16 […] ATS allows all three of these connections by default (unqualified)",
            settings: "", host: "printer", system: .ios10, expected: exempt(.localHost)),
        Row(
            sentence: "In iOS 10 through iOS 16 […] ATS allows all three of these connections by default (addresses)",
            settings: "", host: "192.0.2.7", system: .ios10, expected: exempt(.localHost)),
        Row(
            sentence: "ATS allows all three […] (.local, also in iOS 17)", settings: "", host: "printer.local",
            expected: exempt(.localHost)),
        Row(
            sentence: "a name with a final dot is unqualified all the same", settings: "", host: "printer.",
            expected: exempt(.localHost)),
        Row(
            sentence: "In iOS 17 […], ATS no longer allows connections to IP addresses by default",
            settings: "", host: "192.0.2.7", expected: standard),
        Row(
            sentence: "In iOS 17 […] no longer […] IP addresses using IPv4 or IPv6", settings: "",
            host: "[2001:db8::7]", expected: standard),
        Row(
            sentence: "enable access to […] IP addresses that they would otherwise restrict (NSAllowsLocalNetworking)",
            settings: "<key>NSAllowsLocalNetworking</key><true/>", host: "192.0.2.7",
            expected: exempt(.localNetworking)),
        Row(
            sentence: "Add individual IP addresses", settings: exceptions([("192.0.2.7", insecure)]),
            host: "192.0.2.7",
            expected: change(.exception("192.0.2.7")) { $0.allowsInsecureHTTP = true }),
        Row(
            sentence: "and classless inter-domain routing (CIDR) ranges",
            settings: exceptions([("2001:db8:12::/48", insecure)]), host: "2001:db8:12::34",
            expected: change(.exception("2001:db8:12::/48")) { $0.allowsInsecureHTTP = true }),
        Row(
            sentence: "the narrowest range", settings: exceptions([("192.0.2.0/24", insecure), ("192.0.2.0/25", "")]),
            host: "192.0.2.7", expected: change(.exception("192.0.2.0/25"))),
        Row(
            sentence: "an IPv6 address, for example 2001:db8:12::34 (of two spellings both; the URL chooses neither)",
            settings: exceptions([("2001:0db8::7", insecure), ("2001:db8::7", "")]), host: "2001:0db8::7",
            expected: change(.exception("2001:db8::7"))),
        Row(
            sentence: "a […] (CIDR) range (of two spellings of one what either asks for)",
            settings: exceptions([
                ("192.0.2.0/24", ""),
                ("192.0.2.7/24", insecure + "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"),
            ]), host: "192.0.2.9", expected: change(.exception("192.0.2.0/24")) { $0.minimumTLS = .tls13 }),
        Row(
            sentence: "Global exceptions don’t apply to any domains that you add (a local name)",
            settings: exceptions([("localhost", "")]), host: "localhost", expected: change(.exception("localhost"))),
        Row(
            sentence: "If you exclude a DNS domain name and your app contacts a host by IP address, […] doesn’t apply",
            settings: exceptions([("example.com", insecure)]), host: "192.0.2.7", expected: standard),
        Row(
            sentence: "a number that may be dialled as an address", settings: "", host: "2130706433", expected: standard
        ),
    ]

    @Test("each sentence of Apple's pages", arguments: rows)
    func sentence(_ row: Row) throws {
        #expect(try Self.rules(row.settings).requirements(for: row.host, on: row.system) == row.expected)
    }

    @Test("a value of the package that is not known is an error, and says what it is")
    func unknownPackage() throws {
        do throws(AppTransportSecurityError) {
            let text = """
                <plist><dict><key>NSAppTransportSecurity</key><dict><key>NSRequiresNIAPTLSPackageVersion</key>
                <string>FCP_v3</string></dict></dict></plist>
                """
            _ = try AppTransportSecurity(infoPlist: Data(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.reason == .unknownValue("FCP_v3"))
            #expect(error.keyPath == ["NSAppTransportSecurity", "NSRequiresNIAPTLSPackageVersion"])
        }
    }

    @Test("every statement that Apple has given up has one row, with a source")
    func discontinued() {
        #expect(DiscontinuedSetting.all.map(\.name) == DiscontinuedSetting.Name.allCases)
        for row in DiscontinuedSetting.all {
            #expect(!row.source.isEmpty && !row.effect.isEmpty && DiscontinuedSetting.row(row.name) == row)
            #expect((row.iOS == nil) == (row.macOS == nil) && (row.iOS == nil) == (row.since == nil))
        }
        #expect(DiscontinuedSetting.row(.arbitraryLoadsBesideFinerKeys).since == "since iOS 10 and macOS 10.12")
    }
}
