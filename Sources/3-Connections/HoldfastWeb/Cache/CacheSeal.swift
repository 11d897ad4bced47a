import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509

/// The keys of a cache on a disk: where things lie in it, whether they are what was written, and who can read them.
///
/// With a key of the program's all of it is encrypted (AES-256-GCM, a key of its own for each text), and nobody without
/// it can tell which URLs are there. Without one the same places and codes follow from a random number in the file:
/// what is damaged is noticed, and secrets that requests showed are in nothing but digests.
struct CacheSeal: Sendable {
    /// The kinds of keys that a cache is made with; the number stands in the file.
    enum Kind: Int64 {
        case none = 0
        case key = 1
        case passphrase = 2
    }

    static let saltCount = 32
    private static let recordSaltCount = 32

    let kind: Kind
    private let places: CredentialSecret
    private let texts: CredentialSecret
    /// A code by which a key is known to be the one that the cache was made with.
    let check: [UInt8]

    /// The kind of a program's secret.
    static func kind(of secret: CredentialFileKey.Secret?) -> Kind {
        switch secret {
        case nil: .none
        case .key: .key
        case .passphrase: .passphrase
        }
    }

    /// Derives the keys.
    ///
    /// - Parameter salt: of the cache.
    init(_ secret: CredentialFileKey.Secret?, salt: [UInt8]) throws(CryptoError) {
        kind = Self.kind(of: secret)
        var root =
            switch secret {
            case nil: salt
            case .key(let key): key.bytes
            case .passphrase(let passphrase):
                try Scrypt.standard.deriveKey(from: passphrase, salt: salt, count: 32)
            }
        defer { root.wipe() }
        var extracted = try HKDF.extract(.sha256, salt: salt, secret: root)
        defer { extracted.wipe() }
        func key(_ end: String) throws(CryptoError) -> [UInt8] {
            try HKDF.expand(.sha256, key: extracted, info: Array("holdfast cache 1: \(end)".utf8), count: 32)
        }
        places = CredentialSecret(try key("places"))
        texts = CredentialSecret(try key("texts"))
        check = try key("check")
    }

    /// A digest that says nothing to whoever has not the key.
    func digest(of parts: [UInt8]...) throws(CryptoError) -> [UInt8] {
        try HMAC.authenticate(Self.joined(parts), key: places.bytes, digest: .sha256)
    }

    /// The bytes in which a text is kept.
    ///
    /// - Parameter context: what it is; it can be opened as nothing else.
    func close(_ text: [UInt8], as context: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard kind != .none else {
            return try HMAC.authenticate(Self.joined([context, text]), key: texts.bytes, digest: .sha256) + text
        }
        let salt = try SystemRandom.bytes(Self.recordSaltCount)
        return salt + (try cipher(salt).seal(text, nonce: Self.nonce, additionalData: context))
    }

    /// The text that was kept; nil for other bytes, and where the key is another.
    func open(_ bytes: [UInt8], as context: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 32 else { return nil }
        let (front, rest) = (Array(bytes.prefix(32)), Array(bytes.dropFirst(32)))
        do throws(CryptoError) {
            guard kind != .none else {
                let code = try HMAC.authenticate(Self.joined([context, rest]), key: texts.bytes, digest: .sha256)
                return code == front ? rest : nil
            }
            return try cipher(front).open(rest, nonce: Self.nonce, additionalData: context)
        } catch {
            return nil
        }
    }

    /// The bytes that closing a text adds to it.
    static let overhead = recordSaltCount + AESGCM.tagCount

    /// Each key serves one text, so that its nonce may be the same.
    private static let nonce = [UInt8](repeating: 0, count: AESGCM.nonceCount)

    private func cipher(_ salt: [UInt8]) throws(CryptoError) -> AESGCM {
        try AESGCM(key: try HMAC.authenticate(salt, key: texts.bytes, digest: .sha256))
    }

    private static func joined(_ parts: [[UInt8]]) -> [UInt8] {
        var joined = PrefixedBytes()
        for part in parts { joined.append(part) }
        return joined.bytes
    }
}
