import HoldfastCrypto
import HoldfastX509
import Synchronization

/// The keys of one salt: they serve different ends, and none tells of another (HKDF, RFC 5869 §3.2).
struct CredentialKeys: Sendable {
    /// Wraps the key of each text.
    let encryption: CredentialSecret
    /// Authenticates headers.
    let authentication: CredentialSecret

    /// The ends, as HKDF's `info`; another version of the format has others.
    private static let encryptionEnd = Array("holdfast credentials 1: key encryption".utf8)
    private static let authenticationEnd = Array("holdfast credentials 1: header authentication".utf8)

    fileprivate init(
        _ secret: CredentialFileKey.Secret, _ derivation: SealedHeader.Derivation, salt: [UInt8]
    ) throws(CredentialStoreError) {
        var root: [UInt8]
        switch (derivation, secret) {
        case (.uniform, .key(let key)): root = key.bytes
        case (.scrypt(let scrypt), .passphrase(let passphrase)):
            root = try CredentialStoreError.ofLibrary { () throws(CryptoError) in
                try scrypt.deriveKey(from: passphrase, salt: salt, count: 32)
            }
        // A file of the other kind was written with another key.
        case (.uniform, .passphrase), (.scrypt, .key): throw CredentialStoreError(.wrongKey)
        }
        defer { root.wipe() }
        var extracted: [UInt8]
        var made: (encryption: [UInt8], authentication: [UInt8])
        do throws(CryptoError) {
            extracted = try HKDF.extract(.sha256, salt: salt, secret: root)
            made = (
                try HKDF.expand(.sha256, key: extracted, info: Self.encryptionEnd, count: 32),
                try HKDF.expand(.sha256, key: extracted, info: Self.authenticationEnd, count: 32)
            )
        } catch {
            throw CredentialStoreError(.library(error))
        }
        encryption = CredentialSecret(made.encryption)
        authentication = CredentialSecret(made.authentication)
        extracted.wipe()
        made.encryption.wipe()
        made.authentication.wipe()
    }
}

/// The keys of a store: made once for each salt, since scrypt takes its time.
final class CredentialKeyRing: Sendable {
    /// The salts whose keys are kept; a file has one, a folder as many as devices began it at once.
    static let keptCount = 8

    /// The part of a header that keys are made of, with the secret: the same salt under other parameters has others.
    struct Origin: Hashable, Sendable {
        let derivation: SealedHeader.Derivation
        let salt: [UInt8]

        /// Whether the keys cost a run of scrypt.
        var takesWork: Bool { derivation != .uniform }
    }

    private struct State {
        var secret: CredentialFileKey.Secret?
        var keys = LRUCache<Origin, CredentialKeys>(capacity: keptCount)
    }

    private let source: CredentialFileKey
    private let scrypt: Scrypt
    // Held while a key is made: two callers do not run scrypt for the same.
    private let state = Mutex(State())

    init(_ source: CredentialFileKey, scrypt: Scrypt) {
        self.source = source
        self.scrypt = scrypt
    }

    /// The derivation and a salt for a store that is new.
    func fresh() throws(CredentialStoreError) -> (derivation: SealedHeader.Derivation, salt: [UInt8]) {
        let derivation: SealedHeader.Derivation =
            switch try secret() {
            case .passphrase: .scrypt(scrypt)
            case .key: .uniform
            }
        let salt = try CredentialStoreError.ofLibrary { () throws(CryptoError) in
            try SystemRandom.bytes(SealedHeader.saltCount)
        }
        return (derivation, salt)
    }

    /// The keys of a salt; by scrypt where they are not kept.
    func keys(_ derivation: SealedHeader.Derivation, salt: [UInt8]) throws(CredentialStoreError) -> CredentialKeys {
        let origin = Origin(derivation: derivation, salt: salt)
        return try locked { state throws(CredentialStoreError) in
            if let keys = state.keys[origin] { return keys }
            let keys = try CredentialKeys(try secret(&state), derivation, salt: salt)
            state.keys.set(keys, for: origin)
            return keys
        }
    }

    /// Whether keys are there already.
    func has(_ origin: Origin) -> Bool { state.withLock { $0.keys[origin] != nil } }

    private func secret() throws(CredentialStoreError) -> CredentialFileKey.Secret {
        try locked { state throws(CredentialStoreError) in try secret(&state) }
    }

    private func secret(_ state: inout State) throws(CredentialStoreError) -> CredentialFileKey.Secret {
        if let secret = state.secret { return secret }
        let secret = try source.secret()
        state.secret = secret
        return secret
    }

    private func locked<Value>(
        _ body: (inout State) throws(CredentialStoreError) -> Value
    ) throws(CredentialStoreError) -> Value {
        let result: Result<Value, CredentialStoreError> = state.withLock { state in
            do throws(CredentialStoreError) { return .success(try body(&state)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
