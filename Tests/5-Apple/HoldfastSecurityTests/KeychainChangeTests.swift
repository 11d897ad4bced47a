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

/// Changes as programs write them, and what cannot be changed.
@Suite("Changes of keychain items", .ownThread)
struct KeychainChangeTests {
    let test: KeychainFixture

    init() throws { test = try KeychainFixture() }

    /// SecItemDb.c, SecDbAttrWithKey: kSecUseDataProtectionKeychain "results in no ops"; SecDbQuery.c,
    /// query_add_attribute_with_desc: kSecAttrSynchronizableAny is skipped. SecItem.cpp of macOS passes the class over.
    @Test("A change may be the dictionary that the item was added with")
    func sameDictionary() throws {
        test.run {
            let base = with(
                Keychain.generic("a"),
                [kSecUseDataProtectionKeychain: true, kSecAttrSynchronizable: kSecAttrSynchronizableAny])
            #expect(Keychain.add(base) == errSecSuccess)
            let query = with(base, [kSecAttrSynchronizable: kSecAttrSynchronizableAny])
            let change = with(base, [kSecValueData: Data("new".utf8)])
            #expect(Keychain.update(query.filter { $0.key != kSecValueData }, change) == errSecSuccess)
            #expect(Keychain.data(generic) == Data("new".utf8))
            // "any" does not move it.
            #expect(Keychain.all(generic).first?[kSecAttrSynchronizable as String] as? Bool == false)
        }
    }

    /// SecItem.c, SecItemResultCopyPrepared: attributes have kSecAttrAccessControl as an object.
    @Test("Attributes have an access control object, and may be given back with it")
    func accessControl() throws {
        try test.run {
            let after = kSecAttrAccessibleAfterFirstUnlock
            #expect(Keychain.add(with(Keychain.generic("a"), [kSecAttrAccessible: after])) == errSecSuccess)
            var found = try #require(Keychain.all(generic).first)
            let control = try #require(found[kSecAttrAccessControl as String] as? SecAccessControl)
            #expect(control == SecAccessControlCreateWithFlags(nil, after, [], nil))
            #expect(CFGetTypeID(control) == SecAccessControlGetTypeID())
            found[kSecClass as String] = kSecClassGenericPassword
            #expect(SecItemCopyMatching(found as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemUpdate(found as CFDictionary, found as CFDictionary) == errSecSuccess)
            // kSecAttrAccessControl: "… is mutually exclusive with the kSecAttrAccessible attribute".
            found[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
            #expect(SecItemCopyMatching(found as CFDictionary, nil) == errSecParam)
        }
    }

    /// SecItem.h: kSecAttrKeyClass "(read only)", kSecAttrIssuer, kSecAttrSubject, … "(read-only)".
    @Test("A certificate and a key stay what they are")
    func readOnly() throws {
        let chain = try TrustFixture().chain()
        let parameters: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
        let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
        try test.run {
            #expect(Keychain.add([kSecValueRef: key]) == errSecSuccess)
            #expect(Keychain.add([kSecValueRef: chain[0]]) == errSecSuccess)
            for (query, change): ([CFString: Any], [CFString: Any]) in [
                ([kSecClass: kSecClassKey], [kSecAttrKeyClass: kSecAttrKeyClassPublic]),
                ([kSecClass: kSecClassKey], [kSecAttrKeyType: kSecAttrKeyTypeRSA]),
                ([kSecClass: kSecClassKey], [kSecAttrKeySizeInBits: 0]),
                ([kSecClass: kSecClassCertificate], [kSecAttrIssuer: Data("x".utf8)]),
                ([kSecClass: kSecClassCertificate], [kSecAttrPublicKeyHash: Data("x".utf8)]),
                ([kSecClass: kSecClassCertificate], [kSecAttrSubject: Data("x".utf8)]),
            ] {
                #expect(Keychain.update(query, change) == errSecReadOnlyAttr, "\(change)")
            }
            #expect(Keychain.find([kSecClass: kSecClassKey, kSecReturnRef: true]).result as? SecKey == key)
            // Given back as they are, they change nothing.
            for itemClass in [kSecClassKey, kSecClassCertificate] {
                let found = try #require(Keychain.all([kSecClass: itemClass]).first)
                let status = SecItemUpdate([kSecClass: itemClass] as CFDictionary, found as CFDictionary)
                #expect(status == errSecSuccess)
            }
        }
    }
}
