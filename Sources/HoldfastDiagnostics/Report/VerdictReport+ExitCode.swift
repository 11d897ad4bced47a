import HoldfastTrust

extension VerdictReport {
    /// The exit code of a command about several targets, or several addresses of one: that of the worst report.
    ///
    /// A refusal (20 to 31) is worst, among them in the order in which causes are named, then what failed without a verdict
    /// (1 to 7), then a trusted chain that ends within the time asked for (32). Among equals the first counts.
    ///
    /// - Parameter codes: the exit codes of the reports, in the order of the targets.
    public static func exitCode(ofAll codes: some Sequence<Int32>) -> Int32 {
        codes.reduce(0) { worst, code in rank(of: code) > rank(of: worst) ? code : worst }
    }

    /// How bad it is; a number that is not known is as bad as can be.
    private static func rank(of exitCode: Int32) -> Int {
        switch exitCode {
        case 0: 0
        case 32: 1
        case 1...7: 2
        // Lower ranks are named first; no other number is on top but one that nobody knows.
        case 20...31: .max - 1 - (FindingCode.all.first { $0.exitCode == exitCode }?.rank ?? 0)
        default: .max
        }
    }
}
