import HoldfastFacts
import HoldfastX509

/// The constraints that root programmes put on public roots, as dated data.
struct PublicConstraints: Sendable {
    /// The constraints of one programme on one root.
    struct Constraint: Hashable, Sendable {
        /// The last instant at which something may have been issued below the root, and the place that says so.
        struct LastIssue: Hashable, Sendable {
            let at: Instant
            let source: FactSource
        }

        let programme: RootProgramme
        fileprivate(set) var limits: AnchorConstraints
        /// The earliest of the programme's dates, by notBefore or by timestamp; nil where it has none.
        fileprivate(set) var lastIssue: LastIssue?
    }

    /// The data that is compiled in.
    static let current = PublicConstraints(try? .builtIn("constraints"))

    private let byRoot: [[UInt8]: [Constraint]]
    /// The newest of the sources; nil where no table could be read.
    let source: FactSource?

    /// The constraints of a table. Of several dates of a kind that a programme has for a root the earliest counts. A
    /// row that is not understood is left out, which a test looks for.
    init(_ table: FactTable?) {
        var byRoot: [[UInt8]: [RootProgramme: Constraint]] = [:]
        for row in table?.rows ?? [] {
            guard let digest = row["sha256"].flatMap({ HexString.decode($0) }),
                let anchor = try? AnchorConstraints(anchor: digest),
                let programme = row["programme"].flatMap(RootProgramme.init)
            else { continue }
            var constraint = byRoot[digest]?[programme] ?? Constraint(programme: programme, limits: anchor)
            guard constraint.add(row) else { continue }
            byRoot[digest, default: [:]][programme] = constraint
        }
        self.byRoot = byRoot.mapValues { $0.values.sorted { $0.programme.rawValue < $1.programme.rawValue } }
        source = table?.sources.values.max { $0.day < $1.day }
    }

    /// The number of constrained roots.
    var count: Int { byRoot.count }

    /// The constraints on a root.
    func constraints(on certificate: Certificate) -> [Constraint] { byRoot[certificate.fingerprint] ?? [] }
}

extension PublicConstraints.Constraint {
    /// Takes in a row of the table; false where it is not understood.
    fileprivate mutating func add(_ row: FactRow) -> Bool {
        switch row["constraint"] {
        case "distrustAfter": return add(row, to: \.distrustAfter)
        case "timestampNotAfter": return add(row, to: \.timestampNotAfter)
        case "dnsName":
            guard let name = row["value"].flatMap({ try? DNSName($0) }) else { return false }
            limits.permittedDNSNames.append(name)
            return true
        default: return false
        }
    }

    private mutating func add(_ row: FactRow, to date: WritableKeyPath<AnchorConstraints, Instant?>) -> Bool {
        guard let value = row.instant("value") else { return false }
        limits[keyPath: date] = min(limits[keyPath: date] ?? value, value)
        if lastIssue.map({ value < $0.at }) ?? true { lastIssue = LastIssue(at: value, source: row.source) }
        return true
    }
}
