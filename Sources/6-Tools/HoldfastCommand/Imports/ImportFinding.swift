import HoldfastDiagnostics
import HoldfastStatements

/// A place in source code that leads around HoldfastNetworking, or uses what Linux lacks; as JSON `holdfast.imports/1`.
struct ImportFinding: Hashable, Sendable {
    /// The certainty that nobody judges the server, or that Linux lacks what is used.
    enum Severity: String, Sendable, Encodable {
        /// Requests of this file go to servers that are not judged by the program's policy; or what it uses is lacking.
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
        /// A module that cannot be imported on Linux.
        case lackingModule
        /// A name of Foundation's or a language feature of Apple's platforms that Linux lacks.
        case lackingName
        /// A constant of Foundation's that has another value on Linux.
        case otherNumber
        /// A name that another module has on Linux than Foundation, and no import line for it.
        case missingImport
        /// A name of HoldfastNetworking's that does something else than on Apple's platforms.
        case differs

        /// The code of what leads around.
        init(_ way: ImportsSentence) {
            self =
                switch way {
                case .directImport: .directImport
                case .exportedImport: .exportedImport
                case .foundationLoad: .foundationLoad
                case .possibleFoundationLoad: .possibleFoundationLoad
                }
        }
    }

    let code: Code
    let severity: Severity
    /// The name of what is lacking, elsewhere or different, as Apple documents it; nil for what leads around.
    let name: String?
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

    /// A place that leads around.
    init(_ way: ImportsSentence, file: String, line: Int, seen: String, isConditional: Bool = false) {
        code = Code(way)
        self.file = file
        self.line = line
        self.seen = seen
        severity = way == .possibleFoundationLoad ? .note : .error
        statement = way.statement
        adviceStatement = ImportsAdvice(way, isConditional: isConditional).statement
        name = nil
    }

    /// A place that uses what Linux lacks, has elsewhere, or does otherwise.
    ///
    /// - Parameter isCertain: whether the file gets a name that Foundation lacks by none of its imports.
    init(_ lack: LinuxLack, toolchain: String, file: String, line: Int, seen: String, isCertain: Bool = true) {
        (self.file, self.line, self.seen) = (file, line, seen)
        (name, adviceStatement) = (lack.name, lack.advice.statement)
        severity = lack.kind == .differs || !isCertain ? .note : .error
        switch lack.kind {
        case .moved:
            code = .missingImport
            let sentence: LinuxSentence =
                isCertain
                ? .movedName(lack.name, toolchain: toolchain) : .movedNamePerhaps(lack.name, toolchain: toolchain)
            statement = sentence.statement
        case .differs:
            code = .differs
            statement = LinuxSentence.differs(lack.name).statement
        case .module:
            code = .lackingModule
            statement = LinuxSentence.lackingModule(lack.name, toolchain: toolchain).statement
        case .name:
            code = .lackingName
            statement = LinuxSentence.lackingName(lack.name, toolchain: toolchain).statement
        case .number:
            code = .otherNumber
            statement = LinuxSentence.otherNumber(lack.name, apple: lack.probe ?? "", toolchain: toolchain).statement
        }
    }

    /// The meaning in English.
    var message: String { statement.english }
    /// The advice in English.
    var advice: String { adviceStatement.english }
}

extension ImportFinding: Encodable {
    private enum Key: String, CodingKey {
        case schema, kind, code, name, severity, file, line, seen, message, advice, statement, adviceStatement
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ImportReport.schema, forKey: .schema)
        try container.encode("finding", forKey: .kind)
        try container.encode(code, forKey: .code)
        try container.encodeIfPresent(name, forKey: .name)
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
