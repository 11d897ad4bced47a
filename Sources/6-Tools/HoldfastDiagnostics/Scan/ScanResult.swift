package import HoldfastTrust

/// The outcome of one target of a scan: its verdict, and what has changed since an earlier run.
package struct ScanResult: Sendable {
    /// The name and version of the JSON's shape.
    package static let schema = "holdfast.scan/1"

    package let target: ScanTarget
    /// The verdict; where each address of a target is judged by itself, that of one address.
    package var report: VerdictReport
    /// Whether somebody has asked for silence about the target for some time.
    package var isMuted: Bool

    package init(
        _ target: ScanTarget, _ report: VerdictReport, attempts: Int? = nil, changes: [ScanChange] = [],
        isMuted: Bool = false
    ) {
        self.target = target
        self.report = report
        if let attempts { self.report.attempts = attempts }
        self.report.changes = changes
        self.isMuted = isMuted
    }

    /// The number of connections that were tried, of which the last gave the verdict.
    package var attempts: Int { report.attempts }

    /// The differences to the run that this one is compared with; empty without one.
    package var changes: [ScanChange] {
        get { report.changes }
        set { report.changes = newValue }
    }

    /// The gravity of what was found.
    package var level: ScanLevel { ScanLevel(report) }

    /// The name that people see: the target, and the address where there is one verdict for each.
    package var title: String { report.title }
}

/// The gravity of a verdict as a scan counts it.
package enum ScanLevel: String, Hashable, Sendable, Encodable, CaseIterable, Comparable {
    /// A verdict without any finding.
    case none
    /// A finding that is worth knowing.
    case note
    /// A finding that asks for something to be done, or a certificate that ends within the time asked for.
    case warning
    /// A target that was refused or not reached, or that a client does not get on with.
    case error

    /// The gravity of a verdict.
    package init(_ report: VerdictReport) {
        if report.exitCode != ExitCode.success.rawValue, report.exitCode != ExitCode.expiresSoon.rawValue {
            self = .error
        } else if report.exitCode != ExitCode.success.rawValue || report.findings.contains(where: Self.isWarning) {
            self = .warning
        } else {
            self = report.findings.isEmpty ? .none : .note
        }
    }

    /// The gravity of one finding.
    package init(_ severity: Severity) {
        self =
            switch severity {
            case .note: .note
            case .warning: .warning
            case .error: .error
            }
    }

    // An error of a chain that is trusted all the same is one that the user has decided about.
    private static func isWarning(_ finding: FindingReport) -> Bool { finding.severity != .note }

    private var rank: Int {
        switch self {
        case .none: 0
        case .note: 1
        case .warning: 2
        case .error: 3
        }
    }

    package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }
}

extension ScanResult: JSONLineReport, JSONReport {
    package var json: JSONObject {
        JSONObject([
            "schema": Self.schema, "index": target.index, "line": target.line, "key": target.key,
            "target": target.text, "owner": target.owner,
            "options": Dictionary(target.options.map { ($0.name, $0.value) }) { first, _ in first },
            "attempts": attempts, "level": level, "exitCode": report.exitCode, "changes": changes, "muted": isMuted,
            "verdict": report,
        ])
    }
}
