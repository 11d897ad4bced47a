package import HoldfastStatements
import HoldfastTLS
package import HoldfastTracing

/// The versions of TLS that a server speaks with what it takes in each, and what is to be said of that.
///
/// It changes no verdict: a server that speaks TLS 1.0 too is not trusted less by a client that does not offer it.
package struct ProtocolReport: Sendable {
    package let survey: ProtocolSurvey
    /// The remarks, the gravest first.
    package let remarks: [ProtocolRemark]

    package init(_ survey: ProtocolSurvey) {
        self.survey = survey
        remarks = Self.remarks(on: survey).sorted { $0.isWarning && !$1.isWarning }
    }

    private static func remarks(on survey: ProtocolSurvey) -> [ProtocolRemark] {
        let spoken = survey.versions.filter { $0.isSpoken == true }
        guard !spoken.isEmpty else { return [] }
        var remarks = spoken.filter { $0.version < .tls12 }.map { ProtocolRemark.oldVersion(version: $0.version.name) }
        var weak: [SuiteWeakness: [String]] = [:]
        for suite in spoken.flatMap(\.suites.points) {
            guard let weakness = SuiteWeakness(suite), weak[weakness]?.contains(suite.name) != true else { continue }
            weak[weakness, default: []].append(suite.name)
        }
        remarks += SuiteWeakness.allCases.compactMap { kind in
            weak[kind].map { .weakSuites(weakness: kind, suites: $0) }
        }
        // RFC 9325 §4.1: keys over a finite field of fewer than 2,048 bits "SHOULD NOT" be agreed on.
        if let bits = spoken.compactMap(\.primeBits).min(), bits < 2048 { remarks.append(.shortPrime(bits: bits)) }
        if survey.secureRenegotiation == false { remarks.append(.unmarkedRenegotiation) }
        if survey.extendedMasterSecret == false { remarks.append(.noExtendedMasterSecret) }
        if survey[.tls13]?.isSpoken == false { remarks.append(.noTLS13) }
        if let groups = survey[.tls13]?.groups, groups.isComplete, !groups.points.isEmpty,
            !groups.points.contains(where: { [.hybrid, .encapsulation].contains($0.method) })
        {
            remarks.append(.noPostQuantumGroup)
        }
        return remarks
    }
}

/// The weaknesses of cipher suites, each of which is reason enough not to offer one.
package enum SuiteWeakness: String, Sentence, CaseIterable {
    /// No certificate: whoever stands in between is taken for the server.
    case anonymous
    /// No encryption.
    case null
    /// Keys of 40 or 56 bits, made so for export (RFC 4346 §1.1).
    case export
    /// RFC 7465: "prohibits the use of RC4".
    case rc4
    /// 56 bits, or blocks of 64: RFC 9325 §4.1.
    case des
    /// MD5 authenticates the records.
    case md5

    init?(_ suite: CipherSuite) {
        let name = suite.name
        guard let found = Self.allCases.first(where: { $0.marks.contains(where: name.contains) }) else { return nil }
        self = found
    }

    /// Parts of the names of such suites.
    private var marks: [String] {
        switch self {
        case .anonymous: ["_anon_"]
        // TLS_SHA256_SHA256 and TLS_SHA384_SHA384 (RFC 9150) only authenticate.
        case .null: ["_WITH_NULL_", "TLS_SHA256_SHA256", "TLS_SHA384_SHA384"]
        case .export: ["_EXPORT_"]
        case .rc4: ["_RC4_"]
        case .des: ["_DES_", "_DES40_", "_3DES_", "_IDEA_", "_RC2_"]
        case .md5: ["_MD5"]
        }
    }

    package static let topic = "suiteWeakness"

    package var words: LocalizedText {
        switch self {
        case .anonymous: LocalizedText("no certificate", "没有证书")
        case .null: LocalizedText("no encryption", "不加密")
        case .export: LocalizedText("keys of 40 or 56 bits", "密钥只有 40 或 56 位")
        case .rc4: LocalizedText("RC4", "RC4")
        case .des: LocalizedText("blocks of 64 bits", "分组只有 64 位")
        case .md5: LocalizedText("MD5", "MD5")
        }
    }
}

/// A remark on what a server speaks.
package enum ProtocolRemark: Sentence {
    case oldVersion(version: String)
    case weakSuites(weakness: SuiteWeakness, suites: [String])
    case shortPrime(bits: Int)
    case unmarkedRenegotiation
    case noExtendedMasterSecret
    case noTLS13
    case noPostQuantumGroup

    package static let topic = "protocols"

    private static func obsoleting(_ version: String) -> String { version == "SSL 3.0" ? "RFC 7568" : "RFC 8996" }

    /// Whether it asks for something to be done; the others are worth knowing.
    package var isWarning: Bool {
        switch self {
        case .oldVersion, .weakSuites, .shortPrime, .unmarkedRenegotiation: true
        case .noExtendedMasterSecret, .noTLS13, .noPostQuantumGroup: false
        }
    }

    package var words: LocalizedText {
        switch self {
        case .oldVersion(let version):
            LocalizedText(
                "\(version) is spoken, which \(Self.obsoleting(version)) takes out of use",
                "支持 \(version)，\(Self.obsoleting(version)) 已停用它")
        case .weakSuites(let weakness, let suites):
            LocalizedText(
                "suites with \(weakness.words.english) are taken: \(suites.joined(separator: ", "))",
                "接受有缺陷（\(weakness.words.chinese)）的密码套件：\(suites.joined(separator: "、"))")
        case .shortPrime(let bits):
            LocalizedText(
                "keys are agreed on by a prime of \(bits) bits; RFC 9325 asks for 2,048 at least",
                "密钥交换所用的素数只有 \(bits) 位；RFC 9325 要求至少 2048 位")
        case .unmarkedRenegotiation:
            LocalizedText(
                "renegotiations are not bound to the connection (RFC 5746)", "重新协商没有与连接绑定（RFC 5746）")
        case .noExtendedMasterSecret:
            LocalizedText(
                "TLS 1.2 and before without the extended master secret (RFC 7627)",
                "TLS 1.2 及更早版本没有扩展主密钥（RFC 7627）")
        case .noTLS13: LocalizedText("TLS 1.3 is not spoken", "不支持 TLS 1.3")
        case .noPostQuantumGroup:
            LocalizedText("no post-quantum group for key exchange is taken", "不接受任何抗量子的密钥交换组")
        }
    }
}

/// The reason why a server was not asked everything.
enum SurveyStopSentence: Sentence {
    case connections(limit: Int)
    case octets(limit: Int)
    case seconds(limit: Int)
    case failed(Statement)

    init(_ stop: ProtocolSurvey.Stop) {
        self =
            switch stop {
            case .connections(let limit): .connections(limit: limit)
            case .octets(let limit): .octets(limit: limit)
            case .seconds(let limit): .seconds(limit: limit)
            case .failed(let error): .failed(error.statement)
            }
    }

    static let topic = "protocolsStopped"

    var words: LocalizedText {
        switch self {
        case .connections(let limit):
            LocalizedText("not all was asked: \(limit) connections are the limit", "未问完：连接数上限为 \(limit)")
        case .octets(let limit):
            LocalizedText("not all was asked: \(limit) octets are the limit", "未问完：读取上限为 \(limit) 字节")
        case .seconds(let limit):
            LocalizedText("not all was asked: \(limit) seconds are the limit", "未问完：时间上限为 \(limit) 秒")
        case .failed(let why):
            LocalizedText("not all was asked: \(why.english)", "未问完：\(why.chinese)")
        }
    }
}
