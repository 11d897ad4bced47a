// Result codes of SecBase.h for keychains, items, access control, import and export.

/// The access control list is not of the simple form.
public let errSecACLNotSimple: OSStatus = -25240
/// There is no such policy.
public let errSecPolicyNotFound: OSStatus = -25241
/// The trust setting is not valid.
public let errSecInvalidTrustSetting: OSStatus = -25242
/// The item has no access control.
public let errSecNoAccessForItem: OSStatus = -25243
/// The owner of this item cannot be changed in this way.
public let errSecInvalidOwnerEdit: OSStatus = -25244
/// There is no trust result yet.
public let errSecTrustNotAvailable: OSStatus = -25245
/// This format cannot be imported or exported.
public let errSecUnsupportedFormat: OSStatus = -25256
/// The format of the data to import is unknown.
public let errSecUnknownFormat: OSStatus = -25257
/// The key may leave only wrapped by another one.
public let errSecKeyIsSensitive: OSStatus = -25258
/// More than one private key was to be imported.
public let errSecMultiplePrivKeys: OSStatus = -25259
/// Import or export needs a passphrase.
public let errSecPassphraseRequired: OSStatus = -25260
/// The reference to a password is not valid.
public let errSecInvalidPasswordRef: OSStatus = -25261
/// The record of trust settings is damaged.
public let errSecInvalidTrustSettings: OSStatus = -25262
/// There are no trust settings.
public let errSecNoTrustSettings: OSStatus = -25263
/// The PKCS #12 data does not match its MAC; the passphrase may be wrong.
public let errSecPkcs12VerifyFailure: OSStatus = -25264
/// The supposed issuer did not sign the certificate.
public let errSecNotSigner: OSStatus = -26267
/// The data cannot be decoded.
public let errSecDecode: OSStatus = -26275
/// No keychain is available.
public let errSecNotAvailable: OSStatus = -25291
/// The keychain is read-only.
public let errSecReadOnly: OSStatus = -25292
/// The name or the passphrase is wrong.
public let errSecAuthFailed: OSStatus = -25293
/// There is no such keychain.
public let errSecNoSuchKeychain: OSStatus = -25294
/// The file is not a keychain.
public let errSecInvalidKeychain: OSStatus = -25295
/// A keychain of this name exists already.
public let errSecDuplicateKeychain: OSStatus = -25296
/// The callback is installed already.
public let errSecDuplicateCallback: OSStatus = -25297
/// The callback is not valid.
public let errSecInvalidCallback: OSStatus = -25298
/// The item is in the keychain already.
public let errSecDuplicateItem: OSStatus = -25299
/// No such item is in the keychain.
public let errSecItemNotFound: OSStatus = -25300
/// The buffer does not hold the item.
public let errSecBufferTooSmall: OSStatus = -25301
/// The data of the item is too large.
public let errSecDataTooLarge: OSStatus = -25302
/// The item has no such attribute.
public let errSecNoSuchAttr: OSStatus = -25303
/// The reference to the item is not valid, or the item is gone.
public let errSecInvalidItemRef: OSStatus = -25304
/// The reference to the search is not valid.
public let errSecInvalidSearchRef: OSStatus = -25305
/// There is no keychain item of this class.
public let errSecNoSuchClass: OSStatus = -25306
/// There is no default keychain.
public let errSecNoDefaultKeychain: OSStatus = -25307
/// The user would have to be asked, which is not allowed here.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// The attribute cannot be changed.
public let errSecReadOnlyAttr: OSStatus = -25309
/// The keychain is of another version of the system.
public let errSecWrongSecVersion: OSStatus = -25310
/// A key of this size is not allowed.
public let errSecKeySizeNotAllowed: OSStatus = -25311
/// The storage component could not be loaded.
public let errSecNoStorageModule: OSStatus = -25312
/// The certificate component could not be loaded.
public let errSecNoCertificateModule: OSStatus = -25313
/// The policy component could not be loaded.
public let errSecNoPolicyModule: OSStatus = -25314
/// The user has to be asked.
public let errSecInteractionRequired: OSStatus = -25315
/// The contents of the item cannot be had.
public let errSecDataNotAvailable: OSStatus = -25316
/// The contents of the item cannot be changed.
public let errSecDataNotModifiable: OSStatus = -25317
/// No chain could be built from this certificate to a root.
public let errSecCreateChainFailed: OSStatus = -25318
/// The domain of preferences is not valid.
public let errSecInvalidPrefsDomain: OSStatus = -25319
/// The machine is awake without a screen, so nobody can be asked.
public let errSecInDarkWake: OSStatus = -25320
