import Foundation
import HoldfastSecurity
import Testing

@testable import HoldfastSecurityNames

/// The numbers of result codes, as Apple's SecBase.h has them.
struct StatusCodeTests {
    @Test("A run of consecutive codes", arguments: runs) func consecutive(_ run: CodeRun) {
        for (index, code) in run.codes.enumerated() {
            #expect(code == run.first - OSStatus(index), "number \(index) of the run")
        }
    }

    @Test("A code of its own", arguments: single) func codeOfItsOwn(_ code: OSStatus, _ expected: OSStatus) {
        #expect(code == expected)
    }

    @Test func formerNames() {
        #expect(errSecInvaldCRLAuthority == -67827)
        #expect(errSecInvalidTupleCredendtials == -67852)
        #expect(noErr == 0)
    }

    @Test func everyCodeHasAMessage() {
        let codes = runs.flatMap(\.codes) + single.map(\.0)
        #expect(codes.count == 455)
        #expect(Set(codes).count == 455)
        for code in codes {
            let text = message(of: code)
            #expect(!text.hasPrefix("OSStatus"), "\(code)")
            #expect(text.hasSuffix("."), "\(code)")
            #expect(text.count < 120, "\(code)")
        }
    }

    @Test func unknownCode() {
        #expect(message(of: -1234) == "OSStatus -1234")
        #expect(message(of: .min) == "OSStatus -2147483648")
    }

    @Test func messageTellsWhatIsWrong() {
        #expect(message(of: errSecCertificateExpired).contains("expired"))
    }

    private func message(of status: OSStatus) -> String {
        SecCopyErrorMessageString(status, nil).map { $0 as String } ?? ""
    }

    @Test func errorOfACode() {
        let error = securityError(errSecHostNameMismatch)
        #expect(error.domain == "NSOSStatusErrorDomain")
        #expect(error.code == -67602)
        #expect(error.localizedDescription == message(of: -67602))
    }

    @Test func errorWithAMessageOfItsOwn() {
        let below = securityError(errSecCertificateExpired)
        let error = securityError(
            errSecNotTrusted, userInfo: [NSLocalizedDescriptionKey: "no", NSUnderlyingErrorKey: below])
        #expect(error.localizedDescription == "no")
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == -67818)
    }
}

/// Codes that the header numbers downwards one by one.
struct CodeRun: Sendable, CustomTestStringConvertible {
    let first: OSStatus
    let codes: [OSStatus]

    var testDescription: String { "from \(first)" }
}

