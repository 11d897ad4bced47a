import HoldfastX509

/// A group for key exchange: a curve, a finite field, a key encapsulation (RFC 8446 §4.2.7, RFC 8422, RFC 7919).
public struct NamedGroup: CodePoint {
    public let number: UInt16
    public init(_ number: UInt16) { self.number = number }

    public static let secp256r1 = NamedGroup(23)
    public static let x25519 = NamedGroup(29)

    public var registeredName: String? { TLSRegistry.namedGroup.name(of: number) }

    /// The numbers that have a name in the registry, by their order there.
    package static let registered = TLSRegistry.namedGroup.names.keys.sorted().map { NamedGroup($0) }

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
        for (number, name) in TLSRegistry.namedGroup.names { numbers[name.asciiLowercased()] = number }
        return numbers
    }()
}

/// The algorithm of a signature in the handshake (RFC 8446 §4.2.3); in TLS 1.2 a hash and a signature algorithm (RFC
/// 5246 §7.4.1.4.1), which are the same two bytes.
public struct HandshakeSignatureScheme: CodePoint {
    public let number: UInt16
    public init(_ number: UInt16) { self.number = number }

    public var registeredName: String? { TLSRegistry.signatureScheme.name(of: number) ?? pair }

    /// The pairs of TLS 1.2 that 1.3 gave no name of their own.
    private var pair: String? {
        let hashes: [UInt16: String] = [1: "md5", 2: "sha1", 3: "sha224", 4: "sha256", 5: "sha384", 6: "sha512"]
        let signatures: [UInt16: String] = [1: "rsa_pkcs1", 2: "dsa", 3: "ecdsa"]
        guard let hash = hashes[number >> 8], let signature = signatures[number & 0xFF] else { return nil }
        return "\(signature)_\(hash)"
    }
}
