import FoundationEssentials

/// The results of a run: numbers, the classes of disagreement, and explanations that were not needed.
struct DifferentialReport {
    private struct Score {
        var judged = 0
        var agreed = 0
        var acceptedByUs = 0
        var refusedByUs = 0
        var unexplained = 0
        var withoutVerdict = 0
    }

    private var count = 0
    private var accepted = 0
    private var scores: [String: Score] = [:]
    private var classes: [Disagreement.Class: [Int]] = [:]
    private var used: Set<Explanations.Line> = []

    var hasUnexplained: Bool { scores.values.contains { $0.unexplained > 0 } }

    mutating func count(_ ours: OurJudge.Verdict) {
        count += 1
        if ours.isAccepted { accepted += 1 }
    }

    mutating func count(_ peer: String, _ theirs: PeerVerdict?, _ disagreement: Disagreement?) {
        var score = scores[peer] ?? Score()
        defer { scores[peer] = score }
        guard theirs != nil else {
            score.withoutVerdict += 1
            return
        }
        score.judged += 1
        guard let disagreement else {
            score.agreed += 1
            return
        }
        if disagreement.ours.isAccepted { score.acceptedByUs += 1 } else { score.refusedByUs += 1 }
        if !disagreement.isExplained { score.unexplained += 1 }
        used.formUnion(disagreement.explanations.joined())
        classes[disagreement.classification, default: []].append(disagreement.testCase.number)
    }

    /// Explanations for these peers and this profile that no case needed.
    func unneeded(of explanations: Explanations, profile: String, peers: [String]) -> [Explanations.Line] {
        explanations.lines.filter { line in
            !used.contains(line) && line.profiles.contains(profile) && line.peers.contains(where: peers.contains)
        }
    }

    /// The classes of disagreement, a line each, those without an explanation first.
    var table: String {
        var text = ""
        for key in classes.keys.sorted() {
            let numbers = classes[key] ?? []
            let sides = key.isAcceptedByUs ? "we accept, it refuses" : "we refuse, it accepts"
            text +=
                "\(key.peer)\t\(key.isExplained ? key.causes : "UNEXPLAINED")\t\(key.deviation)\t\(sides)\t"
                + "\(numbers.count)\t\(key.ours.isEmpty ? "-" : key.ours)\t\(key.theirs.isEmpty ? "-" : key.theirs)\t"
                + "case \(numbers.prefix(3).map(String.init).joined(separator: ", "))\n"
        }
        return text.isEmpty ? "" : "peer\tcause\tdeviation\twho\tcases\tour findings\tits reasons\texamples\n" + text
    }

    func summary(seed: UInt64, profile: String, peers: [String]) -> String {
        var text =
            "\(count) cases of seed \(seed), profile \(profile): \(accepted) accepted, \(count - accepted) refused\n"
        for peer in peers {
            let score = scores[peer] ?? Score()
            text +=
                "\(peer): \(score.judged) judged, \(score.agreed) agree, "
                + "\(score.acceptedByUs) accepted by us alone, \(score.refusedByUs) refused by us alone, "
                + "\(score.unexplained) without an explanation"
                + (score.withoutVerdict > 0 ? ", \(score.withoutVerdict) without its verdict" : "") + "\n"
        }
        return text
    }
}
