import HoldfastPolicy
import HoldfastTracing
import HoldfastTransport

/// What many connections to one server took: full handshakes and resumed ones, each by themselves.
public struct TraceSeries: Sendable {
    /// The name and version of the JSON's shape.
    public static let schema = "holdfast.trace-statistics/1"

    /// One connection in a few words.
    struct Attempt: Sendable {
        let timing: TraceTiming
        let version: ProtocolVersion?
        let keyExchange: KeyExchange?
        let isResumed: Bool
        /// Whether a session was to be resumed, and whether there was one to offer.
        let resumption: (isWanted: Bool, isOffered: Bool)
        let exitCode: Int32
        let outcome: Words
    }

    /// Handshakes of one kind.
    struct Group {
        let title: TraceWord
        let isResumed: Bool
        let statistics: TraceStatistics
    }

    /// As ``TraceReport/target``.
    public let target: String
    private(set) var attempts: [Attempt] = []
    /// Those that the page shows whole: the first, the first resumed one, the first that ended otherwise.
    private(set) var shown: [TraceReport] = []
    public private(set) var isLoopback = false

    public init(target: String) { self.target = ShownURL.text(of: target) }

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

    public var count: Int { attempts.count }

    /// How often a session was to be resumed, was offered, and was resumed; nil where that was not asked for.
    var resumption: (wanted: Int, offered: Int, resumed: Int)? {
        let wanted = attempts.filter(\.resumption.isWanted)
        guard !wanted.isEmpty else { return nil }
        return (wanted.count, wanted.count { $0.resumption.isOffered }, wanted.count { $0.isResumed })
    }

    /// What became of the wish to resume, where a server did not; nil where it did every time, or nobody wished it.
    var notResumed: Words? {
        guard let resumption, resumption.resumed < resumption.wanted else { return nil }
        let (wanted, offered, resumed) = resumption
        let counts = Words(
            "\(resumed) of \(wanted) \(wanted == 1 ? "connection was" : "connections were") resumed",
            "\(wanted) 次连接中恢复了 \(resumed) 次会话")
        guard offered > 0 else {
            return Words(
                counts.english + ": the server gave no session that can be resumed",
                counts.chinese + "：服务器没有给出可恢复的会话")
        }
        return Words(
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
    /// What was measured, each with its name; milliseconds.
    var times: [(name: Words, distribution: TraceStatistics.Distribution)] {
        let all: [(Words, TraceStatistics.Distribution?)] = [
            (PageWord.dns.words, statistics.dns), (.same("TCP"), statistics.tcp), (.same("TLS"), statistics.tls),
            (TraceWord.trust.words, statistics.trust),
        ]
        return all.compactMap { name, values in values.map { (name, $0) } }
    }
}
