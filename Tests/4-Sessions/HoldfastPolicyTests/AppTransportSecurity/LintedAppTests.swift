import Foundation
import HoldfastJSON
import HoldfastPins
import HoldfastPolicy
import HoldfastTrust
import TestSupport
import Testing

/// The shapes in which apps are seen to write their settings, with names that are nobody's; and files that are to do
/// harm to whoever reads them.
@Suite("Info.plists in the shapes of well-known apps, and hostile ones")
struct LintedAppTests {
    private func rules(_ text: String) throws -> [String] {
        let inXML = try AppTransportSecurityLint(infoPlist: Array(text.utf8)).problems.map(\.rule.rawValue).sorted()
        let inBinary = try AppTransportSecurityLint(infoPlist: try LintCase.binary(text)).problems
        #expect(inBinary.map(\.rule.rawValue).sorted() == inXML)
        return inXML
    }

    /// A browser, which loads whatever its user types, and keeps its own servers secure (the example of Apple's
    /// reference: "To require ATS connections to domains that you control").
    @Test("a browser")
    func browser() throws {
        let text = LintCase.settings(
            """
            <key>NSAllowsArbitraryLoads</key><true/>
            <key>NSExceptionDomains</key><dict>
            <key>update.quokka-browser.example</key><dict><key>NSIncludesSubdomains</key><true/></dict>
            <key>sync.quokka-browser.example</key><dict/></dict>
            """)
        #expect(try rules(text) == [])
        let settings = try AppTransportSecurity(infoPlist: Data(text.utf8))
        #expect(settings.requirements(for: "anything.example").isExempt)
        #expect(
            settings.requirements(for: "sync.quokka-browser.example").source
                == .exception("sync.quokka-browser.example"))
        #expect(!settings.allowsPlainHTTP(host: "a.update.quokka-browser.example"))
    }

    /// An app of news with a web view and films: finer keys, and the coarse one for old systems.
    @Test("news with films")
    func news() throws {
        let text = LintCase.settings(
            """
            <key>NSAllowsArbitraryLoads</key><true/>
            <key>NSAllowsArbitraryLoadsForMedia</key><true/>
            <key>NSAllowsArbitraryLoadsInWebContent</key><true/>
            """)
        #expect(try rules(text) == ["key.discontinued"])
        let settings = try AppTransportSecurity(infoPlist: Data(text.utf8))
        #expect(settings.requirements(for: "www.daily-heron.example") == AppTransportSecurity.Requirements())
        #expect(settings.requirements(for: "www.daily-heron.example", on: .ios9).isExempt)
    }

    /// A game with an advertisement library of 2015, whose manual asked for these keys.
    @Test("a game with an old advertisement library")
    func game() throws {
        let text = LintCase.settings(
            """
            <key>NSExceptionDomains</key><dict>
            <key>ads.pelican-media.example</key><dict>
            <key>NSTemporaryExceptionAllowsInsecureHTTPLoads</key><true/>
            <key>NSTemporaryExceptionMinimumTLSVersion</key><string>TLSv1.1</string>
            <key>NSIncludesSubdomains</key><true/></dict>
            <key>http://cdn.pelican-media.example</key><dict>
            <key>NSThirdPartyExceptionAllowsInsecureHTTPLoads</key><true/></dict></dict>
            """)
        #expect(
            try rules(text) == [
                "domain.scheme", "exception.noEffect", "key.discontinued", "key.discontinued", "key.discontinued",
            ])
        let settings = try AppTransportSecurity(infoPlist: Data(text.utf8))
        #expect(!settings.allowsPlainHTTP(host: "ads.pelican-media.example"))
    }

    /// An app for devices at home.
    @Test("devices at home")
    func devices() throws {
        let text = LintCase.settings(
            """
            <key>NSAllowsLocalNetworking</key><true/>
            <key>NSExceptionDomains</key><dict>
            <key>192.168.0.0/16</key><dict><key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict>
            <key>lamp.local</key><dict><key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict></dict>
            """)
        #expect(try rules(text) == ["exception.noEffect"])
        let settings = try AppTransportSecurity(infoPlist: Data(text.utf8))
        #expect(settings.allowsPlainHTTP(host: "192.168.7.9") && settings.allowsPlainHTTP(host: "lamp.local"))
        #expect(settings.requirements(for: "10.0.0.1").source == .localNetworking)
    }

    /// A bank: pins with a backup, TLS 1.3.
    @Test("a bank")
    func bank() throws {
        let text = LintCase.settings(
            LintCase.domain(
                "api.marmot-bank.example", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>")
                + LintCase.pins("api.marmot-bank.example", [LintCase.hash, LintCase.otherHash], "NSPinnedCAIdentities"))
        #expect(try rules(text) == [])
        let settings = try AppTransportSecurity(infoPlist: Data(text.utf8))
        #expect(settings.requirements(for: "api.marmot-bank.example").minimumTLS == .tls13)
        #expect(settings.pinnedDomains.rules.count == 1)
    }

    // MARK: Hostile files

    private func refusal(_ bytes: [UInt8]) -> String? {
        do throws(AppTransportSecurityLintError) {
            _ = try AppTransportSecurityLint(infoPlist: bytes)
            return nil
        } catch { return "\(error)" }
    }

    @Test("a list that is nested too deep is refused, with the place")
    func deep() {
        let text = LintCase.list(
            String(repeating: "<key>a</key><dict>", count: 40) + String(repeating: "</dict>", count: 40))
        #expect(refusal(Array(text.utf8))?.contains("line 5, column") == true)
        let many = String(repeating: "<array>", count: 100_000)
        #expect(refusal(Array("<plist>\(many)".utf8)) != nil)
    }

    @Test("a list larger than a mebibyte is refused before it is read")
    func huge() {
        let text = LintCase.list("<!-- \(String(repeating: "x", count: 1 << 20)) -->")
        #expect(refusal(Array(text.utf8))?.contains("larger than") == true)
    }

    @Test("100,000 elements on one line take no time that grows with their square")
    func longLine() throws {
        let items = String(repeating: "<true/>", count: 90_000)
        let text =
            "<plist><dict><key>a</key><array>\(items)</array>"
            + "<key>NSAppTransportSecurity</key><dict><key>x</key><true/></dict></dict></plist>"
        var problems: [AppTransportSecurityLint.Problem] = []
        let time = try ProcessorTime.measure { problems = try LintCase.problems(text) }
        let place = try #require(text.firstRange(of: "<key>x"))
        #expect(problems.first?.position?.column == text.utf8.distance(from: text.startIndex, to: place.lowerBound) + 1)
        #expect(time < .seconds(30))
    }

    @Test("a thousand mistakes are told, and no more of them")
    func manyMistakes() throws {
        let keys = (0..<3_000).map { "<key>k\($0)</key><true/>" }.joined()
        #expect(try LintCase.problems(LintCase.settings(keys)).count == AppTransportSecurityLint.problemLimit)
    }

    @Test(
        "what is no property list is refused in words",
        arguments: [
            "", "{ a = b; }", "<plist><array/></plist>", "<plist><dict><key>a</key></dict></plist>",
            "<plist><dict><true/></dict></plist>", "<plist><dict/><dict/></plist>", "<html/>",
            "<!DOCTYPE plist [ <!ENTITY a \"b\"> ]><plist><dict/></plist>",
            "<plist><dict><key>a</key><string>&b;</string></dict></plist>",
            "<plist><dict><key>a</key><string><b/></string></dict></plist>", "<plist><dict>",
            "<!DOCTYPE plist SYSTEM \"x><plist><dict/></plist>",
        ])
    func damage(_ text: String) { #expect(refusal(Array(text.utf8))?.isEmpty == false) }

    @Test("a binary list that holds itself, grows by being read, or is cut is refused; each octet may be any other")
    func binary() throws {
        let text = LintCase.settings(LintCase.pins("a.example", [LintCase.hash, LintCase.otherHash]))
        let whole = try LintCase.binary(text)
        for length in 0..<whole.count { #expect(refusal(Array(whole.prefix(length))) != nil) }
        // Whatever comes of it, it ends.
        var random = SeededGenerator(7)
        for index in whole.indices {
            var damaged = whole
            damaged[index] = UInt8(truncatingIfNeeded: random.next())
            _ = try? AppTransportSecurityLint(infoPlist: damaged)
        }
        // A dictionary whose value is itself.
        var circle = Array("bplist00".utf8)
        circle += [0xD1, 1, 0, 0x51, 0x61]
        circle +=
            [8, 11] + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0] + [
                0, 0, 0, 0, 0, 0, 0, 13,
            ]
        #expect(refusal(circle) != nil)
    }

    @Test("wrong types everywhere are told, one by one")
    func types() throws {
        let kinds = ["<true/>", "<integer>1</integer>", "<string>x</string>", "<array/>", "<dict/>", "<real>1</real>"]
        let keys = [
            "NSAllowsArbitraryLoads": "Boolean", "NSExceptionDomains": "dictionary",
            "NSRequiresNIAPTLSPackageVersion": "string",
        ]
        for (key, type) in keys {
            for kind in kinds {
                let problems = try LintCase.problems(LintCase.settings("<key>\(key)</key>\(kind)"))
                let isRight =
                    ["<true/>": "Boolean", "<string>x</string>": "string", "<dict/>": "dictionary"][kind] == type
                #expect(problems.contains { $0.rule == .wrongType } == !isRight, "\(key) \(kind)")
            }
        }
    }

    @Test("keys that stand there twice: the lint tells it, whichever Foundation takes")
    func duplicates() throws {
        let text = LintCase.settings(
            LintCase.domain(
                "a.example", "<key>NSIncludesSubdomains</key><true/><key>NSIncludesSubdomains</key><false/>"))
        let problems = try LintCase.problems(text)
        #expect(problems.contains { $0.rule == .duplicateKey && $0.severity == .error })
    }
}
