import HoldfastX509

@testable import HoldfastHTTPS
@testable import HoldfastTrust

/// Fetched evidence decides only as far as the authority has signed it, and only that may be kept; an issuer that was
/// fetched is the one that signed, and never an anchor.
///
/// The first octet chooses the question, the second an answer of the authority's, of which the next three change an
/// octet; without such an answer the rest is the answer itself.
func checkFetchedEvidence(_ bytes: [UInt8]) throws(Violation) {
    let world = try prepared { try EvidenceWorld.shared.get() }
    let request = FetchedAnswer(bytes, world)
    let judge = try FetchedEvidenceJudge(world)
    let content = (try? request.question.read(request.answer)) ?? .nothing(reason: "it cannot be used")
    switch request.kind {
    case 0:
        let (codes, kept) = try judge.verdict(content, .off)
        var hasIssuer = false
        if case .certificates(let list) = content { hasIssuer = list.contains(Array(world.issuer.bytes)) }
        try expect(codes.isEmpty == hasIssuer, "trusted without its issuer, or refused with it: \(codes)")
        try expect(kept == 0, "an issuer is kept")
    default:
        let authentic = request.kind == 1 ? world.lists : world.responses
        let signed = authentic.map { FetchedAnswer.signedPart(of: $0, request.question) }
        let part = FetchedAnswer.signedPart(of: request.answer, request.question)
        let status = part.flatMap { signed.firstIndex(of: $0) }
        let (hard, keptByHard) = try judge.verdict(content, .hard)
        let (soft, keptBySoft) = try judge.verdict(content, .soft)
        try expect(hard.isEmpty || hard == [.revoked] || hard == [.revocationUnknown], "refused for else: \(hard)")
        try expect(soft.isEmpty || soft == [.revoked], "refused for what is a warning: \(soft)")
        try expect((hard == [.revoked]) == (soft == [.revoked]), "revoked in one mode alone")
        if soft == [.revoked] { try expect(status == 1, "revoked by nobody's word") }
        if hard.isEmpty { try expect(status == 0, "good by nobody's word") }
        try expect(status != nil || keptByHard + keptBySoft == 0, "kept without a signature")
        if authentic.firstIndex(of: request.answer) == 0 { try expect(hard.isEmpty, "not good: \(hard)") }
        if authentic.firstIndex(of: request.answer) == 1 { try expect(hard == [.revoked], "not revoked: \(hard)") }
    }
}

/// An answer that an input asks for.
struct FetchedAnswer {
    let kind: Int
    let question: EvidenceQuestion
    let answer: [UInt8]

    init(_ bytes: [UInt8], _ world: EvidenceWorld) {
        var choices = Choices(bytes)
        kind = choices.number(below: world.questions.count)
        question = world.questions[kind]
        let known = [[Array(world.issuer.bytes)], world.lists, world.responses][kind]
        let choice = choices.number(below: known.count + 1)
        guard choice < known.count else {
            answer = Array(bytes.dropFirst(2))
            return
        }
        var changed = known[choice]
        let place = (Int(choices.octet()) << 8 | Int(choices.octet())) % changed.count
        changed[place] ^= choices.octet()
        answer = changed
    }

    /// The octets that the authority's signature is over; nil where there are none.
    static func signedPart(of answer: [UInt8], _ question: EvidenceQuestion) -> [UInt8]? {
        switch try? question.read(answer) {
        case .revocationList(let list)?: list.list.map { Array($0.tbsBytes) }
        case .ocspResponse(let response)?:
            response.response?.basicResponse.map { Array($0.tbsResponseData.bytes) }
        default: nil
        }
    }
}

/// Judges the server with one answer to whatever is asked for.
struct FetchedEvidenceJudge {
    private static let engine = TrustEngine()
    /// Rounds of asking: one for each kind, and for an issuer.
    private static let mostRounds = 4

    private let world: EvidenceWorld
    private let policy: TrustPolicy

    init(_ world: EvidenceWorld) throws(Violation) {
        self.world = world
        var policy = TrustPolicy.ssl(try prepared { try ServerName("www.example.com") })
        policy.anchors = .only([world.anchor])
        policy.fetching = EvidenceFetching(revocation: .any, issuers: true)
        self.policy = policy
    }

    /// The codes of the errors, and the number of fetches that may be kept. Only under `off` the issuer is missing.
    func verdict(
        _ content: EvidenceFetch.Content, _ mode: RevocationChecking
    ) throws(Violation) -> (codes: Set<FindingCode>, kept: Int) {
        var policy = policy
        policy.revocation = mode
        let chain = mode == .off ? [world.leaf] : [world.leaf, world.issuer]
        let trust = try prepared { try ServerTrust(presentedChain: chain) }
        var evaluator = Self.engine.evaluator(for: trust, with: policy, at: FixedKeys.moment)
        evaluator.supply([.revocationLists([world.rootList])])
        for _ in 0...Self.mostRounds {
            switch evaluator.step() {
            case .done(.success): return ([], evaluator.confirmedFetches.count)
            case .done(.failure(let failure)):
                let codes = Set(failure.errors.map(\.code))
                try expect(mode != .off || !codes.isEmpty, "refused without an error")
                return (codes, evaluator.confirmedFetches.count)
            case .needs(let requests):
                evaluator.supply(
                    requests.map { request in
                        .fetched(
                            request,
                            [EvidenceFetch(url: "http://pki.example.com/", content, bytes: [], duration: .zero)])
                    })
            }
        }
        throw Violation("asks for more and more")
    }
}
