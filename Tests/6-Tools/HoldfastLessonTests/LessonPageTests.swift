import HoldfastDiagnostics
import HoldfastLesson
import HoldfastTrust
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

/// The lesson as a page: whole by itself, in the house's style.
@Suite("The lesson as a page", .ownThread)
struct LessonPageTests {
    private let lesson: Lesson

    init() async throws { lesson = try await LessonTests.whole }

    @Test("It needs nothing else: no script, no style but its own, no address that is fetched")
    func selfContained() throws {
        let html = lesson.html()
        // Addresses stand in the text, where the lesson asks for them: nothing leads there.
        let fetching = [
            "=\"http", "=http", "='http", "<script", "src=", "srcset", "url(", "@import", "<link", "<iframe",
        ]
        for word in fetching + ["style="] {
            #expect(!html.contains(word), "\(word)")
        }
        let page = try PageReader(html)
        #expect(page.elements.compactMap { $0.attributes["href"] }.allSatisfy { $0.hasPrefix("#") })
        let policy = page.all("meta") { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        let sheet = try #require(page.all("style").first?.text)
        // SHA-256 of any bytes, these being no certificate.
        let hash = Base64.encode(PresentedCertificate(der: Array(sheet.utf8)).fingerprint)
        #expect(policy.first?.attributes["content"]?.contains("style-src &#39;sha256-\(hash)&#39;") == true)
        #expect(!sheet.contains("&") && !sheet.contains("<"))
    }

    @Test("Headings go down without a gap, every id is there once, and every link leads to one")
    func outline() throws {
        let page = try PageReader(lesson.html())
        var level = 0
        for heading in page.elements where ["h1", "h2", "h3", "h4"].contains(heading.name) {
            let next = Int(heading.name.dropFirst()) ?? 0
            #expect(next <= level + 1, "\(heading.text)")
            level = next
        }
        let names = page.elements.compactMap { $0.attributes["id"] }
        #expect(Set(names).count == names.count)
        let meant = page.elements.compactMap { $0.attributes["href"] }.map { String($0.dropFirst()) }
        #expect(meant.count > 5 && meant.allSatisfy(names.contains))
        #expect(page.withClass("chapter").count == Lesson.chapterCount)
        #expect(page.withClass("step-of-lesson").count == lesson.chapters.flatMap(\.steps).count)
    }

    @Test("No word stands on the page without its language", arguments: PageLanguage.allCases)
    func languages(_ language: PageLanguage) throws {
        let page = try PageReader(lesson.html(language))
        #expect(page.all("html").first?.attributes["lang"] == language.tag)
        let data: Set<String> = ["bdi", "code", "pre", "time", "style", "title"]
        let bare = page.runs.filter { run in
            let isMarked = run.parents.contains { element in
                data.contains(element.name) || element.attributes["lang"] != nil && element.name != "html"
            }
            return !isMarked && run.text.contains(where: \.isLetter) && run.text != "Holdfast"
        }
        #expect(bare.isEmpty, "\(bare.map(\.text))")
    }

    @Test("Every check has its mark, and one that came out otherwise says what is taught")
    func checks() async throws {
        let page = try PageReader(lesson.html())
        #expect(page.withClass("question").count == lesson.chapters.flatMap(\.steps).flatMap(\.checks).count)
        #expect(page.withClass("missed").isEmpty)
        var materials = LessonTests.materials()
        materials.random = { [UInt8](repeating: 0x41, count: $0) }
        let broken = try PageReader(await Lesson.run(materials, only: 4).html())
        #expect(broken.withClass("missed").contains { $0.text.contains("(taught应为 not the same不同)") })
    }

    @Test("What was seen and expected, and the way to the files, stand on the page in both languages")
    func findings() throws {
        let page = try PageReader(lesson.html())
        func texts(_ tag: String) -> Set<String> {
            Set(page.all("span") { $0.attributes["lang"] == tag }.map(\.text))
        }
        let (english, chinese) = (texts("en"), texts("zh-Hans"))
        #expect(english.contains("a self-signed certificate of CN=www.example.test"))
        #expect(chinese.contains("CN=www.example.test 的自签名证书"))
        #expect(chinese.contains("由信任锚签发的证书，或本身就是信任锚的证书"))
        let code = Set(page.all("code").map(\.text))
        #expect(code.contains("holdfast lesson --files 新目录") && code.contains("cd NEW-FOLDER/chapter-N"))
        #expect(english.contains("poisoned") && chinese.contains("已识破，停用"))
    }

    @Test("Bytes are shown whole where they are unfolded: the certificate's fields are the certificate")
    func bytes() async throws {
        let page = try PageReader(await Lesson.run(LessonTests.materials(), only: 1).html())
        let figure = try #require(page.withClass("values").dropFirst().first)
        #expect(figure.text.contains("tbsCertificate"))
        #expect(page.withClass("hex").allSatisfy { HexString.decode($0.text.filter { $0 != " " }) != nil })
        #expect(page.withClass("hex").count > 10)
    }
}
