extension VerdictReport {
    /// The exit code of a command about several targets, or several addresses of one: that of the worst report.
    ///
    /// What failed without a verdict (1 to 7) is worst, then a refusal (20 to 31), then a trusted chain that ends within
    /// the time asked for (32). Among equals the first counts.
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
        case 20...31: 2
        default: 3
        }
    }
}
