import HoldfastStatements
import HoldfastTLS
import HoldfastTracing

/// The versions of TLS that the servers of a scan speak with what they take, server by server: memory is bounded
/// whatever their number.
package struct ScanProtocols: Sendable {
    /// A remark with the number of servers that it is about, and some of them.
    struct Remark: Sendable {
        let words: LocalizedText
        let isWarning: Bool
        let row: ScanCodes.Row
    }

    /// A server that is told by its name; those with warnings come first.
    struct Server: Hashable, Sendable, Comparable {
        let index: Int
        let title: String
        let versions: [String]
        let groups: [String]
        let warnings: Int
        let notes: Int

        private var key: (Int, Int, String) { (-warnings, index, title) }

        static func < (one: Self, other: Self) -> Bool { one.key < other.key }
    }

    /// Servers that are told by their names.
    static let serverLimit = 100
    /// Groups that a line of the summary names.
    private static let namedGroups = 8

    /// Servers that were asked, and spoke any version.
    package private(set) var servers = 0
    /// Versions that are spoken, `TLS 1.3` for example.
    private(set) var versions = ScanCounts()
    /// Groups that are taken in any version, once a server.
    private(set) var groups = ScanCounts()
    private(set) var named = FirstOnes<Server>(limit: serverLimit)
    private var codes = ScanCodes()
    private var words: [String: (words: LocalizedText, isWarning: Bool)] = [:]

    init() {}

    /// Takes what one server speaks.
    mutating func add(_ report: ProtocolReport, of target: ScanTarget, named title: String) {
        let spoken = report.survey.versions.filter { $0.isSpoken == true }
        guard !spoken.isEmpty else { return }
        servers += 1
        let names = spoken.map(\.version.name)
        for name in names { versions.add(name) }
        var taken: [String] = []
        for group in spoken.flatMap(\.groups.points) where !taken.contains(group.name) { taken.append(group.name) }
        for name in taken { groups.add(name) }
        for remark in report.remarks {
            let kind = remark.kind
            words[kind.english] = (kind, remark.isWarning)
            codes.add(kind.english, about: title)
        }
        let warnings = report.remarks.count(where: \.isWarning)
        named.add(
            Server(
                index: target.index, title: title, versions: names, groups: taken, warnings: warnings,
                notes: report.remarks.count - warnings))
    }

    /// The remarks, warnings first, among these the most frequent.
    var remarks: [Remark] {
        let all = codes.rows.compactMap { row in
            words[row.code].map { Remark(words: $0.words, isWarning: $0.isWarning, row: row) }
        }
        return all.filter(\.isWarning) + all.filter { !$0.isWarning }
    }

    /// The versions with their number, the newest first.
    var versionRows: [ScanCounts.Row] {
        versions.rows.sorted { Self.rank(of: $0.word) < Self.rank(of: $1.word) }
    }

    private static func rank(of name: String) -> Int {
        ["TLS 1.3", "TLS 1.2", "TLS 1.1", "TLS 1.0", "SSL 3.0"].firstIndex(of: name) ?? .max
    }

    /// Whether a version is out of use (RFC 8996, RFC 7568).
    static func isOld(_ name: String) -> Bool { rank(of: name) > 1 }

    /// Lines for people; none where no server was asked.
    var lines: [LocalizedText] {
        guard servers > 0 else { return [] }
        let counts = versionRows.map { "\($0.word) \($0.count)" }.joined(separator: ", ")
        let rows = groups.rows
        let names = rows.prefix(Self.namedGroups).map { "\($0.word) \($0.count)" }.joined(separator: ", ")
        let more = rows.count > Self.namedGroups ? ", …" : ""
        var lines = [
            LocalizedText(
                "versions of \(Counted.english(servers, "server")): \(counts)", "\(servers) 台服务器支持的版本：\(counts)")
        ]
        if !names.isEmpty { lines.append(LocalizedText("groups: \(names)\(more)", "密钥交换组：\(names)\(more)")) }
        return lines
            + remarks.map { remark in
                let level = (remark.isWarning ? ScanLevel.warning : .note).words
                let names = remark.row.examples.map(SafeText.line).joined(separator: ", ")
                let more = remark.row.count > remark.row.examples.count ? ", …" : ""
                let servers = Counted.english(remark.row.count, "server")
                return LocalizedText(
                    "\(level.english) on \(servers): \(remark.words.english): \(names)\(more)",
                    "\(remark.row.count) 台服务器有\(level.chinese)：\(remark.words.chinese)：\(names)\(more)")
            }
    }
}

extension ProtocolRemark {
    /// The remark without what differs from server to server.
    var kind: LocalizedText {
        switch self {
        case .weakSuites(let weakness, _):
            LocalizedText(
                "suites with \(weakness.words.english) are taken", "接受有缺陷（\(weakness.words.chinese)）的密码套件")
        case .shortPrime:
            LocalizedText("keys are agreed on by a prime of fewer than 2,048 bits", "密钥交换所用的素数不足 2048 位")
        case .oldVersion, .unmarkedRenegotiation, .noExtendedMasterSecret, .noTLS13, .noPostQuantumGroup: words
        }
    }
}
