package import HoldfastStatements

/// A drawing of a way: stations one below the other, and at each the ways that lead on or end there.
///
/// It is drawn twice, as lines of text for a terminal and as boxes and arrows for the page, from the same stations.
package struct LessonDrawing: Sendable {
    package let title: LocalizedText
    package let stations: [Station]

    /// A place on the way, with the answers that are possible there.
    package struct Station: Sendable {
        package let words: LocalizedText
        /// The ways from here; none where it simply goes on to the next station.
        package let ways: [Way]

        init(_ english: String, _ chinese: String, _ ways: [Way] = []) {
            words = LocalizedText(english, chinese)
            self.ways = ways
        }
    }

    /// One of the ways from a station.
    package struct Way: Sendable {
        /// The end that a way comes to.
        package enum End: String, Sendable {
            /// A way to the next station.
            case on
            /// A way back to an earlier station.
            case back
            /// A good end.
            case good
            /// A refusal.
            case bad
        }

        /// The condition or the answer by which this way is taken.
        package let label: LocalizedText
        package let goal: LocalizedText
        package let end: End

        /// Makes a way; its label and its goal are each in English and Chinese.
        init(_ end: End, _ label: (String, String), _ goal: (String, String)) {
            self.label = LocalizedText(label.0, label.1)
            self.goal = LocalizedText(goal.0, goal.1)
            self.end = end
        }
    }

    init(_ english: String, _ chinese: String, _ stations: [Station]) {
        title = LocalizedText(english, chinese)
        self.stations = stations
    }
}
