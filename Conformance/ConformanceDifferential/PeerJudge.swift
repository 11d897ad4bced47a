import HoldfastTrust
import HoldfastX509

/// One judge's verdict on a case.
struct PeerVerdict {
    let isAccepted: Bool
    /// Why not, in the judge's own stable words: error numbers, flags or a message without what differs from run to
    /// run.
    let reasons: [String]
}

/// Another program that judges chains.
protocol PeerJudge {
    /// By this name it is asked for, and named in the list of explanations.
    var name: String { get }
    /// The version that the program gives; nil where it is not installed.
    var version: String? { get }
    /// The package to install where it is not there.
    var installation: String { get }
    /// Verdicts in the order of the cases; nil for one that it gave none about.
    func judge(_ cases: [DifferentialCase], in folder: WorkFolder) throws -> [PeerVerdict?]
}

/// The engine that is compared with the others.
struct OurJudge {
    struct Verdict {
        let isAccepted: Bool
        /// Codes of the errors, first-ranked first, each once.
        let codes: [String]
        /// Identifiers of the requirements that were not met: errors of a refusal, warnings of an acceptance.
        let requirements: [String]
    }

    let profile: Profile

    func judge(_ testCase: DifferentialCase) throws -> Verdict {
        var policy = TrustPolicy.ssl(try ServerName(testCase.host))
        policy.profile = profile
        // An anchor that cannot be read is none.
        policy.anchors = .only(testCase.anchors.compactMap { try? Certificate(der: $0) })
        let trust = try ServerTrust(derChain: testCase.presented)
        do throws(TrustFailure) {
            let proof = try TrustEngine().evaluate(trust, with: policy, at: testCase.at)
            return Verdict(isAccepted: true, codes: [], requirements: Self.unique(proof.findings.map(\.requirement)))
        } catch {
            return Verdict(
                isAccepted: false, codes: Self.unique(error.errors.map(\.code.rawValue)),
                requirements: Self.unique(error.errors.map(\.requirement)))
        }
    }

    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
