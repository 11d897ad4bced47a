/// One case as a line of JSON.
struct DifferentialLine: Encodable {
    struct Peer: Encodable {
        let accepted: Bool
        let reasons: [String]
        /// Where the two agree there is none.
        let causes: [String]?
        let explained: Bool?
    }

    let `case`: Int
    let deviations: [String]
    let stories: [String]
    let host: String
    let at: String
    let certificates: Int
    let accepted: Bool
    let codes: [String]
    let requirements: [String]
    let peers: [String: Peer]

    init(
        _ testCase: DifferentialCase, _ ours: OurJudge.Verdict,
        _ peers: [(name: String, verdict: PeerVerdict, disagreement: Disagreement?)]
    ) {
        self.case = testCase.number
        deviations = testCase.names
        stories = testCase.deviations.map(\.story)
        host = testCase.host
        at = "\(testCase.at)"
        certificates = testCase.presented.count
        accepted = ours.isAccepted
        codes = ours.codes
        requirements = ours.requirements
        var list: [String: Peer] = [:]
        for peer in peers {
            list[peer.name] = Peer(
                accepted: peer.verdict.isAccepted, reasons: peer.verdict.reasons,
                causes: peer.disagreement?.causes, explained: peer.disagreement?.isExplained)
        }
        self.peers = list
    }
}
