// Result codes of SecBase.h for modules, handles, access control and keys.

/// The framework was used before it was set up.
public let errSecNotInitialized: OSStatus = -67667
/// The handle is for another kind of service.
public let errSecInvalidHandleUsage: OSStatus = -67668
/// The calling module is not among those allowed.
public let errSecPVCReferentNotFound: OSStatus = -67669
/// A function lies outside the verified module.
public let errSecFunctionIntegrityFail: OSStatus = -67670
/// An internal error occurred.
public let errSecInternalError: OSStatus = -67671
/// Memory could not be had or used.
public let errSecMemoryError: OSStatus = -67672
/// The data is not valid.
public let errSecInvalidData: OSStatus = -67673
/// The directory of modules failed.
public let errSecMDSError: OSStatus = -67674
/// A pointer is not valid.
public let errSecInvalidPointer: OSStatus = -67675
/// The check of itself failed.
public let errSecSelfCheckFailed: OSStatus = -67676
/// The function failed.
public let errSecFunctionFailed: OSStatus = -67677
/// The manifest of a module could not be verified.
public let errSecModuleManifestVerifyFailed: OSStatus = -67678
/// The GUID is not valid.
public let errSecInvalidGUID: OSStatus = -67679
/// The handle is not valid.
public let errSecInvalidHandle: OSStatus = -67680
/// The list of databases is not valid.
public let errSecInvalidDBList: OSStatus = -67681
/// The number of the pass-through function is not valid.
public let errSecInvalidPassthroughID: OSStatus = -67682
/// The network address is not valid.
public let errSecInvalidNetworkAddress: OSStatus = -67683
/// The CRL is signed already.
public let errSecCRLAlreadySigned: OSStatus = -67684
/// The number of fields is wrong.
public let errSecInvalidNumberOfFields: OSStatus = -67685
/// The verification failed.
public let errSecVerificationFailure: OSStatus = -67686
/// The tag is unknown.
public let errSecUnknownTag: OSStatus = -67687
/// The signature is not valid.
public let errSecInvalidSignature: OSStatus = -67688
/// The name is not valid.
public let errSecInvalidName: OSStatus = -67689
/// The reference to a certificate is not valid.
public let errSecInvalidCertificateRef: OSStatus = -67690
/// The group of certificates is not valid.
public let errSecInvalidCertificateGroup: OSStatus = -67691
/// The tag was not found.
public let errSecTagNotFound: OSStatus = -67692
/// The query is not valid.
public let errSecInvalidQuery: OSStatus = -67693
/// The value is not valid.
public let errSecInvalidValue: OSStatus = -67694
/// A callback failed.
public let errSecCallbackFailed: OSStatus = -67695
/// An entry of the access control list could not be deleted.
public let errSecACLDeleteFailed: OSStatus = -67696
/// An entry of the access control list could not be replaced.
public let errSecACLReplaceFailed: OSStatus = -67697
/// An entry could not be added to the access control list.
public let errSecACLAddFailed: OSStatus = -67698
/// The access control list could not be changed.
public let errSecACLChangeFailed: OSStatus = -67699
/// The credentials for access are not valid.
public let errSecInvalidAccessCredentials: OSStatus = -67700
/// The record is not valid.
public let errSecInvalidRecord: OSStatus = -67701
/// The access control list is not valid.
public let errSecInvalidACL: OSStatus = -67702
/// A sample among the credentials is not valid.
public let errSecInvalidSampleValue: OSStatus = -67703
/// The versions do not fit together.
public let errSecIncompatibleVersion: OSStatus = -67704
/// The privilege was refused.
public let errSecPrivilegeNotGranted: OSStatus = -67705
/// The scope is not valid.
public let errSecInvalidScope: OSStatus = -67706
/// The verification of callers is configured already.
public let errSecPVCAlreadyConfigured: OSStatus = -67707
/// The verification of callers is not valid.
public let errSecInvalidPVC: OSStatus = -67708
/// A module manager could not be loaded.
public let errSecEMMLoadFailed: OSStatus = -67709
/// A module manager could not be unloaded.
public let errSecEMMUnloadFailed: OSStatus = -67710
/// An add-in could not be loaded.
public let errSecAddinLoadFailed: OSStatus = -67711
/// The reference to a key is not valid.
public let errSecInvalidKeyRef: OSStatus = -67712
/// The hierarchy of keys is not valid.
public let errSecInvalidKeyHierarchy: OSStatus = -67713
/// An add-in could not be unloaded.
public let errSecAddinUnloadFailed: OSStatus = -67714
/// A library is not where it is said to be.
public let errSecLibraryReferenceNotFound: OSStatus = -67715
/// The table of functions of an add-in is not valid.
public let errSecInvalidAddinFunctionTable: OSStatus = -67716
/// The mask of services is not valid.
public let errSecInvalidServiceMask: OSStatus = -67717
/// The module is not loaded.
public let errSecModuleNotLoaded: OSStatus = -67718
/// The number of the subservice is not valid.
public let errSecInvalidSubServiceID: OSStatus = -67719
/// The context lacks the attribute.
public let errSecAttributeNotInContext: OSStatus = -67720
/// A module manager could not be set up.
public let errSecModuleManagerInitializeFailed: OSStatus = -67721
/// There is no such module manager.
public let errSecModuleManagerNotFound: OSStatus = -67722
/// There is no callback for the event.
public let errSecEventNotificationCallbackNotFound: OSStatus = -67723
/// The input has the wrong length.
public let errSecInputLengthError: OSStatus = -67724
/// The output has the wrong length.
public let errSecOutputLengthError: OSStatus = -67725
/// There is no such privilege here.
public let errSecPrivilegeNotSupported: OSStatus = -67726
/// The device reports an error.
public let errSecDeviceError: OSStatus = -67727
/// The handle is in use.
public let errSecAttachHandleBusy: OSStatus = -67728
/// Nobody is logged in.
public let errSecNotLoggedIn: OSStatus = -67729
/// Key and operation are of different algorithms.
public let errSecAlgorithmMismatch: OSStatus = -67730
/// The key is not for this use.
public let errSecKeyUsageIncorrect: OSStatus = -67731
/// The stored form of the key is of the wrong type.
public let errSecKeyBlobTypeIncorrect: OSStatus = -67732
/// The header of the key contradicts its contents.
public let errSecKeyHeaderInconsistent: OSStatus = -67733
/// Keys of this format are not supported.
public let errSecUnsupportedKeyFormat: OSStatus = -67734
/// Keys of this size are not supported.
public let errSecUnsupportedKeySize: OSStatus = -67735
/// The mask of key usages is not valid.
public let errSecInvalidKeyUsageMask: OSStatus = -67736
/// The mask of key usages is not supported.
public let errSecUnsupportedKeyUsageMask: OSStatus = -67737
/// The mask of key attributes is not valid.
public let errSecInvalidKeyAttributeMask: OSStatus = -67738
/// The mask of key attributes is not supported.
public let errSecUnsupportedKeyAttributeMask: OSStatus = -67739
/// The label of the key is not valid.
public let errSecInvalidKeyLabel: OSStatus = -67740
/// A label of this kind is not supported for keys.
public let errSecUnsupportedKeyLabel: OSStatus = -67741
/// The format of the key is not valid.
public let errSecInvalidKeyFormat: OSStatus = -67742
/// Data in several buffers is not supported.
public let errSecUnsupportedVectorOfBuffers: OSStatus = -67743
/// The list of input buffers is not valid.
public let errSecInvalidInputVector: OSStatus = -67744
/// The list of output buffers is not valid.
public let errSecInvalidOutputVector: OSStatus = -67745
/// The context is not valid.
public let errSecInvalidContext: OSStatus = -67746
