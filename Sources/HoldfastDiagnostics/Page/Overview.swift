import HoldfastPolicy
import HoldfastX509

/// The top of the page: how many, how they fared, when, and where to look.
struct Overview {
    /// One number with its meaning.
    struct Count {
        enum Tone: String {
            case good, bad
        }

        let number: Int
        let words: Words
        /// How it looks where the number is not zero.
        let tone: Tone?

        init(_ number: Int, _ words: Words, _ tone: Tone?) {
            self.number = number
            self.words = words
            self.tone = tone
        }
    }

    let counts: [Count]
    let at: Instant
    /// Sections to go to first.
    let attention: [TargetSection]
    var lead: Words?

    var html: HTML {
        .element(
            "section", ["class": "overview"],
            (counts.isEmpty ? [] : [.element("dl", ["class": "counts"], counts.map(Self.count))])
                + (lead.map { [.element("p", ["class": "lead"], .words($0))] } ?? [])
                + [.element("p", ["class": "faint"], .word(.madeAt), .text(" "), PageTime.html(at))]
                + (attention.isEmpty ? [] : [look]))
    }

    private var look: HTML {
        .element(
            "nav", ["aria-labelledby": "look"], .element("h2", ["id": "look"], .word(.attention)),
            .element(
                "ul", [:],
                attention.map { section in
                    .element(
                        "li", [:], PageMark.of(section.report),
                        .element("a", ["href": "#" + section.anchor], .data(section.name)), .text(" "),
                        .element("span", ["class": "faint"], .words(section.headline)))
                }))
    }

    private static func count(_ count: Count) -> HTML {
        let tone = count.number == 0 ? "" : count.tone?.rawValue ?? ""
        return .element(
            "div", ["class": tone], .element("dt", [:], .words(count.words)),
            .element("dd", [:], .text(String(count.number))))
    }
}
