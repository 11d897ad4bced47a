public import Foundation

// The attributes of certificates and keys: keys of SecItem.h and SecKey.h.
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// What finds a key: as a rule the SHA-1 digest of its public half.
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
/// How many bits of the key count.
@safe public nonisolated(unsafe) let kSecAttrEffectiveKeySize: CFString = "esiz"
/// Whether the key can leave its store.
@safe public nonisolated(unsafe) let kSecAttrIsExtractable: CFString = "extr"
/// Whether the key is in a keychain.
@safe public nonisolated(unsafe) let kSecAttrIsPermanent: CFString = "perm"
/// Whether the key can leave its store only wrapped.
@safe public nonisolated(unsafe) let kSecAttrIsSensitive: CFString = "sens"
/// The issuer of the certificate, as normalised DER.
@safe public nonisolated(unsafe) let kSecAttrIssuer: CFString = "issr"
/// Which half the key is; the value is one of `kSecAttrKeyClass…`.
@safe public nonisolated(unsafe) let kSecAttrKeyClass: CFString = "kcls"
/// How many bits the key has.
@safe public nonisolated(unsafe) let kSecAttrKeySizeInBits: CFString = "bsiz"
/// The algorithm of the key; the value is one of `kSecAttrKeyType…`.
@safe public nonisolated(unsafe) let kSecAttrKeyType: CFString = "type"
/// The function by which a key is derived from a password.
@safe public nonisolated(unsafe) let kSecAttrPRF: CFString = "prf"
/// The SHA-1 digest of the public key.
@safe public nonisolated(unsafe) let kSecAttrPublicKeyHash: CFString = "pkhh"
/// How often the function is applied that derives a key from a password.
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
