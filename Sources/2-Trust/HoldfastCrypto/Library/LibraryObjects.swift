import COpenSSL

/// Steps that more than one operation takes with libcrypto's objects, each in the room's own library context.
extension Owned {
    /// A context for an operation with a key; the thread's error queue is empty afterwards.
    static func context(for key: borrowing Owned, during operation: String) throws(CryptoError) -> Owned {
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        return unsafe try key.with { (key) throws(CryptoError) in
            unsafe try Owned(
                EVP_PKEY_CTX_new_from_pkey(library, key, nil), freedBy: EVP_PKEY_CTX_free, during: operation)
        }
    }

    /// A key of new randomness.
    ///
    /// - Parameters:
    ///   - type: libcrypto's name of the type of key.
    ///   - configure: sets what the type leaves open; `false` where that fails.
    @unsafe static func newKey(
        _ type: String, during operation: String, _ configure: (OpaquePointer) -> Bool
    ) throws(CryptoError) -> Owned {
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        let context = unsafe try Owned(
            EVP_PKEY_CTX_new_from_name(library, type, nil), freedBy: EVP_PKEY_CTX_free, during: operation)
        var key: OpaquePointer?
        unsafe context.with { context in
            guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe configure(context) else { return }
            _ = unsafe EVP_PKEY_generate(context, &key)
        }
        return unsafe try Owned(key, freedBy: EVP_PKEY_free, during: operation)
    }

    /// A cipher by libcrypto's name; the thread's error queue is empty but for what the search says.
    static func cipher(_ name: String, during operation: String) throws(CryptoError) -> Owned {
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        return unsafe try Owned(EVP_CIPHER_fetch(library, name, nil), freedBy: EVP_CIPHER_free, during: operation)
    }

    /// Whether the private half of a key lies in its range (SEC 1 §3.2.1: 1 to n - 1): libcrypto reads any number, zero
    /// as well, and has its check apart.
    borrowing func isPrivateHalfInRange(during operation: String) throws(CryptoError) -> Bool {
        let context = try Owned.context(for: self, during: operation)
        defer { ERR_clear_error() }
        return unsafe context.with { unsafe EVP_PKEY_private_check($0) == 1 }
    }

    /// The secret that the owner of this key and the owner of `peer` have in common, of `limit` bytes at most (NIST
    /// SP 800-56A §5.7).
    borrowing func secret(
        with peer: borrowing Owned, atMost limit: Int, during operation: String
    ) throws(CryptoError) -> [UInt8] {
        let context = try Owned.context(for: self, during: operation)
        var secret = [UInt8](repeating: 0, count: limit)
        var count = limit
        let done = unsafe context.with { context in
            unsafe peer.with { peer in
                unsafe EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1
                    && EVP_PKEY_derive(context, &secret, &count) == 1
            }
        }
        guard done, count <= limit else {
            secret.wipe()
            throw .library(operation)
        }
        secret.removeLast(limit - count)
        return secret
    }
}
