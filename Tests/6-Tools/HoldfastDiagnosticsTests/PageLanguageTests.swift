import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastStatements
import HoldfastWords
import HoldfastX509
import TestSupport
import Testing

/// English and Chinese in one file: every word in both, and marked as what it is.
@Suite(.ownThread)
struct PageLanguageTests {
    private static func isChinese(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }
    }

    private static func check(_ words: LocalizedText, _ place: String) {
        #expect(!words.english.isEmpty && !words.chinese.isEmpty, "\(place)")
        #expect(!isChinese(words.english), "\(place)")
        // Full stops and commas between Chinese words are Chinese ones.
        #expect(words.chinese.firstMatch(of: /\p{Han}[,;:!?.](\p{Han}|$)/) == nil, "\(place): \(words.chinese)")
    }

    @Test("Every finding code has a headline, a meaning and an advice in both languages", arguments: FindingCode.all)
    func findings(_ code: FindingCode) throws {
        let words = try #require(FindingWords.of(code))
        for (part, name) in [(words.headline, "headline"), (words.meaning, "meaning"), (words.advice, "advice")] {
            Self.check(part, "\(code) \(name)")
            #expect(Self.isChinese(part.chinese), "\(code) \(name)")
        }
        #expect(!words.headline.english.hasSuffix(".") && !words.headline.chinese.hasSuffix("。"))
        #expect(words.meaning.english.hasSuffix(".") && words.meaning.chinese.hasSuffix("。"))
        #expect(words.advice.english.hasSuffix(".") && words.advice.chinese.hasSuffix("。"))
    }

    @Test("Every code's OSStatus has its name")
    func statusNames() {
        for code in FindingCode.all { #expect(StatusName.of(code.osStatus) != nil, "\(code) \(code.osStatus)") }
    }

    /// Names of protocols and types are the same in every language.
    private static let names: Set<String> = ["ALPN", "SNI", "OSStatus"]

    @Test("Every word of the page is there in both languages", arguments: PageWord.allCases)
    func words(_ word: PageWord) {
        Self.check(word.words, "\(word)")
        #expect(Self.isChinese(word.words.chinese) || Self.names.contains(word.words.english), "\(word)")
    }

    @Test("Every exit code has its meaning in both languages")
    func exitCodes() throws {
        for code in Set(FindingCode.all.map(\.exitCode)).union(0...7).union([33]) {
            _ = try #require(ExitCode(rawValue: code), "\(code)")
        }
        for code in ExitCode.allCases {
            Self.check(code.meaning, "\(code)")
            #expect(Self.isChinese(code.meaning.chinese))
        }
    }

    @Test(
        "A failure has its headline and its meaning, also one that is not known",
        arguments: [1, 3, 4, 5, 6, 7] as [Int32])
    func failures(_ exitCode: Int32) {
        for code in ["timedOut", "somethingNew"] {
            let failure = FailureReport(phase: .tls, code: code, message: "x", hint: nil, exitCode: exitCode)
            for words in [failure.words, failure.meaning] {
                Self.check(words, code)
                #expect(Self.isChinese(words.chinese))
            }
        }
    }

    private func reports() throws -> [VerdictReport] {
        let samples = try Samples()
        let bad = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
        }
        let failure = FailureReport(
            phase: .tls, code: "tlsAlert", message: "the server ended TLS", hint: "look", exitCode: 4,
            librarySays: ["SSL alert 40"])
        return [
            try samples.verdict(bad.chain), try samples.verdict(samples.leaf().chain, policy: .basicX509),
            VerdictReport(failure, target: "https://x.example/", policy: .basicX509, at: samples.at),
        ]
    }

    @Test(
        "No word stands on the page without its language: what is not data is there in both",
        arguments: PageLanguage.allCases)
    func nothingBare(_ language: PageLanguage) throws {
        let page = try PageReader(CheckReport(reports(), language: language, at: Samples().at).html)
        let data: Set<String> = ["bdi", "code", "pre", "time", "style", "title", "b"]
        var bare: [String] = []
        for run in page.runs {
            let isMarked = run.parents.contains { element in
                data.contains(element.name) && (element.name != "b" || element.attributes["lang"] != nil)
                    || element.name == "span" && element.attributes["lang"] != nil
            }
            if !isMarked, run.text.contains(where: \.isLetter), run.text != "Holdfast" { bare.append(run.text) }
        }
        #expect(bare.allSatisfy { $0.hasSuffix(" ms") }, "\(bare)")
        let english = page.all("span") { $0.attributes["lang"] == "en" }
        let chinese = page.all("span") { $0.attributes["lang"] == "zh-Hans" }
        #expect(english.count == chinese.count && english.count > 60)
    }

    @Test(
        "The page opens in the language that was asked for, says so, and hides the other",
        arguments: PageLanguage.allCases)
    func opensIn(_ language: PageLanguage) throws {
        let page = try PageReader(CheckReport(reports(), language: language, at: Samples().at).html)
        #expect(page.all("html").first?.attributes["lang"] == language.tag)
        let buttons = page.all("input")
        #expect(buttons.count == PageLanguage.allCases.count)
        #expect(
            buttons.filter { $0.attributes["checked"] != nil }.map { $0.attributes["id"] } == [
                "language-" + language.tag
            ])
        let sheet = try #require(page.all("style").first?.text)
        for other in PageLanguage.allCases where other != language {
            #expect(sheet.contains(":root:has(#language-\(language.tag):checked) span[lang=\"\(other.tag)\"]"))
        }
        let title = page.all("title").first?.text ?? ""
        #expect(Self.isChinese(title) == (language == .chinese))
    }
}
