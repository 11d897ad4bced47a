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

    /// The remedy, as an imperative without a full stop.
    public var advice: String {
        switch self {
        case .unknownKey: "take it out, or write the key that is meant"
        case .misplacedKey: "move it to where Apple's systems look for it"
        case .duplicateKey: "leave one of them: which one counts is not laid down"
        case .discontinuedKey: "take it out, and mend the server where it was needed"
        case .keyWithoutEffect: "take it out"
        case .wrongType: "write a value of the type that Apple documents"
        case .unknownValue: "write one of the values that Apple documents"
        case .contradiction: "decide for one of the two"
        case .tooMany: "name the domains above them, with NSIncludesSubdomains"
        case .domainCase: "write the domain in lower case"
        case .domainPort: "leave the port out: an exception holds for all of them"
        case .domainScheme: "write the domain alone"
        case .domainWildcard: "name the domain, and set NSIncludesSubdomains to true"
        case .domainTrailingDot: "leave the dot out, unless only URLs with it are meant"
        case .domainAddress: "pin the name that the server is called by"
        case .invalidDomain: "write a domain in A-labels, an address, or a range such as 192.0.2.0/24"
        case .exceptionWithoutEffect: "take it out"
        case .noPins: "pin a key, or take the domain out"
        case .malformedPin: "write what holdfast pin compute prints, without sha256/"
        case .duplicatePin: "leave one of them out; a backup is another key"
        case .noBackup: "make a second key, keep it elsewhere, and pin it too"
        case .pinsWithoutTLS: "take the exception for plain HTTP out: pins protect nothing there"
        }
    }

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
