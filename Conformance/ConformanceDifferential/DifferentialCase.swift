import HoldfastAuthority
import HoldfastX509

/// One chain with the question that is asked about it.
struct DifferentialCase {
    /// The case's place in the run, from 0; together with the seed it says everything about the case.
    let number: Int
    /// How it differs from a good chain, in the order in which the deviations were applied.
    let deviations: [Deviation]
    /// A host name or a literal address.
    let host: String
    /// Leaf first.
    let presented: [[UInt8]]
    let anchors: [[UInt8]]

    var at: Instant { ChainPlan.moment }
    var names: [String] { deviations.map(\.name) }
}

/// Makes the cases of a seed.
struct CaseGenerator {
    let seed: UInt64
    private let keys = KeyPool()

    init(seed: UInt64) { self.seed = seed }

    /// The case of a number: the even ones have one deviation each, in the order of the table, so that each is met
    /// equally often; the odd ones have two to four.
    func makeCase(_ number: Int) throws -> DifferentialCase {
        var random = SplitMix64(seed: seed, case: number)
        var chosen: [Deviation] = []
        if number % 2 == 0 {
            chosen = [Deviation.all[number / 2 % Deviation.all.count]]
        } else {
            let count = random.pick(2, 2, 2, 3, 3, 4)
            while chosen.count < count {
                let next = Deviation.all[random.below(Deviation.all.count)]
                if !chosen.contains(where: { $0.name == next.name }) { chosen.append(next) }
            }
        }
        // Some contradict each other, as a digest that the issuer's key cannot sign: the later ones are left out.
        while true {
            do {
                return try makeCase(number, chosen, random)
            } catch let error as AuthorityError {
                guard chosen.count > 1 else { throw error }
                chosen.removeLast()
            }
        }
    }

    private func makeCase(
        _ number: Int, _ deviations: [Deviation], _ random: SplitMix64
    ) throws -> DifferentialCase {
        var random = random
        var plan = ChainPlan(&random)
        for deviation in deviations { deviation.apply(&plan, &random) }
        let made = try MadeChain(plan, keys: keys)
        var sent = made.presentation
        for edit in plan.edits {
            do {
                try edit(&sent, made)
            } catch is DERError {
                // It needs a certificate that another deviation has made unreadable.
                continue
            }
        }
        return DifferentialCase(
            number: number, deviations: deviations, host: plan.host, presented: sent.presented, anchors: sent.anchors)
    }
}
