import HoldfastLibC

/// The outcomes of a run, one a case, in the order of the file.
struct SuiteRun {
    /// How the engine's verdict stands to the suite's.
    enum Agreement: Hashable {
        case agrees
        case wronglyAccepted
        case wronglyRefused
        /// Rightly accepted, and for other policies than the suite has.
        case otherPolicies
        case skipped
    }

    struct Outcome {
        let id: String
        let group: String
        let agreement: Agreement
    }

    let profile: String
    private(set) var outcomes: [Outcome] = []
    private let total: Int
    private let showsProgress: Bool
    private var lastShown = -1

    /// - Parameter total: the number of cases to come, for whoever waits at a terminal.
    init(profile: String, total: Int) {
        self.profile = profile
        self.total = total
        // Where the lines of the cases go to the terminal too, they are progress enough.
        showsProgress = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0
    }

    mutating func add(_ outcome: Outcome) {
        outcomes.append(outcome)
        guard showsProgress, total > 0 else { return }
        let percent = outcomes.count * 100 / total
        guard percent != lastShown else { return }
        lastShown = percent
        Conformance.write("\r\(outcomes.count) of \(total)", to: STDERR_FILENO)
        // The line is empty again before anything else is said.
        if outcomes.count == total { Conformance.write("\r\u{1B}[K", to: STDERR_FILENO) }
    }

    func count(_ agreement: Agreement) -> Int { outcomes.count { $0.agreement == agreement } }

    /// A table with a row a group, in the order in which the groups come first.
    ///
    /// - Parameter title: what a group is called.
    func table(titled title: String, sums: [(name: String, groups: Set<String>)] = []) -> String {
        var order: [String] = []
        var groups: [String: [Agreement: Int]] = [:]
        for outcome in outcomes {
            if groups[outcome.group] == nil { order.append(outcome.group) }
            groups[outcome.group, default: [:]][outcome.agreement, default: 0] += 1
        }
        var columns: [Agreement] = [.wronglyAccepted, .wronglyRefused, .skipped]
        var rows = [[title, "agree", "wrongly accepted", "wrongly refused", "skipped"]]
        if count(.otherPolicies) > 0 {
            columns.append(.otherPolicies)
            rows[0].append("other policies")
        }
        func row(_ name: String, _ counts: [Agreement: Int]) -> [String] {
            let total = counts.values.reduce(0, +)
            let row = [name, "\(counts[.agrees] ?? 0) of \(total)"]
            return row + columns.map { "\(counts[$0] ?? 0)" }
        }
        for name in order { rows.append(row(name, groups[name] ?? [:])) }
        for sum in sums {
            let counts = sum.groups.compactMap { groups[$0] }.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
            if !counts.isEmpty { rows.append(row(sum.name, counts)) }
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { index, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + space : space + cell.0
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
