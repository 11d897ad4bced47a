import HoldfastCrypto
package import HoldfastStatements
import HoldfastX509

/// A whole page: what stands around the sections.
package struct PageDocument {
    let language: PageLanguage
    let title: LocalizedText
    /// The outcome, for the window's title beside the name of the tool.
    let outcome: LocalizedText
    let sections: [HTML]
    /// The style sheet of the page.
    let sheet: String
    /// Whether the page may send a form to where it came from; no other page sends anything anywhere.
    let sendsForms: Bool

    package init(
        language: PageLanguage, title: LocalizedText, outcome: LocalizedText, sections: [HTML],
        sheet: String = PageStyle.sheet, sendsForms: Bool = false
    ) {
        self.language = language
        self.title = title
        self.outcome = outcome
        self.sections = sections
        self.sheet = sheet
        self.sendsForms = sendsForms
    }

    /// The file: no script, nothing that is fetched, and a policy that would forbid both.
    package var html: String {
        "<!DOCTYPE html>\n"
            + HTML.element(
                "html", attributes: ["lang": language.tag], head, .element("body", [header] + sections + [footer])
            )
            .markup + "\n"
    }

    /// The sheet is named by its hash: a style that somebody smuggled in would not be obeyed either.
    private var contentSecurityPolicy: String {
        "default-src 'none'; style-src 'sha256-\(Base64.encode(Digest.sha256(Array(sheet.utf8)[...])))'; "
            + "base-uri 'none'; form-action '\(sendsForms ? "self" : "none")'"
    }

    private var head: HTML {
        .element(
            "head",
            .void("meta", ["charset": "utf-8"]),
            .void("meta", ["http-equiv": "Content-Security-Policy", "content": contentSecurityPolicy]),
            .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .void("meta", ["name": "color-scheme", "content": "light dark"]),
            // Without a referrer a form says nothing of its page either (Fetch, "append a request Origin").
            .void("meta", ["name": "referrer", "content": sendsForms ? "same-origin" : "no-referrer"]),
            .element("title", .text("Holdfast: " + HTML.cut(outcome.text(in: language)))), .style(sheet))
    }

    private var header: HTML {
        .element(
            "header", class: "top", PageMark.definitions,
            .element("p", class: "brand", PageMark.anchor, .text("Holdfast")), languageSwitch,
            .element("h1", .words(title)))
    }

    /// Two radio buttons, and a sheet that hides the other language: keyboard and screen reader know them.
    private var languageSwitch: HTML {
        .element(
            "fieldset", class: "language",
            [.element("legend", .word(.language))]
                + PageLanguage.allCases.map { choice in
                    let name = "language-" + choice.tag
                    let button: HTML =
                        choice == language
                        ? .void("input", ["type": "radio", "name": "language", "id": name, "checked": ""])
                        : .void("input", ["type": "radio", "name": "language", "id": name])
                    return button
                        + .element(
                            "label", attributes: ["for": name],
                            .element("b", attributes: ["lang": choice.tag], .text(choice.ownName)))
                })
    }

    private var footer: HTML { .element("footer", .element("p", .word(.footer))) }
}

/// The top of the page: how many, how they fared, when, and where to look.
struct Overview {
    /// One number with its meaning.
    struct Count {
        enum Tone: String {
            case good, bad
        }

        let number: Int
        let words: LocalizedText
        /// The tone of the number where it is not zero.
        let tone: Tone?

        init(_ number: Int, _ words: LocalizedText, _ tone: Tone?) {
            self.number = number
            self.words = words
            self.tone = tone
        }
    }

    let counts: [Count]
    let at: Instant
    /// Sections to go to first.
    let attention: [TargetSection]
    var lead: LocalizedText?

    var html: HTML {
        .element(
            "section", class: "overview",
            (counts.isEmpty ? [] : [.element("dl", class: "counts", counts.map(Self.count))])
                + (lead.map { [.element("p", class: "lead", .words($0))] } ?? []) + [
                    .element("p", class: "faint", .word(.madeAt), .text(" "), PageTime.html(at))
                ] + (attention.isEmpty ? [] : [look]))
    }

    private var look: HTML {
        .element(
            "nav", attributes: ["aria-labelledby": "look"],
            .element("h2", attributes: ["id": "look"], .word(.attention)),
            .element(
                "ul",
                attention.map { section in
                    .element(
                        "li", PageMark.of(section.report),
                        .element("a", attributes: ["href": "#" + section.anchor], .data(section.name)), .text(" "),
                        .element("span", class: "faint", .words(section.headline)))
                }))
    }

    private static func count(_ count: Count) -> HTML {
        let tone = count.number == 0 ? "" : count.tone?.rawValue ?? ""
        return .element(
            "div", class: tone, .element("dt", .words(count.words)), .element("dd", .text(String(count.number))))
    }
}
