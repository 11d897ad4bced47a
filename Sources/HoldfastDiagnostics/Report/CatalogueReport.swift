public import HoldfastX509

/// What a run over a catalogue of servers gave: each verdict beside the one that was expected.
public struct CatalogueReport: Sendable {
    /// One server of the catalogue.
    public struct Row: Sendable {
        public let name: String
        /// What is wrong with the server, in a sentence.
        public let story: String
        public let expectedExit: Int32
        /// The exact set of error codes that it has to give.
        public let expectedFindings: Set<String>
        public let report: VerdictReport

        public init(
            name: String, story: String, expectedExit: Int32, expectedFindings: Set<String>, report: VerdictReport
        ) {
            self.name = name
            self.story = story
            self.expectedExit = expectedExit
            self.expectedFindings = expectedFindings
            self.report = report
        }

        /// The error codes that it gave.
        public var errors: Set<String> {
            Set(report.findings.filter { $0.isError }.map(\.code))
        }

        /// The exit code and the set of errors are both the expected ones.
        public var isAsExpected: Bool { report.exitCode == expectedExit && errors == expectedFindings }

        /// One line: the name, what was found, and whether that was expected.
        public func line(_ style: TextStyle = .plain, width: Int = 24) -> String {
            let padded = name + String(repeating: " ", count: max(1, width - name.count))
            let mark = isAsExpected ? style.good("as expected") : style.bad("NOT as expected")
            var text = "\(padded)\(mark)  \(Self.outcome(report.exitCode, errors))"
            if !isAsExpected { text += style.bad("  expected \(Self.outcome(expectedExit, expectedFindings))") }
            return text
        }

        static func outcome(_ exit: Int32, _ errors: Set<String>) -> String {
            let words = errors.isEmpty ? (exit == 0 ? "trusted" : "failed") : errors.sorted().joined(separator: ", ")
            return "\(words) (exit \(exit))"
        }
    }

    /// When it was made.
    public let at: Instant
    public let rows: [Row]

    public init(at: Instant, rows: [Row]) {
        self.at = at
        self.rows = rows
    }

    public var isAsExpected: Bool { rows.allSatisfy(\.isAsExpected) }

    /// `N servers, N as expected, 0 not`.
    public var summary: String {
        let good = rows.count { $0.isAsExpected }
        return "\(rows.count) \(rows.count == 1 ? "server" : "servers"), \(good) as expected, \(rows.count - good) not"
    }
}
