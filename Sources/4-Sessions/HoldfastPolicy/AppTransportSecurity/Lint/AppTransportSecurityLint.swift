public import HoldfastJSON
import HoldfastPins
public import HoldfastStatements
public import HoldfastTrust

/// Mistakes in what an Info.plist says about App Transport Security, found before the app is built with it.
///
/// The file is read as it is written: keys that stand there twice, of another type, or in the wrong place are told with
/// their place, where reading the settings (`AppTransportSecurity(infoPlist:)`) passes over them or ends at the first.
public struct AppTransportSecurityLint: Hashable, Sendable {
    /// The forms of a property list.
    public enum Format: String, Hashable, Sendable {
        case xml
        case binary
    }

    /// One thing that is wrong.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        public let rule: AppTransportSecurityLintRule
        public let severity: Severity
        /// The mistake as a statement.
        public let statement: Statement
        /// The remedy as a statement.
        public let adviceStatement: Statement
        /// The page that the rule comes from.
        public let source: String
        /// The keys from the outermost dictionary on.
        public let keyPath: [String]
        /// The place in an XML file; nil in a binary one.
        public let position: TextPosition?

        /// The mistake in English, in one sentence without a full stop.
        public var message: String { statement.description }
        /// The remedy in English, as an imperative without a full stop.
        public var advice: String { adviceStatement.description }

        /// `12:5: warning: …`, in a binary file with the key's path in the place of line and column.
        public var description: String {
            "\(position.map { "\($0)" } ?? keyPath.joined(separator: " > ")): \(severity.rawValue): \(message)"
        }
    }

    /// Bytes that an Info.plist may have.
    public static let sizeLimit = AppTransportSecurity.sizeLimit
    /// Problems that are told of one file; of more, those that are found first.
    public static let problemLimit = 1_000

    public let format: Format
    /// The problems, in the order of the file.
    public let problems: [Problem]

    /// Looks at an Info.plist, XML or binary; one without `NSAppTransportSecurity` has no problems.
    ///
    /// - Throws: ``AppTransportSecurityLintError`` for what is no property list, is larger than ``sizeLimit``, or has
    ///   another value at its top than a dictionary.
    public init(infoPlist bytes: [UInt8]) throws(AppTransportSecurityLintError) {
        let root: PropertyListNode
        do throws(PropertyList.FormatError) {
            root = try PropertyListNode(bytes, limit: Self.sizeLimit)
        } catch {
            throw AppTransportSecurityLintError(error.statement, position: error.position)
        }
        guard let entries = root.entries else {
            throw AppTransportSecurityLintError(
                PropertyListSentence.noDictionary(type: root.typeName).statement, position: root.position)
        }
        format = bytes.starts(with: Array("bplist".utf8)) ? .binary : .xml
        var pass = AppTransportSecurityLintPass()
        pass.look(at: entries)
        problems = pass.inOrder
    }

    /// Whether there is an error, and not only warnings.
    public var hasErrors: Bool { problems.contains { $0.severity == .error } }
}

/// An error for a file that is no property list of an app.
public struct AppTransportSecurityLintError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault, without its place.
    public let reasonStatement: Statement
    /// The place in an XML file; nil for a binary one, and for the file as a whole.
    public let position: TextPosition?

    init(_ statement: Statement, position: TextPosition?) { (reasonStatement, self.position) = (statement, position) }

    /// The place and the fault as a statement.
    public var statement: Statement {
        guard let position else { return reasonStatement }
        return PageSentence.at(line: position.line, column: position.column, reasonStatement).statement
    }

    /// A clause.
    public var reason: String { reasonStatement.english }

    public var description: String { statement.english }
}
