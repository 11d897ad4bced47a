import HoldfastTrust
import HoldfastX509

/// A run of a history with its numbers, ready to be shown; as JSON in the schema `holdfast.scanRun/1`.
package struct ScanRunReport: Sendable {
    package static let schema = "holdfast.scanRun/1"

    package let run: RecordedRun
    package let counts: ScanRunCounts

    package init(_ run: RecordedRun, _ counts: ScanRunCounts) { (self.run, self.counts) = (run, counts) }
}

extension ScanRunReport: JSONLineReport, JSONReport {
    package var json: JSONObject {
        let levels = Dictionary(uniqueKeysWithValues: ScanLevel.allCases.map { ($0.rawValue, counts.count(of: $0)) })
        return JSONObject([
            "schema": Self.schema, "run": run.number, "list": run.source.list,
            "part": run.source.part.isEmpty ? nil : run.source.part, "began": run.began.toTheMillisecond,
            "ended": run.ended?.toTheMillisecond, "resumptions": run.resumptions, "results": counts.results,
            "levels": levels,
        ])
    }
}

/// A result as a history has it, ready to be shown; as JSON in the schema `holdfast.scanRecord/1`.
package struct ScanRecordReport: Sendable {
    package static let schema = "holdfast.scanRecord/1"

    package let run: RecordedRun
    package let record: ScanRecord
    /// Whether somebody has asked for silence about the target.
    package let isMuted: Bool

    package init(_ record: ScanRecord, of run: RecordedRun, isMuted: Bool) {
        (self.record, self.run, self.isMuted) = (record, run, isMuted)
    }
}

extension ScanRecordReport: JSONLineReport, JSONReport {
    package var json: JSONObject {
        JSONObject(["schema": Self.schema, "run": run.number, "muted": isMuted]).merging(record.json)
    }
}

/// A target that is not as it was in an earlier run, ready to be shown; as JSON in the schema `holdfast.scanDiff/1`.
package struct ScanDifferenceReport: Sendable {
    package static let schema = "holdfast.scanDiff/1"

    package let earlier: RecordedRun
    package let later: RecordedRun
    package let comparison: ScanComparison
    package let isMuted: Bool

    package init(_ comparison: ScanComparison, from earlier: RecordedRun, to later: RecordedRun, isMuted: Bool) {
        (self.comparison, self.earlier, self.later, self.isMuted) = (comparison, earlier, later, isMuted)
    }
}

extension ScanDifferenceReport: JSONLineReport, JSONReport {
    package var json: JSONObject {
        JSONObject([
            "schema": Self.schema, "before": earlier.number, "after": later.number, "changes": comparison.changes,
            "newLevel": comparison.newLevel, "muted": isMuted,
        ]).merging(comparison.record.json)
    }
}

/// Silence about a target, ready to be shown; as JSON in the schema `holdfast.scanMute/1`.
package struct ScanMuteReport: Sendable {
    package static let schema = "holdfast.scanMute/1"

    package let mute: ScanMute

    package init(_ mute: ScanMute) { self.mute = mute }
}

extension ScanMuteReport: JSONLineReport, JSONReport {
    package var json: JSONObject {
        JSONObject([
            "schema": Self.schema, "key": mute.key, "target": mute.text, "until": mute.until.toTheMillisecond,
        ])
    }
}

extension ScanRecord: JSONReport {
    /// The findings, the gravest first.
    private var codes: [JSONObject] {
        findings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { code, severity in
            JSONObject(["code": code, "severity": severity.rawValue])
        }
    }

    package var json: JSONObject {
        JSONObject([
            "index": index, "key": key, "target": text, "owner": owner, "at": at.toTheMillisecond,
            "attempts": attempts, "level": level, "exitCode": exitCode, "cause": cause, "message": message,
            "findings": codes, "address": address, "tlsVersion": version,
            "keyExchange": keyExchange, "certificate": leaf,
        ])
    }
}

extension ScanCertificate: JSONReport {
    package var json: JSONObject {
        JSONObject([
            "fingerprintSHA256": fingerprint, "spkiSHA256": key, "subject": subject, "issuer": issuer,
            "notBefore": notBefore?.description, "notAfter": notAfter?.description,
        ])
    }
}
