import HoldfastCrypto
import HoldfastPins
import HoldfastX509
import Testing

/// RFC 8032 §5.1.3 and §7.1: which 32 bytes are a key that signatures can rest on.
@Suite("Keys of pin updates")
struct PinUpdateKeyTests {
    /// An Ed25519 SubjectPublicKeyInfo (RFC 8410 §4) around 32 bytes.
    private static func info(_ hex: String) throws -> SubjectPublicKeyInfo {
        let key = try #require(HexString.decode(hex))
        return try SubjectPublicKeyInfo(der: ([0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0] + key)[...])
    }

    /// RFC 8032 §7.1, test 1 and test 2.
    private static let good = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    private static let other = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"

    private static func refusal(_ keys: [SubjectPublicKeyInfo]) -> PinUpdateKeyError? {
        do throws(PinUpdateKeyError) {
            _ = try PinUpdateKeys(keys)
            return nil
        } catch {
            return error
        }
    }

    @Test func twoDifferentKeysAreTaken() throws {
        let keys = [try Self.info(Self.good), try Self.info(Self.other)]
        #expect(Self.refusal(keys) == nil)
        let read = try PinUpdateKeys(base64: keys.map { Base64.encode($0.bytes) })
        #expect(read == (try PinUpdateKeys(keys)))
        #expect(read.names.allSatisfy { $0.hasPrefix("sha256/") && $0.utf8.count == 51 })
    }

    @Test func anotherNumberThanTwoIsRefused() throws {
        let (one, two) = (try Self.info(Self.good), try Self.info(Self.other))
        let three = try PrivateKey.generate(.ed25519).subjectPublicKeyInfo
        #expect(Self.refusal([]) == .notTwo(0))
        #expect(Self.refusal([one]) == .notTwo(1))
        #expect(Self.refusal([one, two, three]) == .notTwo(3))
    }

    @Test func theSameKeyTwiceIsRefused() throws {
        let key = try Self.info(Self.good)
        #expect(Self.refusal([key, key]) == .sameTwice(PinUpdateKeys.name(of: key)))
    }

    @Test(arguments: [KeyKind.p256, .rsa(bits: 2048), .ed448])
    func otherTypesAreRefused(kind: KeyKind) throws {
        let key = try PrivateKey.generate(kind).subjectPublicKeyInfo
        #expect(Self.refusal([try Self.info(Self.good), key]) == .notEd25519(PinUpdateKeys.name(of: key)))
    }

    /// The eight points whose order divides 8, by both signs of x, and y + p where that has 255 bits too.
    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ])
    func pointsOfSmallOrderAreRefused(hex: String) throws {
        let key = try Self.info(hex)
        #expect(Self.refusal([try Self.info(Self.good), key]) == .weak(PinUpdateKeys.name(of: key)))
    }

    /// y = p and p + 1, which RFC 8032 §5.1.3 does not allow; and y = 2, to which there is no x.
    @Test(arguments: [
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0200000000000000000000000000000000000000000000000000000000000000",
    ])
    func whatIsNoPointIsRefused(hex: String) throws {
        let key = try Self.info(hex)
        #expect(Self.refusal([try Self.info(Self.good), key]) == .invalid(PinUpdateKeys.name(of: key)))
    }

    /// Why they are refused: under the neutral point, R = the neutral point and S = 0 is a signature of everything.
    @Test func underSuchAPointAnybodyCouldSign() throws {
        let key = try PublicKey(try Self.info("01" + String(repeating: "0", count: 62)))
        let forged = [1] + [UInt8](repeating: 0, count: 63)
        #expect(key.isValidSignature(forged[...], for: Array("anything".utf8)[...], algorithm: .ed25519))
    }

    @Test func everyKeyThatIsMadeIsTaken() throws {
        for _ in 0..<50 {
            let keys = [try PrivateKey.generate(.ed25519), try PrivateKey.generate(.ed25519)]
            #expect(Self.refusal(keys.map(\.subjectPublicKeyInfo)) == nil)
        }
    }

    @Test func whatIsNoKeyIsRefused() throws {
        let good = Base64.encode(try Self.info(Self.good).bytes)
        #expect(throws: PinUpdateKeyError.notAKey("nonsense!")) { try PinUpdateKeys(base64: [good, "nonsense!"]) }
        #expect(throws: PinUpdateKeyError.notAKey("AAAA")) { try PinUpdateKeys(base64: [good, "AAAA"]) }
    }
}
