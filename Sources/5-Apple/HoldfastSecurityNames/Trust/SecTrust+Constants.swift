public import Foundation
import HoldfastTrust

/// The result of an evaluation. ``proceed`` and ``unspecified`` are success, and nothing else is.
public enum SecTrustResultType: UInt32, Sendable {
    /// Nothing was evaluated, or something has changed since.
    case invalid = 0
    /// The user explicitly trusts this certificate: exceptions overrode what was wrong.
    case proceed = 1
    /// Deprecated by Apple since iOS 7; never given, and never a success.
    case confirm = 2
    /// The user explicitly distrusts it.
    case deny = 3
    /// Implicitly trusted: the chain ends at an anchor, and no rule objects.
    case unspecified = 4
    /// Refused for a reason that exceptions can override.
    case recoverableTrustFailure = 5
    /// Refused for a reason that nothing overrides.
    case fatalTrustFailure = 6
    /// The evaluation itself failed.
    case otherError = 7

    init(_ result: TrustResult) { self = SecTrustResultType(rawValue: result.number) ?? .otherError }

    var isTrusted: Bool { self == .proceed || self == .unspecified }
}

// Keys of the result of an evaluation, and of the properties of certificates (SecTrust.h, SecCertificate.h).
// They never change, so any thread may read them, though `NSString` is not `Sendable`.
// A constant whose value is its own name has another one on Apple's platforms.

/// The time of the evaluation, a date.
@safe public nonisolated(unsafe) let kSecTrustEvaluationDate: CFString = "TrustEvaluationDate"
/// Whether the certificate is one of extended validation.
@safe public nonisolated(unsafe) let kSecTrustExtendedValidation: CFString = "TrustExtendedValidation"
/// The organisation that a certificate of extended validation names.
@safe public nonisolated(unsafe) let kSecTrustOrganizationName: CFString = "Organization"
/// The result, a number of `SecTrustResultType`.
@safe public nonisolated(unsafe) let kSecTrustResultValue: CFString = "TrustResultValue"
/// Whether revocation was checked.
@safe public nonisolated(unsafe) let kSecTrustRevocationChecked: CFString = "TrustRevocationChecked"
/// The date until which the answers on revocation are good.
@safe public nonisolated(unsafe) let kSecTrustRevocationValidUntilDate: CFString = "TrustExpirationDate"
/// Whether the certificate is shown to be logged (RFC 6962).
@safe public nonisolated(unsafe) let kSecTrustCertificateTransparency: CFString = "TrustCertificateTransparency"
/// Whether the certificate is excused from being logged; deprecated on Apple's platforms.
@safe public nonisolated(unsafe) let kSecTrustCertificateTransparencyWhiteList: CFString =
    "TrustCertificateTransparencyWhiteList"
/// The statements of a qualified certificate.
@safe public nonisolated(unsafe) let kSecTrustQCStatements: CFString = "kSecTrustQCStatements"
/// Whether the certificate is a qualified one for a website.
@safe public nonisolated(unsafe) let kSecTrustQWACValidation: CFString = "kSecTrustQWACValidation"
/// The type of a property; the value is one of `kSecPropertyType…`.
@safe public nonisolated(unsafe) let kSecPropertyKeyType: CFString = "type"
/// The name of a property.
@safe public nonisolated(unsafe) let kSecPropertyKeyLabel: CFString = "label"
/// The name of a property, in the user's language.
@safe public nonisolated(unsafe) let kSecPropertyKeyLocalizedLabel: CFString = "localized label"
/// The value of a property.
@safe public nonisolated(unsafe) let kSecPropertyKeyValue: CFString = "value"
/// A property that is a list.
@safe public nonisolated(unsafe) let kSecPropertyTypeArray: CFString = "array"
/// A property that is bytes.
@safe public nonisolated(unsafe) let kSecPropertyTypeData: CFString = "data"
/// A property that is a date.
@safe public nonisolated(unsafe) let kSecPropertyTypeDate: CFString = "date"
/// A property that says why an evaluation refused a certificate.
@safe public nonisolated(unsafe) let kSecPropertyTypeError: CFString = "error"
/// A property that is a number.
@safe public nonisolated(unsafe) let kSecPropertyTypeNumber: CFString = "number"
/// A property that has properties of its own.
@safe public nonisolated(unsafe) let kSecPropertyTypeSection: CFString = "section"
/// A property that is a text.
@safe public nonisolated(unsafe) let kSecPropertyTypeString: CFString = "string"
/// A property that says in what respect an evaluation accepted a certificate.
@safe public nonisolated(unsafe) let kSecPropertyTypeSuccess: CFString = "success"
/// The title of a certificate.
@safe public nonisolated(unsafe) let kSecPropertyTypeTitle: CFString = "title"
/// A property that is a URL.
@safe public nonisolated(unsafe) let kSecPropertyTypeURL: CFString = "url"
/// A property that is a warning of an evaluation.
@safe public nonisolated(unsafe) let kSecPropertyTypeWarning: CFString = "warning"
