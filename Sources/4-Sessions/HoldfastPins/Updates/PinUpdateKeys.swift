import HoldfastCrypto
public import HoldfastX509

/// The two keys by which a program's pin updates may be signed: one that is in use, and one that is kept elsewhere.
///
/// A signature by either is enough, so that a lost key locks nobody out; which also means that whoever has one of them
/// can change every pin of the program.
public struct PinUpdateKeys: Hashable, Sendable {
    struct Key: Hashable, Sendable {
        /// `sha256/BASE64` of the SubjectPublicKeyInfo, by which signatures name it.
        let name: String
        let key: PublicKey

        static func == (left: Key, right: Key) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    let keys: [Key]

    /// Two Ed25519 public keys.
    ///
    /// - Throws: ``PinUpdateKeyError`` for another number than two, the same key twice, a key of another type, and one
    ///   under which anybody could sign, or nobody.
    public init(_ keys: [SubjectPublicKeyInfo]) throws(PinUpdateKeyError) {
        guard keys.count == 2 else { throw .notTwo(keys.count) }
        try self.init(checked: keys)
    }

    /// Two Ed25519 public keys, each as the Base64 of its DER SubjectPublicKeyInfo: what stands between the lines of a
    /// PEM file `PUBLIC KEY`.
    public init(base64 texts: [String]) throws(PinUpdateKeyError) {
        var keys: [SubjectPublicKeyInfo] = []
        for text in texts {
            guard let der = Base64.decode(text), let key = try? SubjectPublicKeyInfo(der: der[...]) else {
                throw .notAKey(text)
            }
            keys.append(key)
        }
        try self.init(keys)
    }

    /// Keys of whoever looks at a signature without being the program that it is for: one is enough.
    package init(checked keys: [SubjectPublicKeyInfo]) throws(PinUpdateKeyError) {
        guard !keys.isEmpty else { throw .notTwo(0) }
        var accepted: [Key] = []
        for info in keys {
            let key = try Key(info)
            guard !accepted.contains(key) else { throw .sameTwice(key.name) }
            accepted.append(key)
        }
        self.keys = accepted
    }

    /// The name by which signatures name a key: `sha256/BASE64` of its SubjectPublicKeyInfo.
    public static func name(of key: SubjectPublicKeyInfo) -> String {
        "sha256/" + Base64.encode(Digest.sha256(key.bytes))
    }

    /// The names of both.
    public var names: [String] { keys.map(\.name) }
}

extension PinUpdateKeys.Key {
    init(_ info: SubjectPublicKeyInfo) throws(PinUpdateKeyError) {
        name = PinUpdateKeys.name(of: info)
        let point: Ed25519Point?
        do throws(CryptoError) {
            point = try Ed25519Point(info)
            key = try PublicKey(info)
        } catch {
            throw .invalid(name)
        }
        switch point {
        case .sound: break
        case .smallOrder: throw .weak(name)
        case .notOnCurve: throw .invalid(name)
        case nil: throw .notEd25519(name)
        }
    }
}

/// An error for keys that cannot be those of pin updates.
public enum PinUpdateKeyError: Error, Hashable, Sendable {
    case notTwo(Int)
    case notAKey(String)
    case sameTwice(String)
    case notEd25519(String)
    case weak(String)
    case invalid(String)
}
