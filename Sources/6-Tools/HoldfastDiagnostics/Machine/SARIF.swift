import HoldfastTrust

/// Parts of SARIF 2.1.0's object model that verdicts need; property names are the standard's.
enum SARIF {
    static let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    enum Level: String, Encodable, Comparable {
        case note, warning, error

        init(_ severity: Severity) {
            self =
                switch severity {
                case .error: .error
                case .warning: .warning
                case .note: .note
                }
        }

        init(of row: ClientsReport.Row) { self = row.outcome == .fails ? .error : .warning }

        static func < (one: Self, other: Self) -> Bool { one.weight < other.weight }

        private var weight: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// A result (§3.27): one finding about one target.
    struct Result: JSONReport {
        let level: Level
        let json: JSONObject
    }

    /// A reportingDescriptor (§3.49): what a result's rule means.
    struct Rule: JSONReport {
        let id: String
        let json: JSONObject

        /// Makes a rule, whose name is its identifier in PascalCase (§3.49.7).
        ///
        /// - Parameter properties: what GitHub counts it by. `security-severity`, from above 0.0 to 10.0, makes it one
        ///   about security, and `problem.severity` is that of all others.
        init(
            _ id: String, short: String, full: String, help: String, level: Level = .error, exitCode: Int32,
            tags: [String], properties: JSONObject
        ) {
            self.id = id
            // The precision in GitHub's words: the share of such results that is true.
            let common = JSONObject(["exitCode": exitCode, "tags": tags, "precision": "very-high"])
            json = JSONObject([
                "id": id, "name": id.prefix(1).uppercased() + id.dropFirst(), "shortDescription": message(short),
                "fullDescription": message(full), "help": message(help),
                "defaultConfiguration": ["level": level], "properties": common.merging(properties),
            ])
        }
    }

    /// A message (§3.11), or a multiformatMessageString (§3.12): plain text either way.
    ///
    /// The text is a stranger's, in which braces would be placeholders (§3.11.5) and `[…](…)` a link (§3.11.6).
    static func message(_ text: String) -> JSONObject {
        let plain = SafeText.line(text).replacing("{", with: "{{").replacing("}", with: "}}")
        return JSONObject(["text": plain.replacing("](", with: "] (")])
    }
}
