import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

@testable import HoldfastDiagnostics

/// Results of a scan, made of sample verdicts.
struct ScanSamples {
    let samples: Samples
    let trusted: VerdictReport
    let warned: VerdictReport
    let expired: VerdictReport
    let unreachable: VerdictReport

    init() throws {
        samples = try Samples()
        let at = samples.at
        trusted = try samples.verdict(try samples.leaf().chain, target: "good.example")
        warned = try samples.verdict(try samples.leaf { $0.extendedKeyUsage = nil }.chain, target: "warned.example")
        let over = try samples.leaf {
            ($0.notBefore, $0.notAfter) = (at.advanced(byDays: -30), at.advanced(byDays: -10))
        }
        expired = try samples.verdict(over.chain, target: "expired.example")
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: "nothing listens", hint: nil, exitCode: 3)
        unreachable = VerdictReport(failure, target: "closed.example", policy: .basicX509, at: at)
    }

    func result(
        _ report: VerdictReport, _ index: Int, text: String? = nil, owner: String? = nil, changes: [ScanChange] = [],
        isMuted: Bool = false
    ) -> ScanResult {
        let name = text ?? report.target
        return ScanResult(
            ScanTarget(index: index, key: name, text: name, owner: owner), report, changes: changes, isMuted: isMuted)
    }

    /// The numbers and the highlights of some results.
    func taken(_ results: [ScanResult]) -> (ScanSummary, ScanHighlights) {
        var summary = ScanSummary(began: samples.at)
        var highlights = ScanHighlights()
        for result in results {
            summary.add(result, at: samples.at.advanced(bySeconds: 90))
            highlights.add(result)
        }
        return (summary, highlights)
    }
}
