/// One case in which a peer and we differ, and what is known about why.
struct Disagreement {
    let testCase: DifferentialCase
    let peer: String
    let ours: OurJudge.Verdict
    let theirs: PeerVerdict
    /// The grounds of the refusal, on the side that refuses: the peer's reasons or our requirements.
    let signs: [String]
    /// The explanations' lines for each sign; an empty list for one that nothing explains.
    let explanations: [[Explanations.Line]]

    /// Nil where the two agree.
    init?(
        _ testCase: DifferentialCase, ours: OurJudge.Verdict, peer: String, theirs: PeerVerdict,
        profile: String, explanations: Explanations
    ) {
        guard ours.isAccepted != theirs.isAccepted else { return nil }
        self.testCase = testCase
        self.peer = peer
        self.ours = ours
        self.theirs = theirs
        signs = ours.isAccepted ? theirs.reasons : ours.requirements
        self.explanations = signs.map {
            explanations.lines(for: testCase, profile: profile, peer: peer, accepts: ours.isAccepted, sign: $0)
        }
    }

    /// Whether every sign has an explanation: one that has none may hide a mistake behind one that has.
    var isExplained: Bool { !signs.isEmpty && explanations.allSatisfy { !$0.isEmpty } }

    var causes: [String] {
        var causes: [String] = []
        for lines in explanations {
            for line in lines where !causes.contains(line.cause) { causes.append(line.cause) }
        }
        return causes
    }

    /// The class of a disagreement, by which they are counted.
    struct Class: Hashable, Comparable {
        let peer: String
        /// The one deviation; `several` for combinations, which are told apart by their causes.
        let deviation: String
        let isAcceptedByUs: Bool
        let ours: String
        let theirs: String
        let causes: String
        let isExplained: Bool

        static func < (left: Class, right: Class) -> Bool { left.key.lexicographicallyPrecedes(right.key) }

        private var key: [String] {
            [peer, isExplained ? "1" : "0", isAcceptedByUs ? "0" : "1", deviation, causes, ours, theirs]
        }
    }

    var classification: Class {
        let isSingle = testCase.deviations.count == 1
        let isDetailed = isSingle || !isExplained
        return Class(
            peer: peer, deviation: isSingle ? testCase.names[0] : "several", isAcceptedByUs: ours.isAccepted,
            ours: isDetailed ? ours.requirements.joined(separator: " ") : "",
            theirs: isDetailed ? theirs.reasons.joined(separator: " ") : "",
            causes: causes.joined(separator: " "), isExplained: isExplained)
    }
}
