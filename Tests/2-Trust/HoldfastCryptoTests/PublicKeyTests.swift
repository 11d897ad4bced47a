import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

/// Keys that are refused before anything is computed with them, and their neighbours that are not.
@Suite("Public keys")
struct PublicKeyTests {
    /// The base point of P-256 (SEC 2 §2.4.2).
    private static let x = hex("6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296")
    private static let y = hex("4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5")

    private static func reason(_ info: SubjectPublicKeyInfo) -> CryptoError.Reason? {
        do throws(CryptoError) {
            _ = try PublicKey(info)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("on a curve may be uncompressed or compressed")
    func points() throws {
        // RFC 5480 §2.2: "The first octet of the OCTET STRING indicates whether the key is compressed or
        // uncompressed."
        let sign: UInt8 = Self.y.last.map { 2 + $0 % 2 } ?? 0
        for point in [[0x04] + Self.x + Self.y, [sign] + Self.x] {
            #expect(try Self.reason(KeyText.ellipticCurve(.p256, point: point)) == nil, "\(point)")
        }
    }

    @Test("that are no point of their curve are refused", .hangLimit)
    func badPoints() throws {
        var off = Self.y
        off[31] ^= 1
        let attacks: [(name: String, point: [UInt8], isMalformed: Bool)] = [
            ("a point beside the curve, for an invalid-curve attack", [0x04] + Self.x + off, false),
            ("coordinates that are not below the field's prime", [0x04] + [UInt8](repeating: 0xFF, count: 64), false),
            ("the origin", [0x04] + [UInt8](repeating: 0, count: 64), false),
            // x = 1 gives no square on P-256.
            ("a compressed coordinate without a point", [0x02] + [UInt8](repeating: 0, count: 31) + [1], false),
            ("the point at infinity", [0x00], true),
            ("a hybrid form", [0x06 + Self.y[31] % 2] + Self.x + Self.y, true),
            ("an empty string", [], true),
            ("one byte short", [0x04] + Self.x + Self.y.dropLast(), true),
            ("one byte more", [0x04] + Self.x + Self.y + [0], true),
            ("a point of another curve's length", [0x04] + Self.x + Self.x + Self.x, true),
        ]
        for attack in attacks {
            let reason = try Self.reason(KeyText.ellipticCurve(.p256, point: attack.point))
            if attack.isMalformed {
                guard case .malformedKey = reason else {
                    Issue.record("\(attack.name): \(String(describing: reason))")
                    continue
                }
            } else {
                #expect(reason == .pointNotOnCurve, "\(attack.name)")
            }
        }
    }

    @Test("of RSA are refused unbuilt when a check could be stalled or fooled")
    func badRSA() throws {
        func number(bits: Int, last: UInt8 = 0xFF) -> [UInt8] {
            var number = [UInt8](repeating: 0xFF, count: (bits + 7) / 8)
            number[0] = 0xFF >> UInt8(number.count * 8 - bits)
            number[number.count - 1] = last
            return number
        }
        let usual: [UInt8] = [1, 0, 1]
        let attacks: [(name: String, modulus: [UInt8], exponent: [UInt8], reason: CryptoError.Reason?)] = [
            ("8192 bits, the limit", number(bits: 8192), usual, nil),
            ("one bit over the limit", number(bits: 8193), usual, .keyTooLarge(bits: 8193, limit: 8192)),
            ("a megabit", number(bits: 1 << 20), usual, .keyTooLarge(bits: 1 << 20, limit: 8192)),
            ("an even modulus", number(bits: 2048, last: 0xFE), usual, .modulusOutOfRange),
            ("a modulus of 0", [0], usual, .modulusOutOfRange),
            ("exponent 3", number(bits: 2048), [3], nil),
            ("exponent 1: every message signs itself", number(bits: 2048), [1], .publicExponentOutOfRange),
            ("exponent 0", number(bits: 2048), [0], .publicExponentOutOfRange),
            ("an even exponent", number(bits: 2048), [1, 0, 2], .publicExponentOutOfRange),
            ("the longest exponent", number(bits: 2048), [0xFF, 0xFF, 0xFF, 0xFF], nil),
            ("an exponent over 2^32", number(bits: 2048), [1, 0, 0, 0, 1], .publicExponentOutOfRange),
            ("an exponent as long as the modulus", number(bits: 2048), number(bits: 2048), .publicExponentOutOfRange),
        ]
        for attack in attacks {
            let info = try KeyText.rsa(modulus: attack.modulus, exponent: attack.exponent)
            #expect(Self.reason(info) == attack.reason, "\(attack.name)")
        }
    }

    @Test("of types that are not known are refused by name")
    func unknownTypes() throws {
        let x25519 = try #require(ObjectIdentifier("1.3.101.110"))
        #expect(
            try Self.reason(KeyText.edwards(x25519, [UInt8](repeating: 9, count: 32)))
                == .unsupportedKey("X25519"))
        // secp256k1 is a curve of OpenSSL's, but none of ours.
        let other = try SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(
                algorithm: .ecPublicKey, parameters: try #require(ObjectIdentifier("1.3.132.0.10")).der),
            subjectPublicKey: BitString([0x04] + Self.x + Self.y))
        #expect(Self.reason(other) == .unsupportedKey("EC on secp256k1"))
    }
}
