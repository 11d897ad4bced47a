// The numbers of CommonCryptoError.h and CommonCryptor.h. Apple's headers have them as an enumeration without a name,
// whose constants are of type Int in Swift: programs write `CCOperation(kCCEncrypt)` and `Int(status) == kCCSuccess`.

/// A result of CommonCrypto (Apple's CommonCryptoError.h).
public typealias CCStatus = Int32
/// A result of encryption (Apple's CommonCryptor.h).
public typealias CCCryptorStatus = Int32
/// A result of the random number generator (Apple's CommonRandom.h).
public typealias CCRNGStatus = CCCryptorStatus
/// The operation was completed.
public let kCCSuccess: Int = 0
/// An argument is none that the function takes.
public let kCCParamError: Int = -4300
/// The room for the result is too small.
public let kCCBufferTooSmall: Int = -4301
/// There is not enough memory.
public let kCCMemoryFailure: Int = -4302
/// The input is no number of whole blocks.
public let kCCAlignmentError: Int = -4303
/// The input does not decrypt: another key, or changed bytes.
public let kCCDecodeError: Int = -4304
/// The function is not there for the algorithm.
public let kCCUnimplemented: Int = -4305
/// A number is too large.
public let kCCOverflow: Int = -4306
/// There are no random numbers.
public let kCCRNGFailure: Int = -4307
/// A failure of another kind.
public let kCCUnspecifiedError: Int = -4308
/// The function was called at another time than it may be.
public let kCCCallSequenceError: Int = -4309
/// No key of the algorithm is as long.
public let kCCKeySizeError: Int = -4310
/// The key is none of the algorithm.
public let kCCInvalidKey: Int = -4311

/// A direction, by Apple's number (CommonCryptor.h).
public typealias CCOperation = UInt32
/// To encrypt.
public let kCCEncrypt: Int = 0
/// To decrypt.
public let kCCDecrypt: Int = 1

/// A cipher, by Apple's number (CommonCryptor.h).
public typealias CCAlgorithm = UInt32
/// AES, with keys of any of its lengths: the former name of ``kCCAlgorithmAES``.
public let kCCAlgorithmAES128: Int = 0
/// AES (FIPS 197).
public let kCCAlgorithmAES: Int = 0
/// DES; `kCCUnimplemented` here.
public let kCCAlgorithmDES: Int = 1
/// Triple DES with three keys (SP 800-67).
public let kCCAlgorithm3DES: Int = 2
/// CAST; `kCCUnimplemented` here.
public let kCCAlgorithmCAST: Int = 3
/// RC4; `kCCUnimplemented` here.
public let kCCAlgorithmRC4: Int = 4
/// RC2; `kCCUnimplemented` here.
public let kCCAlgorithmRC2: Int = 5
/// Blowfish; `kCCUnimplemented` here.
public let kCCAlgorithmBlowfish: Int = 6

/// Options of a block cipher, by Apple's bits (CommonCryptor.h).
public typealias CCOptions = UInt32
/// Padding of PKCS #7 (RFC 5652 §6.3).
public let kCCOptionPKCS7Padding: Int = 1
/// Each block by itself, in the place of CBC: equal blocks are seen to be equal.
public let kCCOptionECBMode: Int = 2

/// The bytes of a key of AES-128.
public let kCCKeySizeAES128: Int = 16
/// The bytes of a key of AES-192.
public let kCCKeySizeAES192: Int = 24
/// The bytes of a key of AES-256.
public let kCCKeySizeAES256: Int = 32
/// The bytes of a key of DES.
public let kCCKeySizeDES: Int = 8
/// The bytes of the three keys of Triple DES.
public let kCCKeySize3DES: Int = 24
/// The bytes of a block of AES.
public let kCCBlockSizeAES128: Int = 16
/// The bytes of a block of DES.
public let kCCBlockSizeDES: Int = 8
/// The bytes of a block of Triple DES.
public let kCCBlockSize3DES: Int = 8

/// A mode of operation, by Apple's number (CommonCryptor.h).
public typealias CCMode = UInt32
/// Each block by itself.
public let kCCModeECB: Int = 1
/// Cipher block chaining.
public let kCCModeCBC: Int = 2
/// Cipher feedback.
public let kCCModeCFB: Int = 3
/// Counter, big-endian.
public let kCCModeCTR: Int = 4
/// Output feedback.
public let kCCModeOFB: Int = 7
/// XTS; `kCCUnimplemented` here.
public let kCCModeXTS: Int = 8
/// RC4's; `kCCUnimplemented` here.
public let kCCModeRC4: Int = 9
/// Cipher feedback of 8 bits.
public let kCCModeCFB8: Int = 10

/// A padding, by Apple's number (CommonCryptor.h).
public typealias CCPadding = UInt32
/// No padding.
public let ccNoPadding: Int = 0
/// Padding of PKCS #7 (RFC 5652 §6.3).
public let ccPKCS7Padding: Int = 1

/// Options of a mode, by Apple's bits (CommonCryptor.h).
public typealias CCModeOptions = UInt32
/// A counter whose most significant byte comes first, as there is no other.
public let kCCModeOptionCTR_BE: Int = 2
