import HoldfastX509

/// A group for key exchange: a curve, a finite field, a key encapsulation (RFC 8446 §4.2.7, RFC 8422, RFC 7919).
public struct NamedGroup: CodePoint {
    public let number: UInt16
    public init(_ number: UInt16) { self.number = number }

    public static let secp256r1 = NamedGroup(23)
    public static let x25519 = NamedGroup(29)

    public var registeredName: String? { Self.names[number] }

    /// The numbers that have a name in the registry, by their order there.
    package static let registered = names.keys.sorted().map { NamedGroup($0) }

    /// The group that a name stands for: the registry's or OpenSSL's, in capitals or not; nil for any other word.
    ///
    /// - Parameter text: for example `X25519MLKEM768`, `secp256r1`, or OpenSSL's `P-256` and `prime256v1`.
    public init?(named text: String) {
        guard let number = Self.numbers[text.asciiLowercased()] else { return nil }
        self.init(number)
    }

    /// The ways in which groups bring two sides to a common secret.
    public enum Method: Hashable, Sendable {
        /// Diffie-Hellman over a curve or a finite field: each side sends a value, and both compute the secret of the
        /// two (RFC 8446 §7.4).
        case diffieHellman
        /// A key encapsulation alone (FIPS 203, ML-KEM): the client sends an encapsulation key, and the server a
        /// ciphertext of a secret that it made with it.
        case encapsulation
        /// Both of them, joined: "post-quantum/traditional hybrid scheme" (RFC 9794 §2).
        case hybrid
    }

    /// The way in which the group brings two sides to a common secret; nil for a number that is not registered.
    public var method: Method? {
        switch number {
        case 512...514: .encapsulation
        case 4587...4590, 25497, 25498: .hybrid
        default: registeredName == nil ? nil : .diffieHellman
        }
    }

    /// Every name in lower case, with its number: the registry's, and those that OpenSSL's lists of groups take.
    private static let numbers: [String: UInt16] = {
        var numbers: [String: UInt16] = [
            "p-192": 19, "prime192v1": 19, "p-224": 21, "p-256": 23, "prime256v1": 23, "p-384": 24, "p-521": 25,
        ]
        for (number, name) in names { numbers[name.asciiLowercased()] = number }
        return numbers
    }()

    private static let names: [UInt16: String] = [
        1: "sect163k1", 2: "sect163r1", 3: "sect163r2", 4: "sect193r1", 5: "sect193r2", 6: "sect233k1",
        7: "sect233r1", 8: "sect239k1", 9: "sect283k1", 10: "sect283r1", 11: "sect409k1", 12: "sect409r1",
        13: "sect571k1", 14: "sect571r1", 15: "secp160k1", 16: "secp160r1", 17: "secp160r2", 18: "secp192k1",
        19: "secp192r1", 20: "secp224k1", 21: "secp224r1", 22: "secp256k1", 23: "secp256r1", 24: "secp384r1",
        25: "secp521r1", 26: "brainpoolP256r1", 27: "brainpoolP384r1", 28: "brainpoolP512r1", 29: "x25519", 30: "x448",
        31: "brainpoolP256r1tls13", 32: "brainpoolP384r1tls13", 33: "brainpoolP512r1tls13", 34: "GC256A",
        35: "GC256B", 36: "GC256C", 37: "GC256D", 38: "GC512A", 39: "GC512B", 40: "GC512C", 41: "curveSM2",
        256: "ffdhe2048", 257: "ffdhe3072", 258: "ffdhe4096", 259: "ffdhe6144", 260: "ffdhe8192", 512: "MLKEM512",
        513: "MLKEM768", 514: "MLKEM1024", 4587: "SecP256r1MLKEM768", 4588: "X25519MLKEM768",
        4589: "SecP384r1MLKEM1024", 4590: "curveSM2MLKEM768", 25497: "X25519Kyber768Draft00",
        25498: "SecP256r1Kyber768Draft00", 65281: "arbitrary_explicit_prime_curves",
        65282: "arbitrary_explicit_char2_curves",
    ]
}

/// The algorithm of a signature in the handshake (RFC 8446 §4.2.3); in TLS 1.2 a hash and a signature algorithm (RFC
/// 5246 §7.4.1.4.1), which are the same two bytes.
public struct HandshakeSignatureScheme: CodePoint {
    public let number: UInt16
    public init(_ number: UInt16) { self.number = number }

    public var registeredName: String? { Self.names[number] ?? pair }

    /// The pairs of TLS 1.2 that 1.3 gave no name of their own.
    private var pair: String? {
        let hashes: [UInt16: String] = [1: "md5", 2: "sha1", 3: "sha224", 4: "sha256", 5: "sha384", 6: "sha512"]
        let signatures: [UInt16: String] = [1: "rsa_pkcs1", 2: "dsa", 3: "ecdsa"]
        guard let hash = hashes[number >> 8], let signature = signatures[number & 0xFF] else { return nil }
        return "\(signature)_\(hash)"
    }

    private static let names: [UInt16: String] = [
        0x0201: "rsa_pkcs1_sha1", 0x0203: "ecdsa_sha1", 0x0401: "rsa_pkcs1_sha256", 0x0403: "ecdsa_secp256r1_sha256",
        0x0420: "rsa_pkcs1_sha256_legacy", 0x0501: "rsa_pkcs1_sha384", 0x0503: "ecdsa_secp384r1_sha384",
        0x0520: "rsa_pkcs1_sha384_legacy", 0x0601: "rsa_pkcs1_sha512", 0x0603: "ecdsa_secp521r1_sha512",
        0x0620: "rsa_pkcs1_sha512_legacy", 0x0704: "eccsi_sha256", 0x0705: "iso_ibs1", 0x0706: "iso_ibs2",
        0x0707: "iso_chinese_ibs", 0x0708: "sm2sig_sm3", 0x0709: "gostr34102012_256a", 0x070A: "gostr34102012_256b",
        0x070B: "gostr34102012_256c", 0x070C: "gostr34102012_256d", 0x070D: "gostr34102012_512a",
        0x070E: "gostr34102012_512b", 0x070F: "gostr34102012_512c", 0x0804: "rsa_pss_rsae_sha256",
        0x0805: "rsa_pss_rsae_sha384", 0x0806: "rsa_pss_rsae_sha512", 0x0807: "ed25519", 0x0808: "ed448",
        0x0809: "rsa_pss_pss_sha256", 0x080A: "rsa_pss_pss_sha384", 0x080B: "rsa_pss_pss_sha512",
        0x081A: "ecdsa_brainpoolP256r1tls13_sha256", 0x081B: "ecdsa_brainpoolP384r1tls13_sha384",
        0x081C: "ecdsa_brainpoolP512r1tls13_sha512", 0x0904: "mldsa44", 0x0905: "mldsa65", 0x0906: "mldsa87",
    ]
}
