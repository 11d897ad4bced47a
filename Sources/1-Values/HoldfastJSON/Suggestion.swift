/// Finds what somebody probably meant to write.
package enum Suggestion {
    /// The candidate nearest to a misspelt word, or nil when none is near.
    package static func closest(to word: String, among candidates: [String]) -> String? {
        // Nobody mistypes a word of hundreds of letters, and the distance costs the product of the lengths.
        guard word.count <= 40 else { return nil }
        let allowed = max(1, min(3, word.count / 4))
        return
            candidates
            .map { (candidate: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= allowed }
            .min { $0.distance < $1.distance }?
            .candidate
    }

    /// The number of letters to insert, delete, replace or swap with a neighbour.
    package static func distance(_ one: String, _ other: String) -> Int {
        let one = Array(one)
        let other = Array(other)
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for i in one.indices {
            var row = [i + 1]
            for j in other.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (one[i] == other[j] ? 0 : 1))
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[other.count]
    }
}