private let runs: [CodeRun] = [
    CodeRun(
        first: -67585,
        codes: [
            errSecServiceNotAvailable, errSecInsufficientClientID, errSecDeviceReset, errSecDeviceFailed,
            errSecAppleAddAppACLSubject, errSecApplePublicKeyIncomplete, errSecAppleSignatureMismatch,
            errSecAppleInvalidKeyStartDate, errSecAppleInvalidKeyEndDate, errSecConversionError,
            errSecAppleSSLv2Rollback, errSecQuotaExceeded, errSecFileTooBig, errSecInvalidDatabaseBlob,
            errSecInvalidKeyBlob, errSecIncompatibleDatabaseBlob, errSecIncompatibleKeyBlob, errSecHostNameMismatch,
            errSecUnknownCriticalExtensionFlag, errSecNoBasicConstraints, errSecNoBasicConstraintsCA,
            errSecInvalidAuthorityKeyID, errSecInvalidSubjectKeyID, errSecInvalidKeyUsageForPolicy,
            errSecInvalidExtendedKeyUsage, errSecInvalidIDLinkage, errSecPathLengthConstraintExceeded,
            errSecInvalidRoot, errSecCRLExpired, errSecCRLNotValidYet, errSecCRLNotFound, errSecCRLServerDown,
            errSecCRLBadURI, errSecUnknownCertExtension, errSecUnknownCRLExtension, errSecCRLNotTrusted,
            errSecCRLPolicyFailed, errSecIDPFailure, errSecSMIMEEmailAddressesNotFound,
            errSecSMIMEBadExtendedKeyUsage, errSecSMIMEBadKeyUsage, errSecSMIMEKeyUsageNotCritical,
            errSecSMIMENoEmailAddress, errSecSMIMESubjAltNameNotCritical, errSecSSLBadExtendedKeyUsage,
            errSecOCSPBadResponse, errSecOCSPBadRequest, errSecOCSPUnavailable, errSecOCSPStatusUnrecognized,
            errSecEndOfData, errSecIncompleteCertRevocationCheck, errSecNetworkFailure, errSecOCSPNotTrustedToAnchor,
            errSecRecordModified, errSecOCSPSignatureError, errSecOCSPNoSigner, errSecOCSPResponderMalformedReq,
            errSecOCSPResponderInternalError, errSecOCSPResponderTryLater, errSecOCSPResponderSignatureRequired,
            errSecOCSPResponderUnauthorized, errSecOCSPResponseNonceMismatch, errSecCodeSigningBadCertChainLength,
            errSecCodeSigningNoBasicConstraints, errSecCodeSigningBadPathLengthConstraint,
            errSecCodeSigningNoExtendedKeyUsage, errSecCodeSigningDevelopment, errSecResourceSignBadCertChainLength,
            errSecResourceSignBadExtKeyUsage, errSecTrustSettingDeny, errSecInvalidSubjectName,
            errSecUnknownQualifiedCertStatement, errSecMobileMeRequestQueued, errSecMobileMeRequestRedirected,
            errSecMobileMeServerError, errSecMobileMeServerNotAvailable, errSecMobileMeServerAlreadyExists,
            errSecMobileMeServerServiceErr, errSecMobileMeRequestAlreadyPending, errSecMobileMeNoRequestPending,
            errSecMobileMeCSRVerifyFailure, errSecMobileMeFailedConsistencyCheck, errSecNotInitialized,
            errSecInvalidHandleUsage, errSecPVCReferentNotFound, errSecFunctionIntegrityFail, errSecInternalError,
            errSecMemoryError, errSecInvalidData, errSecMDSError, errSecInvalidPointer, errSecSelfCheckFailed,
            errSecFunctionFailed, errSecModuleManifestVerifyFailed, errSecInvalidGUID, errSecInvalidHandle,
            errSecInvalidDBList, errSecInvalidPassthroughID, errSecInvalidNetworkAddress, errSecCRLAlreadySigned,
            errSecInvalidNumberOfFields, errSecVerificationFailure, errSecUnknownTag, errSecInvalidSignature,
            errSecInvalidName, errSecInvalidCertificateRef, errSecInvalidCertificateGroup, errSecTagNotFound,
            errSecInvalidQuery, errSecInvalidValue, errSecCallbackFailed, errSecACLDeleteFailed,
            errSecACLReplaceFailed, errSecACLAddFailed, errSecACLChangeFailed, errSecInvalidAccessCredentials,
            errSecInvalidRecord, errSecInvalidACL, errSecInvalidSampleValue, errSecIncompatibleVersion,
            errSecPrivilegeNotGranted, errSecInvalidScope, errSecPVCAlreadyConfigured, errSecInvalidPVC,
            errSecEMMLoadFailed, errSecEMMUnloadFailed, errSecAddinLoadFailed, errSecInvalidKeyRef,
            errSecInvalidKeyHierarchy, errSecAddinUnloadFailed, errSecLibraryReferenceNotFound,
            errSecInvalidAddinFunctionTable, errSecInvalidServiceMask, errSecModuleNotLoaded,
            errSecInvalidSubServiceID, errSecAttributeNotInContext, errSecModuleManagerInitializeFailed,
            errSecModuleManagerNotFound, errSecEventNotificationCallbackNotFound, errSecInputLengthError,
            errSecOutputLengthError, errSecPrivilegeNotSupported, errSecDeviceError, errSecAttachHandleBusy,
            errSecNotLoggedIn, errSecAlgorithmMismatch, errSecKeyUsageIncorrect, errSecKeyBlobTypeIncorrect,
            errSecKeyHeaderInconsistent, errSecUnsupportedKeyFormat, errSecUnsupportedKeySize,
            errSecInvalidKeyUsageMask, errSecUnsupportedKeyUsageMask, errSecInvalidKeyAttributeMask,
            errSecUnsupportedKeyAttributeMask, errSecInvalidKeyLabel, errSecUnsupportedKeyLabel,
            errSecInvalidKeyFormat, errSecUnsupportedVectorOfBuffers, errSecInvalidInputVector,
            errSecInvalidOutputVector, errSecInvalidContext, errSecInvalidAlgorithm, errSecInvalidAttributeKey,
            errSecMissingAttributeKey, errSecInvalidAttributeInitVector, errSecMissingAttributeInitVector,
            errSecInvalidAttributeSalt, errSecMissingAttributeSalt, errSecInvalidAttributePadding,
            errSecMissingAttributePadding, errSecInvalidAttributeRandom, errSecMissingAttributeRandom,
            errSecInvalidAttributeSeed, errSecMissingAttributeSeed, errSecInvalidAttributePassphrase,
            errSecMissingAttributePassphrase, errSecInvalidAttributeKeyLength, errSecMissingAttributeKeyLength,
            errSecInvalidAttributeBlockSize, errSecMissingAttributeBlockSize, errSecInvalidAttributeOutputSize,
            errSecMissingAttributeOutputSize, errSecInvalidAttributeRounds, errSecMissingAttributeRounds,
            errSecInvalidAlgorithmParms, errSecMissingAlgorithmParms, errSecInvalidAttributeLabel,
            errSecMissingAttributeLabel, errSecInvalidAttributeKeyType, errSecMissingAttributeKeyType,
            errSecInvalidAttributeMode, errSecMissingAttributeMode, errSecInvalidAttributeEffectiveBits,
            errSecMissingAttributeEffectiveBits, errSecInvalidAttributeStartDate, errSecMissingAttributeStartDate,
            errSecInvalidAttributeEndDate, errSecMissingAttributeEndDate, errSecInvalidAttributeVersion,
            errSecMissingAttributeVersion, errSecInvalidAttributePrime, errSecMissingAttributePrime,
            errSecInvalidAttributeBase, errSecMissingAttributeBase, errSecInvalidAttributeSubprime,
            errSecMissingAttributeSubprime, errSecInvalidAttributeIterationCount,
            errSecMissingAttributeIterationCount, errSecInvalidAttributeDLDBHandle, errSecMissingAttributeDLDBHandle,
            errSecInvalidAttributeAccessCredentials, errSecMissingAttributeAccessCredentials,
            errSecInvalidAttributePublicKeyFormat, errSecMissingAttributePublicKeyFormat,
            errSecInvalidAttributePrivateKeyFormat, errSecMissingAttributePrivateKeyFormat,
            errSecInvalidAttributeSymmetricKeyFormat, errSecMissingAttributeSymmetricKeyFormat,
            errSecInvalidAttributeWrappedKeyFormat, errSecMissingAttributeWrappedKeyFormat,
            errSecStagedOperationInProgress, errSecStagedOperationNotStarted, errSecVerifyFailed,
            errSecQuerySizeUnknown, errSecBlockSizeMismatch, errSecPublicKeyInconsistent, errSecDeviceVerifyFailed,
            errSecInvalidLoginName, errSecAlreadyLoggedIn, errSecInvalidDigestAlgorithm, errSecInvalidCRLGroup,
            errSecCertificateCannotOperate, errSecCertificateExpired, errSecCertificateNotValidYet,
            errSecCertificateRevoked, errSecCertificateSuspended, errSecInsufficientCredentials, errSecInvalidAction,
            errSecInvalidAuthority, errSecVerifyActionFailed, errSecInvalidCertAuthority, errSecInvalidCRLAuthority,
            errSecInvalidCRLEncoding, errSecInvalidCRLType, errSecInvalidCRL, errSecInvalidFormType, errSecInvalidID,
            errSecInvalidIdentifier, errSecInvalidIndex, errSecInvalidPolicyIdentifiers, errSecInvalidTimeString,
            errSecInvalidReason, errSecInvalidRequestInputs, errSecInvalidResponseVector, errSecInvalidStopOnPolicy,
            errSecInvalidTuple, errSecMultipleValuesUnsupported, errSecNotTrusted, errSecNoDefaultAuthority,
            errSecRejectedForm, errSecRequestLost, errSecRequestRejected, errSecUnsupportedAddressType,
            errSecUnsupportedService, errSecInvalidTupleGroup, errSecInvalidBaseACLs, errSecInvalidTupleCredentials,
            errSecInvalidEncoding, errSecInvalidValidityPeriod, errSecInvalidRequestor, errSecRequestDescriptor,
            errSecInvalidBundleInfo, errSecInvalidCRLIndex, errSecNoFieldValues, errSecUnsupportedFieldFormat,
            errSecUnsupportedIndexInfo, errSecUnsupportedLocality, errSecUnsupportedNumAttributes,
            errSecUnsupportedNumIndexes, errSecUnsupportedNumRecordTypes, errSecFieldSpecifiedMultiple,
            errSecIncompatibleFieldFormat, errSecInvalidParsingModule, errSecDatabaseLocked, errSecDatastoreIsOpen,
            errSecMissingValue, errSecUnsupportedQueryLimits, errSecUnsupportedNumSelectionPreds,
            errSecUnsupportedOperator, errSecInvalidDBLocation, errSecInvalidAccessRequest, errSecInvalidIndexInfo,
            errSecInvalidNewOwner, errSecInvalidModifyMode, errSecMissingRequiredExtension,
            errSecExtendedKeyUsageNotCritical, errSecTimestampMissing, errSecTimestampInvalid,
            errSecTimestampNotTrusted, errSecTimestampServiceNotAvailable, errSecTimestampBadAlg,
            errSecTimestampBadRequest, errSecTimestampBadDataFormat, errSecTimestampTimeNotAvailable,
            errSecTimestampUnacceptedPolicy, errSecTimestampUnacceptedExtension, errSecTimestampAddInfoNotAvailable,
            errSecTimestampSystemFailure, errSecSigningTimeMissing, errSecTimestampRejection, errSecTimestampWaiting,
            errSecTimestampRevocationWarning, errSecTimestampRevocationNotification,
            errSecCertificatePolicyNotAllowed, errSecCertificateNameNotAllowed,
            errSecCertificateValidityPeriodTooLong, errSecCertificateIsCA, errSecCertificateDuplicateExtension,
            errSecMissingQualifiedCertStatement,
        ]),
    CodeRun(
        first: -25240,
        codes: [
            errSecACLNotSimple, errSecPolicyNotFound, errSecInvalidTrustSetting, errSecNoAccessForItem,
            errSecInvalidOwnerEdit, errSecTrustNotAvailable,
        ]),
    CodeRun(
        first: -25256,
        codes: [
            errSecUnsupportedFormat, errSecUnknownFormat, errSecKeyIsSensitive, errSecMultiplePrivKeys,
            errSecPassphraseRequired, errSecInvalidPasswordRef, errSecInvalidTrustSettings, errSecNoTrustSettings,
            errSecPkcs12VerifyFailure,
        ]),
    CodeRun(
        first: -25291,
        codes: [
            errSecNotAvailable, errSecReadOnly, errSecAuthFailed, errSecNoSuchKeychain, errSecInvalidKeychain,
            errSecDuplicateKeychain, errSecDuplicateCallback, errSecInvalidCallback, errSecDuplicateItem,
            errSecItemNotFound, errSecBufferTooSmall, errSecDataTooLarge, errSecNoSuchAttr, errSecInvalidItemRef,
            errSecInvalidSearchRef, errSecNoSuchClass, errSecNoDefaultKeychain, errSecInteractionNotAllowed,
            errSecReadOnlyAttr, errSecWrongSecVersion, errSecKeySizeNotAllowed, errSecNoStorageModule,
            errSecNoCertificateModule, errSecNoPolicyModule, errSecInteractionRequired, errSecDataNotAvailable,
            errSecDataNotModifiable, errSecCreateChainFailed, errSecInvalidPrefsDomain, errSecInDarkWake,
        ]),
    CodeRun(
        first: -9800,
        codes: [
            errSSLProtocol, errSSLNegotiation, errSSLFatalAlert, errSSLWouldBlock, errSSLSessionNotFound,
            errSSLClosedGraceful, errSSLClosedAbort, errSSLXCertChainInvalid, errSSLBadCert, errSSLCrypto,
            errSSLInternal, errSSLModuleAttach, errSSLUnknownRootCert, errSSLNoRootCert, errSSLCertExpired,
            errSSLCertNotYetValid, errSSLClosedNoNotify, errSSLBufferOverflow, errSSLBadCipherSuite,
            errSSLPeerUnexpectedMsg, errSSLPeerBadRecordMac, errSSLPeerDecryptionFail, errSSLPeerRecordOverflow,
            errSSLPeerDecompressFail, errSSLPeerHandshakeFail, errSSLPeerBadCert, errSSLPeerUnsupportedCert,
            errSSLPeerCertRevoked, errSSLPeerCertExpired, errSSLPeerCertUnknown, errSSLIllegalParam,
            errSSLPeerUnknownCA, errSSLPeerAccessDenied, errSSLPeerDecodeError, errSSLPeerDecryptError,
            errSSLPeerExportRestriction, errSSLPeerProtocolVersion, errSSLPeerInsufficientSecurity,
            errSSLPeerInternalError, errSSLPeerUserCancelled, errSSLPeerNoRenegotiation, errSSLPeerAuthCompleted,
            errSSLClientCertRequested, errSSLHostNameMismatch, errSSLConnectionRefused, errSSLDecryptionFail,
            errSSLBadRecordMac, errSSLRecordOverflow, errSSLBadConfiguration, errSSLUnexpectedRecord,
            errSSLWeakPeerEphemeralDHKey, errSSLClientHelloReceived, errSSLTransportReset, errSSLNetworkTimeout,
            errSSLConfigurationFailed, errSSLUnsupportedExtension, errSSLUnexpectedMessage, errSSLDecompressFail,
            errSSLHandshakeFail, errSSLDecodeError, errSSLInappropriateFallback, errSSLMissingExtension,
            errSSLBadCertificateStatusResponse, errSSLCertificateRequired, errSSLUnknownPSKIdentity,
            errSSLUnrecognizedName,
        ]),
    CodeRun(
        first: -9880,
        codes: [
            errSSLATSViolation, errSSLATSMinimumVersionViolation, errSSLATSCiphersuiteViolation,
            errSSLATSMinimumKeySizeViolation, errSSLATSLeafCertificateHashAlgorithmViolation,
            errSSLATSCertificateHashAlgorithmViolation, errSSLATSCertificateTrustViolation,
        ]),
]

private let single: [(OSStatus, OSStatus)] = [
    (errSecSuccess, 0),
    (errSecUnimplemented, -4),
    (errSecDiskFull, -34),
    (errSecIO, -36),
    (errSecOpWr, -49),
    (errSecParam, -50),
    (errSecWrPerm, -61),
    (errSecAllocate, -108),
    (errSecUserCanceled, -128),
    (errSecBadReq, -909),
    (errSecInternalComponent, -2070),
    (errSecCoreFoundationUnknown, -4960),
    (errSSLEarlyDataRejected, -9890),
    (errSecNotSigner, -26267),
    (errSecDecode, -26275),
    (errSecMissingEntitlement, -34018),
    (errSecRestrictedAPI, -34020),
]
