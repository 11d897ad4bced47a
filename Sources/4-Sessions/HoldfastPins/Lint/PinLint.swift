public import HoldfastStatements
public import HoldfastTrust
public import HoldfastX509

/// Mistakes in a file of pins, found before a program that carries the file locks itself out.
///
/// With certificates of the server at hand more is found, such as a hash of the wrong part of one, or a backup that is
/// lost together with the key it stands in for.
public struct PinLint: Hashable, Sendable {
    public struct Finding: Hashable, Sendable {
        public let rule: PinLintRule
        /// The rule's, or less where the circumstances are milder.
        public let severity: Severity
        /// The mistake as a statement.
        public let statement: Statement
        /// The pattern of the servers that the finding is about, as the file has it; empty for the file as a whole.
        public let pattern: String
        /// The place in the file.
        public let place: String

        /// The mistake in English, in one sentence without a full stop.
        public var message: String { statement.description }
        /// The remedy as a statement.
        public var adviceStatement: Statement { rule.adviceStatement }
    }

    /// The errors first, then by rule and place.
    public let findings: [Finding]

    /// Whether there is more than notes.
    public var hasProblems: Bool { findings.contains { $0.severity > .note } }

    /// Seconds before their end from which on pins are warned about; 30 days: a program takes weeks to reach its users.
    public static let notice: Int64 = 30 * 86_400

    /// Checks the pins of a file, with the server's certificates where they are given.
    ///
    /// - Parameters:
    ///   - certificates: the server's chain, its own first; empty where it is not at hand.
    ///   - suffixes: which domains are public suffixes; nil where no list is at hand.
    public init(
        _ file: PinFile, certificates: [Certificate] = [], at instant: Instant, publicSuffixes suffixes: PublicSuffixes?
    ) {
        var look = PinLintPass(certificates: certificates, instant: instant, suffixes: suffixes)
        look.look(at: file)
        findings = look.findings.sorted { one, other in
            if one.severity != other.severity { return one.severity > other.severity }
            if one.rule != other.rule { return one.rule.rawValue < other.rule.rawValue }
            return (one.pattern, one.place, one.message) < (other.pattern, other.place, other.message)
        }
    }

    /// A file that cannot be read at all.
    public init(unreadable error: PinFileError) {
        findings = [
            Finding(
                rule: .unreadable, severity: .error,
                statement: PinLintSentence.unreadable(error.reasonStatement).statement, pattern: "", place: error.place)
        ]
    }
}
