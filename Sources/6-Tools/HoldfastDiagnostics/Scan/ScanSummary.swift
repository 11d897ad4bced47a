import HoldfastTrust
package import HoldfastX509

/// The numbers of a scan, taken from its results one by one: memory is bounded whatever their number.
package struct ScanSummary: Sendable {
    /// The moment at which the scan began.
    package let began: Instant
    /// The moment of the last result.
    package private(set) var ended: Instant
    /// Results, of which a target has several where each of its addresses is judged.
    package private(set) var results = 0
    /// Results that somebody has asked for silence about.
    package private(set) var muted = 0
    private var levels: [ScanLevel: Int] = [:]
    private var exitCodes: [Int32: Int] = [:]
    /// Causes of what failed: the codes of findings that refuse, and of connections that came to nothing.
    package private(set) var causes = ScanCodes()
    /// Codes of warnings, each counted once a result.
    package private(set) var warnings = ScanCodes()
    /// Codes of notes, each counted once a result.
    package private(set) var notes = ScanCodes()
    /// Issuers of the servers' own certificates.
    package private(set) var issuers = ScanCounts()
    /// Kinds of the servers' keys, with their size or curve: `RSA 2048`, `EC P-256`.
    package private(set) var keys = ScanCounts()
    /// Versions of TLS, `1.3` for example.
    package private(set) var versions = ScanCounts()
    /// Groups of the key exchange.
    package private(set) var groups = ScanCounts()
    /// Grades of the key exchange against quantum computers: `pure`, `hybrid` or `none`.
    package private(set) var postQuantum = ScanCounts()
    /// Results of looking up whether certificates are revoked, and `notChecked`.
    package private(set) var revocation = ScanCounts()
    /// Families of the addresses that were dialled: `IPv4`, `IPv6`.
    package private(set) var families = ScanCounts()
    /// The versions of TLS that servers speak, where they were asked.
    package private(set) var protocols = ScanProtocols()
    /// The trusted target whose certificates end first, when, and the seconds until then.
    package private(set) var firstEnd: (title: String, moment: Instant, seconds: Int64)?
    private var weeks: [Week: Int] = [:]
    /// Certificates that end later than ``weekLimit`` weeks were told apart.
    package private(set) var endsBeyondWeeks = 0

    /// Weeks that are told apart.
    package static let weekLimit = 1_000

    /// Makes the numbers of a scan that has no result yet.
    package init(began: Instant) {
        self.began = began
        ended = began
    }

    /// Counts one result more.
    ///
    /// - Parameter moment: now.
    package mutating func add(_ result: ScanResult, at moment: Instant) {
        let report = result.report
        results += 1
        if result.isMuted { muted += 1 }
        ended = max(ended, moment)
        levels[result.level, default: 0] += 1
        exitCodes[report.exitCode, default: 0] += 1
        if let code = result.causeCode { causes.add(code, about: result.title) }
        add(report.findings, about: result.title)
        revocation.add(report.revocation?.status ?? "notChecked")
        add(report.connection)
        if let grade = report.postQuantum?.keyExchangeGrade { postQuantum.add(grade) }
        if let leaf = report.leaf { add(leaf) }
        if let protocols = report.protocols { self.protocols.add(protocols, of: result.target, named: result.title) }
        if report.trusted, let end = report.firstEnd?.at, firstEnd.map({ end < $0.moment }) ?? true {
            firstEnd = (result.title, end, report.seconds(to: end))
        }
    }

    private mutating func add(_ findings: [FindingReport], about title: String) {
        var seen: Set<String> = []
        for finding in findings where !finding.isError && seen.insert(finding.code).inserted {
            if finding.severity == .note {
                notes.add(finding.code, about: title)
            } else {
                warnings.add(finding.code, about: title)
            }
        }
    }

    private mutating func add(_ connection: ConnectionReport?) {
        if let version = connection?.tls?.version { versions.add(version) }
        if let group = connection?.tls?.keyExchange { groups.add(group) }
        if let address = connection?.address.flatMap(IPAddress.init) {
            families.add(address.bytes.count == 4 ? "IPv4" : "IPv6")
        }
    }

    private mutating func add(_ leaf: CertificateSummary.Fields) {
        issuers.add(leaf.issuer)
        keys.add(leaf.key.words)
        guard let end = Instant(rfc3339: leaf.notAfter) else { return }
        let week = Week(of: end)
        if weeks[week] != nil || weeks.count < Self.weekLimit {
            weeks[week, default: 0] += 1
        } else {
            endsBeyondWeeks += 1
        }
    }

    /// The number of results of a gravity.
    package func count(of level: ScanLevel) -> Int { levels[level] ?? 0 }

    /// The number of results with an exit code.
    package func count(ofExit code: ExitCode) -> Int { exitCodes[code.rawValue] ?? 0 }

    /// The weeks in which servers' certificates end, the earliest first, with their number.
    package var ends: [(week: Week, count: Int)] { weeks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// Whole seconds from the beginning to the last result.
    package var seconds: Int64 { ended.seconds(since: began) }
}

extension ScanSummary {
    /// A week from Monday to Sunday, in UTC.
    package struct Week: Hashable, Sendable, Comparable {
        private static let days: Int64 = 7
        private static let secondsOfDay: Int64 = 86_400
        /// Days from the Monday before 1970, whose first day was a Thursday.
        private static let offset: Int64 = 3

        private let number: Int64

        package init(of moment: Instant) {
            let day = Self.floor(moment.secondsSince1970, by: Self.secondsOfDay)
            number = Self.floor(day + Self.offset, by: Self.days)
        }

        private static func floor(_ value: Int64, by divisor: Int64) -> Int64 {
            value / divisor - (value % divisor < 0 ? 1 : 0)
        }

        /// Midnight of its Monday.
        package var start: Instant {
            Instant(secondsSince1970: (number * Self.days - Self.offset) * Self.secondsOfDay)
        }

        package static func < (one: Self, other: Self) -> Bool { one.number < other.number }
    }
}
