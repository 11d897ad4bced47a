/// Answers that libcurl takes in another way than the own engine does, and the reason why ours stands.
struct OddDifference: Sendable {
    let reason: String
    /// What libcurl 7.88 makes of them, in the words of ``OddOutcome/summary``, and the answers' names.
    let outcomes: [String: [String]]

    init(_ reason: String, _ outcomes: [String: [String]]) { (self.reason, self.outcomes) = (reason, outcomes) }

    static let all = ofHeads + ofHTTP1 + ofHTTP2

    /// The errors of HTTP/2 (RFC 9113 §5.4, §8.1.1) as libcurl 7.88 tells them: one of HTTP/2, no answer, or an end of
    /// the connection, by what it notices first.
    private static let byChance: Set<String> = ["http2", "emptyReply", "connectionClosed"]

    /// Whether libcurl's outcome over HTTP/2 is the one that is meant, but for its word for an error.
    static func isSame(_ outcome: String, _ meant: String) -> Bool {
        outcome == meant || byChance.contains(outcome) && byChance.contains(meant)
    }

    /// What libcurl makes of each of them, by the answer's name.
    static let byName: [String: String] = {
        var byName: [String: String] = [:]
        for (outcome, names) in all.flatMap(\.outcomes) { for name in names { byName[name] = outcome } }
        return byName
    }()
}
