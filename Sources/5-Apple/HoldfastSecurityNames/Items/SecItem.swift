public import Foundation

// The classes of keychain items, and the keys of their attributes (SecItem.h).
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

// MARK: Classes

/// The class of an item; the value is one of `kSecClass…`.
@safe public nonisolated(unsafe) let kSecClass: CFString = "class"
/// A password of any kind.
@safe public nonisolated(unsafe) let kSecClassGenericPassword: CFString = "genp"
/// A password for a server.
@safe public nonisolated(unsafe) let kSecClassInternetPassword: CFString = "inet"
/// A certificate.
@safe public nonisolated(unsafe) let kSecClassCertificate: CFString = "cert"
/// A key.
@safe public nonisolated(unsafe) let kSecClassKey: CFString = "keys"
/// A certificate with its private key.
@safe public nonisolated(unsafe) let kSecClassIdentity: CFString = "idnt"

// MARK: Attributes of items

/// The programs that may use the item, on macOS.
@safe public nonisolated(unsafe) let kSecAttrAccess: CFString = "acls"
/// Under which conditions the item may be used.
@safe public nonisolated(unsafe) let kSecAttrAccessControl: CFString = "accc"
/// The group of programs that share the item.
@safe public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = "agrp"
/// The access group of items on tokens.
@safe public nonisolated(unsafe) let kSecAttrAccessGroupToken: CFString = "com.apple.token"
/// The condition under which the item can be read; the value is one of `kSecAttrAccessible…`.
@safe public nonisolated(unsafe) let kSecAttrAccessible: CFString = "pdmn"
/// The name of the account.
@safe public nonisolated(unsafe) let kSecAttrAccount: CFString = "acct"
/// The kind of authentication of the server; the value is one of `kSecAttrAuthenticationType…`.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationType: CFString = "atyp"
/// A comment for the user.
@safe public nonisolated(unsafe) let kSecAttrComment: CFString = "icmt"
/// The date on which the item was made.
@safe public nonisolated(unsafe) let kSecAttrCreationDate: CFString = "cdat"
/// A code for the program that made the item.
@safe public nonisolated(unsafe) let kSecAttrCreator: CFString = "crtr"
/// A description of the kind of item, for the user.
@safe public nonisolated(unsafe) let kSecAttrDescription: CFString = "desc"
/// Bytes of the program's own.
@safe public nonisolated(unsafe) let kSecAttrGeneric: CFString = "gena"
/// Whether the item is hidden from the user.
@safe public nonisolated(unsafe) let kSecAttrIsInvisible: CFString = "invi"
/// Whether there is to be no password for this.
@safe public nonisolated(unsafe) let kSecAttrIsNegative: CFString = "nega"
/// The name of the item, for the user.
@safe public nonisolated(unsafe) let kSecAttrLabel: CFString = "labl"
/// The date of the item's last change.
@safe public nonisolated(unsafe) let kSecAttrModificationDate: CFString = "mdat"
/// The path on the server.
@safe public nonisolated(unsafe) let kSecAttrPath: CFString = "path"
/// A reference to the item that lasts, in the spelling that it had first.
@safe public nonisolated(unsafe) let kSecAttrPersistantReference: CFString = "persistref"
/// A reference to the item that lasts.
@safe public nonisolated(unsafe) let kSecAttrPersistentReference: CFString = "persistref"
/// The port of the server.
@safe public nonisolated(unsafe) let kSecAttrPort: CFString = "port"
/// The protocol of the server; the value is one of `kSecAttrProtocol…`.
@safe public nonisolated(unsafe) let kSecAttrProtocol: CFString = "ptcl"
/// The domain, or realm, of the server.
@safe public nonisolated(unsafe) let kSecAttrSecurityDomain: CFString = "sdmn"
/// The name of the server.
@safe public nonisolated(unsafe) let kSecAttrServer: CFString = "srvr"
/// The name of the service.
@safe public nonisolated(unsafe) let kSecAttrService: CFString = "svce"
/// Whether the item is on all devices of the user.
@safe public nonisolated(unsafe) let kSecAttrSynchronizable: CFString = "sync"
/// In a query: items on one device and on all alike.
@safe public nonisolated(unsafe) let kSecAttrSynchronizableAny: CFString = "syna"
/// The group of synchronised items that the item belongs to.
@safe public nonisolated(unsafe) let kSecAttrSyncViewHint: CFString = "vwht"
/// The token that the item is on.
@safe public nonisolated(unsafe) let kSecAttrTokenID: CFString = "tkid"
/// The token of the Secure Enclave.
@safe public nonisolated(unsafe) let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// A code for the type of the item.
@safe public nonisolated(unsafe) let kSecAttrType: CFString = "type"

