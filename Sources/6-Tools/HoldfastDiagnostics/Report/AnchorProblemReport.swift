import HoldfastTrust

/// A certificate among the anchors that could not be used and was passed over, as a verdict's JSON has it.
package struct AnchorProblemReport: Sendable, JSONReport {
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
    package var json: JSONObject {
        JSONObject(["file": file, "certificate": certificate, "line": line, "reason": reason, "statement": statement])
    }

}
