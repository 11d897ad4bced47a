import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Text that does harm where it is taken for markup, or where it turns the direction of writing; the name is what test
/// logs show of it.
struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    static let all = [
        Attack(testDescription: "a script", text: "<script>alert(1)</script>"),
        Attack(testDescription: "out of an attribute", text: "\" onmouseover=\"alert(1)\" x=\""),
        Attack(testDescription: "out of a single-quoted attribute", text: "' onmouseover='alert(1)"),
        Attack(testDescription: "out of the title", text: "</title><meta http-equiv=refresh content=0>"),
        Attack(testDescription: "out of the sheet", text: "</style><img src=x onerror=alert(1)>"),
        Attack(testDescription: "a comment", text: "<!-- "),
        Attack(testDescription: "a section of character data", text: "]]><![CDATA["),
        Attack(testDescription: "an entity", text: "&lt;b&gt; &#x3c;b&#x3e; &bogus;"),
        Attack(testDescription: "a null and an escape", text: "a\u{0}\u{1b}[2Jb"),
        Attack(testDescription: "the direction of writing", text: "\u{202e}moc.elpmaxe\u{2066}"),
        Attack(testDescription: "another character set", text: "+ADw-script+AD4-"),
        Attack(testDescription: "what XML forbids", text: "\u{fffe}\u{ffff}\u{8}"),
        Attack(testDescription: "a link and a placeholder of SARIF", text: "[click](https://evil.example) {0}"),
    ]

    /// A verdict in which every text of a stranger is this one.
    func verdict() throws -> VerdictReport {
        let samples = try Samples()
        let leaf = try samples.leaf {
            $0.subject = DistinguishedName([(type: .commonName, text: text), (type: .organizationName, text: text)])
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
            $0.names = ["www.example.com"]
        }
        var report = try samples.verdict(leaf.chain + [Array(text.utf8)], target: "https://x/" + text)
        report.connection = ConnectionReport(
            address: text,
            tls: .init(version: text, cipherSuite: text, keyExchange: text, alpn: text, sni: text, resumed: true),
            timing: .init(dns: .nan, tcp: -.infinity, tls: 1e300, trust: .infinity))
        return report
    }

    func failure() throws -> VerdictReport {
        let failure = FailureReport(
            phase: .tls, code: text, message: text, hint: text, exitCode: 4, librarySays: [text, text])
        return VerdictReport(failure, target: text, policy: .basicX509, at: try Samples().at)
    }
}

@Suite(.ownThread)
struct HostilePageTests {
    private static func shape(_ page: PageReader) -> [String] {
        page.elements.map { element in
            element.name + element.attributes.keys.sorted().map { " " + $0 }.joined()
        }
    }

    @Test(
        "Whatever a stranger wrote, the page has the same elements and attributes, and its text means itself",
        arguments: Attack.all)
    func page(_ attack: Attack) throws {
        let harmless = Attack(testDescription: "harmless", text: "harmless")
        func reader(_ attack: Attack) throws -> PageReader {
            let row = CatalogueReport.Row(
                name: attack.text, story: attack.text, expectedExit: 21, expectedFindings: [attack.text],
                report: try attack.verdict())
            let other = CatalogueReport.Row(
                name: attack.text, story: attack.text, expectedExit: 0, expectedFindings: [],
                report: try attack.failure())
            let html = CatalogueReport(at: try Samples().at, rows: [row, other]).html()
            // Not even where nothing comes of it, as with quotes outside of attributes.
            #expect(attack.text.firstMatch(of: /[<>&"']/) == nil || !html.contains(attack.text))
            return try PageReader(html)
        }
        let page = try reader(attack)
        let expected = Self.shape(try reader(harmless))
        #expect(Self.shape(page) == expected)
        let shown = page.all("bdi").map(\.text)
        #expect(shown.contains(SafeText.line(attack.text)))
        let unsafe = page.runs.flatMap { $0.text.unicodeScalars }.filter { scalar in
            scalar != "\n" && [.control, .format].contains(scalar.properties.generalCategory)
        }
        #expect(unsafe.isEmpty, "\(unsafe.map { String($0.value, radix: 16) })")
    }

    @Test("A text of a megabyte is cut, with the count of what is left out")
    func long() throws {
        let attack = Attack(testDescription: "long", text: String(repeating: "x", count: 1_000_000))
        let html = CheckReport([try attack.failure()], at: try Samples().at).html
        #expect(html.utf8.count < 40_000)
        #expect(html.contains("… (+999400)"))
    }
}
