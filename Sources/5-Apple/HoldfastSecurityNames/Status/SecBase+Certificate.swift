// Result codes of SecBase.h for certificates, revocation and policies.

/// A service that is needed is not available.
public let errSecServiceNotAvailable: OSStatus = -67585
/// The client's identifier does not suffice.
public let errSecInsufficientClientID: OSStatus = -67586
/// The device was reset.
public let errSecDeviceReset: OSStatus = -67587
/// The device failed.
public let errSecDeviceFailed: OSStatus = -67588
/// An application could not be added to the access control list.
public let errSecAppleAddAppACLSubject: OSStatus = -67589
/// The public key lacks its parameters.
public let errSecApplePublicKeyIncomplete: OSStatus = -67590
/// The signature does not match.
public let errSecAppleSignatureMismatch: OSStatus = -67591
/// The date from which the key is valid is wrong.
public let errSecAppleInvalidKeyStartDate: OSStatus = -67592
/// The date up to which the key is valid is wrong.
public let errSecAppleInvalidKeyEndDate: OSStatus = -67593
/// A value could not be converted.
public let errSecConversionError: OSStatus = -67594
/// The padding shows a rollback to SSL 2.
public let errSecAppleSSLv2Rollback: OSStatus = -67595
/// The quota is used up.
public let errSecQuotaExceeded: OSStatus = -67596
/// The file is too large.
public let errSecFileTooBig: OSStatus = -67597
/// The database holds a record that is not valid.
public let errSecInvalidDatabaseBlob: OSStatus = -67598
/// The stored form of the key is not valid.
public let errSecInvalidKeyBlob: OSStatus = -67599
/// The database holds a record of another version.
public let errSecIncompatibleDatabaseBlob: OSStatus = -67600
/// The stored form of the key is of another version.
public let errSecIncompatibleKeyBlob: OSStatus = -67601
/// The certificate is not for this host name.
public let errSecHostNameMismatch: OSStatus = -67602
/// A critical extension is unknown.
public let errSecUnknownCriticalExtensionFlag: OSStatus = -67603
/// The certificate has no basic constraints.
public let errSecNoBasicConstraints: OSStatus = -67604
/// The basic constraints do not say that the certificate is an authority's.
public let errSecNoBasicConstraintsCA: OSStatus = -67605
/// The authority key identifier is not valid.
public let errSecInvalidAuthorityKeyID: OSStatus = -67606
/// The subject key identifier is not valid.
public let errSecInvalidSubjectKeyID: OSStatus = -67607
/// The key usage does not allow what the policy asks for.
public let errSecInvalidKeyUsageForPolicy: OSStatus = -67608
/// The extended key usage does not allow this use.
public let errSecInvalidExtendedKeyUsage: OSStatus = -67609
/// Issuer and subject of the chain do not fit together.
public let errSecInvalidIDLinkage: OSStatus = -67610
/// The chain is longer than one of its certificates allows.
public let errSecPathLengthConstraintExceeded: OSStatus = -67611
/// The root, or anchor, is not valid.
public let errSecInvalidRoot: OSStatus = -67612
/// The CRL is out of date.
public let errSecCRLExpired: OSStatus = -67613
/// The CRL is from the future.
public let errSecCRLNotValidYet: OSStatus = -67614
/// There is no CRL.
public let errSecCRLNotFound: OSStatus = -67615
/// The server of the CRL does not answer.
public let errSecCRLServerDown: OSStatus = -67616
/// The address of the CRL is malformed.
public let errSecCRLBadURI: OSStatus = -67617
/// The certificate has an unknown extension.
public let errSecUnknownCertExtension: OSStatus = -67618
/// The CRL has an unknown extension.
public let errSecUnknownCRLExtension: OSStatus = -67619
/// The CRL is not trusted.
public let errSecCRLNotTrusted: OSStatus = -67620
/// The CRL does not meet the policy.
public let errSecCRLPolicyFailed: OSStatus = -67621
/// The issuing distribution point of the CRL does not fit.
public let errSecIDPFailure: OSStatus = -67622
/// The certificate is not for this e-mail address.
public let errSecSMIMEEmailAddressesNotFound: OSStatus = -67623
/// The extended key usage does not allow S/MIME.
public let errSecSMIMEBadExtendedKeyUsage: OSStatus = -67624
/// The key usage does not allow S/MIME.
public let errSecSMIMEBadKeyUsage: OSStatus = -67625
/// The key usage is not critical, as S/MIME wants it.
public let errSecSMIMEKeyUsageNotCritical: OSStatus = -67626
/// The certificate names no e-mail address.
public let errSecSMIMENoEmailAddress: OSStatus = -67627
/// The subject alternative name is not critical, though the subject is empty.
public let errSecSMIMESubjAltNameNotCritical: OSStatus = -67628
/// The extended key usage does not allow TLS.
public let errSecSSLBadExtendedKeyUsage: OSStatus = -67629
/// The OCSP response is malformed.
public let errSecOCSPBadResponse: OSStatus = -67630
/// The OCSP request is malformed.
public let errSecOCSPBadRequest: OSStatus = -67631
/// No OCSP responder can be reached.
public let errSecOCSPUnavailable: OSStatus = -67632
/// The OCSP responder does not know the certificate.
public let errSecOCSPStatusUnrecognized: OSStatus = -67633
/// The data ended.
public let errSecEndOfData: OSStatus = -67634
/// Revocation could not be checked for the whole chain.
public let errSecIncompleteCertRevocationCheck: OSStatus = -67635
/// The network failed.
public let errSecNetworkFailure: OSStatus = -67636
/// The OCSP response leads to no trusted anchor.
public let errSecOCSPNotTrustedToAnchor: OSStatus = -67637
/// The record was changed meanwhile.
public let errSecRecordModified: OSStatus = -67638
/// The signature of the OCSP response is wrong.
public let errSecOCSPSignatureError: OSStatus = -67639
/// The signer of the OCSP response cannot be found.
public let errSecOCSPNoSigner: OSStatus = -67640
/// The OCSP responder calls the request malformed.
public let errSecOCSPResponderMalformedReq: OSStatus = -67641
/// The OCSP responder has an internal error.
public let errSecOCSPResponderInternalError: OSStatus = -67642
/// The OCSP responder asks to try later.
public let errSecOCSPResponderTryLater: OSStatus = -67643
/// The OCSP responder wants a signed request.
public let errSecOCSPResponderSignatureRequired: OSStatus = -67644
/// The OCSP responder is not authorised for this certificate.
public let errSecOCSPResponderUnauthorized: OSStatus = -67645
/// The OCSP response answers another request: its nonce differs.
public let errSecOCSPResponseNonceMismatch: OSStatus = -67646
/// The chain of a code signature has the wrong length.
public let errSecCodeSigningBadCertChainLength: OSStatus = -67647
/// A certificate of a code signature has no basic constraints.
public let errSecCodeSigningNoBasicConstraints: OSStatus = -67648
/// A path length in the chain of a code signature is wrong.
public let errSecCodeSigningBadPathLengthConstraint: OSStatus = -67649
/// The certificate of a code signature has no extended key usage.
public let errSecCodeSigningNoExtendedKeyUsage: OSStatus = -67650
/// The certificate signs code for development only.
public let errSecCodeSigningDevelopment: OSStatus = -67651
/// The chain of a resource signature has the wrong length.
public let errSecResourceSignBadCertChainLength: OSStatus = -67652
/// The extended key usage does not allow to sign resources.
public let errSecResourceSignBadExtKeyUsage: OSStatus = -67653
/// A trust setting denies the certificate.
public let errSecTrustSettingDeny: OSStatus = -67654
/// The subject's name is not valid.
public let errSecInvalidSubjectName: OSStatus = -67655
/// A statement of the qualified certificate is unknown.
public let errSecUnknownQualifiedCertStatement: OSStatus = -67656
/// The request to the account service will be sent later.
public let errSecMobileMeRequestQueued: OSStatus = -67657
/// The account service points elsewhere.
public let errSecMobileMeRequestRedirected: OSStatus = -67658
/// The account service reports an error.
public let errSecMobileMeServerError: OSStatus = -67659
/// The account service cannot be reached.
public let errSecMobileMeServerNotAvailable: OSStatus = -67660
/// The account service has such an item already.
public let errSecMobileMeServerAlreadyExists: OSStatus = -67661
/// The account service failed.
public let errSecMobileMeServerServiceErr: OSStatus = -67662
/// A request to the account service is under way already.
public let errSecMobileMeRequestAlreadyPending: OSStatus = -67663
/// No request to the account service is under way.
public let errSecMobileMeNoRequestPending: OSStatus = -67664
/// The account service could not verify the certificate request.
public let errSecMobileMeCSRVerifyFailure: OSStatus = -67665
/// The account service found an inconsistency.
public let errSecMobileMeFailedConsistencyCheck: OSStatus = -67666
