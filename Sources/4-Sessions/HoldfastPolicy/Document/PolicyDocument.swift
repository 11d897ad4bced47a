import HoldfastHTTPS
public import HoldfastJSON
public import HoldfastPins
public import HoldfastStatements
public import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509

/// Policy of a program for the servers that it connects to, one JSON document of the schema `holdfast.policy/1`.
///
/// Of several patterns that match a name the most specific one counts, for each member by itself: the exact name, then
/// the longest domain, and for the same domain `*.` before `**.`. An entry that has only a profile leaves the pins of a
/// wider one as they are.
///
/// A document is a value and does nothing; ``PolicyInForce`` puts one in force.
public struct PolicyDocument: Hashable, Sendable {
    /// The schema that is read and written.
    public static let schema = PolicyPins.schema
    /// Bytes of a document; 4 MiB, which is room for the most patterns with some pins each.
    public static let maximumBytes = PinFile.sizeLimit
    /// Patterns of a document; 10,000.
    public static let maximumPatterns = PinnedHosts.maximumPatterns

    /// The policies, by pattern.
    public let hosts: [HostPattern: HostPolicy]
    /// Nil where pins come with the document alone.
    public let updates: UpdateSettings?
    /// Comments outside of ``hosts``, by the member that they are in: empty for the document itself, `updates`.
    public let comments: [String: String]
    /// The schema by which an editor checks the document, as its member `$schema` names it; nothing is fetched.
    public let editorSchema: String?
    /// The pins of all patterns.
    public let pinnedHosts: PinnedHosts
    /// The URLs that failures of pins are reported to, by pattern.
    public var reportURIs: [HostPattern: [HTTPSURL]] { hosts.compactMapValues(\.reportURIs) }

    /// A document from what it says.
    ///
    /// - Throws: ``PolicyValuesError`` for too many patterns, and for an address or a debug override of a wildcard.
    public init(
        hosts: [HostPattern: HostPolicy] = [:], updates: UpdateSettings? = nil, comments: [String: String] = [:],
        editorSchema: String? = nil
    ) throws(PolicyValuesError) {
        for (pattern, host) in hosts where host.isForOneHost && pattern.domain != nil { throw .wildcard(pattern) }
        do throws(PinnedHostsError) {
            pinnedHosts = try PinnedHosts(hosts.compactMapValues(\.pins))
        } catch {
            throw .tooManyPatterns(limit: Self.maximumPatterns)
        }
        guard hosts.count <= Self.maximumPatterns else { throw .tooManyPatterns(limit: Self.maximumPatterns) }
        self.hosts = hosts
        self.updates = updates
        (self.comments, self.editorSchema) = (comments, editorSchema)
    }

    /// Reads a document.
    ///
    /// Nothing is passed over: a member that is not known, a value of the wrong kind and a name that stands there twice
    /// are errors, and all of them are said at once, a hundred at most.
    ///
    /// - Parameters:
    ///   - bytes: JSON; ``maximumBytes`` at most.
    ///   - suffixes: which domains are public suffixes; a wildcard below one is refused. Nil where no list is at hand.
    ///   - now: the time, where debug overrides are allowed; nil to refuse them. Anybody who can reach a server that
    ///     is overridden so can pass for it: never in a program that is given to others.
    /// - Throws: ``PolicyDocumentError`` with every problem and its place.
    public init(
        _ bytes: [UInt8], publicSuffixes suffixes: PublicSuffixes?,
        dangerouslyAllowingDebugOverridesAt now: Instant? = nil
    ) throws(PolicyDocumentError) {
        var reading = PolicyReading(publicSuffixes: suffixes, debugAllowedAt: now)
        self = try reading.document(of: bytes)
    }

    /// The policy for a server: each member from the most specific pattern that has it.
    public func policy(for name: ServerName) -> HostPolicy {
        var result = HostPolicy()
        guard !hosts.isEmpty else { return result }
        for pattern in HostPattern.candidates(for: name) {
            if let host = hosts[pattern] { result.fill(from: host) }
        }
        return result
    }
}

/// An error for values that make no document.
public enum PolicyValuesError: Error, Hashable, Sendable {
    case tooManyPatterns(limit: Int)
    /// A wildcard maps an address or overrides trust, which is for exact hosts only.
    case wildcard(HostPattern)
}

/// Everything that is wrong with a document.
public struct PolicyDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In the order of the text; never empty, a hundred at most.
    public let problems: [DocumentProblem]
    /// The number of problems, those beyond a hundred included.
    public let count: Int

    init(_ reader: DocumentReader) {
        problems = reader.problems.sorted { $0.position < $1.position }
        count = reader.count
    }

    init(_ fault: any Sentence) {
        problems = [DocumentProblem(Statement(fault), at: TextPosition(line: 1, column: 1))]
        count = 1
    }

    /// The problems as one statement, a line each.
    public var statement: Statement {
        DocumentSentence.problems(problems.map(\.wholeStatement), more: count - problems.count).statement
    }

    /// One problem a line.
    public var description: String { statement.english }
}

extension PinFile {
    /// Reads a file in one of the formats, or in the one that it is in.
    ///
    /// Of a policy file the strict reader is asked as well: ``problems`` says what it refuses.
    ///
    /// - Parameters:
    ///   - format: nil to find out; an Info.plist that holds two gives both.
    ///   - pattern: whose pins curl's are, as ``HostPattern`` writes it; empty for every server.
    ///   - okHttpSource: reads source code that fills OkHttp's `CertificatePinner`; nil to read lists alone.
    /// - Throws: ``PinFileError`` for what is damaged, larger than ``sizeLimit``, or in no known format.
    public static func read(
        _ bytes: [UInt8], as format: PinFormat? = nil, for pattern: String = "",
        okHttpSource: OkHttpSourceReader? = nil
    ) throws(PinFileError) -> [PinFile] {
        try read(bytes, as: format, for: pattern, okHttpSource: okHttpSource) { policyFile in
            do throws(PolicyDocumentError) {
                _ = try PolicyDocument(policyFile, publicSuffixes: nil)
                return []
            } catch {
                return error.problems
            }
        }
    }
}
