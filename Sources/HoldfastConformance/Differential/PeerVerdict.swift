/// What one judge says about a case.
struct PeerVerdict {
    let isAccepted: Bool
    /// Why not, in the judge's own stable words: error numbers, flags or a message without what differs from run to run.
    let reasons: [String]
}

/// Another program that judges chains.
protocol PeerJudge {
    /// By this name it is asked for, and named in the list of explanations.
    var name: String { get }
    /// What it says about its version; nil where it is not installed.
    var version: String? { get }
    /// What to install where it is not.
    var installation: String { get }
    /// Verdicts in the order of the cases; nil for one that it gave none about.
    func judge(_ cases: [DifferentialCase], in folder: WorkFolder) throws -> [PeerVerdict?]
}
