// Result codes of SecBase.h for timestamps, and the newer ones for certificates.

/// The certificate lacks an extension that it must have.
public let errSecMissingRequiredExtension: OSStatus = -67880
/// The extended key usage is not marked critical, as it must be.
public let errSecExtendedKeyUsageNotCritical: OSStatus = -67881
/// There is no timestamp where there should be one.
public let errSecTimestampMissing: OSStatus = -67882
/// The timestamp is not valid.
public let errSecTimestampInvalid: OSStatus = -67883
/// The timestamp is not trusted.
public let errSecTimestampNotTrusted: OSStatus = -67884
/// The timestamp service cannot be reached.
public let errSecTimestampServiceNotAvailable: OSStatus = -67885
/// The timestamp authority does not support the algorithm.
public let errSecTimestampBadAlg: OSStatus = -67886
/// The timestamp authority does not allow such a request.
public let errSecTimestampBadRequest: OSStatus = -67887
/// The timestamp authority calls the data malformed.
public let errSecTimestampBadDataFormat: OSStatus = -67888
/// The timestamp authority has no time at present.
public let errSecTimestampTimeNotAvailable: OSStatus = -67889
/// The timestamp authority does not work by the policy asked for.
public let errSecTimestampUnacceptedPolicy: OSStatus = -67890
/// The timestamp authority does not support the extension asked for.
public let errSecTimestampUnacceptedExtension: OSStatus = -67891
/// The timestamp authority does not have the additional information.
public let errSecTimestampAddInfoNotAvailable: OSStatus = -67892
/// The timestamp authority failed.
public let errSecTimestampSystemFailure: OSStatus = -67893
/// There is no signing time where there should be one.
public let errSecSigningTimeMissing: OSStatus = -67894
/// The timestamp authority refused.
public let errSecTimestampRejection: OSStatus = -67895
/// The timestamp authority has not answered yet.
public let errSecTimestampWaiting: OSStatus = -67896
/// The timestamp authority warns that a revocation is near.
public let errSecTimestampRevocationWarning: OSStatus = -67897
/// The timestamp authority announces a revocation.
public let errSecTimestampRevocationNotification: OSStatus = -67898
/// A policy of the certificate is not allowed by its chain.
public let errSecCertificatePolicyNotAllowed: OSStatus = -67899
/// A name of the certificate is not allowed by its chain.
public let errSecCertificateNameNotAllowed: OSStatus = -67900
/// The certificate is valid for longer than is allowed.
public let errSecCertificateValidityPeriodTooLong: OSStatus = -67901
/// The certificate is an authority's where it may not be.
public let errSecCertificateIsCA: OSStatus = -67902
/// The certificate has the same extension twice.
public let errSecCertificateDuplicateExtension: OSStatus = -67903
/// The certificate lacks a statement that a qualified one must have.
public let errSecMissingQualifiedCertStatement: OSStatus = -67904
