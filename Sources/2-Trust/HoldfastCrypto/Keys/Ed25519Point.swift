import COpenSSL
package import HoldfastX509

/// The point that the bytes of an Ed25519 public key stand for, judged (RFC 8032 §5.1.3).
///
/// libcrypto takes any 32 bytes as a key. Some of them are no point, so that nothing ever verifies; and under a point
/// of small order anybody can make signatures that verify, for any message.
package enum Ed25519Point: Hashable, Sendable {
    /// A point that signatures can rest on.
    case sound
    /// A point whose order is 1, 2, 4 or 8.
    case smallOrder
    /// No point of the curve, or one that is not written as RFC 8032 has it.
    case notOnCurve

    /// Judges a key; nil where it is no Ed25519 key.
    ///
    /// - Throws: ``CryptoError`` where libcrypto has no memory.
    package init?(_ info: SubjectPublicKeyInfo) throws(CryptoError) {
        guard case .ed25519(let key) = info.key else { return nil }
        var bytes = Array(key)
        guard bytes.count == 32 else {
            self = .notOnCurve
            return
        }
        // The highest bit is the sign of x.
        bytes[31] &= 0x7f
        if Self.ofSmallOrder.contains(bytes) {
            self = .smallOrder
        } else {
            self = unsafe try Self.isOnCurve(y: bytes) ? .sound : .notOnCurve
        }
    }

    /// Every y of a point whose order divides 8: 1, -1, 0 and the two of order 8.
    private static let ofSmallOrder: Set<[UInt8]> = [
        [1] + [UInt8](repeating: 0, count: 31),
        [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
        [UInt8](repeating: 0, count: 32),
        [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
            0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
            0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
    ]

    /// d of RFC 8032 §5.1, the least significant byte first.
    private static let d: [UInt8] = [
        0xa3, 0x78, 0x59, 0x13, 0xca, 0x4d, 0xeb, 0x75, 0xab, 0xd8, 0x41, 0x41, 0x4d, 0x0a, 0x70, 0x00,
        0x98, 0xe8, 0x79, 0x77, 0x79, 0x40, 0xc7, 0x8c, 0x73, 0xfe, 0x6f, 0x2b, 0xee, 0x6c, 0x03, 0x52,
    ]

    /// Whether there is an x with x² = (y² - 1) / (d y² + 1) modulo p = 2²⁵⁵ - 19: whether that fraction, and with it
    /// the product of its terms, is a square.
    @unsafe private static func isOnCurve(y: [UInt8]) throws(CryptoError) -> Bool {
        let operation = "check an Ed25519 key"
        let context = unsafe try Owned(BN_CTX_new(), freedBy: BN_CTX_free, during: operation)
        let p = unsafe try Owned(BN_new(), freedBy: BN_free, during: operation)
        let one = unsafe try Owned(BN_new(), freedBy: BN_free, during: operation)
        let y = unsafe try Owned(BN_lebin2bn(y, 32, nil), freedBy: BN_free, during: operation)
        let d = unsafe try Owned(BN_lebin2bn(d, 32, nil), freedBy: BN_free, during: operation)
        let upper = unsafe try Owned(BN_new(), freedBy: BN_free, during: operation)
        return unsafe context.with { context in
            unsafe p.with { p in
                unsafe one.with { one in
                    unsafe y.with { y in
                        unsafe d.with { d in
                            unsafe upper.with { upper in
                                guard unsafe BN_set_bit(p, 255) == 1, unsafe BN_sub_word(p, 19) == 1,
                                    unsafe BN_set_word(one, 1) == 1, unsafe BN_cmp(y, p) < 0,
                                    unsafe BN_mod_sqr(y, y, p, context) == 1,
                                    unsafe BN_mod_sub(upper, y, one, p, context) == 1,
                                    unsafe BN_mod_mul(d, d, y, p, context) == 1,
                                    unsafe BN_mod_add(d, d, one, p, context) == 1,
                                    unsafe BN_mod_mul(d, d, upper, p, context) == 1
                                else { return false }
                                return unsafe BN_kronecker(d, p, context) == 1
                            }
                        }
                    }
                }
            }
        }
    }
}
