/// The kind of defect that a finding reports, by a stable, machine-readable name.
///
/// The standard codes stand in one table, ``all``. A rule of one's own brings a code made with
/// ``init(custom:osStatus:)``; it can neither reuse nor outrank a standard one.
public struct FindingCode: Hashable, Sendable, CustomStringConvertible {
    /// The name used in JSON and in exceptions, for example `hostMismatch`.
    public let rawValue: String
    /// The exit code of the command-line tool when this is the first-ranked finding.
    public let exitCode: Int32
    /// The `errSec…` number that SecTrust reports for the same defect (Security framework result codes).
    public let osStatus: Int32
    /// Whether Apple's evaluation lets a user override this check.
    public let resultClass: TrustResult
    /// Whether an explicit exception of the user can override it here.
    public let isExceptable: Bool
    /// Position when several findings compete to be *the* cause: lower is named first.
    public let rank: Int

    private init(
        _ rawValue: String, exit exitCode: Int32, osStatus: Int32, _ resultClass: TrustResult, exceptable: Bool = true
    ) {
        self.rawValue = rawValue
        self.exitCode = exitCode
        self.osStatus = osStatus
        self.resultClass = resultClass
        self.isExceptable = exceptable
        self.rank = Self.exitRanking.firstIndex { $0.contains(exitCode) } ?? Self.exitRanking.count
    }

    /// A code for a rule of one's own; exit code 28, recoverable.
    ///
    /// - Parameters:
    ///   - name: letters, digits and hyphens; prefixed with `custom-` so that it never collides with a standard code.
    ///   - osStatus: the number to report where an `OSStatus` is asked for; `errSecNotTrusted` unless given.
    public init(custom name: String, osStatus: Int32 = -67843) {
        self.init("custom-" + name, exit: 28, osStatus: osStatus, .recoverableTrustFailure)
    }

    public var description: String { rawValue }

