import HoldfastCrypto
import HoldfastPolicy
import HoldfastX509

/// A whole page: what stands around the sections.
struct PageDocument {
    let language: PageLanguage
    let title: Words
    /// What the window's title says beside the name of the tool: the outcome.
    let outcome: Words
    let sections: [HTML]
    /// How the page looks.
    var sheet = PageStyle.sheet

    /// The file: no script, nothing that is fetched, and a policy that would forbid both.
    var html: String {
        "<!DOCTYPE html>\n"
            + HTML.element(
                "html", ["lang": language.tag],
                head, .element("body", [:], [header] + sections + [footer])
            ).markup + "\n"
    }

    /// The sheet is named by its hash: a style that somebody smuggled in would not be obeyed either.
    private var contentSecurityPolicy: String {
        "default-src 'none'; style-src 'sha256-\(Base64.encode(Digest.sha256(Array(sheet.utf8)[...])))'; "
            + "base-uri 'none'; form-action 'none'"
    }

    private var head: HTML {
        .element(
            "head", [:],
            .void("meta", ["charset": "utf-8"]),
            .void("meta", ["http-equiv": "Content-Security-Policy", "content": contentSecurityPolicy]),
            .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .void("meta", ["name": "color-scheme", "content": "light dark"]),
            .void("meta", ["name": "referrer", "content": "no-referrer"]),
            .element("title", [:], .text("Holdfast: " + HTML.cut(outcome.text(in: language)))), .style(sheet))
    }

    private var header: HTML {
        .element(
            "header", ["class": "top"], PageMark.definitions,
            .element("p", ["class": "brand"], PageMark.anchor, .text("Holdfast")), languageSwitch,
            .element("h1", [:], .words(title)))
    }

    /// Two radio buttons, and a sheet that hides the other language: keyboard and screen reader know them.
    private var languageSwitch: HTML {
        .element(
            "fieldset", ["class": "language"],
            [.element("legend", [:], .word(.language))]
                + PageLanguage.allCases.map { choice in
                    let name = "language-" + choice.tag
                    let button: HTML =
                        choice == language
                        ? .void("input", ["type": "radio", "name": "language", "id": name, "checked": ""])
                        : .void("input", ["type": "radio", "name": "language", "id": name])
                    return button
                        + .element("label", ["for": name], .element("b", ["lang": choice.tag], .text(choice.ownName)))
                })
    }

    private var footer: HTML { .element("footer", [:], .element("p", [:], .word(.footer))) }
}
