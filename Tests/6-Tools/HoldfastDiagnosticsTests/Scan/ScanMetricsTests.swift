import HoldfastAuthority
import HoldfastX509
import Testing

@testable import HoldfastDiagnostics

/// A scan's numbers in Prometheus' text format.
@Suite struct ScanMetricsTests {
    @Test("every number of the scan stands there, with labels, and those of targets with their owner")
    func numbers() throws {
        let bench = try ScanSamples()
        let (summary, highlights) = bench.taken([
            bench.result(bench.trusted, 0), bench.result(bench.warned, 1, owner: "team-b"),
            bench.result(bench.expired, 2, owner: "team-a", changes: [ScanChange(.newlyFailing)]),
            bench.result(bench.unreachable, 3), bench.result(bench.unreachable, 4, isMuted: true),
        ])
        let text = ScanMetrics(summary, highlights, version: "1").text
        let lines = Set(text.split(separator: "\n"))
        let end = try #require(bench.trusted.firstEnd?.at.secondsSince1970)
        for line in [
            "holdfast_info{version=\"1\"} 1",
            "holdfast_scan_began_timestamp_seconds \(bench.samples.at.secondsSince1970)",
            "holdfast_scan_ended_timestamp_seconds \(bench.samples.at.secondsSince1970 + 90)",
            "# TYPE holdfast_scan_results gauge",
            "holdfast_scan_results{level=\"error\"} 3", "holdfast_scan_results{level=\"warning\"} 1",
            "holdfast_scan_muted 1", "holdfast_scan_failures{cause=\"expired\"} 1",
            "holdfast_scan_failures{cause=\"connectionRefused\"} 2",
            "holdfast_scan_changes{change=\"newlyFailing\"} 1",
            "holdfast_scan_target_failed{target=\"expired.example\",owner=\"team-a\",cause=\"expired\"} 1",
            "holdfast_scan_target_failed{target=\"closed.example\",cause=\"connectionRefused\"} 1",
            "holdfast_scan_target_end_timestamp_seconds{target=\"good.example\"} \(end)",
            "holdfast_scan_targets_left_out{series=\"failed\"} 0",
        ] {
            #expect(lines.contains(line[...]), "\(line) in \(text)")
        }
        #expect(text.hasSuffix("\n"))
    }

    /// "label_value can be any sequence of UTF-8 characters, but the backslash (\), double-quote ("), and line feed
    /// (\n) characters have to be escaped as \\, \", and \n, respectively" (Exposition formats).
    @Test("strangers' words are escaped, cut, and no series stands twice")
    func hostile() {
        var text = PrometheusText()
        let long = String(repeating: "x", count: 300)
        text.add(
            "a", "A \\ help\nof two lines",
            [
                .init(["l": "q\"b\\n\nc\u{1b}"], 1), .init(["l": long + "1"], 2), .init(["l": long + "2"], 3),
                .init(["l": ""], 4),
            ])
        text.add("b", "Least.", [.init(["l": "x"], 5), .init(["l": "x"], 3)], merging: .least)
        text.add("c", "Nothing.", [])
        let cut = String(repeating: "x", count: 199) + "…"
        #expect(
            text.text == """
                # HELP a A \\\\ help\\\\u{a}of two lines
                # TYPE a gauge
                a{l="q\\"b\\\\n\\\\u{a}c\\\\u{1b}"} 1
                a{l="\(cut)"} 5
                a 4
                # HELP b Least.
                # TYPE b gauge
                b{l="x"} 3

                """)
    }

    @Test("whatever the number of targets and issuers, the number of series is bounded")
    func bounds() throws {
        let bench = try ScanSamples()
        let results = (0..<3_000).flatMap { index in
            var failed = bench.unreachable
            failed.addressOfTarget = "a\(index)"
            var good = bench.trusted
            good.addressOfTarget = "b\(index)"
            return [bench.result(failed, index), bench.result(good, index)]
        }
        let (summary, highlights) = bench.taken(results.shuffled())
        let text = ScanMetrics(summary, highlights, version: "1").text
        #expect(text.split(separator: "\n").count < 2 * ScanHighlights.rowLimit + 200)
        #expect(text.contains("holdfast_scan_targets_left_out{series=\"failed\"} 2000\n"))
        #expect(text.contains("holdfast_scan_targets_left_out{series=\"end\"} 2000\n"))
        // The first of the list, in whatever order they came.
        #expect(highlights.failures.rows.map(\.index) == Array(0..<1_000))
        #expect(highlights.ends.rows.map(\.index) == Array(0..<1_000))
    }

    @Test("what ends first is told first")
    func ends() throws {
        let bench = try ScanSamples()
        let at = bench.samples.at
        let days = [40, 10, 30, 20]
        let results = try days.enumerated().map { index, days in
            let leaf = try bench.samples.leaf { $0.notAfter = at.advanced(byDays: Int64(days)) }
            return bench.result(try bench.samples.verdict(leaf.chain, target: "t\(days)"), index)
        }
        #expect(bench.taken(results).1.ends.rows.map(\.title) == ["t10", "t20", "t30", "t40"])
    }
}
