import HoldfastTracing

/// A line of the packet table: an event, or one of the messages of a record.
struct TraceRow {
    let event: TraceEvent
    /// The place among the contents of the event's record; nil for an event as a whole.
    let content: Int?
    /// `TCP`, `SMTP`, `TLS 1.3`, …
    let protocolName: String
    /// Bytes on the wire; nil where there are none of its own, as of the second message of a record.
    let length: Int?
    let info: TraceInfo
    /// The fields that the line unfolds to.
    let fields: [TraceField]

    /// Whether it is the first line of its event, which carries number and time.
    var isFirstOfEvent: Bool { content == nil || content == 0 }
}

/// Lines that follow each other in one phase. A phase whose steps another one interrupts has several.
struct TraceTableRun {
    /// nil for what comes before TLS.
    let phase: TracePhase?
    /// The phase's place, from 1; 0 before TLS.
    let number: Int
    let isFirst: Bool
    let isLast: Bool
    let rows: [TraceRow]
}

/// The packet table of a trace, in the order of time.
struct TraceTable {
    let runs: [TraceTableRun]

    /// The place that an event, or a content of its record, belongs to.
    private struct Place: Hashable {
        let event: Int
        let content: Int?
    }

    init(_ trace: HandshakeTrace) {
        var places: [Place: Int] = [:]
        for (index, phase) in trace.phases.enumerated() {
            for step in phase.steps { places[Place(event: step.event, content: step.content)] = index }
        }
        var groups: [(phase: Int?, rows: [TraceRow])] = []
        for row in trace.events.flatMap({ Self.rows(of: $0, in: trace) }) {
            let phase = places[Place(event: row.event.number, content: row.content)]
            if let last = groups.last, last.phase == phase {
                groups[groups.count - 1].rows.append(row)
            } else {
                groups.append((phase, [row]))
            }
        }
        runs = groups.enumerated().map { place, group in
            TraceTableRun(
                phase: group.phase.map { trace.phases[$0] }, number: (group.phase ?? -1) + 1,
                isFirst: !groups[..<place].contains { $0.phase == group.phase },
                isLast: !groups[(place + 1)...].contains { $0.phase == group.phase }, rows: group.rows)
        }
    }

    var rows: [TraceRow] { runs.flatMap(\.rows) }

    private static func rows(of event: TraceEvent, in trace: HandshakeTrace) -> [TraceRow] {
        guard let record = event.record else {
            let info = TraceInfo(event, in: trace)
            return [
                TraceRow(
                    event: event, content: nil, protocolName: name(of: event, in: trace), length: length(of: event),
                    info: info, fields: [])
            ]
        }
        let version = (trace.negotiated.version ?? record.record.version).name
        guard !record.contents.isEmpty else {
            return [
                TraceRow(
                    event: event, content: nil, protocolName: version, length: record.record.bytes.count,
                    info: TraceInfo(record), fields: RecordFields.of(record))
            ]
        }
        return record.contents.enumerated().map { index, content in
            TraceRow(
                event: event, content: index, protocolName: version,
                length: index == 0 ? record.record.bytes.count : nil,
                info: TraceInfo(content, in: record, isFirst: index == 0, version: trace.negotiated.version),
                fields: (index == 0 ? RecordFields.of(record) : [])
                    + RecordFields.of(content, in: trace.negotiated.version))
        }
    }

    private static func name(of event: TraceEvent, in trace: HandshakeTrace) -> String {
        switch event.kind {
        case .addresses(_, let wereGiven): wereGiven ? "–" : "DNS"
        case .tcp: "TCP"
        case .plaintext: trace.target.startTLS?.protocolName ?? "?"
        case .record(let record): record.record.version.name
        case .notTLS: "?"
        case .verdict: "trust"
        case .note: "–"
        }
    }

    private static func length(of event: TraceEvent) -> Int? {
        switch event.kind {
        case .plaintext(let bytes), .notTLS(let bytes, _): bytes.count
        default: nil
        }
    }
}

extension StartTLS {
    /// The protocol's name as people write it.
    package var protocolName: String {
        switch self {
        case .smtp: "SMTP"
        case .lmtp: "LMTP"
        case .imap: "IMAP"
        case .pop3: "POP3"
        case .sieve: "SIEVE"
        case .ftp: "FTP"
        case .nntp: "NNTP"
        case .irc: "IRC"
        case .ldap: "LDAP"
        case .postgres, .postgresDirect: "PGSQL"
        case .mysql: "MYSQL"
        case .xmpp, .xmppServer: "XMPP"
        }
    }
}
