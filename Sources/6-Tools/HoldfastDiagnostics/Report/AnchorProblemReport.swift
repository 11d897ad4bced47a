import HoldfastTrust

/// A certificate among the anchors that could not be used and was passed over, as a verdict's JSON has it.
package struct AnchorProblemReport: Sendable, Encodable {
    /// The file.
    package let file: String
    /// The certificate's place in it, counted from 1; nil where it is about the whole file.
    package let certificate: Int?
    /// The line of its `BEGIN`; nil where it is none of PEM.
    package let line: Int?
    /// The fault for which it was passed over, as a clause.
    package let reason: String
    /// The fault as a value.
    let statement: StatementReport

    init(_ problem: AnchorProblem) {
        (file, certificate, line) = (problem.path, problem.certificate, problem.line)
        (reason, statement) = (problem.reason.text, StatementReport(problem.reason.statement))
    }

    /// Keys are always there.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(certificate, forKey: .certificate)
        try container.encode(line, forKey: .line)
        try container.encode(reason, forKey: .reason)
        try container.encode(statement, forKey: .statement)
    }

    private enum CodingKeys: String, CodingKey {
        case file, certificate, line, reason, statement
    }
}
