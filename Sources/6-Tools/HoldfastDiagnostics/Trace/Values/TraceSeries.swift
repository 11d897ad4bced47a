import HoldfastTracing
import HoldfastTransport
import HoldfastStatements
import HoldfastWeb

/// The times of many connections to one server: full handshakes and resumed ones, each by themselves.
///
/// ```swift
/// var series = TraceSeries(target: "https://example.com")
/// for report in reports { series.add(report) }
/// print(series.text())
/// let page = TracePage(series, at: now).html
/// ```
public struct TraceSeries: Sendable {
    /// The name and version of the JSON's shape.
    package static let schema = "holdfast.trace-statistics/1"

    /// One connection in a few words.
    struct Attempt: Sendable {
        let timing: TraceTiming
        let version: ProtocolVersion?
        let keyExchange: KeyExchange?
        let isResumed: Bool
        /// Whether a session was to be resumed, and whether there was one to offer.
        let resumption: (isWanted: Bool, isOffered: Bool)
        let exitCode: Int32
        let outcome: LocalizedText
    }

    /// Handshakes of one kind.
    struct Group {
        let title: TraceWord
        let isResumed: Bool
        let statistics: TraceStatistics
    }

    /// The server as the user named it, as in ``TraceReport/target``.
    package let target: String
    private(set) var attempts: [Attempt] = []
    /// The handshakes that the page shows whole: the first, the first resumed one, the first that ended otherwise.
    private(set) var shown: [TraceReport] = []
    package private(set) var isLoopback = false

    public init(target: String) { self.target = ShownURL.text(of: target) }

    /// Adds the report of one more handshake to the series.
    ///
    /// - Parameter isToResume: whether it was to resume a session of one before.
    public mutating func add(_ report: TraceReport, isToResume: Bool = false) {
        let trace = report.trace
        let isNew =
            shown.isEmpty
            || (trace.negotiated.isResumed && !shown.contains { $0.trace.negotiated.isResumed })
            || !shown.contains { $0.exitCode == report.exitCode }
        if isNew, shown.count < 4 { shown.append(report) }
        isLoopback = isLoopback || report.isLoopback
        // No bytes: a thousand chains need not be kept to know how long they took.
        attempts.append(
            Attempt(
                timing: trace.timing, version: trace.negotiated.version, keyExchange: trace.negotiated.keyExchange,
                isResumed: trace.negotiated.isResumed,
                resumption: (isToResume || trace.offeredSession, trace.offeredSession), exitCode: report.exitCode,
                outcome: trace.outcomeWords))
    }

    package var count: Int { attempts.count }

    /// The numbers of sessions that were to be resumed, were offered, and were resumed; nil where that was not asked
    /// for.
    var resumption: (wanted: Int, offered: Int, resumed: Int)? {
        let wanted = attempts.filter(\.resumption.isWanted)
        guard !wanted.isEmpty else { return nil }
        return (wanted.count, wanted.count { $0.resumption.isOffered }, wanted.count { $0.isResumed })
    }

    /// A sentence about sessions that the server did not resume; nil where it resumed all, or none was wanted.
    var notResumed: LocalizedText? {
        guard let resumption, resumption.resumed < resumption.wanted else { return nil }
        let (wanted, offered, resumed) = resumption
        let counts = LocalizedText(
            "\(resumed) of \(wanted) \(wanted == 1 ? "connection was" : "connections were") resumed",
            "\(wanted) 次连接中恢复了 \(resumed) 次会话")
        guard offered > 0 else {
            return LocalizedText(
                counts.english + ": the server gave no session that can be resumed",
                counts.chinese + "：服务器没有给出可恢复的会话")
        }
        return LocalizedText(
            counts.english + ": the server did not take what it was offered",
            counts.chinese + "：服务器没有接受所提供的会话")
    }

    /// Full handshakes first; a kind that did not occur is left out.
    var groups: [Group] {
        [(TraceWord.fullHandshakes, false), (.resumedHandshakes, true)].compactMap { title, isResumed in
            let timings = attempts.filter { $0.isResumed == isResumed }.map(\.timing)
            guard !timings.isEmpty else { return nil }
            return Group(title: title, isResumed: isResumed, statistics: TraceStatistics(timings))
        }
    }
}

extension TraceSeries.Group {
    /// The times that were measured, each with its name; milliseconds.
    var times: [(name: LocalizedText, distribution: TraceStatistics.Distribution)] {
        let all: [(LocalizedText, TraceStatistics.Distribution?)] = [
            (PageWord.dns.words, statistics.dns), (.same("TCP"), statistics.tcp), (.same("TLS"), statistics.tls),
            (TraceWord.trust.words, statistics.trust),
        ]
        return all.compactMap { name, values in values.map { (name, $0) } }
    }
}

extension TraceSeries: JSONLineReport, JSONReport {
    package var json: JSONObject {
        JSONObject(
            [
                "schema": Self.schema, "target": target, "attempts": count, "loopback": isLoopback,
                "handshakes": groups.map(\.json),
            ],
            unlessNone: [
                "resumption": resumption.map { ["wanted": $0.wanted, "offered": $0.offered, "resumed": $0.resumed] }
            ])
    }
}

extension TraceSeries.Group {
    fileprivate var json: JSONObject {
        JSONObject(
            [
                "kind": isResumed ? "resumed" : "full", "attempts": statistics.attempts,
                "completed": statistics.completed, "roundTrips": statistics.roundTrips.sorted(),
            ],
            unlessNone: [
                "dns": statistics.dns?.json, "tcp": statistics.tcp?.json, "tls": statistics.tls?.json,
                "trust": statistics.trust?.json, "ratio": statistics.ratio?.json,
                "ratioOfMedians": statistics.ratioOfMedians.map(JSONNumber.rounded),
            ])
    }
}

extension TraceStatistics.Distribution {
    fileprivate var json: JSONObject {
        JSONObject([
            "count": count, "min": JSONNumber.rounded(minimum), "median": JSONNumber.rounded(median),
            "p90": JSONNumber.rounded(p90), "max": JSONNumber.rounded(maximum),
            "values": values.map(JSONNumber.rounded),
        ])
    }
}
