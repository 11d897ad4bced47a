import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

@testable import HoldfastJSON

/// A list of logs that is read names each log once, by the digest of its key, and is read again from what it is written
/// as; of another, each problem is at a place of the text, in the order of the text, and in bounded words.
func checkLogList(_ bytes: [UInt8]) throws(Violation) {
    let list: TransparencyLogList
    do throws(TransparencyLogListError) {
        list = try TransparencyLogList(json: bytes)
    } catch {
        try checkProblems(error.problems, error.count, of: bytes)
        let positions = error.problems.map(\.position)
        return try expect(
            zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 }, "problems in another order")
    }
    try expect((try? TransparencyLogList(json: bytes)) == list, "read twice it is not the same")
    try expect(list.logs.count <= TransparencyLogList.logLimit, "\(list.logs.count) logs")
    try expect(Set(list.logs.map(\.id)).count == list.logs.count, "a log stands twice")
    for log in list.logs { try checkLog(log, of: list) }
    guard let written = LogListText(list).json else { return }
    try expect((try? TransparencyLogList(json: written)) == list, "written anew it says something else")
    // One log less, or one that is renamed, is another list.
    guard let other = LogListText(list).without(0) else { return }
    try expect((try? TransparencyLogList(json: other)) != list, "without its first log it is the same")
}

private func checkLog(_ log: TransparencyLogList.Log, of list: TransparencyLogList) throws(Violation) {
    // RFC 6962 §3.2: "the SHA-256 hash of the log's public key".
    try expect(log.id == Digest.sha256(log.key.bytes), "an identifier that is not its key's")
    try expect(list.log(log.id) == log, "a log that is not found by its identifier")
    try expect((try? PublicKey(log.key)) != nil, "a key that nothing can be checked with")
    try expect((log.state == nil) == (log.stateSince == nil), "a state without a time, or a time without a state")
    try expect(log.interval.map { $0.lowerBound < $0.upperBound } ?? true, "an interval of nothing")
    try expect(!log.operatorName.isEmpty, "a log that nobody operates")
    let ends = log.previousOperators.map(\.end)
    try expect(zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }, "former operators in another order")
    // After the last change of hands it is the present one's.
    let last = ends.last ?? Instant(secondsSince1970: 0)
    try expect(log.operatorName(at: last) == log.operatorName, "another operator after the last change")
}

/// A list of logs, written in the published format.
private struct LogListText {
    private let list: TransparencyLogList

    init(_ list: TransparencyLogList) { self.list = list }

    /// Nil for more runs of logs of one operator than a list may have operators.
    var json: [UInt8]? { text(of: list.logs) }

    /// The list without one of its logs; nil where it has none.
    func without(_ index: Int) -> [UInt8]? {
        guard list.logs.indices.contains(index) else { return nil }
        var logs = list.logs
        logs.remove(at: index)
        return text(of: logs)
    }

    private func text(of logs: [TransparencyLogList.Log]) -> [UInt8]? {
        // Of an operator the logs by RFC 6962 are read before its tiled ones: each log as an operator's only one.
        guard logs.count <= TransparencyLogList.operatorLimit else { return nil }
        var members: [(name: String, value: JSONDraft)] = []
        if let published = list.publishedAt { members.append(("log_list_timestamp", .text("\(published)"))) }
        let operators = logs.map { log in
            JSONDraft.members([
                ("name", .text(log.operatorName)), (log.kind == .tiled ? "tiled_logs" : "logs", .list([entry(log)])),
            ])
        }
        members.append(("operators", .list(operators)))
        return Array(JSONDraft.members(members).pretty.utf8)
    }

    private func entry(_ log: TransparencyLogList.Log) -> JSONDraft {
        var members: [(name: String, value: JSONDraft)] = [
            ("description", .text(log.name)), ("log_id", .text(Base64.encode(log.id))),
            ("key", .text(Base64.encode(log.key.bytes))),
        ]
        if let state = log.state, let since = log.stateSince {
            members.append(("state", .members([(state.rawValue, .members([("timestamp", .text("\(since)"))]))])))
        }
        if let interval = log.interval {
            members.append(
                (
                    "temporal_interval",
                    .members([
                        ("start_inclusive", .text("\(interval.lowerBound)")),
                        ("end_exclusive", .text("\(interval.upperBound)")),
                    ])
                ))
        }
        if !log.previousOperators.isEmpty {
            let former = log.previousOperators.map { one in
                JSONDraft.members([("name", .text(one.name)), ("end_time", .text("\(one.end)"))])
            }
            members.append(("previous_operators", .list(former)))
        }
        return .members(members)
    }
}
