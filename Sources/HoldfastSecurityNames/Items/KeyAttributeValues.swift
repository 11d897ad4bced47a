public import Foundation

// The values that attributes of keys take (SecItem.h).
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// A private key.
@safe public nonisolated(unsafe) let kSecAttrKeyClassPrivate: CFString = "1"
/// A public key.
@safe public nonisolated(unsafe) let kSecAttrKeyClassPublic: CFString = "0"
/// A key that both sides share.
@safe public nonisolated(unsafe) let kSecAttrKeyClassSymmetric: CFString = "2"
/// Triple DES.
@safe public nonisolated(unsafe) let kSecAttrKeyType3DES: CFString = "17"
/// AES.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeAES: CFString = "2147483649"
/// CAST.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeCAST: CFString = "56"
/// DES.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeDES: CFString = "14"
/// DSA.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeDSA: CFString = "43"
/// Elliptic curves, in the name that ``kSecAttrKeyTypeECSECPrimeRandom`` had first.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeEC: CFString = "73"
/// Elliptic curves, in macOS's older name.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeECDSA: CFString = "73"
/// Elliptic curves: P-256, P-384 and P-521.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"
/// RC2.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeRC2: CFString = "23"
/// RC4.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeRC4: CFString = "25"
/// RSA.
@safe public nonisolated(unsafe) let kSecAttrKeyTypeRSA: CFString = "42"
/// HMAC with SHA-1.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"
/// HMAC with SHA-224.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"
/// HMAC with SHA-256.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"
/// HMAC with SHA-384.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"
/// HMAC with SHA-512.
@safe public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"
