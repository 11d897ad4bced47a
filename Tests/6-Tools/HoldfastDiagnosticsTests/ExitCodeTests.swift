import HoldfastDiagnostics
import TestSupport
import Testing

/// The exit code about several verdicts: a later failure is not hidden behind a certificate that expires soon.
@Suite(.ownThread)
struct ExitCodeTests {
    /// The order of refusals is that of Docs/findings.md: "31, 30, 29, 25, 26, then 20, 22 and 23, then 21, 24, 27,
    /// 28".
    @Test(
        "20 to 31 by their rank, 33, 1 to 7, and 32 only where nothing else failed; among equals the first",
        arguments: [
            ([], 0), ([0, 0], 0), ([0, 32], 32), ([32, 0], 32), ([32, 24], 24), ([24, 32], 24), ([32, 3], 3),
            ([24, 3], 24), ([3, 24], 24), ([21, 31], 31), ([31, 21], 31), ([24, 21], 21), ([22, 20], 22), ([7, 3], 7),
            ([3, 7], 3), ([20, 5, 1], 20), ([0, 32, 24, 3, 1], 24), ([28, 27, 26, 29], 29),
            ([32, 33], 33), ([33, 3], 33), ([3, 33], 33), ([20, 33], 20), ([0, 33], 33),
        ] as [([Int32], Int32)])
    func worst(codes: [Int32], exit: Int32) { #expect(VerdictReport.exitCode(ofAll: codes) == exit) }

    @Test("A number that is not of the table is never hidden")
    func unknown() { #expect(VerdictReport.exitCode(ofAll: [32, 24, 99]) == 99) }
}
