import HoldfastLibC
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb

extension Conformance {
    private struct LimboLine: Encodable {
        let id: String
        let expected: String
        let actual: String
        let findings: [String]
        /// Why a case was skipped.
        let reason: String?
    }

    /// Judges the chosen cases of x509-limbo: a line a case, the score by group on standard error.
    static func limbo(_ arguments: ConformanceArguments) -> SuiteRun {
        let suite = read(
            arguments.file, as: LimboFile.self, name: "x509-limbo", hint: "see its schema, limbo-schema.json")
        let cases = suite.testcases.filter { isChosen($0.id, by: arguments) }
        checkChoice(cases.count, of: suite.testcases.count, arguments)
        let judge = LimboJudge(profile: arguments.profile)
        var run = SuiteRun(profile: arguments.profile.name, total: cases.count)
        for testCase in cases {
            var line: LimboLine
            var agreement = SuiteRun.Agreement.agrees
            func made(_ actual: String, _ findings: [FindingCode] = [], reason: String? = nil) -> LimboLine {
                LimboLine(
                    id: testCase.id, expected: testCase.expectedResult, actual: actual,
                    findings: findings.map(\.rawValue), reason: reason)
            }
            switch judge.judge(testCase) {
            case .success:
                line = made("SUCCESS")
                if testCase.expectedResult != "SUCCESS" { agreement = .wronglyAccepted }
            case .failure(let findings):
                line = made("FAILURE", findings)
                if testCase.expectedResult != "FAILURE" { agreement = .wronglyRefused }
            case .skipped(let reason):
                line = made("SKIPPED", reason: reason)
                agreement = .skipped
            }
            if !["SUCCESS", "FAILURE"].contains(testCase.expectedResult) {
                line = made("SKIPPED", reason: "the expected result '\(testCase.expectedResult)' is not known")
                agreement = .skipped
            }
            write(self.line(line), to: STDOUT_FILENO)
            run.add(SuiteRun.Outcome(id: testCase.id, group: testCase.group, agreement: agreement))
        }
        if PublicSuffixes.system == nil {
            write("there is no list of public suffixes: install libpsl5 and publicsuffix\n", to: STDERR_FILENO)
        }
        if !cases.isEmpty { write(run.table(titled: "group"), to: STDERR_FILENO) }
        let (agreeing, skipped) = (run.count(.agrees), run.count(.skipped))
        write(
            "\(cases.count) cases, profile \(run.profile): \(agreeing) as expected, "
                + "\(cases.count - agreeing - skipped) not, \(skipped) skipped\n", to: STDERR_FILENO)
        return run
    }

    /// A pattern that fits nothing must not pass for a suite without differences.
    static func checkChoice(_ chosen: Int, of all: Int, _ arguments: ConformanceArguments) {
        guard chosen == 0, all > 0 else { return }
        stop(2, "none of the \(all) cases of '\(arguments.file)' is chosen", hint: "look at --only and --except")
    }

    static func isChosen(_ id: String, by arguments: ConformanceArguments) -> Bool {
        func matches(_ pattern: String) -> Bool { unsafe fnmatch(pattern, id, 0) == 0 }
        return (arguments.only.isEmpty || arguments.only.contains(where: matches))
            && !arguments.except.contains(where: matches)
    }
}
