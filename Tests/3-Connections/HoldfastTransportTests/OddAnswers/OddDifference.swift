/// Answers that libcurl takes in another way than the own engine does, and the reason why ours stands.
struct OddDifference: Sendable {
    let reason: String
    /// What libcurl 7.88 makes of them, in the words of ``OddOutcome/summary``, and the answers' names.
    let outcomes: [String: [String]]

    init(_ reason: String, _ outcomes: [String: [String]]) { (self.reason, self.outcomes) = (reason, outcomes) }

    static let all = ofHeads + ofHTTP1 + ofHTTP2

    /// What libcurl makes of each of them, by the answer's name.
    static let byName: [String: String] = {
        var byName: [String: String] = [:]
        for (outcome, names) in all.flatMap(\.outcomes) { for name in names { byName[name] = outcome } }
        return byName
    }()
}
