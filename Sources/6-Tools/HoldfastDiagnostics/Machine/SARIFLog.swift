/// The part of SARIF 2.1.0's object model that verdicts need; property names are the standard's.
struct SARIFLog: Encodable {
    let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    struct Run: Encodable {
        let tool: Tool
        let invocations: [Invocation]
        let results: [Result]
    }

    struct Tool: Encodable {
        let driver: Driver
    }

    struct Driver: Encodable {
        let name = "Holdfast"
        let semanticVersion: String
        let rules: [Rule]
    }

    /// A reportingDescriptor (§3.49): what a result's rule means.
    struct Rule: Encodable {
        struct Properties: Encodable {
            let exitCode: Int32
            let osStatus: Int32?
            let osStatusName: String?
            let tags: [String]
            /// The precision of such results, in GitHub's words: the share of them that is true.
            let precision = "very-high"
            /// From above 0.0 to 10.0, with which GitHub counts a rule as one about security; nil for all others.
            let securitySeverity: String?
            /// GitHub's severity of a rule that is not about security; nil for all others.
            let problemSeverity: String?

            private enum CodingKeys: String, CodingKey {
                case exitCode, osStatus, osStatusName, tags, precision
                case securitySeverity = "security-severity"
                case problemSeverity = "problem.severity"
            }
        }

        let id: String
        /// A PascalCase identifier (§3.49.7).
        let name: String
        let shortDescription: Message
        let fullDescription: Message
        let help: Message
        let defaultConfiguration: Configuration
        let properties: Properties
    }

    struct Configuration: Encodable {
        let level: Level
    }

    enum Level: String, Encodable {
        case note, warning, error
    }

    /// A message (§3.11), or a multiformatMessageString (§3.12): plain text either way.
    struct Message: Encodable {
        let text: String

        /// Text of strangers, in which braces would be placeholders (§3.11.5) and `[…](…)` a link (§3.11.6).
        init(_ text: String) {
            self.text = SafeText.line(text).replacing("{", with: "{{").replacing("}", with: "}}")
                .replacing("](", with: "] (")
        }
    }

    /// An invocation (§3.20): whether every target got a verdict.
    struct Invocation: Encodable {
        let executionSuccessful: Bool
        let exitCode: Int32
        let toolExecutionNotifications: [Notification]
    }

    /// A notification (§3.58): a target that got none.
    struct Notification: Encodable {
        struct Descriptor: Encodable {
            let id: String
        }

        let descriptor: Descriptor
        let level: Level
        let message: Message
        let locations: [Location]
    }

    /// A result (§3.27): one finding about one target.
    struct Result: Encodable {
        struct Properties: Encodable {
            let requirement: String?
            let rule: String?
            let certificate: Int?
            let certificateFingerprint: String?
            let seen: String?
            let expected: String?
            let advice: String?
        }

        let ruleId: String
        let ruleIndex: Int
        let level: Level
        let message: Message
        let locations: [Location]
        let fingerprints: [String: String]
        /// The keys by which GitHub tells results apart: `primaryLocationLineHash`.
        let partialFingerprints: [String: String]
        /// The user's explicit trust (§3.35); nil where there is none.
        let suppressions: [Suppression]?
        let properties: Properties
    }

    struct Suppression: Encodable {
        let kind = "external"
        let status = "accepted"
        let justification: String
    }

    struct Location: Encodable {
        struct Logical: Encodable {
            let name: String
            let fullyQualifiedName: String
            let kind = "resource"
        }

        struct Physical: Encodable {
            struct Artifact: Encodable {
                let uri: String
            }

            struct Region: Encodable {
                let startLine: Int
                let startColumn: Int
                let endLine: Int
                let endColumn: Int
            }

            let artifactLocation: Artifact
            let region: Region
        }

        /// §3.29: GitHub shows no result without.
        let physicalLocation: Physical
        let logicalLocations: [Logical]
    }
}
