import Foundation
import HoldfastCredentials
import HoldfastSecurity
import TestSupport
import Testing

private typealias Keychain = KeychainFixture
private var generic: [CFString: Any] { [kSecClass: kSecClassGenericPassword] }

private func with(_ dictionary: [CFString: Any], _ more: [CFString: Any]) -> [CFString: Any] {
    dictionary.merging(more) { _, new in new }
}

/// A wrapper that writes its keys as bytes, and reads them back as bytes. Written for these tests, in the shape that a
/// widely used one has.
private struct BytesWrapper {
    private let service = "org.example.app"

    private func query(_ key: String) -> [String: Any] {
        let bytes = key.data(using: .utf8)
        var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
        query[kSecAttrService as String] = service
        query[kSecAttrGeneric as String] = bytes
        query[kSecAttrAccount as String] = bytes
        return query
    }

    func set(_ value: String, for key: String) -> OSStatus {
        var item = query(key)
        item[kSecValueData as String] = Data(value.utf8)
        item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == errSecDuplicateItem else { return status }
        let change = [kSecValueData as String: Data(value.utf8)]
        return SecItemUpdate(query(key) as CFDictionary, change as CFDictionary)
    }

    func get(_ key: String) -> String? {
        var query = query(key)
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnData as String] = kCFBooleanTrue
        var result: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &result) == noErr else { return nil }
        return (result as? Data).flatMap { String(data: $0, encoding: .utf8) }
    }

    func keys() -> Set<String> {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecMatchLimit as String: kSecMatchLimitAll,
        ]
        query[kSecReturnAttributes as String] = kCFBooleanTrue
        var result: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess,
            let items = result as? [[String: Any]]
        else { return [] }
        return Set(
            items.compactMap { item in
                (item[kSecAttrAccount as String] as? Data).flatMap { String(data: $0, encoding: .utf8) }
            })
    }
}

/// Apple's tables of items (SecItemSchema.c and SecDbItem.c of its Security project) where they say more than its
/// documentation, and unchanged code relies on it.
@Suite("Dictionaries and results in the forms that programs rely on", .ownThread)
struct KeychainShapeTests {
    /// SecItemSchema.c has `acct`, `svce`, `gena`, `labl`, … as blobs, and SecDbItem.c's copyBlob keeps data as data and
    /// text as text.
    @Test("Text may be given as bytes, and is given back as bytes; the two are one item")
    func bytesForText() throws {
        let test = try KeychainFixture()
        test.run {
            let wrapper = BytesWrapper()
            #expect(wrapper.set("first", for: "token") == errSecSuccess)
            #expect(wrapper.set("second", for: "token") == errSecSuccess)
            #expect(wrapper.get("token") == "second")
            #expect(wrapper.keys() == ["token"])
            let asText = with(generic, [kSecAttrAccount: "token", kSecAttrService: "org.example.app"])
            #expect(Keychain.data(asText) == Data("second".utf8))
            #expect(Keychain.add(with(asText, [kSecValueData: Data("third".utf8)])) == errSecDuplicateItem)
            // The service was given as text.
            #expect(Keychain.all(generic).first?[kSecAttrService as String] as? String == "org.example.app")
            // The form is that of the last change.
            #expect(Keychain.update(asText, [kSecAttrAccount: "token", kSecAttrLabel: Data("l".utf8)]) == errSecSuccess)
            let changed = Keychain.all(generic).first
            #expect(changed?[kSecAttrAccount as String] as? String == "token")
            #expect(changed?[kSecAttrLabel as String] as? Data == Data("l".utf8))
        }
    }

    @Test("An account may be bytes that are no text, or a number; a group of programs is text")
    func otherAccounts() throws {
        let test = try KeychainFixture()
        test.run {
            let bytes = Data([0xFF, 0x00, 0xFE])
            #expect(Keychain.add(with(generic, [kSecAttrAccount: bytes])) == errSecSuccess)
            #expect(Keychain.all(generic).first?[kSecAttrAccount as String] as? Data == bytes)
            #expect(Keychain.delete(with(generic, [kSecAttrAccount: bytes])) == errSecSuccess)
            #expect(Keychain.add(with(generic, [kSecAttrAccount: 42])) == errSecSuccess)
            #expect(Keychain.all(with(generic, [kSecAttrAccount: 42])).first?[kSecAttrAccount as String] as? Int == 42)
            // SecItemSchema.c: `agrp` is a string.
            let grouped = with(generic, [kSecAttrAccount: "a", kSecAttrAccessGroup: Data("group".utf8)])
            #expect(Keychain.add(grouped) == errSecSuccess)
            let found = Keychain.all(with(generic, [kSecAttrAccessGroup: "group"])).first
            #expect(found?[kSecAttrAccessGroup as String] as? String == "group")
            #expect(Keychain.find(with(generic, [kSecAttrAccessGroup: 42])).status == errSecParam)
        }
    }

    @Test("A key's tag, and what is general about a password, may be text, and are given back as text")
    func textForBytes() throws {
        let parameters: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
        let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
        let test = try KeychainFixture()
        test.run {
            #expect(Keychain.add([kSecValueRef: key, kSecAttrApplicationTag: "org.example.key"]) == errSecSuccess)
            let byBytes: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("org.example.key".utf8),
            ]
            #expect(Keychain.all(byBytes).first?[kSecAttrApplicationTag as String] as? String == "org.example.key")
            #expect(Keychain.add(with(Keychain.generic("a"), [kSecAttrGeneric: "identifier"])) == errSecSuccess)
            let found = Keychain.all(with(generic, [kSecAttrGeneric: Data("identifier".utf8)])).first
            #expect(found?[kSecAttrGeneric as String] as? String == "identifier")
        }
    }
}
