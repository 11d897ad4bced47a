import HoldfastFiles
import HoldfastJSON
public import HoldfastStatements
public import HoldfastTrust

/// A document's word on certificate transparency for the servers of a pattern.
public enum Transparency: Hashable, Sendable {
    /// Timestamps of logs are not looked at.
    case off
    /// Certificates have to come with timestamps as a programme counts them.
    case required(TransparencyDemand)

    /// The demand; nil where there is none.
    var demand: TransparencyDemand? {
        if case .required(let demand) = self { demand } else { nil }
    }
}

/// A document's demand for timestamps of certificate transparency logs.
public struct TransparencyDemand: Hashable, Sendable {
    /// Different lists of logs that a document names; 16.
    public static let maximumLists = 16

    /// The counting rules.
    public var policy: TransparencyPolicy
    /// The file of the list of logs; a relative one belongs to the folder of the document.
    public var logs: String
    /// The anchors under which timestamps are asked for.
    public var scope: TransparencyRequirement.Scope

    /// Makes a demand.
    ///
    /// - Parameters:
    ///   - policy: the counting rules.
    ///   - logs: the file of the list of logs, in the published format, version 3.
    ///   - scope: the anchors under which timestamps are asked for; all of them, unless said otherwise.
    public init(
        _ policy: TransparencyPolicy, logs: String, scope: TransparencyRequirement.Scope = .everyAnchor
    ) {
        (self.policy, self.logs, self.scope) = (policy, logs, scope)
    }
}

/// An error for a file that gives no list of certificate transparency logs.
public struct TransparencyLogFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason why there is no list.
    public enum Reason: Hashable, Sendable {
        /// The file is not read: it is not there, others may write it, it is too large, …; a clause.
        case unreadable(Statement)
        /// Everything that is wrong with the list in it.
        case list(TransparencyLogListError)
    }

    /// The file, as given.
    public let path: String
    /// The reason why there is no list.
    public let reason: Reason

    /// The problems as clauses, without the file.
    var clauses: [Statement] {
        switch reason {
        case .unreadable(let fault): return [fault]
        case .list(let error):
            let rest = error.count - error.problems.count
            let problems = error.problems.map(\.wholeStatement)
            return problems + (rest > 0 ? [PolicyFileSentence.more(count: rest).statement] : [])
        }
    }

    /// The file and the fault as a statement; of a list with several problems, a line each.
    public var statement: Statement {
        switch reason {
        case .unreadable(let fault): PolicyFileSentence.logs(path: path, fault).statement
        case .list: PolicyFileSentence.lines(path: path, clauses).statement
        }
    }

    /// One clause without a full stop; of a list with several problems, one a line, each with the file in front.
    public var description: String { statement.english }
}

extension TransparencyLogList {
    /// Reads a list of logs from a file, in the format that Apple and Google publish.
    ///
    /// ```swift
    /// let logs = try TransparencyLogList(path: "/etc/shop/ct-logs.json")
    /// configuration.trust.adjustPolicy {
    ///     $0.transparency = .required(TransparencyRequirement(policy: .apple, logs: logs))
    /// }
    /// ```
    ///
    /// Whoever can change the list can vouch for certificates that no log has seen. So it is read only where nobody
    /// but the process's user, or root, can have written it, as ``PolicyInForce`` reads its files. The value does not
    /// follow the file: a policy file does (``Transparency``).
    ///
    /// - Parameter path: the file; at most ``byteLimit`` bytes.
    /// - Throws: ``TransparencyLogFileError`` for a file that is not read, and for what is wrong in it, by line and
    ///   column.
    public init(path: String) throws(TransparencyLogFileError) {
        let bytes: [UInt8]
        do throws(GuardedFileError) {
            bytes = try GuardedFile.bytes(path, limit: Self.byteLimit)
        } catch {
            throw TransparencyLogFileError(path: path, reason: .unreadable(error.statement))
        }
        do throws(TransparencyLogListError) {
            self = try TransparencyLogList(json: bytes)
        } catch {
            throw TransparencyLogFileError(path: path, reason: .list(error))
        }
    }
}
