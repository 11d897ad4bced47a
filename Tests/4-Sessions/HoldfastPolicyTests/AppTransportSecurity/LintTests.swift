import Foundation
import HoldfastJSON
import HoldfastPolicy
import Testing

/// Property lists of tests, as text and as what the lint finds in them.
enum LintCase {
    static let hash = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
    static let otherHash = "d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM="

    static func list(_ inner: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \(inner)
        </dict>
        </plist>
        """
    }

    static func settings(_ inner: String) -> String {
        list("<key>NSAppTransportSecurity</key>\n<dict>\n\(inner)\n</dict>")
    }

    static func domain(_ name: String, _ inner: String, below key: String = "NSExceptionDomains") -> String {
        "<key>\(key)</key>\n<dict>\n<key>\(name)</key>\n<dict>\n\(inner)\n</dict>\n</dict>"
    }

    static func pins(_ name: String, _ hashes: [String], _ key: String = "NSPinnedLeafIdentities") -> String {
        let items = hashes.map { "<dict><key>SPKI-SHA256-BASE64</key><string>\($0)</string></dict>" }.joined()
        return domain(name, "<key>\(key)</key><array>\(items)</array>", below: "NSPinnedDomains")
    }

    static func binary(_ text: String) throws -> [UInt8] {
        let value = try unsafe PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        return Array(try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
    }

    static func problems(_ text: String) throws -> [AppTransportSecurityLint.Problem] {
        try AppTransportSecurityLint(infoPlist: Array(text.utf8)).problems
    }
}

@Suite("What an Info.plist says about App Transport Security, looked at before an app is built with it")
struct LintTests {
    private static let insecure = "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>"
    private static let below = "<key>NSIncludesSubdomains</key><true/>"

    /// The rules that settings break; for each its key's last part.
    static let rows: [(settings: String, found: [String])] = keys + values + domains + pinned

    private static let keys: [(settings: String, found: [String])] = [
        ("", []),
        ("<key>NSAllowsArbitraryLoads</key><true/>", []),
        ("<key>NSAllowsLocalNetworking</key><true/>", []),
        ("<key>NSAllowsArbitraryLoad</key><true/>", ["key.unknown NSAllowsArbitraryLoad"]),
        ("<key>Nothing</key><true/>", ["key.unknown Nothing"]),
        (insecure, ["key.misplaced NSExceptionAllowsInsecureHTTPLoads"]),
        (
            "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsArbitraryLoads</key><false/>",
            ["key.duplicate NSAllowsArbitraryLoads"]
        ),
        (
            "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsLocalNetworking</key><true/>",
            ["key.discontinued NSAllowsArbitraryLoads"]
        ),
        (
            "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsArbitraryLoadsInWebContent</key><false/>",
            ["key.discontinued NSAllowsArbitraryLoads"]
        ),
        ("<key>NSAllowsArbitraryLoads</key><false/><key>NSAllowsLocalNetworking</key><true/>", []),
        ("<key>NSExceptionDomains</key><dict/>", ["key.noEffect NSExceptionDomains"]),
        ("<key>NSPinnedDomains</key><dict/>", ["key.noEffect NSPinnedDomains"]),
        (
            LintCase.domain("a.example", "<key>NSTemporaryExceptionAllowsInsecureHTTPLoads</key><true/>"),
            ["exception.noEffect a.example", "key.discontinued NSTemporaryExceptionAllowsInsecureHTTPLoads"]
        ),
        (
            LintCase.domain(
                "a.example", insecure + "<key>NSThirdPartyExceptionMinimumTLSVersion</key><string>x</string>"),
            ["key.discontinued NSThirdPartyExceptionMinimumTLSVersion"]
        ),
        (
            LintCase.domain("a.example", insecure + "<key>NSRequiresCertificateTransparency</key><true/>"),
            ["key.discontinued NSRequiresCertificateTransparency"]
        ),
        (
            LintCase.domain("a.example", insecure + "<key>NSAllowsArbitraryLoads</key><true/>"),
            ["key.misplaced NSAllowsArbitraryLoads"]
        ),
    ]

    private static let values: [(settings: String, found: [String])] = [
        ("<key>NSAllowsArbitraryLoads</key><string>YES</string>", ["value.type NSAllowsArbitraryLoads"]),
        ("<key>NSAllowsLocalNetworking</key><integer>1</integer>", ["value.type NSAllowsLocalNetworking"]),
        ("<key>NSExceptionDomains</key><array/>", ["value.type NSExceptionDomains"]),
        ("<key>NSExceptionDomains</key><dict><key>a.example</key><true/></dict>", ["value.type a.example"]),
        ("<key>NSPinnedDomains</key><true/>", ["value.type NSPinnedDomains"]),
        (
            "<key>NSRequiresNIAPTLSPackageVersion</key><string>FCP_v2</string>",
            ["value.unknown NSRequiresNIAPTLSPackageVersion"]
        ),
        ("<key>NSRequiresNIAPTLSPackageVersion</key><string>recommended</string>", []),
        (
            LintCase.domain("a.example", "<key>NSExceptionMinimumTLSVersion</key><string>1.2</string>" + insecure),
            ["value.unknown NSExceptionMinimumTLSVersion"]
        ),
        (
            LintCase.domain("a.example", "<key>NSExceptionMinimumTLSVersion</key><real>1.2</real>" + insecure),
            ["value.type NSExceptionMinimumTLSVersion"]
        ),
        (
            LintCase.domain("a.example", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.1</string>"),
            ["key.discontinued NSExceptionMinimumTLSVersion"]
        ),
        (LintCase.domain("a.example", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"), []),
        (
            LintCase.domain(
                "a.example", insecure + "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"),
            ["value.contradiction NSExceptionMinimumTLSVersion"]
        ),
        (
            LintCase.domain("a.example", insecure + "<key>NSExceptionRequiresForwardSecrecy</key><true/>"),
            ["value.contradiction NSExceptionRequiresForwardSecrecy"]
        ),
        (
            "<key>NSRequiresNIAPTLSPackageVersion</key><string>FCP_v2.1</string>"
                + LintCase.domain("a.example", "<key>NSExceptionRequiresForwardSecrecy</key><false/>"),
            ["value.contradiction NSExceptionRequiresForwardSecrecy"]
        ),
        (
            LintCase.domain(
                "a.example",
                "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>"
                    + "<key>NSExceptionRequiresNIAPTLSPackageVersion</key><string>recommended</string>"),
            ["key.discontinued NSExceptionMinimumTLSVersion", "value.contradiction NSExceptionMinimumTLSVersion"]
        ),
    ]

    private static let domains: [(settings: String, found: [String])] = [
        (LintCase.domain("a.example", insecure), []),
        (LintCase.domain("EXAMPLE.com", insecure), ["domain.case EXAMPLE.com"]),
        (LintCase.domain("example.com:8080", insecure), ["domain.port example.com:8080"]),
        (LintCase.domain("https://example.com/x", insecure), ["domain.scheme https://example.com/x"]),
        (LintCase.domain("example.com/x", insecure), ["domain.scheme example.com/x"]),
        (LintCase.domain("*.example.com", insecure), ["domain.wildcard *.example.com"]),
        (LintCase.domain("*", insecure), ["domain.wildcard *"]),
        (LintCase.domain("example.com.", insecure), ["domain.trailingDot example.com."]),
        (LintCase.domain("192.0.2.7", insecure), []),
        (LintCase.domain("2001:db8::/32", insecure), []),
        (LintCase.domain("192.0.2.0/33", insecure), ["domain.invalid 192.0.2.0/33"]),
        (LintCase.domain("[2001:db8::7]", insecure), ["domain.invalid [2001:db8::7]"]),
        (LintCase.domain("192.0.2.7:80", insecure), ["domain.port 192.0.2.7:80"]),
        (LintCase.domain("exa mple.com", insecure), ["domain.invalid exa mple.com"]),
        (LintCase.domain("", insecure), ["domain.invalid "]),
        (LintCase.domain("bücher.example", insecure), ["domain.invalid bücher.example"]),
        (
            LintCase.domain("HTTPS://EXAMPLE.com:443", insecure),
            [
                "domain.case HTTPS://EXAMPLE.com:443", "domain.port HTTPS://EXAMPLE.com:443",
                "domain.scheme HTTPS://EXAMPLE.com:443",
            ]
        ),
        (LintCase.domain("192.0.2.7", insecure + below), ["key.noEffect NSIncludesSubdomains"]),
        (LintCase.domain("a.example", ""), ["exception.noEffect a.example"]),
        (LintCase.domain("a.example", below), ["exception.noEffect a.example"]),
        ("<key>NSAllowsArbitraryLoads</key><true/>" + LintCase.domain("a.example", ""), []),
        // "Domains you specify in the NSExceptionDomains dictionary aren’t affected by this key’s value."
        ("<key>NSAllowsArbitraryLoadsInWebContent</key><true/>" + LintCase.domain("a.example", ""), []),
        ("<key>NSAllowsArbitraryLoadsForMedia</key><true/>" + LintCase.domain("a.example", ""), []),
        (
            "<key>NSAllowsArbitraryLoadsForMedia</key><false/>" + LintCase.domain("a.example", ""),
            ["exception.noEffect a.example"]
        ),
        // iOS 9 "uses the NSAllowsArbitraryLoads value that you set, […] and ignores the other global exceptions".
        (
            "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsLocalNetworking</key><true/>"
                + LintCase.domain("a.example", ""), ["key.discontinued NSAllowsArbitraryLoads"]
        ),
        // "all subdomains of the domain that have one additional path component": example.com among them.
        (LintCase.domain("com", insecure + below), []),
        (LintCase.domain("com", insecure), ["exception.noEffect com"]),
        (LintCase.domain("local", insecure + below), ["exception.noEffect local"]),
        // Without its own exception the stricter one above it would hold.
        (
            "<key>NSExceptionDomains</key><dict><key>local</key><dict>\(below)</dict>"
                + "<key>lamp.local</key><dict>\(insecure)</dict></dict>", []
        ),
        // "example.com. (with a trailing dot) matches “example.com.” but not “example.com”": no duplicate.
        (
            "<key>NSExceptionDomains</key><dict><key>example.com.</key><dict>\(insecure)</dict>"
                + "<key>example.com</key><dict>\(insecure)</dict></dict>", ["domain.trailingDot example.com."]
        ),
        (LintCase.domain("\u{212A}.example", insecure), ["domain.invalid \u{212A}.example"]),
        (LintCase.domain("localhost", insecure), ["exception.noEffect localhost"]),
        (LintCase.domain("printer.local", insecure), ["exception.noEffect printer.local"]),
        (LintCase.domain("localhost", ""), []),
        (
            "<key>NSExceptionDomains</key><dict><key>example.com</key><dict>\(insecure)\(below)</dict>"
                + "<key>www.example.com</key><dict/></dict>", []
        ),
        (
            "<key>NSExceptionDomains</key><dict><key>a.example</key><dict>\(insecure)</dict>"
                + "<key>A.example</key><dict>\(insecure)</dict></dict>",
            ["domain.case A.example", "key.duplicate A.example"]
        ),
    ]

    private static let pinned: [(settings: String, found: [String])] = [
        (LintCase.pins("a.example", [LintCase.hash, LintCase.otherHash]), []),
        (LintCase.pins("a.example", [LintCase.hash]), ["pin.noBackup NSPinnedLeafIdentities"]),
        (
            LintCase.pins("a.example", [LintCase.hash], "NSPinnedCAIdentities"), ["pin.noBackup NSPinnedCAIdentities"]
        ),
        (
            LintCase.pins("a.example", [LintCase.hash, LintCase.hash]),
            ["pin.duplicate SPKI-SHA256-BASE64", "pin.noBackup NSPinnedLeafIdentities"]
        ),
        (LintCase.pins("a.example", []), ["pin.none NSPinnedLeafIdentities"]),
        (LintCase.domain("a.example", "", below: "NSPinnedDomains"), ["pin.none a.example"]),
        (
            LintCase.pins("a.example", ["sha256/\(LintCase.hash)", LintCase.otherHash, LintCase.hash]),
            ["pin.malformed SPKI-SHA256-BASE64"]
        ),
        (
            LintCase.domain(
                "a.example", "<key>NSPinnedLeafIdentities</key><array><dict/></array>", below: "NSPinnedDomains"),
            ["pin.none [0]"]
        ),
        (LintCase.pins("192.0.2.7", [LintCase.hash, LintCase.otherHash]), ["domain.address 192.0.2.7"]),
        (LintCase.pins("a.example:443", [LintCase.hash, LintCase.otherHash]), ["domain.port a.example:443"]),
        (
            LintCase.pins("a.example", [LintCase.hash, LintCase.otherHash]) + LintCase.domain("a.example", insecure),
            ["pin.plainHTTP a.example"]
        ),
    ]

    private static func found(_ problems: [AppTransportSecurityLint.Problem]) -> [String] {
        problems.map { "\($0.rule.rawValue) \($0.keyPath.last ?? "")" }.sorted()
    }

    @Test("each mistake is found, and nothing else; in XML and in the binary form", arguments: rows)
    func mistakes(_ row: (settings: String, found: [String])) throws {
        let text = LintCase.settings(row.settings)
        #expect(Self.found(try LintCase.problems(text)) == row.found.sorted())
        // A binary list has each key once: Foundation writes it.
        guard !row.found.contains(where: { $0.hasPrefix("key.duplicate") }) else { return }
        let binary = try AppTransportSecurityLint(infoPlist: try LintCase.binary(text))
        #expect(Self.found(binary.problems) == row.found.sorted())
        #expect(binary.format == .binary && binary.problems.allSatisfy { $0.position == nil })
    }

    @Test("every rule is broken by a row here, has advice and a source")
    func everyRule() throws {
        let broken = Set(Self.rows.flatMap { $0.found.map { $0.prefix { $0 != " " } } }.map(String.init))
        let alone: Set<AppTransportSecurityLintRule> = [.tooMany]
        for rule in AppTransportSecurityLintRule.allCases {
            #expect(broken.contains(rule.rawValue) || alone.contains(rule), "\(rule)")
            #expect(!rule.advice.isEmpty && !rule.source.isEmpty)
        }
        let many = (0...10_000).map { "<key>a\($0).b</key><dict/>" }.joined()
        let found = try LintCase.problems(LintCase.settings("<key>NSExceptionDomains</key><dict>\(many)</dict>"))
        #expect(found.map(\.rule) == [.tooMany])
    }

    @Test("in XML the place is line and column, counted in characters; in the binary form the key's path")
    func places() throws {
        let text = LintCase.settings(
            LintCase.domain("a.example", "  é <key>NSIncludeSubdomains</key><true/>" + Self.insecure))
        let problem = try #require(try LintCase.problems(text).first)
        #expect(problem.position == TextPosition(line: 11, column: 5))
        #expect(problem.description.hasPrefix("11:5: warning: 'NSIncludeSubdomains' is no key of"))
        #expect(problem.advice == "did you mean NSIncludesSubdomains?")
        let path = ["NSAppTransportSecurity", "NSExceptionDomains", "a.example", "NSIncludeSubdomains"]
        #expect(problem.keyPath == path)
        let plain = LintCase.settings(
            LintCase.domain("a.example", "<key>NSIncludeSubdomains</key><true/>" + Self.insecure))
        let binary = try AppTransportSecurityLint(infoPlist: try LintCase.binary(plain)).problems
        #expect(binary.first?.description.hasPrefix(path.joined(separator: " > ") + ": warning: ") == true)
    }

    @Test("advice says what is meant")
    func suggestions() throws {
        func advice(_ settings: String) throws -> String? {
            try LintCase.problems(LintCase.settings(settings)).first?.advice
        }
        #expect(try advice("<key>NSAllowArbitraryLoads</key><true/>") == "did you mean NSAllowsArbitraryLoads?")
        #expect(
            try advice(
                LintCase.domain(
                    "a.example", Self.insecure + "<key>NSTemporaryExceptionMinimumTLSVersion</key><string/>"))
                == "write NSExceptionMinimumTLSVersion, where it is still needed")
        #expect(try advice(LintCase.domain("https://Example.com/", Self.insecure))?.hasSuffix(": example.com") == true)
        let version = try advice(
            LintCase.domain(
                "a.example", Self.insecure + "<key>NSExceptionMinimumTLSVersion</key><string>TLSv12</string>"))
        #expect(version == "did you mean TLSv1.2?")
    }

    @Test("keys of the settings beside them, and a misspelt key of the whole")
    func outside() throws {
        let beside = LintCase.list("<key>NSAllowsArbitraryLoads</key><true/><key>CFBundleName</key><string>x</string>")
        #expect(Self.found(try LintCase.problems(beside)) == ["key.misplaced NSAllowsArbitraryLoads"])
        let misspelt = LintCase.list("<key>NSAppTransportSecurty</key><dict/>")
        #expect(Self.found(try LintCase.problems(misspelt)) == ["key.unknown NSAppTransportSecurty"])
        #expect(try LintCase.problems(LintCase.list("<key>CFBundleName</key><string>x</string>")).isEmpty)
        let twice = "<key>NSAppTransportSecurity</key><dict/>"
        #expect(
            Self.found(try LintCase.problems(LintCase.list(twice + twice))) == ["key.duplicate NSAppTransportSecurity"])
        #expect(
            Self.found(try LintCase.problems(LintCase.list("<key>NSAppTransportSecurity</key><true/>"))) == [
                "value.type NSAppTransportSecurity"
            ])
    }
}
