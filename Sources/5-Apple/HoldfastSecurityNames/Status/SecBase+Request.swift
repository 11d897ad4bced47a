// Result codes of SecBase.h for requests to authorities, and for databases.

/// The digest algorithm is not valid.
public let errSecInvalidDigestAlgorithm: OSStatus = -67815
/// The group of CRLs is not valid.
public let errSecInvalidCRLGroup: OSStatus = -67816
/// The certificate cannot do this.
public let errSecCertificateCannotOperate: OSStatus = -67817
/// The certificate has expired.
public let errSecCertificateExpired: OSStatus = -67818
/// The certificate is not valid yet.
public let errSecCertificateNotValidYet: OSStatus = -67819
/// The certificate is revoked.
public let errSecCertificateRevoked: OSStatus = -67820
/// The certificate is suspended.
public let errSecCertificateSuspended: OSStatus = -67821
/// The credentials do not suffice.
public let errSecInsufficientCredentials: OSStatus = -67822
/// The action is not valid.
public let errSecInvalidAction: OSStatus = -67823
/// The authority is not valid.
public let errSecInvalidAuthority: OSStatus = -67824
/// The action of a verification failed.
public let errSecVerifyActionFailed: OSStatus = -67825
/// The certificate authority is not valid.
public let errSecInvalidCertAuthority: OSStatus = -67826
/// The authority of the CRL is not valid.
public let errSecInvalidCRLAuthority: OSStatus = -67827
/// ``errSecInvalidCRLAuthority``, in the spelling that it had first.
public let errSecInvaldCRLAuthority: OSStatus = -67827
/// The encoding of the CRL is not valid.
public let errSecInvalidCRLEncoding: OSStatus = -67828
/// The type of the CRL is not valid.
public let errSecInvalidCRLType: OSStatus = -67829
/// The CRL is not valid.
public let errSecInvalidCRL: OSStatus = -67830
/// The type of the form is not valid.
public let errSecInvalidFormType: OSStatus = -67831
/// The identifying number is not valid.
public let errSecInvalidID: OSStatus = -67832
/// The identifier is not valid.
public let errSecInvalidIdentifier: OSStatus = -67833
/// The index is not valid.
public let errSecInvalidIndex: OSStatus = -67834
/// The identifiers of policies are not valid.
public let errSecInvalidPolicyIdentifiers: OSStatus = -67835
/// The text of a time is not valid.
public let errSecInvalidTimeString: OSStatus = -67836
/// The reason is not valid.
public let errSecInvalidReason: OSStatus = -67837
/// The inputs of the request are not valid.
public let errSecInvalidRequestInputs: OSStatus = -67838
/// The list of responses is not valid.
public let errSecInvalidResponseVector: OSStatus = -67839
/// The policy to stop at is not valid.
public let errSecInvalidStopOnPolicy: OSStatus = -67840
/// The tuple is not valid.
public let errSecInvalidTuple: OSStatus = -67841
/// Only one value is supported here.
public let errSecMultipleValuesUnsupported: OSStatus = -67842
/// The certificate is not trusted.
public let errSecNotTrusted: OSStatus = -67843
/// There is no default authority.
public let errSecNoDefaultAuthority: OSStatus = -67844
/// The form was rejected.
public let errSecRejectedForm: OSStatus = -67845
/// The request was lost.
public let errSecRequestLost: OSStatus = -67846
/// The request was rejected.
public let errSecRequestRejected: OSStatus = -67847
/// Addresses of this type are not supported.
public let errSecUnsupportedAddressType: OSStatus = -67848
/// The service is not supported.
public let errSecUnsupportedService: OSStatus = -67849
/// The group of tuples is not valid.
public let errSecInvalidTupleGroup: OSStatus = -67850
/// The base access control lists are not valid.
public let errSecInvalidBaseACLs: OSStatus = -67851
/// The credentials of the tuple are not valid.
public let errSecInvalidTupleCredentials: OSStatus = -67852
/// ``errSecInvalidTupleCredentials``, in the spelling that it had first.
public let errSecInvalidTupleCredendtials: OSStatus = -67852
/// The encoding is not valid.
public let errSecInvalidEncoding: OSStatus = -67853
/// The validity period is not valid.
public let errSecInvalidValidityPeriod: OSStatus = -67854
/// The requestor is not valid.
public let errSecInvalidRequestor: OSStatus = -67855
/// The description of the request is not valid.
public let errSecRequestDescriptor: OSStatus = -67856
/// The information on the bundle is not valid.
public let errSecInvalidBundleInfo: OSStatus = -67857
/// The index into the CRL is not valid.
public let errSecInvalidCRLIndex: OSStatus = -67858
/// No fields have values.
public let errSecNoFieldValues: OSStatus = -67859
/// Fields of this format are not supported.
public let errSecUnsupportedFieldFormat: OSStatus = -67860
/// This information on an index is not supported.
public let errSecUnsupportedIndexInfo: OSStatus = -67861
/// The locality is not supported.
public let errSecUnsupportedLocality: OSStatus = -67862
/// This number of attributes is not supported.
public let errSecUnsupportedNumAttributes: OSStatus = -67863
/// This number of indexes is not supported.
public let errSecUnsupportedNumIndexes: OSStatus = -67864
/// This number of record types is not supported.
public let errSecUnsupportedNumRecordTypes: OSStatus = -67865
/// A field was given more than once.
public let errSecFieldSpecifiedMultiple: OSStatus = -67866
/// The formats of fields do not fit together.
public let errSecIncompatibleFieldFormat: OSStatus = -67867
/// The parsing module is not valid.
public let errSecInvalidParsingModule: OSStatus = -67868
/// The database is locked.
public let errSecDatabaseLocked: OSStatus = -67869
/// The store of data is open.
public let errSecDatastoreIsOpen: OSStatus = -67870
/// A value is missing.
public let errSecMissingValue: OSStatus = -67871
/// The limits of the query are not supported.
public let errSecUnsupportedQueryLimits: OSStatus = -67872
/// This number of conditions is not supported.
public let errSecUnsupportedNumSelectionPreds: OSStatus = -67873
/// The operator is not supported.
public let errSecUnsupportedOperator: OSStatus = -67874
/// The place of the database is not valid.
public let errSecInvalidDBLocation: OSStatus = -67875
/// The request for access is not valid.
public let errSecInvalidAccessRequest: OSStatus = -67876
/// The information on an index is not valid.
public let errSecInvalidIndexInfo: OSStatus = -67877
/// The new owner is not valid.
public let errSecInvalidNewOwner: OSStatus = -67878
/// The mode of the change is not valid.
public let errSecInvalidModifyMode: OSStatus = -67879
