/// The work that an evaluation took.
public struct WorkDone: Hashable, Sendable {
    /// Signatures checked by cryptography.
    public internal(set) var signatureChecks = 0
    /// Signatures that this engine had verified before.
    public internal(set) var rememberedSignatures = 0
    /// The weight of the checks, one P-256 verification being 1; of remembered ones too, so that no verdict depends on
    /// what was judged before.
    public internal(set) var signatureWeight = 0
    /// The weight of the checks of revocation lists and OCSP responses, and of those who signed them.
    public internal(set) var revocationWeight = 0
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
struct WorkMeter {
    private(set) var done = WorkDone()
    private let limits: Limits
    /// The first limit that was passed, in words, for the finding.
    private(set) var exceeded: (name: String, limit: Int)?
    /// The number of times that a limit was passed: a rule that ran into one has not judged.
    private(set) var overruns = 0

    init(_ limits: Limits) { self.limits = limits }

    mutating func spend(signatureWeight weight: Int) -> Bool {
        guard within("signature checks", done.signatureWeight + weight, limits.signatureWeight) else { return false }
        done.signatureChecks += 1
        done.signatureWeight += weight
        return true
    }

    mutating func spend(revocationWeight weight: Int) -> Bool {
        let sum = done.revocationWeight + weight
        guard within("signature checks about revocation", sum, limits.revocationWeight) else { return false }
        done.signatureChecks += 1
        done.revocationWeight += weight
        return true
    }

    /// Counts the check that was paid for last as one that needed no cryptography.
    mutating func countRememberedSignature() {
        done.signatureChecks -= 1
        done.rememberedSignatures += 1
    }

    mutating func spendPathStep() -> Bool { spend(pathSteps: 1) }

    mutating func spend(pathSteps count: Int) -> Bool {
        guard within("path steps", done.pathSteps + count, limits.pathSteps) else { return false }
        done.pathSteps += count
        return true
    }

    mutating func spendJudgedPath() -> Bool {
        guard within("judged paths", done.judgedPaths + 1, limits.judgedPaths) else { return false }
        done.judgedPaths += 1
        return true
    }

    mutating func spend(nameComparisons count: Int) -> Bool {
        guard within("name comparisons", done.nameComparisons + count, limits.nameComparisons) else { return false }
        done.nameComparisons += count
        return true
    }

    mutating func spend(policySteps count: Int) -> Bool {
        guard within("steps of policy processing", done.policySteps + count, limits.policySteps) else { return false }
        done.policySteps += count
        return true
    }

    /// Whether a certificate may state, or map, as many policies.
    mutating func reached(policies count: Int) -> Bool {
        within("policies in a certificate", count, limits.policiesPerCertificate)
    }

    /// Whether as many pairs of a name and a subtree may be judged, however they are looked up.
    mutating func reached(constrainedNames count: Int) -> Bool {
        within("names times constraints", count, limits.constrainedNames)
    }

    mutating func spend(revocationBytes count: Int) -> Bool {
        guard within("bytes of revocation lists and responses", done.revocationBytes + count, limits.revocationBytes)
        else {
            return false
        }
        done.revocationBytes += count
        return true
    }

    mutating func reached(pathCertificates count: Int) -> Bool {
        within("certificates in a path", count, limits.pathCertificates)
    }

    private mutating func within(_ name: String, _ value: Int, _ limit: Int) -> Bool {
        if value <= limit { return true }
        if exceeded == nil { exceeded = (name, limit) }
        overruns += 1
        return false
    }
}
