/// Says how a trace differs from a capture of the same connection.
enum TsharkComparison {
    typealias Conversation = TsharkConversation

    /// Every difference, in one sentence each; none where both say the same.
    ///
    /// Each sender's messages are compared one by one with all their fields, and each sender's records. Between the two
    /// senders the order is compared up to the last Finished: after that both may speak at once, and the two ends of a
    /// wire then see different orders.
    static func differences(capture: Conversation, trace: Conversation) -> [String] {
        var found: [String] = []
        for sender in Conversation.Sender.allCases {
            found += messages(
                sender, capture.messages.filter { $0.sender == sender }, trace.messages.filter { $0.sender == sender })
            found += records(
                capture.records.filter { $0.sender == sender }, trace.records.filter { $0.sender == sender })
        }
        let orders = [capture, trace].map(handshakeOrder)
        if found.isEmpty, orders[0] != orders[1] {
            found.append("the order: \(orders[0]) in the capture, \(orders[1]) in the trace")
        }
        return found
    }

    private static func messages(
        _ sender: Conversation.Sender, _ capture: [Conversation.Message], _ trace: [Conversation.Message]
    ) -> [String] {
        let change = trace.map(\.kind).difference(from: capture.map(\.kind))
        let onlyCaptured = Set(change.removals.map(\.place))
        let onlyTraced = Set(change.insertions.map(\.place))
        var found =
            onlyCaptured.sorted().map {
                "\(sender.rawValue)'s message \($0 + 1), \(capture[$0].kind), is not in the trace"
            }
            + onlyTraced.sorted().map {
                "\(sender.rawValue)'s message \($0 + 1), \(trace[$0].kind), is not in the capture"
            }
        let common = zip(
            capture.indices.filter { !onlyCaptured.contains($0) }, trace.indices.filter { !onlyTraced.contains($0) })
        for (captured, traced) in common {
            let names = Set(capture[captured].fields.keys).union(trace[traced].fields.keys)
            for name in names.sorted() {
                let values = [capture[captured].fields[name], trace[traced].fields[name]]
                guard values[0] != values[1] else { continue }
                let place = "\(sender.rawValue)'s message \(captured + 1), \(capture[captured].kind), \(name)"
                found.append("\(place): \(short(values[0])) in the capture, \(short(values[1])) in the trace")
            }
        }
        return found
    }

    private static func records(_ capture: [Conversation.Record], _ trace: [Conversation.Record]) -> [String] {
        var found: [String] = []
        if capture.count != trace.count {
            let sender = (capture + trace)[0].sender.rawValue
            found.append("\(capture.count) records of the \(sender) in the capture, \(trace.count) in the trace")
        }
        for (number, (captured, traced)) in zip(capture, trace).enumerated() where captured.summary != traced.summary {
            found.append("record \(number + 1): \(captured.summary) in the capture, \(traced.summary) in the trace")
        }
        return found
    }

    private static func handshakeOrder(_ conversation: Conversation) -> [String] {
        let messages = conversation.messages
        let end = messages.lastIndex { $0.kind == "finished" } ?? messages.endIndex - 1
        return messages.prefix(end + 1).map { "\($0.sender.rawValue) \($0.kind)" }
    }

    private static func short(_ value: String?) -> String {
        guard let value else { return "missing" }
        return value.count > 80 ? "\(value.prefix(80))… (\(value.count) characters)" : "'\(value)'"
    }
}

extension CollectionDifference.Change {
    fileprivate var place: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
