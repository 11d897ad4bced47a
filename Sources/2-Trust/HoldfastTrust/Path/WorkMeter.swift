import HoldfastStatements

/// The work that an evaluation took.
public struct WorkDone: Hashable, Sendable {
    /// Signatures checked by cryptography.
    public internal(set) var signatureChecks = 0
    /// Signatures that this engine had verified before.
    public internal(set) var rememberedSignatures = 0
    /// The weight of the checks, one P-256 verification being 1; of remembered ones too, so that no verdict depends on
    /// what was judged before.
    public internal(set) var signatureWeight = 0
    /// The part of ``signatureWeight`` that the path at hand does not rest on: checks that failed, and those of other
    /// paths and of timestamps.
    public internal(set) var offPathWeight = 0
    /// The weight of the checks of revocation lists and OCSP responses, and of those who signed them.
    public internal(set) var revocationWeight = 0
    /// The part of ``revocationWeight`` that went into signatures which do not verify.
    public internal(set) var failedRevocationWeight = 0
    /// Candidate issuers tried; to follow fifty links of names to see how far an anchor is counts as one.
    public internal(set) var pathSteps = 0
    /// Paths judged by the rules.
    public internal(set) var judgedPaths = 0
    /// Comparisons of names against references and constraints.
    public internal(set) var nameComparisons = 0
    /// Bytes of revocation lists and OCSP responses whose signatures were checked.
    public internal(set) var revocationBytes = 0
    /// Nodes and edges of policy graphs, and mappings applied to them.
    public internal(set) var policySteps = 0
    /// Whether the engine knew the whole verdict: all other numbers are zero then.
    public internal(set) var isRemembered = false

    /// The work of giving an acceptance that is remembered.
    static let remembered: WorkDone = {
        var work = WorkDone()
        work.isRemembered = true
        return work
    }()
}

/// Counts the work of one evaluation against its limits.
///
/// A signature that holds on the path which is looked at is no search: a limit bounds what lies beside it.
struct WorkMeter {
    /// A limit that was passed.
    struct Excess {
        fileprivate let unit: WorkSentence.Unit
        fileprivate let limit: Int
        /// The checks that were made, where the limit is one of their weight and no count.
        fileprivate let checks: Int?

        /// For sentences and as what was seen: `more than 250000 name comparisons`.
        var seen: WorkSentence { .tooMuch(of: unit, limit: checks ?? limit) }
        /// As what is expected.
        var allowed: WorkSentence {
            checks == nil ? .atMost(of: unit, limit: limit) : .weighsAtMost(of: unit, limit: limit)
        }
    }

    private(set) var done = WorkDone()
    private let limits: Limits
    /// The first limit that was passed, for the finding.
    private(set) var exceeded: Excess?
    private var lastExcess: Excess?
    private var checks = (ofChain: 0, ofRevocation: 0)
    private var failedChecks = 0
    /// The number of times that a limit was passed: a rule that ran into one has not judged.
    private(set) var overruns = 0
    /// Whether the verdict stands, and a limit only ends its explanation.
    var isExplaining = false

    init(_ limits: Limits) { self.limits = limits }

    mutating func spend(signatureWeight weight: Int) -> Bool {
        // A search that was ended leaves something to say why.
        func allowed(_ limit: Int) -> Int { limit + (isExplaining ? limit / 4 : 0) }
        let (all, made) = (done.offPathWeight + weight, checks.ofChain)
        guard within(.signatureChecks, all, allowed(limits.signatureWeight), checks: made),
            within(.failedSignatureChecks, failedChecks + 1, allowed(limits.failedSignatureChecks))
        else { return false }
        checks.ofChain += 1
        done.signatureChecks += 1
        done.signatureWeight += weight
        done.offPathWeight += weight
        return true
    }

    /// Counts the check that was paid for last as one whose signature does not verify.
    mutating func countFailedCheck() { failedChecks += 1 }

    /// Says what the checks weigh that hold on the path which is looked at now; all others lie beside it.
    mutating func rests(onWeight weight: Int) { done.offPathWeight = done.signatureWeight - weight }

    mutating func spend(revocationWeight weight: Int) -> Bool {
        guard
            within(
                .revocationChecks, done.revocationWeight + weight, limits.revocationWeight,
                checks: checks.ofRevocation),
            within(
                .revocationChecks, done.failedRevocationWeight + weight, limits.failedRevocationWeight,
                checks: checks.ofRevocation)
        else { return false }
        checks.ofRevocation += 1
        done.signatureChecks += 1
        done.revocationWeight += weight
        return true
    }

    /// Counts the check that was paid for last as one whose signature does not verify.
    mutating func countFailure(revocationWeight weight: Int) { done.failedRevocationWeight += weight }

    /// Whether one list or response may be checked further, for as much as checks of it have failed.
    mutating func reached(failedWeightOfStatement weight: Int) -> Bool {
        within(.revocationChecks, weight + 1, limits.failedStatementWeight, checks: checks.ofRevocation)
    }

    /// Takes back what passed limits since an earlier state of this meter, where all that had to be known is.
    ///
    /// - Returns: a limit that was passed since then.
    mutating func forgive(since earlier: WorkMeter) -> Excess? {
        guard overruns > earlier.overruns else { return nil }
        let passed = earlier.exceeded == nil ? exceeded : lastExcess
        (exceeded, overruns) = (earlier.exceeded, earlier.overruns)
        return passed
    }

    /// Counts the check that was paid for last as one that needed no cryptography.
    mutating func countRememberedSignature() {
        done.signatureChecks -= 1
        done.rememberedSignatures += 1
    }

    mutating func spendPathStep() -> Bool { spend(pathSteps: 1) }

    mutating func spend(pathSteps count: Int) -> Bool {
        guard within(.pathSteps, done.pathSteps + count, limits.pathSteps) else { return false }
        done.pathSteps += count
        return true
    }

    mutating func spendJudgedPath() -> Bool {
        guard within(.judgedPaths, done.judgedPaths + 1, limits.judgedPaths) else { return false }
        done.judgedPaths += 1
        return true
    }

    mutating func spend(nameComparisons count: Int) -> Bool {
        guard within(.nameComparisons, done.nameComparisons + count, limits.nameComparisons) else { return false }
        done.nameComparisons += count
        return true
    }

    mutating func spend(policySteps count: Int) -> Bool {
        guard within(.policySteps, done.policySteps + count, limits.policySteps) else { return false }
        done.policySteps += count
        return true
    }

    /// Whether a certificate may state, or map, as many policies.
    mutating func reached(policies count: Int) -> Bool {
        within(.policies, count, limits.policiesPerCertificate)
    }

    /// Whether as many pairs of a name and a subtree may be judged, however they are looked up.
    mutating func reached(constrainedNames count: Int) -> Bool {
        within(.namesTimesConstraints, count, limits.constrainedNames)
    }

    mutating func spend(revocationBytes count: Int) -> Bool {
        guard within(.revocationBytes, done.revocationBytes + count, limits.revocationBytes)
        else {
            return false
        }
        done.revocationBytes += count
        return true
    }

    mutating func reached(pathCertificates count: Int) -> Bool {
        within(.certificates, count, limits.pathCertificates)
    }

    private mutating func within(_ unit: WorkSentence.Unit, _ value: Int, _ limit: Int, checks: Int? = nil) -> Bool {
        if value <= limit { return true }
        overruns += 1
        guard !isExplaining else { return false }
        lastExcess = Excess(unit: unit, limit: limit, checks: checks)
        if exceeded == nil { exceeded = lastExcess }
        return false
    }
}
