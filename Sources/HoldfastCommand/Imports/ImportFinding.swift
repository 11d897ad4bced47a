import HoldfastDiagnostics
import HoldfastStatements

/// A place in source code that leads around HoldfastNetworking; as JSON `holdfast.imports/1`.
struct ImportFinding: Hashable, Sendable {
    /// The certainty that nobody judges the server.
    enum Severity: String, Sendable, Encodable {
        /// Requests of this file go to servers that are not judged by the program's policy.
        case error
        /// Requests may go to such servers: the URL that is loaded is not to be seen.
        case note
    }

    /// The kind of a finding.
    enum Code: String, Sendable, Encodable {
        /// FoundationNetworking is imported.
        case directImport
        /// FoundationNetworking is imported, and handed on to everybody who imports this module.
        case exportedImport
        /// Foundation's own loading of an `http` URL that is written there.
        case foundationLoad
        /// Foundation's own loading of a URL that may be one of a file or of a server.
        case possibleFoundationLoad
    }

    let code: Code
    let severity: Severity
    /// As it was given, or found below a folder that was given.
    let file: String
    /// From 1.
    let line: Int
    /// The line as it stands there, without the white space around it; at most 120 characters.
    let seen: String
    /// The meaning of the finding, in one sentence.
    let statement: Statement
    /// The advice: what to write instead, in one sentence.
    let adviceStatement: Statement

    init(_ code: Code, file: String, line: Int, seen: String, isConditional: Bool = false) {
        self.code = code
        self.file = file
        self.line = line
        self.seen = seen
        severity = code == .possibleFoundationLoad ? .note : .error
        statement = ImportsSentence(code).statement
        adviceStatement = ImportsAdvice(code, isConditional: isConditional).statement
    }

    /// The meaning in English.
    var message: String { statement.english }
    /// The advice in English.
    var advice: String { adviceStatement.english }
}

extension ImportFinding: Encodable {
    private enum Key: String, CodingKey {
        case schema, kind, code, severity, file, line, seen, message, advice, statement, adviceStatement
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ImportReport.schema, forKey: .schema)
        try container.encode("finding", forKey: .kind)
        try container.encode(code, forKey: .code)
        try container.encode(severity, forKey: .severity)
        try container.encode(file, forKey: .file)
        try container.encode(line, forKey: .line)
        try container.encode(seen, forKey: .seen)
        try container.encode(message, forKey: .message)
        try container.encode(advice, forKey: .advice)
        try container.encode(StatementReport(statement), forKey: .statement)
        try container.encode(StatementReport(adviceStatement), forKey: .adviceStatement)
    }
}
