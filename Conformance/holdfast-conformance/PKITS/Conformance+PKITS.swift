import FoundationEssentials
import HoldfastLibC

extension Conformance {
    private struct PKITSLine: Encodable {
        let id: String
        let expected: String
        let actual: String
        let findings: [String]
        let policies: [String]
    }

    /// Judges the chosen tests of NIST's suite: a line a test, the score by section on standard error.
    static func pkits(_ arguments: ConformanceArguments) -> SuiteRun {
        let suite = read(arguments.file, as: PKITSSuite.self, name: "PKITS", hint: "it has certs, crls and tests")
        guard let judge = try? PKITSJudge(suite) else {
            stop(1, "the profile rfc5280 lacks a requirement that PKITS has lowered", hint: nil)
        }
        let tests = suite.tests.filter { isChosen($0.id, by: arguments) }
        checkChoice(tests.count, of: suite.tests.count, arguments)
        var run = SuiteRun(profile: "rfc5280", total: tests.count)
        for test in tests {
            let outcome: PKITSJudge.Outcome
            do throws(SuiteError) {
                outcome = try judge.judge(test)
            } catch {
                stop(
                    1, "'\(arguments.file)', test \(test.id): \(error.description)",
                    hint: "take the file as it was made")
            }
            let agreement: SuiteRun.Agreement =
                switch (outcome.isValid, test.expected) {
                case (true, false): .wronglyAccepted
                case (false, true): .wronglyRefused
                case (false, false): .agrees
                // A valid path is valid for certain policies; those of a refused one mean nothing.
                case (true, true): outcome.policies == test.userConstrainedPolicySet.sorted() ? .agrees : .otherPolicies
                }
            write(
                line(
                    PKITSLine(
                        id: test.id, expected: verdict(test.expected), actual: verdict(outcome.isValid),
                        findings: outcome.findings, policies: outcome.policies)), to: STDOUT_FILENO)
            run.add(SuiteRun.Outcome(id: test.id, group: title(of: test), agreement: agreement))
        }
        report(run, suite)
        return run
    }

    private static func title(of test: PKITSTest) -> String { "4.\(test.section) \(test.sectionTitle)" }

    private static func report(_ run: SuiteRun, _ suite: PKITSSuite) {
        func titles(_ sections: Set<Int>) -> Set<String> {
            Set(suite.tests.filter { sections.contains($0.section) }.map(title))
        }
        let sums = [
            ("policies (4.8 to 4.12)", titles([8, 9, 10, 11, 12])),
            ("revocation lists (4.4, 4.14, 4.15)", titles([4, 14, 15])),
        ]
        if !run.outcomes.isEmpty {
            write(run.table(titled: "section", sums: sums.map { (name: $0.0, groups: $0.1) }), to: STDERR_FILENO)
        }
        let (count, agreeing) = (run.outcomes.count, run.count(.agrees))
        write(
            "\(count) tests, profile \(run.profile): \(agreeing) as expected, \(count - agreeing) not\n",
            to: STDERR_FILENO)
    }

    private static func verdict(_ isValid: Bool) -> String { isValid ? "SUCCESS" : "FAILURE" }
}
