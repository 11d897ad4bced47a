import HoldfastCredentials
import HoldfastCrypto
import HoldfastFiles
import HoldfastStatements
import HoldfastStore

/// The files of a cache, open: the index, its keys, and the folder of bodies.
package struct OpenedCache {
    let table: CacheTable
    let seal: CacheSeal
    let bodies: CacheBodies

    /// The size that the file of the index may reach, where all responses may have so many bytes.
    package static func bytes(for capacity: Int) -> Int { 2 * min(max(capacity, 1 << 20), .max / 2) }

    /// The secret of a program's key; nil for a cache that is not encrypted.
    static func secret(of key: CredentialFileKey?) throws(HTTPCacheError.Reason) -> CredentialFileKey.Secret? {
        do throws(CredentialStoreError) { return try key?.secret() } catch { throw .noKey(error.statement) }
    }

    /// Opens the files beside the index, and makes those that are missing.
    ///
    /// - Parameters:
    ///   - database: the index, with its tables.
    ///   - folder: has the index, and the folder of bodies beside it.
    ///   - secret: nil for a cache that is not encrypted.
    /// - Returns: the files, and whether what was in them was removed since it was readable.
    static func open(
        _ database: SQLiteDatabase, in folder: PrivateFolder, _ secret: CredentialFileKey.Secret?
    ) throws(HTTPCacheError.Reason) -> (OpenedCache, wasOpen: Bool) {
        let bodies: CacheBodies
        do throws(PrivateFolderError) { bodies = try CacheBodies("bodies", in: folder) } catch {
            throw HTTPCacheError.Reason(error)
        }
        let table = try store { () throws(SQLiteError) in try CacheTable(database) }
        let salt = try salt(of: table)
        let (seal, unsealed) = try library { () throws(CryptoError) in
            (try CacheSeal(secret, salt: salt), try CacheSeal(nil, salt: salt))
        }
        let check = try store { () throws(SQLiteError) in
            try table.begin("check", seal.check)
            return try table.blob("check")
        }
        if check == seal.check { return (OpenedCache(table: table, seal: seal, bodies: bodies), false) }
        // What somebody else's key has closed stays as it is; what none has, does not stay readable.
        guard check == unsealed.check, seal.kind != .none else { throw .otherKey }
        try store { () throws(SQLiteError) in try table.beginAnew(check: seal.check) }
        bodies.removeAll()
        return (OpenedCache(table: table, seal: seal, bodies: bodies), true)
    }

    /// The salt that the cache was begun with: where several processes begin it at once, that of the first.
    private static func salt(of table: CacheTable) throws(HTTPCacheError.Reason) -> [UInt8] {
        let fresh = try library { () throws(CryptoError) in try SystemRandom.bytes(CacheSeal.saltCount) }
        let salt = try store { () throws(SQLiteError) in
            if let known = try table.blob("salt") { return known }
            try table.begin("salt", fresh)
            return try table.blob("salt") ?? []
        }
        guard salt.count == CacheSeal.saltCount else {
            throw .corrupt(CacheFileSentence.noSalt.statement, putAside: nil)
        }
        return salt
    }

    private static func store<Value>(
        _ body: () throws(SQLiteError) -> Value
    ) throws(HTTPCacheError.Reason) -> Value {
        do throws(SQLiteError) { return try body() } catch { throw HTTPCacheError.Reason(error) }
    }

    private static func library<Value>(
        _ body: () throws(CryptoError) -> Value
    ) throws(HTTPCacheError.Reason) -> Value {
        do throws(CryptoError) { return try body() } catch { throw .failed(error.statement) }
    }
}

extension HTTPCacheError.Reason {
    init(_ error: SQLiteError) {
        self =
            if error.isCorrupt {
                .corrupt(error.statement, putAside: nil)
            } else if error.isBusy {
                .busy
            } else {
                error.isFull ? .full : .failed(error.statement)
            }
    }
}
