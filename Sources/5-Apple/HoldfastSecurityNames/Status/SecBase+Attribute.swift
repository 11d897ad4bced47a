// Result codes of SecBase.h for the attributes of an operation with a key.

/// The algorithm is not valid here.
public let errSecInvalidAlgorithm: OSStatus = -67747
/// The key of the operation is not valid.
public let errSecInvalidAttributeKey: OSStatus = -67748
/// The operation lacks its key.
public let errSecMissingAttributeKey: OSStatus = -67749
/// The initialisation vector of the operation is not valid.
public let errSecInvalidAttributeInitVector: OSStatus = -67750
/// The operation lacks its initialisation vector.
public let errSecMissingAttributeInitVector: OSStatus = -67751
/// The salt of the operation is not valid.
public let errSecInvalidAttributeSalt: OSStatus = -67752
/// The operation lacks its salt.
public let errSecMissingAttributeSalt: OSStatus = -67753
/// The padding of the operation is not valid.
public let errSecInvalidAttributePadding: OSStatus = -67754
/// The operation lacks its padding.
public let errSecMissingAttributePadding: OSStatus = -67755
/// The random value of the operation is not valid.
public let errSecInvalidAttributeRandom: OSStatus = -67756
/// The operation lacks its random value.
public let errSecMissingAttributeRandom: OSStatus = -67757
/// The seed of the operation is not valid.
public let errSecInvalidAttributeSeed: OSStatus = -67758
/// The operation lacks its seed.
public let errSecMissingAttributeSeed: OSStatus = -67759
/// The passphrase of the operation is not valid.
public let errSecInvalidAttributePassphrase: OSStatus = -67760
/// The operation lacks its passphrase.
public let errSecMissingAttributePassphrase: OSStatus = -67761
/// The key length of the operation is not valid.
public let errSecInvalidAttributeKeyLength: OSStatus = -67762
/// The operation lacks its key length.
public let errSecMissingAttributeKeyLength: OSStatus = -67763
/// The block size of the operation is not valid.
public let errSecInvalidAttributeBlockSize: OSStatus = -67764
/// The operation lacks its block size.
public let errSecMissingAttributeBlockSize: OSStatus = -67765
/// The output size of the operation is not valid.
public let errSecInvalidAttributeOutputSize: OSStatus = -67766
/// The operation lacks its output size.
public let errSecMissingAttributeOutputSize: OSStatus = -67767
/// The number of rounds of the operation is not valid.
public let errSecInvalidAttributeRounds: OSStatus = -67768
/// The operation lacks its number of rounds.
public let errSecMissingAttributeRounds: OSStatus = -67769
/// The set of algorithm parameters of the operation is not valid.
public let errSecInvalidAlgorithmParms: OSStatus = -67770
/// The operation lacks its set of algorithm parameters.
public let errSecMissingAlgorithmParms: OSStatus = -67771
/// The label of the operation is not valid.
public let errSecInvalidAttributeLabel: OSStatus = -67772
/// The operation lacks its label.
public let errSecMissingAttributeLabel: OSStatus = -67773
/// The key type of the operation is not valid.
public let errSecInvalidAttributeKeyType: OSStatus = -67774
/// The operation lacks its key type.
public let errSecMissingAttributeKeyType: OSStatus = -67775
/// The mode of the operation is not valid.
public let errSecInvalidAttributeMode: OSStatus = -67776
/// The operation lacks its mode.
public let errSecMissingAttributeMode: OSStatus = -67777
/// The effective key size of the operation is not valid.
public let errSecInvalidAttributeEffectiveBits: OSStatus = -67778
/// The operation lacks its effective key size.
public let errSecMissingAttributeEffectiveBits: OSStatus = -67779
/// The start date of the operation is not valid.
public let errSecInvalidAttributeStartDate: OSStatus = -67780
/// The operation lacks its start date.
public let errSecMissingAttributeStartDate: OSStatus = -67781
/// The end date of the operation is not valid.
public let errSecInvalidAttributeEndDate: OSStatus = -67782
/// The operation lacks its end date.
public let errSecMissingAttributeEndDate: OSStatus = -67783
/// The version of the operation is not valid.
public let errSecInvalidAttributeVersion: OSStatus = -67784
/// The operation lacks its version.
public let errSecMissingAttributeVersion: OSStatus = -67785
/// The prime of the operation is not valid.
public let errSecInvalidAttributePrime: OSStatus = -67786
/// The operation lacks its prime.
public let errSecMissingAttributePrime: OSStatus = -67787
/// The base of the operation is not valid.
public let errSecInvalidAttributeBase: OSStatus = -67788
/// The operation lacks its base.
public let errSecMissingAttributeBase: OSStatus = -67789
/// The subprime of the operation is not valid.
public let errSecInvalidAttributeSubprime: OSStatus = -67790
/// The operation lacks its subprime.
public let errSecMissingAttributeSubprime: OSStatus = -67791
/// The iteration count of the operation is not valid.
public let errSecInvalidAttributeIterationCount: OSStatus = -67792
/// The operation lacks its iteration count.
public let errSecMissingAttributeIterationCount: OSStatus = -67793
/// The database handle of the operation is not valid.
public let errSecInvalidAttributeDLDBHandle: OSStatus = -67794
/// The operation lacks its database handle.
public let errSecMissingAttributeDLDBHandle: OSStatus = -67795
/// The set of access credentials of the operation is not valid.
public let errSecInvalidAttributeAccessCredentials: OSStatus = -67796
/// The operation lacks its set of access credentials.
public let errSecMissingAttributeAccessCredentials: OSStatus = -67797
/// The public key format of the operation is not valid.
public let errSecInvalidAttributePublicKeyFormat: OSStatus = -67798
/// The operation lacks its public key format.
public let errSecMissingAttributePublicKeyFormat: OSStatus = -67799
/// The private key format of the operation is not valid.
public let errSecInvalidAttributePrivateKeyFormat: OSStatus = -67800
/// The operation lacks its private key format.
public let errSecMissingAttributePrivateKeyFormat: OSStatus = -67801
/// The symmetric key format of the operation is not valid.
public let errSecInvalidAttributeSymmetricKeyFormat: OSStatus = -67802
/// The operation lacks its symmetric key format.
public let errSecMissingAttributeSymmetricKeyFormat: OSStatus = -67803
/// The wrapped key format of the operation is not valid.
public let errSecInvalidAttributeWrappedKeyFormat: OSStatus = -67804
/// The operation lacks its wrapped key format.
public let errSecMissingAttributeWrappedKeyFormat: OSStatus = -67805
/// An operation in steps is under way already.
public let errSecStagedOperationInProgress: OSStatus = -67806
/// An operation in steps was continued before it was begun.
public let errSecStagedOperationNotStarted: OSStatus = -67807
/// The signature does not match the signed data.
public let errSecVerifyFailed: OSStatus = -67808
/// The size of the result cannot be told.
public let errSecQuerySizeUnknown: OSStatus = -67809
/// The data does not fit the block size.
public let errSecBlockSizeMismatch: OSStatus = -67810
/// The public key contradicts itself or its private half.
public let errSecPublicKeyInconsistent: OSStatus = -67811
/// The device could not be verified.
public let errSecDeviceVerifyFailed: OSStatus = -67812
/// The login name is not valid.
public let errSecInvalidLoginName: OSStatus = -67813
/// A user is logged in already.
public let errSecAlreadyLoggedIn: OSStatus = -67814
