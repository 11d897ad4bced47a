import HoldfastPolicy

/// Names and values in two columns.
struct FactList {
    let rows: [(PageWord, HTML)]

    var html: HTML {
        guard !rows.isEmpty else { return .nothing }
        return .element(
            "dl", ["class": "facts"],
            rows.map { .element("div", [:], .element("dt", [:], .word($0.0)), .element("dd", [:], $0.1)) })
    }
}
