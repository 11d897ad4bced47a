import HoldfastCrypto
import HoldfastTLS
import HoldfastX509

/// The shares that a hello sends, and the keys behind them as far as this machine's libcrypto has the groups.
struct HelloKeys {
    private(set) var shares: [ClientHelloWriter.Share] = []
    private var keys: [NamedGroup: EphemeralKey] = [:]

    /// Makes shares of groups; of one that libcrypto has not a share without a key, which is enough to see whether a
    /// server chooses it.
    init(_ groups: [NamedGroup]) {
        for group in groups {
            if group.isGREASE {
                // As BoringSSL has it: one octet.
                shares.append((group, [0]))
            } else if let key = try? EphemeralKey(group: group.number) {
                keys[group] = key
                shares.append((group, key.publicValue))
            } else if let value = NegotiationHello.share(of: group) {
                shares.append((group, value))
            }
        }
    }

    /// The key of a group; nil where this machine cannot follow there.
    subscript(group: NamedGroup) -> EphemeralKey? { keys[group] }

    func sent(_ group: NamedGroup) -> Bool { shares.contains { $0.group == group } }

    /// Whether this machine's libcrypto has the group.
    static func has(_ group: NamedGroup) -> Bool { (try? EphemeralKey(group: group.number)) != nil }
}

/// The secrets of a server's half of a TLS 1.3 handshake (RFC 8446 §7.1), and its records opened.
struct ServerFlightKey {
    private enum Cipher {
        case aes(AESGCM)
        case chaCha(AuthenticatedCipher)
    }

    let digest: DigestAlgorithm
    private let cipher: Cipher
    private let iv: [UInt8]
    private var count: UInt64 = 0

    /// The digest of a suite of TLS 1.3; nil for one whose records are not opened here.
    static func digest(of suite: CipherSuite) -> DigestAlgorithm? {
        switch suite.number {
        case 0x1301, 0x1303: .sha256
        case 0x1302: .sha384
        default: nil
        }
    }

    /// Derives the key of the server's handshake records.
    ///
    /// - Parameter transcript: the messages up to the ServerHello.
    init?(_ suite: CipherSuite, sharedSecret: [UInt8], transcript: [UInt8]) throws(CryptoError) {
        guard let digest = Self.digest(of: suite) else { return nil }
        self.digest = digest
        let zeros = [UInt8](repeating: 0, count: digest.byteCount)
        let early = try HKDF.extract(digest, salt: zeros, secret: zeros)
        let salt = try Self.derive(digest, early, "derived", Digest.hash(digest, []))
        let handshake = try HKDF.extract(digest, salt: salt, secret: sharedSecret)
        let server = try Self.derive(digest, handshake, "s hs traffic", Digest.hash(digest, transcript))
        let keyCount = suite.number == 0x1301 ? 16 : 32
        let key = try Self.expand(digest, server, "key", [], keyCount)
        cipher =
            suite.number == 0x1303
            ? .chaCha(try AuthenticatedCipher(chaCha20Poly1305: key)) : .aes(try AESGCM(key: key))
        iv = try Self.expand(digest, server, "iv", [], AESGCM.nonceCount)
    }

    /// Opens the next record (RFC 8446 §5.2): its content and type; nil where it is not authentic, or has no type.
    mutating func open(_ record: TLSRecord) throws(CryptoError) -> (type: ContentType, content: ArraySlice<UInt8>)? {
        // RFC 8446 §5.3: the number, "padded to the left with zeros to iv_length", XORed with the static iv.
        var nonce = iv
        for place in 0..<8 { nonce[nonce.count - 1 - place] ^= UInt8(truncatingIfNeeded: count >> (8 * place)) }
        count += 1
        let header = record.bytes.prefix(TLSRecord.headerLength)
        let inner =
            switch cipher {
            case .aes(let aes): try aes.open(record.fragment, nonce: nonce, additionalData: header)
            case .chaCha(let chaCha): try chaCha.open(record.fragment, nonce: nonce, additionalData: header)
            }
        guard let inner, let end = inner.lastIndex(where: { $0 != 0 }) else { return nil }
        return (ContentType(inner[end]), inner[..<end])
    }

    private static func derive(
        _ digest: DigestAlgorithm, _ secret: [UInt8], _ label: String, _ context: [UInt8]
    ) throws(CryptoError) -> [UInt8] { try expand(digest, secret, label, context, digest.byteCount) }

    /// HKDF-Expand-Label (RFC 8446 §7.1).
    private static func expand(
        _ digest: DigestAlgorithm, _ secret: [UInt8], _ label: String, _ context: [UInt8], _ count: Int
    ) throws(CryptoError) -> [UInt8] {
        let name = Array("tls13 ".utf8) + Array(label.utf8)
        let info =
            TLSWriter.number(count, octets: 2) + TLSWriter.vector(name, lengthOctets: 1)
            + TLSWriter.vector(context, lengthOctets: 1)
        return try HKDF.expand(digest, key: secret, info: info, count: count)
    }
}
