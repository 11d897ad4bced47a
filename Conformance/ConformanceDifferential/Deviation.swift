/// One way in which a chain differs from a good one; not all of them are wrong.
struct Deviation: Sendable {
    /// `topic.detail`, with the level behind it where there are several: what explanations and summaries speak of.
    let name: String
    /// The change in a few words.
    let story: String
    let apply: @Sendable (inout ChainPlan, inout SplitMix64) -> Void

    init(
        _ name: String, _ story: String, _ apply: @escaping @Sendable (inout ChainPlan, inout SplitMix64) -> Void
    ) {
        self.name = name
        self.story = story
        self.apply = apply
    }

    init(_ name: String, _ story: String, _ apply: @escaping @Sendable (inout ChainPlan) -> Void) {
        self.init(name, story) { plan, _ in apply(&plan) }
    }

    /// A deviation at several levels, one for each.
    static func each(
        _ levels: [Level], _ name: String, _ story: String,
        _ apply: @escaping @Sendable (inout ChainPlan, Level) -> Void
    ) -> [Deviation] {
        levels.map { level in
            Deviation("\(name).\(level.rawValue)", "\(story) (\(level.rawValue))") { plan in apply(&plan, level) }
        }
    }

    /// A deviation at every level, one for each.
    static func each(
        _ name: String, _ story: String, _ apply: @escaping @Sendable (inout ChainPlan, Level) -> Void
    ) -> [Deviation] {
        each(Level.allCases, name, story, apply)
    }

    /// The table, in an order that does not change: cases are numbered by it. New ones go to the end of a topic's own
    /// list, which changes what a seed gives and so the numbers that the documentation quotes.
    static let all: [Deviation] =
        validity + serverNames + subjects + authorities + usages + nameConstraints + moreNameConstraints + policies
        + identifiers + extensions + keys + signatures + shapes + anchors + encodings
}
