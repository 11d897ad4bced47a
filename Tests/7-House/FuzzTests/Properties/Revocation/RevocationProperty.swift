import HoldfastTrust
import HoldfastX509

/// Lists in any order and number: what those who may not revoke have signed, and what was changed after it was signed,
/// makes nothing good and nothing bad.
func checkRevocation(_ bytes: [UInt8]) throws(Violation) {
    let world = try prepared { try ListWorld.shared.get() }
    let request = try ListRequest(bytes, world)
    let judge = try RevocationJudge(world)
    let lists = request.lists.map { SuppliedRevocationList(der: $0.der) }
    let hard = try judge.verdict(lists, .hard)
    let soft = try judge.verdict(lists, .soft)

    try expect(soft != .unknown, "refused because it is not known, where that is a warning")
    try expect((hard == .revoked) == (soft == .revoked), "revoked only where not knowing is an error, or a warning")
    try expect(hard != .trusted || soft == .trusted, "trusted only where not knowing is an error")

    // RFC 5280 §6.3.3 takes lists as they come.
    let others = lists.reversed().flatMap { [$0, $0] }
    try expect(try judge.verdict(others, .hard) == hard, "another verdict in reverse order, each twice")
    try expect(try judge.verdict(others, .soft) == soft, "another verdict in reverse order, each twice")
    let authentic = request.lists.filter(\.isAuthentic).map { SuppliedRevocationList(der: $0.der) }
    try expect(try judge.verdict(authentic, .hard) == hard, "a list of somebody else's decides")
    try expect(try judge.verdict(authentic, .soft) == soft, "a list of somebody else's decides")
}

enum Verdict {
    case trusted, revoked, unknown
}

struct RevocationJudge {
    private static let engine = TrustEngine()

    private let world: ListWorld
    private let trust: ServerTrust
    private let policy: TrustPolicy

    init(_ world: ListWorld) throws(Violation) {
        self.world = world
        trust = try prepared { try ServerTrust(derChain: world.chain) }
        var policy = TrustPolicy.ssl(try prepared { try ServerName("www.example.com") })
        policy.anchors = .only([world.anchor])
        self.policy = policy
    }

    func verdict(_ lists: [SuppliedRevocationList], _ checking: RevocationChecking) throws(Violation) -> Verdict {
        var policy = policy
        policy.revocation = checking
        switch Self.engine.answer(to: trust, with: policy, supplying: lists + [world.rootList]) {
        case .success: return .trusted
        case .failure(let failure):
            let codes = Set(failure.errors.map(\.code))
            if codes.contains(.revoked) { return .revoked }
            try expect(codes == [.revocationUnknown], "refused for something else: \(failure)")
            return .unknown
        }
    }
}
