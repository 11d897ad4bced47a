import Foundation
import HoldfastCredentials
import HoldfastSecurity
import TestSupport
import Testing

/// A keychain of one test: an encrypted file, and a second store for what is synchronised where a test has one.
struct KeychainFixture {
    let folder: TemporaryFolder
    let stores: ProcessCredentialStores

    init(synchronizable: (any CredentialItemStore)? = nil) throws {
        folder = try TemporaryFolder()
        stores = Self.stores(folder, synchronizable: synchronizable)
    }

    /// The stores as another process opens them: a file store of its own over the same file.
    static func stores(
        _ folder: TemporaryFolder, synchronizable: (any CredentialItemStore)? = nil, key: UInt8 = 7
    ) -> ProcessCredentialStores {
        let secret = CredentialFileKey { .key(CredentialSecret([UInt8](repeating: key, count: 32))) }
        return ProcessCredentialStores(
            permanent: EncryptedCredentialFile(path: folder.path("state/items"), key: secret),
            synchronizable: synchronizable)
    }

    /// Runs code that calls the functions on keychain items, with the test's stores for those of the process.
    func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        try ProcessCredentialStores.$ofTask.withValue(stores, operation: body)
    }

    // MARK: Calls

    static func add(_ attributes: [CFString: Any]) -> OSStatus { SecItemAdd(attributes as CFDictionary, nil) }

    static func find(_ query: [CFString: Any]) -> (status: OSStatus, result: CFTypeRef?) {
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        return (status, result)
    }

    static func data(_ query: [CFString: Any]) -> Data? {
        find(query.merging([kSecReturnData: true]) { _, new in new }).result as? Data
    }

    static func all(_ query: [CFString: Any]) -> [[String: Any]] {
        let list: [CFString: Any] = [kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll]
        return find(query.merging(list) { _, new in new }).result as? [[String: Any]] ?? []
    }

    static func update(_ query: [CFString: Any], _ change: [CFString: Any]) -> OSStatus {
        SecItemUpdate(query as CFDictionary, change as CFDictionary)
    }

    static func delete(_ query: [CFString: Any]) -> OSStatus { SecItemDelete(query as CFDictionary) }

    /// A generic password's attributes and value.
    static func generic(_ account: String, _ service: String = "service", _ secret: String = "secret") -> [CFString:
        Any]
    {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecAttrService: service,
            kSecValueData: Data(secret.utf8),
        ]
    }
}
