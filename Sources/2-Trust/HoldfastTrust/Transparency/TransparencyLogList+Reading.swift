import HoldfastCrypto
public import HoldfastJSON
public import HoldfastStatements
import HoldfastX509

/// An error for a file that is no list of logs: everything that is wrong in it.
public struct TransparencyLogListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, in the order of the file; of more than a hundred, those that were found first.
    public let problems: [DocumentProblem]
    /// The number of problems that there are.
    public let count: Int

    /// The problems as one statement, a line each.
    public var statement: Statement {
        DocumentSentence.problems(problems.map(\.wholeStatement), more: count - problems.count).statement
    }

    /// The problems, a line each.
    public var description: String { statement.english }
}

extension TransparencyLogList {
    /// Bytes of a list that are read; 4 MiB. Google's list of all logs has some 150 KiB.
    public static let byteLimit = 4 << 20
    /// Logs that a list may have; 2,000. Google's list of all logs has some 300.
    public static let logLimit = 2_000
    /// Operators that a list may have, and logs and previous operators of one; 500.
    public static let operatorLimit = 500

    /// Reads a list in the published format, version 3.
    ///
    /// The format is that of `log_list.json` of Google (https://www.gstatic.com/ct/log_list/v3/log_list_schema.json)
    /// and of `current_log_list.json` of Apple. What a verdict depends on is read strictly: a log whose identifier is
    /// not the SHA-256 of its key, a key that no log may have (RFC 6962 §2.1.4), two states or an unknown one, an
    /// interval that is empty, a log that stands there twice. Members that are not known are passed over.
    ///
    /// - Parameter json: the file, UTF-8; at most ``byteLimit`` bytes.
    /// - Throws: ``TransparencyLogListError`` with everything that is wrong, by line and column. Nothing of such a list
    ///   counts: with a part of it certificates would be refused, or accepted, that its publisher does not mean.
    public init(json: [UInt8]) throws(TransparencyLogListError) {
        guard json.count <= Self.byteLimit else {
            let problem = DocumentProblem(
                LogListSentence.tooManyBytes(count: json.count, limit: Self.byteLimit).statement,
                at: TextPosition(line: 1, column: 1))
            throw TransparencyLogListError(problems: [problem], count: 1)
        }
        var reading = LogListReading()
        let list = reading.list(json)
        guard let list, reading.document.count == 0 else {
            let problems = reading.document.problems.sorted { $0.position < $1.position }
            throw TransparencyLogListError(problems: problems, count: reading.document.count)
        }
        self = list
    }
}

/// The reading of one list of logs.
private struct LogListReading {
    private typealias Members = [String: DocumentPlace]

    var document = DocumentReader()
    private var seen: Set<[UInt8]> = []

    mutating func list(_ bytes: [UInt8]) -> TransparencyLogList? {
        guard let root = document.root(of: bytes), let members = members(of: root) else { return nil }
        let published = members["log_list_timestamp"].flatMap { moment(of: $0) }
        var logs: [TransparencyLogList.Log] = []
        guard let place = required("operators", in: members, of: root),
            let operators = document.items(of: place, limit: TransparencyLogList.operatorLimit)
        else { return nil }
        for one in operators { logs += self.logs(of: one) }
        if logs.count > TransparencyLogList.logLimit {
            document.report(
                LogListSentence.tooManyLogs(count: logs.count, limit: TransparencyLogList.logLimit), at: root)
        }
        return TransparencyLogList(publishedAt: published, logs: logs)
    }

    private mutating func logs(of place: DocumentPlace) -> [TransparencyLogList.Log] {
        guard let members = members(of: place), let named = required("name", in: members, of: place),
            let name = name(of: named)
        else { return [] }
        var logs: [TransparencyLogList.Log] = []
        for (key, kind) in [("logs", TransparencyLogList.Kind.rfc6962), ("tiled_logs", .tiled)] {
            guard let list = members[key],
                let items = document.items(of: list, limit: TransparencyLogList.operatorLimit)
            else { continue }
            for item in items { if let log = log(item, kind, operatedBy: name) { logs.append(log) } }
        }
        return logs
    }

