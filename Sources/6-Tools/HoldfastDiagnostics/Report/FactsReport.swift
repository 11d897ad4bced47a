import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// The day of the facts of the world that a verdict rests on, as its JSON has it.
package struct FactsReport: Hashable, Sendable, Decodable {
    /// The package that facts were taken from.
    package struct Source: Hashable, Sendable, Decodable {
        package let source: String
        /// As `2026-10-28`.
        package let day: String

        init(_ source: FactSource) { (self.source, day) = (source.name, source.day.dayText) }
    }

    /// The older one of the days; nil where one of the tables cannot be read.
    package let day: String?
    package let roots: Source?
    package let constraints: Source?
    /// Whether they are older than a year at the time that is judged for, or of no known day.
    package let old: Bool

    init(_ facts: TrustFacts, at instant: Instant) {
        day = facts.day?.dayText
        roots = facts.roots.map(Source.init)
        constraints = facts.constraints.map(Source.init)
        old = facts.areOld(at: instant)
    }

    /// The day, and that it is long ago.
    var words: LocalizedText {
        guard roots != nil else { return LocalizedText("none: no root is known to be public", "无：不知道哪些根证书是公共的") }
        guard let day else { return LocalizedText("none: no constraint on a root is known", "无：不知道对根证书的任何约束") }
        guard old else { return LocalizedText("of \(day)", "截至 \(day)") }
        return LocalizedText(
            "of \(day), more than a year before the time that is judged for: newer roots count as one's own",
            "截至 \(day)，早于所判定的时间一年以上：较新的根证书会被当作自有的")
    }
}

extension FactsReport: JSONReport {
    package var json: JSONObject {
        JSONObject(["old": old], unlessNone: ["day": day, "roots": roots, "constraints": constraints])
    }
}

extension FactsReport.Source: JSONReport {
    package var json: JSONObject { JSONObject(["source": source, "day": day]) }
}
