public import HoldfastStatements
public import HoldfastTrust

/// A kind of mistake that the settings of App Transport Security are checked for.
public enum AppTransportSecurityLintRule: String, Hashable, Sendable, CaseIterable {
    case unknownKey = "key.unknown"
    case misplacedKey = "key.misplaced"
    case duplicateKey = "key.duplicate"
    case discontinuedKey = "key.discontinued"
    case keyWithoutEffect = "key.noEffect"
    case wrongType = "value.type"
    case unknownValue = "value.unknown"
    case contradiction = "value.contradiction"
    case tooMany = "domain.tooMany"
    case domainCase = "domain.case"
    case domainPort = "domain.port"
    case domainScheme = "domain.scheme"
    case domainWildcard = "domain.wildcard"
    case domainTrailingDot = "domain.trailingDot"
    case domainAddress = "domain.address"
    case invalidDomain = "domain.invalid"
    case exceptionWithoutEffect = "exception.noEffect"
    case noPins = "pin.none"
    case malformedPin = "pin.malformed"
    case duplicatePin = "pin.duplicate"
    case noBackup = "pin.noBackup"
    case pinsWithoutTLS = "pin.plainHTTP"

    /// The severity of a problem by this rule: an error where the file does not do what it says, or is not read.
    public var severity: Severity {
        switch self {
        case .misplacedKey, .duplicateKey, .wrongType, .unknownValue, .contradiction, .tooMany, .domainCase,
            .domainPort, .domainScheme, .domainWildcard, .invalidDomain, .noPins, .malformedPin, .pinsWithoutTLS:
            .error
        case .unknownKey, .discontinuedKey, .keyWithoutEffect, .domainTrailingDot, .domainAddress,
            .exceptionWithoutEffect, .duplicatePin, .noBackup:
            .warning
        }
    }

    /// The remedy as a statement.
    public var adviceStatement: Statement { ATSLintAdvice.mend(self).statement }

    /// The remedy in English, as an imperative without a full stop.
    public var advice: String { adviceStatement.description }

    private static let page = "developer.apple.com/documentation/bundleresources/information-property-list"

    /// The page that the rule comes from.
    public var source: String {
        switch self {
        case .unknownKey, .misplacedKey, .wrongType, .keyWithoutEffect, .contradiction:
            "developer.apple.com/documentation/security/preventing-insecure-network-connections"
        case .duplicateKey: "CFPropertyList.c: a dictionary has each key once"
        case .discontinuedKey: "\(Self.page)/nsapptransportsecurity/nsallowslocalnetworking"
        case .unknownValue: "\(Self.page)/nsexceptionminimumtlsversion"
        case .tooMany: "AppTransportSecurity.exceptionLimit"
        case .domainCase, .domainPort, .domainScheme, .domainWildcard, .domainTrailingDot, .invalidDomain,
            .exceptionWithoutEffect:
            "\(Self.page)/nsapptransportsecurity/nsexceptiondomains"
        case .domainAddress, .noPins, .malformedPin, .duplicatePin, .pinsWithoutTLS:
            "\(Self.page)/nsapptransportsecurity/nspinneddomains"
        case .noBackup: "\(Self.page)/nspinnedleafidentities; RFC 7469 §4.3"
        }
    }
}
