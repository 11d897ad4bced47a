import FoundationEssentials
import Glibc

extension Conformance {
    private struct PKITSLine: Encodable {
        let id: String
        let expected: LimboCase.Verdict
        let actual: LimboCase.Verdict
        let findings: [String]
        let policies: [String]
    }

    /// Tests of one section, and how many came out as expected.
    private struct Group {
        let title: String
        var count = 0
        var asExpected = 0
    }

    /// Judges the chosen tests of NIST's suite: a line a test, the score by section on standard error.
    static func pkits(_ arguments: ConformanceArguments) {
        let suite = read(arguments.file, as: PKITSSuite.self, name: "PKITS", hint: "it has certs, crls and tests")
        guard let judge = try? PKITSJudge(suite) else {
            stop(1, "the profile rfc5280 lacks a requirement that PKITS has lowered", hint: nil)
        }
        var groups: [Int: Group] = [:]
        for test in suite.tests where isChosen(test.id, by: arguments) {
            guard let outcome = judge.judge(test) else {
                stop(1, "test \(test.id) names what the file does not have", hint: "take the file as it was made")
            }
            // A valid path is valid for certain policies; those of a refused one mean nothing.
            let isAsExpected =
                outcome.isValid == test.expected
                && (!test.expected || outcome.policies == test.userConstrainedPolicySet.sorted())
            groups[test.section, default: Group(title: test.sectionTitle)].count += 1
            if isAsExpected { groups[test.section]?.asExpected += 1 }
            write(
                line(
                    PKITSLine(
                        id: test.id, expected: verdict(test.expected), actual: verdict(outcome.isValid),
                        findings: outcome.findings, policies: outcome.policies)), to: STDOUT_FILENO)
        }
        report(groups.sorted { $0.key < $1.key })
    }

    private static func report(_ groups: [(key: Int, value: Group)]) {
        for (section, group) in groups {
            write("4.\(section) \(group.title): \(group.asExpected) of \(group.count)\n", to: STDERR_FILENO)
        }
        let count = groups.reduce(0) { $0 + $1.value.count }
        let asExpected = groups.reduce(0) { $0 + $1.value.asExpected }
        write(
            "\(count) tests, profile rfc5280: \(asExpected) as expected, \(count - asExpected) not\n", to: STDERR_FILENO
        )
    }

    private static func verdict(_ isValid: Bool) -> LimboCase.Verdict { isValid ? .success : .failure }
}