// MARK: Attributes of certificates and keys (SecItem.h, SecKey.h)

/// A label by which a key is found: as a rule the SHA-1 digest of its public half.
@safe public nonisolated(unsafe) let kSecAttrApplicationLabel: CFString = "klbl"
/// Bytes by which a program finds its key.
@safe public nonisolated(unsafe) let kSecAttrApplicationTag: CFString = "atag"
/// Whether the key may decrypt.
@safe public nonisolated(unsafe) let kSecAttrCanDecrypt: CFString = "decr"
/// Whether other keys may be derived from the key.
@safe public nonisolated(unsafe) let kSecAttrCanDerive: CFString = "drve"
/// Whether the key may encrypt.
@safe public nonisolated(unsafe) let kSecAttrCanEncrypt: CFString = "encr"
/// Whether the key may sign.
@safe public nonisolated(unsafe) let kSecAttrCanSign: CFString = "sign"
/// Whether the key may unwrap other keys.
@safe public nonisolated(unsafe) let kSecAttrCanUnwrap: CFString = "unwp"
/// Whether the key may verify signatures.
@safe public nonisolated(unsafe) let kSecAttrCanVerify: CFString = "vrfy"
/// Whether the key may wrap other keys.
@safe public nonisolated(unsafe) let kSecAttrCanWrap: CFString = "wrap"
/// A number for the encoding of the certificate.
@safe public nonisolated(unsafe) let kSecAttrCertificateEncoding: CFString = "cenc"
/// A number for the type of the certificate.
@safe public nonisolated(unsafe) let kSecAttrCertificateType: CFString = "ctyp"
/// The number of bits of the key that count.
@safe public nonisolated(unsafe) let kSecAttrEffectiveKeySize: CFString = "esiz"
/// Whether the key can leave its store.
@safe public nonisolated(unsafe) let kSecAttrIsExtractable: CFString = "extr"
/// Whether the key is in a keychain.
@safe public nonisolated(unsafe) let kSecAttrIsPermanent: CFString = "perm"
/// Whether the key can leave its store only wrapped.
@safe public nonisolated(unsafe) let kSecAttrIsSensitive: CFString = "sens"
/// The issuer of the certificate, as normalised DER.
@safe public nonisolated(unsafe) let kSecAttrIssuer: CFString = "issr"
/// The half of the pair that the key is; the value is one of `kSecAttrKeyClass…`.
@safe public nonisolated(unsafe) let kSecAttrKeyClass: CFString = "kcls"
/// The number of bits of the key.
@safe public nonisolated(unsafe) let kSecAttrKeySizeInBits: CFString = "bsiz"
/// The algorithm of the key; the value is one of `kSecAttrKeyType…`.
@safe public nonisolated(unsafe) let kSecAttrKeyType: CFString = "type"
/// The function by which a key is derived from a password.
@safe public nonisolated(unsafe) let kSecAttrPRF: CFString = "prf"
/// The SHA-1 digest of the public key.
@safe public nonisolated(unsafe) let kSecAttrPublicKeyHash: CFString = "pkhh"
/// The number of rounds of the function that derives a key from a password.
@safe public nonisolated(unsafe) let kSecAttrRounds: CFString = "rounds"
/// The salt with which a key is derived from a password.
@safe public nonisolated(unsafe) let kSecAttrSalt: CFString = "salt"
/// The serial number of the certificate, as bytes.
@safe public nonisolated(unsafe) let kSecAttrSerialNumber: CFString = "slnr"
/// The subject of the certificate, as normalised DER.
@safe public nonisolated(unsafe) let kSecAttrSubject: CFString = "subj"
/// The subject key identifier of the certificate.
@safe public nonisolated(unsafe) let kSecAttrSubjectKeyID: CFString = "skid"
/// The attributes of the private half alone, in what makes a key pair.
@safe public nonisolated(unsafe) let kSecPrivateKeyAttrs: CFString = "private"
/// The attributes of the public half alone, in what makes a key pair.
@safe public nonisolated(unsafe) let kSecPublicKeyAttrs: CFString = "public"
