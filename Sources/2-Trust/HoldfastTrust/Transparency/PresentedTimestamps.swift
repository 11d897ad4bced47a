import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// The timestamps that came with a certificate, by each of the three ways (RFC 6962 §3.3), before any is believed.
struct PresentedTimestamps {
    /// One timestamp, and the way by which it came.
    struct Item {
        let timestamp: SignedCertificateTimestamp
        let source: TransparencyOutcome.Source
    }

    /// Answers of the stapled response about the leaf whose timestamps are read: 4. A response has one; each may hold
    /// 64 timestamps, and each timestamp is told of.
    static let maximumAnswers = 4

    private(set) var items: [Item] = []
    private(set) var problems: [TransparencyListProblem] = []

    /// Gathers what a path's leaf and its server presented.
    ///
    /// - Parameter stapled: what the stapled response says of the leaf; the first ``maximumAnswers`` are read. Neither
    ///   its signature nor its age matters: a timestamp proves itself, as one in the handshake does.
    init(_ leaf: Certificate, _ trust: ServerTrust?, stapled: [SingleResponse]) {
        if let embedded = leaf.embeddedSCTList { add(embedded, .embedded) }
        if let list = trust?.signedCertificateTimestamps { add(list[...], .tls) }
        for answer in stapled.prefix(Self.maximumAnswers) {
            do throws(DERError) {
                if let list = try answer.signedCertificateTimestamps { add(list, .ocsp) }
            } catch {
                problems.append(TransparencyListProblem(source: .ocsp, reasonStatement: error.statement))
            }
        }
    }

    /// Tells of a stapled response that cannot be read: timestamps may be in it. One without an answer has none.
    mutating func note(_ unusable: [OCSPProblem]) {
        for case .malformed(let error, _) in unusable {
            problems.append(TransparencyListProblem(source: .ocsp, reasonStatement: error.statement))
        }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ source: TransparencyOutcome.Source) {
        do throws(SCTError) {
            let list = try SignedCertificateTimestampList(bytes: bytes)
            items += list.timestamps.map { Item(timestamp: $0, source: source) }
        } catch {
            problems.append(TransparencyListProblem(source: source, reasonStatement: error.statement))
        }
    }
}

/// The tally of the timestamps that count, as a policy compares it with its rows.
struct TimestampTally {
    /// A timestamp whose signature is its log's, of a log that is or was approved.
    struct Entry {
        let log: TransparencyLogList.Log
        let operatorName: String
        let source: TransparencyOutcome.Source
        /// Whether the log is approved now, and was not only once.
        let isCurrent: Bool
    }

    let entries: [Entry]

    private init(_ entries: [Entry]) { self.entries = entries }

    /// The logs in it, each once: the one that is presented first.
    init(distinct entries: [Entry]) {
        var seen: Set<[UInt8]> = []
        self.entries = entries.filter { seen.insert($0.log.id).inserted }
    }

    func only(_ isIncluded: (Entry) -> Bool) -> TimestampTally { TimestampTally(entries.filter(isIncluded)) }

    var operators: Set<String> { Set(entries.map(\.operatorName)) }

    /// The logs that count where so many of one operator do at most.
    func count(ofOperator limit: Int?) -> Int {
        guard let limit else { return entries.count }
        return Dictionary(grouping: entries, by: \.operatorName).values.reduce(0) { $0 + min($1.count, limit) }
    }
}

extension TransparencyPolicy.Version {
    private typealias Period = TransparencyPolicy.Period

    /// The operator whose logs Chrome's former rule names.
    private static let google = "Google"

    /// The demands that timestamps do not meet, for people; none where they are enough by one of the ways.
    ///
    /// The way that is told of is the one in the certificate, unless only the handshake brought any: it is the one that
    /// authorities go.
    func shortage(
        of entries: [TimestampTally.Entry], _ period: TransparencyPolicy.Period, _ validity: Validity
    ) -> [TimestampShortage] {
        let embedded = embeddedShortage(entries.filter { $0.source == .embedded }, period, validity)
        if embedded.isEmpty { return [] }
        let delivered = deliveredShortage(entries, period)
        if delivered.isEmpty { return [] }
        let isDelivered = !entries.isEmpty && entries.allSatisfy { $0.source != .embedded }
        return isDelivered ? delivered : embedded
    }

    private func embeddedShortage(
        _ entries: [TimestampTally.Entry], _ period: Period, _ validity: Validity
    ) -> [TimestampShortage] {
        let tally = TimestampTally(distinct: entries)
        guard let row = period.row(for: validity) else { return [.noRow] }
        var shortage: [TimestampShortage] = []
        let count = tally.count(ofOperator: row.logsOfOperator)
        if count < row.logs {
            shortage.append(.embedded(wanted: row.logs, count: count, ofOneOperator: row.logsOfOperator))
        }
        if !tally.entries.contains(where: \.isCurrent) { shortage.append(.noCurrentLog) }
        return shortage + commonShortage(tally, operators: period.operators, period)
    }

    private func deliveredShortage(_ entries: [TimestampTally.Entry], _ period: Period) -> [TimestampShortage] {
        let current = entries.filter(\.isCurrent)
        let beside = current.filter { $0.source != .embedded }
        // Those beside the certificate first: a log that gave both counts as one of them.
        let tally = TimestampTally(distinct: delivery == .both ? beside : beside + current)
        var shortage: [TimestampShortage] = []
        if beside.isEmpty { shortage.append(counted.contains(.ocsp) ? .noneDelivered : .noneInHandshake) }
        if tally.entries.count < 2 { shortage.append(.delivered(wanted: 2, count: tally.entries.count)) }
        return shortage + commonShortage(tally, operators: period.operators, period)
    }

    private func commonShortage(_ tally: TimestampTally, operators: Int, _ period: Period) -> [TimestampShortage] {
        var shortage: [TimestampShortage] = []
        if tally.operators.count < operators {
            shortage.append(.operators(wanted: operators, count: tally.operators.count))
        }
        if needsRFC6962Log, !tally.entries.contains(where: { $0.log.kind == .rfc6962 }) {
            shortage.append(.noRFC6962Log)
        }
        if period.needsGoogleAndAnother {
            let google = tally.entries.filter { $0.operatorName == Self.google }.count
            if google == 0 { shortage.append(.noGoogleLog) }
            if google == tally.entries.count { shortage.append(.onlyGoogleLogs) }
        }
        return shortage
    }
}

extension Judgement {
    /// The times that timestamps state which came with a path's leaf, by whichever of the three ways. Nobody has
    /// verified any of them.
    mutating func statedTimestamps(of path: CertificationPath) -> [Instant] {
        var answers: [SingleResponse] = []
        if let staple = trust?.stapledOCSP, path.certificates.count > 1 {
            var pool = OCSPPool([SuppliedOCSPResponse(der: staple)])
            let found = pool.answers(about: path.leaf, issuedBy: path.certificates[1], &meter)
            answers = found?.flatMap(\.answers) ?? []
        }
        let presented = PresentedTimestamps(path.leaf, trust, stapled: answers)
        return presented.items.compactMap { $0.timestamp.version1?.instant }
    }
}
