import HoldfastTransport
public import HoldfastTrust
package import HoldfastStatements
import HoldfastWeb
public import HoldfastX509

/// The days on which something stops working, for one chain or for all: ready to be shown, as text, as JSON of the
/// schema `holdfast.deadlines/1`.
///
/// ```swift
/// let report = DeadlineReport(of: evaluation, target: "www.example.com", within: .seconds(90 * 86_400))
/// print(report.text())
/// ```
///
/// It does not say whether a server is trusted: that is a verdict's to say (``VerdictReport``).
public struct DeadlineReport: Sendable {
    /// The name and version of the JSON's shape.
    package static let schema = "holdfast.deadlines/1"

    /// One day, and what happens on it.
    package struct Row: Sendable {
        /// The word for programs.
        package enum Event: String, Sendable {
            case expires, renewal, removal, distrust
            /// A row of the programmes' calendar, of no chain.
            case calendar
        }

        /// The beginning; nil for what held before any day.
        package let at: Instant?
        package let event: Event
        /// The certificate's place in the chain; nil in the calendar.
        package let depth: Int?
        /// The certificate as people name it, and SHA-256 of its bytes.
        package let certificate: CertificateSummary?
        /// The programme's row; nil for a certificate's end and for a root's constraint.
        package let deadline: ProgrammeDeadline?
        package let words: LocalizedText
        package let source: (name: String, day: Instant)?
        /// Whether it comes within the time that was asked about.
        package let isWithin: Bool
        /// Whether it was before the moment that is told of.
        package let isPast: Bool
    }

    /// The target as the user named it, without the user and the password of a URL; nil for the calendar.
    public let target: String?
    /// The instant that is told of.
    package let at: Instant
    /// The end of the time that was asked about; nil where nobody asked.
    package let until: Instant?
    /// The kind of anchor that the chain ends at; nil for the calendar.
    package let anchorKind: AnchorKind?
    package let rows: [Row]
    /// The failure that kept a target from its chain.
    public let failure: FailureReport?

    /// The deadlines of a chain, accepted or refused.
    ///
    /// - Parameters:
    ///   - outcome: the judgement, whose instant counts as now.
    ///   - target: the server or file as the user named it.
    ///   - within: the time from then on that ``exitCode`` speaks of; nil for none.
    public init(of outcome: some TrustOutcome, target: String, within: Duration? = nil) {
        let until = Self.end(outcome.at, within)
        let chain = outcome.chain.map(CertificateSummary.init)
        self.init(
            target: target, at: outcome.at, until: until, anchorKind: outcome.anchor?.kind ?? AnchorKind.none,
            rows: outcome.deadlines.map { Row($0, chain, outcome.at, until) }, failure: nil)
    }

    /// The calendar of the programmes: every row of their table, the earliest first.
    ///
    /// - Parameters:
    ///   - now: the instant that counts as now.
    ///   - within: the time from then on that ``exitCode`` speaks of; nil for none.
    public init(calendarAt now: Instant, within: Duration? = nil) {
        let until = Self.end(now, within)
        let rows = ProgrammeDeadline.all.map { Row($0, now, until) }
        let first = Instant(secondsSince1970: .min)
        self.init(
            target: nil, at: now, until: until, anchorKind: nil,
            rows: rows.enumerated().sorted { ($0.element.at ?? first, $0.offset) < ($1.element.at ?? first, $1.offset) }
                .map(\.element), failure: nil)
    }

    /// The report of a target whose chain was not had.
    package init(_ failure: FailureReport, target: String, at now: Instant, within: Duration? = nil) {
        self.init(
            target: target, at: now, until: Self.end(now, within), anchorKind: AnchorKind.none, rows: [],
            failure: failure)
    }

    private init(
        target: String?, at: Instant, until: Instant?, anchorKind: AnchorKind?, rows: [Row], failure: FailureReport?
    ) {
        self.target = target.map { ShownURL.text(of: $0) }
        (self.at, self.until, self.anchorKind, self.rows, self.failure) = (at, until, anchorKind, rows, failure)
    }

    private static func end(_ now: Instant, _ within: Duration?) -> Instant? {
        within.map { now.advanced(bySeconds: $0.components.seconds) }
    }

    /// The exit code: 32 where something comes within the time that was asked about, or a certificate has ended; that
    /// of the failure where there is one; else 0.
    public var exitCode: Int32 { failure?.exitCode ?? (rows.contains(where: \.isWithin) ? 32 : 0) }
}

extension DeadlineReport.Row {
    init(_ deadline: ChainDeadline, _ chain: [CertificateSummary], _ now: Instant, _ until: Instant?) {
        var row: ProgrammeDeadline?
        var source: (name: String, day: Instant)?
        switch deadline.event {
        case .expires: event = .expires
        case .renewal(let programme): (event, row) = (.renewal, programme)
        case .removal(let programme): (event, row) = (.removal, programme)
        case .distrust(_, let name, let day): (event, source) = (.distrust, (name, day))
        }
        at = deadline.at
        depth = deadline.depth
        certificate = chain.indices.contains(deadline.depth) ? chain[deadline.depth] : nil
        self.deadline = row
        words = deadline.words
        self.source = source ?? row.map { ($0.source, $0.sourceDay) }
        isPast = deadline.at < now
        // What ended stays ended; a demand that holds already changes nothing more.
        let counts = deadline.at >= now || event == .expires
        isWithin = counts && until.map { deadline.at <= $0 } ?? false
    }

    fileprivate init(_ row: ProgrammeDeadline, _ now: Instant, _ until: Instant?) {
        at = row.effective
        event = .calendar
        (depth, certificate) = (nil, nil)
        deadline = row
        words = row.words
        source = (row.source, row.sourceDay)
        isPast = row.effective.map { $0 < now } ?? true
        if let day = row.effective, let until { isWithin = day >= now && day <= until } else { isWithin = false }
    }
}

extension DeadlineReport: JSONLineReport, JSONReport {
    package var json: JSONObject {
        JSONObject(
            [
                "schema": Self.schema, "target": target, "at": at.toTheMillisecond,
                "until": until?.toTheMillisecond, "anchor": anchorKind?.rawValue,
                "facts": ProgrammeDeadline.newestSource?.dayText, "deadlines": rows, "exitCode": exitCode,
            ], unlessNone: ["error": failure])
    }
}

extension DeadlineReport.Row: JSONReport {
    package var json: JSONObject {
        JSONObject([
            "at": at?.toTheMillisecond, "event": event.rawValue, "certificate": depth,
            "subject": certificate?.fields?.subject, "fingerprintSHA256": certificate?.fingerprintSHA256,
            "programme": deadline?.programme.rawValue, "identifier": deadline?.identifier,
            "demand": deadline?.demand.kind, "limit": deadline?.demand.limit, "requirement": deadline?.requirement,
            "sentence": words.english, "source": source?.name, "sourceDay": source?.day.dayText, "within": isWithin,
        ])
    }
}

extension Instant {
    /// `2026-01-15`.
    package var dayText: String { PageTime.day(self) }
}
