import HoldfastX509

/// The numbers of a scan as metrics, for Prometheus.
///
/// Those of single targets are bounded (``ScanHighlights/rowLimit``), as are the words of strangers: a scan of a
/// million servers gives as many series as one of some thousands. `holdfast_scan_targets_left_out` says how many have
/// none.
package struct ScanMetrics: Sendable {
    private let summary: ScanSummary
    private let highlights: ScanHighlights
    private let version: String
    /// Issuers, keys and the like that have a series of their own; the rest is `others`.
    private static let wordLimit = 50

    package init(_ summary: ScanSummary, _ highlights: ScanHighlights, version: String) {
        (self.summary, self.highlights, self.version) = (summary, highlights, version)
    }

    /// The file.
    package var text: String {
        var text = PrometheusText()
        text.add("holdfast_info", "The program that has scanned.", [.init(["version": version], 1)])
        text.add(
            "holdfast_scan_began_timestamp_seconds", "When the scan began.",
            [.init(summary.began.secondsSince1970)])
        text.add(
            "holdfast_scan_ended_timestamp_seconds", "When the scan had its last result.",
            [.init(summary.ended.secondsSince1970)])
        text.add(
            "holdfast_scan_results", "Results of the scan by the gravity of what was found.",
            ScanLevel.allCases.reversed().map { .init(["level": $0.rawValue], summary.count(of: $0)) })
        text.add("holdfast_scan_muted", "Results about which silence was asked for.", [.init(summary.muted)])
        addCodes(to: &text)
        addWords(to: &text)
        addTargets(to: &text)
        return text.text
    }

    private func addCodes(to text: inout PrometheusText) {
        let families: [(name: String, help: String, label: String, ScanCodes)] = [
            ("failures", "Targets that were refused or not reached, by the cause.", "cause", summary.causes),
            ("warnings", "Results with a warning, by its code.", "code", summary.warnings),
            ("notes", "Results with a note, by its code.", "code", summary.notes),
            ("changes", "Differences to the run that this one was compared with.", "change", highlights.changes),
        ]
        for (name, help, label, codes) in families {
            text.add(
                "holdfast_scan_" + name, help, codes.rows.map { .init([label: $0.code], $0.count) })
        }
    }

    private func addWords(to text: inout PrometheusText) {
        let families: [(name: String, help: String, label: String, ScanCounts)] = [
            ("certificates", "Servers' certificates by their issuer.", "issuer", summary.issuers),
            ("keys", "Servers' keys by their kind and size.", "key", summary.keys),
            ("tls_versions", "Connections by their version of TLS.", "version", summary.versions),
            ("key_exchanges", "Connections by the group of their key exchange.", "group", summary.groups),
            ("post_quantum", "Connections by the grade of their key exchange.", "grade", summary.postQuantum),
            ("revocation", "Results by what is known of revocation.", "status", summary.revocation),
            ("addresses", "Connections by the family of the address.", "family", summary.families),
        ]
        for (name, help, label, counts) in families {
            let rows = counts.rows
            let others = counts.others + rows.dropFirst(Self.wordLimit).reduce(0) { $0 + $1.count }
            text.add(
                "holdfast_scan_" + name, help,
                rows.prefix(Self.wordLimit).map { .init([label: $0.word], $0.count) }
                    + (others > 0 ? [.init([label: "others"], others)] : []))
        }
    }

    private func addTargets(to text: inout PrometheusText) {
        text.add(
            "holdfast_scan_target_failed", "1 for a target that was refused or not reached.",
            highlights.failures.rows.map {
                .init(["target": $0.title, "owner": $0.owner ?? "", "cause": $0.cause], 1)
            }, merging: .least)
        text.add(
            "holdfast_scan_target_end_timestamp_seconds",
            "When the first certificate of a trusted target's chain ends; of those that end first.",
            highlights.ends.rows.map {
                .init(["target": $0.title, "owner": $0.owner ?? ""], $0.moment.secondsSince1970)
            }, merging: .least)
        text.add(
            "holdfast_scan_targets_left_out", "Targets that have no series of their own.",
            [
                .init(["series": "failed"], highlights.failures.others),
                .init(["series": "end"], highlights.ends.others),
            ])
    }
}
