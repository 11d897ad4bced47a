import HoldfastTrust
import HoldfastX509

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