    private mutating func log(
        _ place: DocumentPlace, _ kind: TransparencyLogList.Kind, operatedBy operatorName: String
    ) -> TransparencyLogList.Log? {
        guard let members = members(of: place) else { return nil }
        let key = required("key", in: members, of: place).flatMap { self.key(of: $0) }
        let id = required("log_id", in: members, of: place).flatMap { bytes(of: $0) }
        let state = members["state"].flatMap { self.state(of: $0) }
        let interval = members["temporal_interval"].flatMap { self.interval(of: $0) }
        let previous = members["previous_operators"].map { operators(of: $0) } ?? []
        let description = members["description"].flatMap { document.text(of: $0) }
        guard let key, let id else { return nil }
        guard id == Digest.sha256(key.bytes) else {
            document.report(LogListSentence.otherIdentifier, at: members["log_id"] ?? place)
            return nil
        }
        guard seen.insert(id).inserted else {
            document.report(LogListSentence.repeatedLog, at: place)
            return nil
        }
        return TransparencyLogList.Log(
            id: id, name: description ?? HexString.encode(id), key: key, kind: kind, state: state?.0,
            stateSince: state?.1, operatorName: operatorName,
            previousOperators: previous.sorted { $0.end < $1.end }, interval: interval)
    }

    /// The key of a log: ECDSA on P-256, or RSA of at least 2048 bits (RFC 6962 §2.1.4).
    private mutating func key(of place: DocumentPlace) -> SubjectPublicKeyInfo? {
        guard let bytes = bytes(of: place) else { return nil }
        guard let key = try? SubjectPublicKeyInfo(der: bytes) else {
            document.report(LogListSentence.noKey, at: place)
            return nil
        }
        switch key.key {
        case .ec(.p256, _): break
        case .rsa(let rsa) where rsa.modulusBits >= 2048: break
        default:
            document.report(LogListSentence.keyKind, at: place)
            return nil
        }
        guard (try? PublicKey(key)) != nil else {
            document.report(LogListSentence.unusableKey, at: place)
            return nil
        }
        return key
    }

    private mutating func state(of place: DocumentPlace) -> (TransparencyLogList.State, Instant)? {
        guard let entries = document.entries(of: place) else { return nil }
        guard entries.count == 1 else {
            document.report(LogListSentence.states(count: entries.count), at: place)
            return nil
        }
        guard let state = TransparencyLogList.State(rawValue: entries[0].name) else {
            let known = TransparencyLogList.State.allCases.map(\.rawValue)
            document.report(LogListSentence.noState(known: known), at: entries[0].label)
            return nil
        }
        guard let members = members(of: entries[0].place),
            let since = required("timestamp", in: members, of: entries[0].place), let moment = moment(of: since)
        else { return nil }
        return (state, moment)
    }

    private mutating func interval(of place: DocumentPlace) -> Range<Instant>? {
        guard let members = members(of: place) else { return nil }
        let start = required("start_inclusive", in: members, of: place).flatMap { moment(of: $0) }
        let end = required("end_exclusive", in: members, of: place).flatMap { moment(of: $0) }
        guard let start, let end else { return nil }
        guard start < end else {
            document.report(LogListSentence.interval, at: place)
            return nil
        }
        return start..<end
    }

    private mutating func operators(of place: DocumentPlace) -> [TransparencyLogList.PreviousOperator] {
        guard let items = document.items(of: place, limit: TransparencyLogList.operatorLimit) else { return [] }
        var operators: [TransparencyLogList.PreviousOperator] = []
        for item in items {
            guard let members = members(of: item) else { continue }
            let name = required("name", in: members, of: item).flatMap { self.name(of: $0) }
            let end = required("end_time", in: members, of: item).flatMap { moment(of: $0) }
            if let name, let end { operators.append(TransparencyLogList.PreviousOperator(name: name, end: end)) }
        }
        return operators
    }
}

extension LogListReading {
    private mutating func members(of place: DocumentPlace) -> Members? {
        guard let entries = document.entries(of: place) else { return nil }
        return Dictionary(entries.map { ($0.name, $0.place) }) { first, _ in first }
    }

    private mutating func required(_ name: String, in members: Members, of place: DocumentPlace) -> DocumentPlace? {
        if let member = members[name] { return member }
        document.report(DocumentSentence.missing(name: name), at: place)
        return nil
    }

    /// The name of an operator: an empty one would be the same for all who leave it out.
    private mutating func name(of place: DocumentPlace) -> String? {
        guard let text = document.text(of: place) else { return nil }
        guard !text.isEmpty else {
            document.report(LogListSentence.operatorName, at: place)
            return nil
        }
        return text
    }

    private mutating func bytes(of place: DocumentPlace) -> [UInt8]? {
        guard let text = document.text(of: place) else { return nil }
        if let bytes = Base64.decode(text) { return bytes }
        document.report(LogListSentence.noBase64, at: place)
        return nil
    }

    private mutating func moment(of place: DocumentPlace) -> Instant? {
        guard let text = document.text(of: place) else { return nil }
        if let moment = Instant(rfc3339: text) { return moment }
        document.report(LogListSentence.noTime, at: place)
        return nil
    }
}
