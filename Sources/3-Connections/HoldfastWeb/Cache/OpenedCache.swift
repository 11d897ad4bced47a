import HoldfastCredentials
import HoldfastCrypto
import HoldfastFiles
import HoldfastStatements
import HoldfastStore

/// The cache's own part of its open folder: the rows of responses, and the keys that close them.
struct OpenedCache {
    let table: CacheTable
    let seal: CacheSeal

    /// The folder of a cache.
    static func folder(
        _ path: String, capacity: Int, key: CredentialFileKey?
    ) -> IndexedFolder<OpenedCache> {
        let plan = IndexedFolder<OpenedCache>.Plan(
            path, index: "index.sqlite", bodies: "bodies", CacheTable.schema, CacheTable.layout,
            waitingFor: .seconds(1))
        return IndexedFolder(plan, IndexTable.Limits(bytes: capacity)) { () throws(IndexedFolderError) in
            let secret = try secret(of: key)
            return { index, bodies throws(IndexedFolderError) in try open(index, bodies, secret) }
        }
    }

    /// The secret of a program's key; nil for a cache that is not encrypted.
    private static func secret(of key: CredentialFileKey?) throws(IndexedFolderError) -> CredentialFileKey.Secret? {
        do throws(CredentialStoreError) { return try key?.secret() } catch { throw .reason(.noKey(error.statement)) }
    }

    /// Opens what is in the index, and begins it where it is new.
    ///
    /// - Parameter secret: nil for a cache that is not encrypted.
    /// - Returns: the rows, and the trouble where what was in them was removed since it was readable.
    private static func open(
        _ index: IndexTable, _ bodies: BodyFolder, _ secret: CredentialFileKey.Secret?
    ) throws(IndexedFolderError) -> (OpenedCache, StoreError.Reason?) {
        let table = try IndexedFolderError.ofIndex { () throws(SQLiteError) in try CacheTable(index) }
        let salt = try salt(of: table)
        let (seal, unsealed) = try IndexedFolderError.ofLibrary { () throws(CryptoError) in
            (try CacheSeal(secret, salt: salt), try CacheSeal(nil, salt: salt))
        }
        let check = try IndexedFolderError.ofIndex { () throws(SQLiteError) in
            try table.facts.begin("check", seal.check)
            return try table.fact("check")
        }
        if check == seal.check { return (OpenedCache(table: table, seal: seal), nil) }
        // What somebody else's key has closed stays as it is; what none has, does not stay readable.
        guard check == unsealed.check, seal.kind != .none else { throw .reason(.otherKey) }
        try IndexedFolderError.ofIndex { () throws(SQLiteError) in try table.beginAnew(check: seal.check) }
        bodies.removeAll()
        return (OpenedCache(table: table, seal: seal), .wasOpen)
    }

    /// The salt that the cache was begun with: where several processes begin it at once, that of the first.
    private static func salt(of table: CacheTable) throws(IndexedFolderError) -> [UInt8] {
        let fresh = try IndexedFolderError.ofLibrary { () throws(CryptoError) in
            try SystemRandom.bytes(CacheSeal.saltCount)
        }
        let salt = try IndexedFolderError.ofIndex { () throws(SQLiteError) in
            if let known = try table.fact("salt") { return known }
            try table.facts.begin("salt", fresh)
            return try table.fact("salt") ?? []
        }
        guard salt.count == CacheSeal.saltCount else {
            throw .reason(.corrupt(CacheFileSentence.noSalt.statement, keptAs: nil))
        }
        return salt
    }
}

extension IndexedFolderError {
    /// The result of what libcrypto does, with its errors as the folder's.
    static func ofLibrary<Value>(_ body: () throws(CryptoError) -> Value) throws(IndexedFolderError) -> Value {
        do throws(CryptoError) { return try body() } catch { throw .reason(.unwritable(error.statement)) }
    }
}
