import Foundation
import HoldfastSecurity

// A password for a server in the keychain (Apple, "Adding a Password to the Keychain", "Searching for Keychain Items",
// "Updating and Deleting Keychain Items").

private func query(for server: String) -> [String: Any] {
    [kSecClass as String: kSecClassInternetPassword, kSecAttrServer as String: server]
}

/// Keeps a user's password, in the place of one that is there.
func store(password: String, of account: String, for server: String) -> OSStatus {
    let value: [String: Any] = [kSecValueData as String: Data(password.utf8)]
    var item = query(for: server)
    item[kSecAttrAccount as String] = account
    let status = SecItemAdd(item.merging(value) { $1 } as CFDictionary, nil)
    return status == errSecDuplicateItem ? SecItemUpdate(item as CFDictionary, value as CFDictionary) : status
}

/// The user and the password that were kept first for a server; nil where there are none.
func storedCredentials(for server: String) -> (account: String, password: String)? {
    var search = query(for: server)
    search[kSecMatchLimit as String] = kSecMatchLimitOne
    search[kSecReturnAttributes as String] = true
    search[kSecReturnData as String] = true
    var item: CFTypeRef?
    guard SecItemCopyMatching(search as CFDictionary, &item) == errSecSuccess, let found = item as? [String: Any],
        let account = found[kSecAttrAccount as String] as? String,
        let data = found[kSecValueData as String] as? Data, let password = String(data: data, encoding: .utf8)
    else { return nil }
    return (account, password)
}

/// Removes everybody's password for a server.
func removePasswords(for server: String) -> OSStatus { SecItemDelete(query(for: server) as CFDictionary) }
