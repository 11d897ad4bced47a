import HoldfastDiagnostics
import Testing

/// The exit code about several verdicts: a later failure is not hidden behind a certificate that expires soon.
struct ExitCodeTests {
    @Test(
        "1 to 7 before 20 to 31, 32 only where nothing else failed, and among equals the first",
        arguments: [
            ([], 0), ([0, 0], 0), ([0, 32], 32), ([32, 0], 32), ([32, 24], 24), ([24, 32], 24), ([32, 3], 3),
            ([24, 3], 3), ([3, 24], 3), ([21, 31], 21), ([31, 21], 31), ([7, 3], 7), ([3, 7], 3), ([20, 5, 1], 5),
            ([0, 32, 24, 3, 1], 3),
        ] as [([Int32], Int32)])
    func worst(codes: [Int32], exit: Int32) { #expect(VerdictReport.exitCode(ofAll: codes) == exit) }

    @Test("A number that is not of the table is never hidden")
    func unknown() { #expect(VerdictReport.exitCode(ofAll: [32, 24, 99]) == 99) }
}