    public static func == (left: FindingCode, right: FindingCode) -> Bool { left.rawValue == right.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The ranking of causes, of which the first is named where there are several: what makes all other statements
    /// about a chain worthless comes before what the server's owner can mend.
    private static let exitRanking: [Set<Int32>] = [
        [31], [30], [29], [25], [26], [20, 22, 23], [21], [24], [27], [28], [32],
    ]

    public static let workLimit = FindingCode("workLimit", exit: 31, osStatus: -67843, .otherError, exceptable: false)
    public static let malformedCertificate = FindingCode(
        "malformedCertificate", exit: 30, osStatus: -25257, .fatalTrustFailure, exceptable: false)
    public static let badSignature = FindingCode(
        "badSignature", exit: 29, osStatus: -67808, .fatalTrustFailure, exceptable: false)
    public static let revoked = FindingCode(
        "revoked", exit: 25, osStatus: -67820, .fatalTrustFailure, exceptable: false)
    public static let revocationUnknown = FindingCode(
        "revocationUnknown", exit: 25, osStatus: -67635, .recoverableTrustFailure)
    public static let pinMismatch = FindingCode(
        "pinMismatch", exit: 26, osStatus: -67843, .fatalTrustFailure, exceptable: false)
    public static let pinsExpired = FindingCode(
        "pinsExpired", exit: 26, osStatus: -67843, .fatalTrustFailure, exceptable: false)
    public static let mustStaple = FindingCode("mustStaple", exit: 25, osStatus: -67635, .recoverableTrustFailure)
    public static let issuerNotFound = FindingCode(
        "issuerNotFound", exit: 20, osStatus: -25318, .recoverableTrustFailure)
    public static let selfSignedNotAnchor = FindingCode(
        "selfSignedNotAnchor", exit: 22, osStatus: -67843, .recoverableTrustFailure)
    public static let noAnchor = FindingCode("noAnchor", exit: 23, osStatus: -67843, .recoverableTrustFailure)
    public static let anchorRejected = FindingCode(
        "anchorRejected", exit: 23, osStatus: -67654, .deny, exceptable: false)
    public static let anchorConstraint = FindingCode(
        "anchorConstraint", exit: 23, osStatus: -67843, .recoverableTrustFailure)
    public static let expired = FindingCode("expired", exit: 21, osStatus: -67818, .recoverableTrustFailure)
    public static let notYetValid = FindingCode("notYetValid", exit: 21, osStatus: -67819, .recoverableTrustFailure)
    public static let hostMismatch = FindingCode("hostMismatch", exit: 24, osStatus: -67602, .recoverableTrustFailure)
    public static let weakKey = FindingCode("weakKey", exit: 27, osStatus: -67735, .fatalTrustFailure)
    public static let weakSignature = FindingCode("weakSignature", exit: 27, osStatus: -67815, .fatalTrustFailure)
    public static let unsupportedAlgorithm = FindingCode(
        "unsupportedAlgorithm", exit: 27, osStatus: -67734, .fatalTrustFailure)
    public static let unsupportedVersion = FindingCode(
        "unsupportedVersion", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let basicConstraints = FindingCode(
        "basicConstraints", exit: 28, osStatus: -67605, .recoverableTrustFailure)
    public static let pathLength = FindingCode("pathLength", exit: 28, osStatus: -67611, .recoverableTrustFailure)
    public static let keyUsage = FindingCode("keyUsage", exit: 28, osStatus: -67608, .recoverableTrustFailure)
    public static let extendedKeyUsage = FindingCode(
        "extendedKeyUsage", exit: 28, osStatus: -67609, .recoverableTrustFailure)
    public static let nameConstraints = FindingCode("nameConstraints", exit: 28, osStatus: -67900, .fatalTrustFailure)
    public static let unknownCriticalExtension = FindingCode(
        "unknownCriticalExtension", exit: 28, osStatus: -67603, .fatalTrustFailure)
    public static let duplicateExtension = FindingCode(
        "duplicateExtension", exit: 28, osStatus: -67903, .fatalTrustFailure)
    public static let certificatePolicy = FindingCode(
        "certificatePolicy", exit: 28, osStatus: -67899, .fatalTrustFailure)
    public static let keyIdentifier = FindingCode("keyIdentifier", exit: 28, osStatus: -67606, .recoverableTrustFailure)
    public static let serialNumber = FindingCode("serialNumber", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let algorithmMismatch = FindingCode(
        "algorithmMismatch", exit: 28, osStatus: -67730, .fatalTrustFailure)
    public static let missingSubjectAltName = FindingCode(
        "missingSubjectAltName", exit: 28, osStatus: -67602, .recoverableTrustFailure)
    public static let extensionCriticality = FindingCode(
        "extensionCriticality", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let emptyName = FindingCode("emptyName", exit: 28, osStatus: -67655, .recoverableTrustFailure)
    public static let nonConformingField = FindingCode(
        "nonConformingField", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let lifetime = FindingCode("lifetime", exit: 28, osStatus: -67901, .recoverableTrustFailure)
    public static let subjectAltName = FindingCode(
        "subjectAltName", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let commonName = FindingCode("commonName", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let subjectName = FindingCode("subjectName", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let extensionPresence = FindingCode(
        "extensionPresence", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let issuance = FindingCode("issuance", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let transparency = FindingCode("transparency", exit: 28, osStatus: -67843, .recoverableTrustFailure)
    public static let appTransportSecurity = FindingCode(
        "appTransportSecurity", exit: 28, osStatus: -9880, .recoverableTrustFailure)
    public static let expiresSoon = FindingCode("expiresSoon", exit: 32, osStatus: 0, .unspecified)
    public static let userException = FindingCode("userException", exit: 28, osStatus: 0, .unspecified)
    public static let dangerousAcceptAny = FindingCode("dangerousAcceptAny", exit: 28, osStatus: 0, .unspecified)

    public static let clockSetBack = FindingCode("clockSetBack", exit: 28, osStatus: 0, .unspecified)
    public static let addressPoisoned = FindingCode("addressPoisoned", exit: 28, osStatus: 0, .unspecified)
    public static let clientCertificateRequested = FindingCode(
        "clientCertificateRequested", exit: 28, osStatus: 0, .unspecified)
    public static let addressInURL = FindingCode("addressInURL", exit: 28, osStatus: 0, .unspecified)
    public static let leafIsAnchor = FindingCode("leafIsAnchor", exit: 28, osStatus: 0, .unspecified)

    public static let chainOrder = FindingCode("chainOrder", exit: 28, osStatus: 0, .unspecified)
    public static let superfluousCertificate = FindingCode(
        "superfluousCertificate", exit: 28, osStatus: 0, .unspecified)

    /// Every standard code, in the order of the documentation's table.
    public static let all: [FindingCode] = [
        .workLimit, .malformedCertificate, .badSignature, .revoked, .revocationUnknown, .mustStaple, .pinMismatch,
        .pinsExpired, .issuerNotFound, .selfSignedNotAnchor, .noAnchor, .anchorRejected, .anchorConstraint, .expired,
        .notYetValid, .hostMismatch, .weakKey, .weakSignature, .unsupportedAlgorithm, .unsupportedVersion,
        .basicConstraints, .pathLength, .keyUsage, .extendedKeyUsage,
        .nameConstraints, .unknownCriticalExtension, .duplicateExtension, .certificatePolicy, .keyIdentifier,
        .serialNumber, .algorithmMismatch, .missingSubjectAltName, .extensionCriticality, .emptyName,
        .nonConformingField, .lifetime, .subjectAltName, .commonName, .subjectName,
        .extensionPresence, .issuance, .transparency,
        .appTransportSecurity, .expiresSoon, .userException, .dangerousAcceptAny,
        .clockSetBack, .addressPoisoned, .clientCertificateRequested, .addressInURL, .leafIsAnchor, .chainOrder,
        .superfluousCertificate,
    ]
}

extension FindingCode {
    /// The code of that name, a standard one or one of a rule of one's own; nil for any other text.
    public static func named(_ name: String) -> FindingCode? {
        if let standard = all.first(where: { $0.rawValue == name }) { return standard }
        let prefix = "custom-"
        guard name.hasPrefix(prefix), name.utf8.count > prefix.utf8.count else { return nil }
        return FindingCode(custom: String(name.dropFirst(prefix.count)))
    }
}
