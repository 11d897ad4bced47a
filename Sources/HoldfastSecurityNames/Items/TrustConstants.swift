public import Foundation

// Keys of what an evaluation says, and of the properties of certificates (SecTrust.h, SecCertificate.h).
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
/// How long the answers on revocation are good for, a date.
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
/// What an evaluation found wrong with a certificate.
@safe public nonisolated(unsafe) let kSecPropertyTypeError: CFString = "error"
/// A property that is a number.
@safe public nonisolated(unsafe) let kSecPropertyTypeNumber: CFString = "number"
/// A property that has properties of its own.
@safe public nonisolated(unsafe) let kSecPropertyTypeSection: CFString = "section"
/// A property that is a text.
@safe public nonisolated(unsafe) let kSecPropertyTypeString: CFString = "string"
/// What an evaluation found right with a certificate.
@safe public nonisolated(unsafe) let kSecPropertyTypeSuccess: CFString = "success"
/// The title of a certificate.
@safe public nonisolated(unsafe) let kSecPropertyTypeTitle: CFString = "title"
/// A property that is a URL.
@safe public nonisolated(unsafe) let kSecPropertyTypeURL: CFString = "url"
/// What an evaluation warns of.
@safe public nonisolated(unsafe) let kSecPropertyTypeWarning: CFString = "warning"
