public import HoldfastStatements
public import HoldfastTrust

/// A kind of mistake that files of pins are checked for.
public enum PinLintRule: String, Hashable, Sendable, CaseIterable {
    case unreadable = "file.unreadable"
    case invalidPolicy = "policy.invalid"
    case malformed = "pin.malformed"
    case sha1 = "pin.sha1"
    case emptyInput = "pin.emptyInput"
    case emptyKey = "pin.emptyKey"
    case placeholder = "pin.placeholder"
    case sample = "pin.sample"
    case retired = "pin.retired"
    case bareKey = "pin.bareKey"
    case certificateHash = "pin.certificateHash"
    case wholeCertificate = "pin.wholeCertificate"
    case wrongGroup = "pin.wrongGroup"
    case duplicate = "pin.duplicate"
    case shortLived = "pin.shortLived"
    case noBackup = "set.noBackup"
    case backupInChain = "set.backupInChain"
    case expired = "set.expired"
    case expiresSoon = "set.expiresSoon"
    case noExpiry = "set.noExpiry"
    case reportOnly = "set.reportOnly"
    case invalidPattern = "pattern.invalid"
    case publicSuffix = "pattern.publicSuffix"
    case repeatedPattern = "pattern.repeated"
    case needlessExclusion = "pattern.needlessExclusion"
    case invalidReportURI = "report.invalid"
    case plainReportURI = "report.plainHTTP"
    case pinnedReportURI = "report.pinnedHost"

    /// The severity of a finding by this rule.
    public var severity: Severity {
        switch self {
        case .unreadable, .invalidPolicy, .malformed, .sha1, .emptyInput, .emptyKey, .placeholder, .sample, .bareKey,
            .certificateHash, .wrongGroup, .expired, .invalidPattern, .publicSuffix,
            .invalidReportURI:
            .error
        case .retired, .wholeCertificate, .duplicate, .shortLived, .noBackup, .backupInChain, .expiresSoon,
            .repeatedPattern, .needlessExclusion, .plainReportURI, .pinnedReportURI:
            .warning
        case .noExpiry, .reportOnly: .note
        }
    }

    /// The remedy as a statement.
    public var adviceStatement: Statement { Statement(self) }

    /// The remedy in English, as an imperative without a full stop.
    public var advice: String { adviceStatement.description }

    /// The source of the rule, such as an RFC and its section.
    public var source: String {
        switch self {
        case .unreadable: "the format's own rules"
        case .invalidPolicy: "Docs/policy.schema.json"
        case .malformed: "RFC 7469 §2.4, RFC 4648 §4"
        case .sha1: "Leurent and Peyrin, SHA-1 is a Shambles (2020)"
        case .emptyInput: "FIPS 180-4; seen wherever openssl fails at the head of a pipeline"
        case .emptyKey: "RFC 5280 §4.1.2.7"
        case .placeholder: "the example of OkHttp's CertificatePinner"
        case .sample: "documentation of OkHttp, TrustKit, Android, OWASP, curl, MDN and RFC 7469"
        case .retired: "the authorities' own announcements"
        case .bareKey: "RFC 7469 §2.4"
        case .certificateHash: "RFC 7469 §2.4"
        case .wholeCertificate: "RFC 7469 §2.4; Apple, Identity Pinning"
        case .wrongGroup: "Apple, NSPinnedLeafIdentities and NSPinnedCAIdentities"
        case .duplicate: "RFC 7469 §2.5"
        case .shortLived: "CA/B BR 6.3.2 (SC-081v3); RFC 8555"
        case .noBackup: "RFC 7469 §4.3"
        case .backupInChain: "RFC 7469 §2.5"
        case .expired, .expiresSoon, .noExpiry: "RFC 7469 §4.2; TSKExpirationDate; Android's pin-set expiration"
        case .reportOnly: "RFC 7469 §2.1"
        case .invalidPattern: "RFC 1123 §2.1"
        case .publicSuffix: "publicsuffix.org"
        case .repeatedPattern: "XmlConfigSource.java of Android refuses it"
        case .needlessExclusion: "TSKExcludeSubdomainFromParentPolicy"
        case .invalidReportURI, .plainReportURI, .pinnedReportURI: "RFC 7469 §2.1.3, §2.1.4"
        }
    }
}
