import Foundation
import HoldfastCredentials
import HoldfastSecurity
import TestSupport
import Testing

// Wrappers in the shapes that widely used ones have: what they put into their dictionaries, and what they make of the
// results. Written for these tests, as programs write them: nothing of Holdfast's own.

/// A subscript's wrapper, which asks for both kinds of synchronisation and looks before it writes.
private struct SubscriptWrapper {
    enum Kind { case generic(service: String), internet(server: String, port: Int) }

    var kind = Kind.generic(service: "org.example.app")
    var isSynchronizable = false

    private func query() -> [String: Any] {
        var query: [String: Any] = [kSecAttrSynchronizable as String: kSecAttrSynchronizableAny]
        switch kind {
        case .generic(let service):
            query[kSecClass as String] = String(kSecClassGenericPassword)
            query[kSecAttrService as String] = service
        case .internet(let server, let port):
            query[kSecClass as String] = String(kSecClassInternetPassword)
            query[kSecAttrServer as String] = server
            query[kSecAttrPort as String] = port
            query[kSecAttrProtocol as String] = String(kSecAttrProtocolHTTPS)
            query[kSecAttrAuthenticationType as String] = String(kSecAttrAuthenticationTypeDefault)
        }
        return query
    }

    private func attributes(_ value: Data) -> [String: Any] {
        [
            kSecValueData as String: value, kSecAttrAccessible as String: String(kSecAttrAccessibleAfterFirstUnlock),
            kSecAttrSynchronizable as String: isSynchronizable,
        ]
    }

    func get(_ key: String) -> String? {
        var query = query()
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnData as String] = kCFBooleanTrue
        query[kSecAttrAccount as String] = key
        var result: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess, let data = result as? Data else {
            return nil
        }
        return String(data: data, encoding: .utf8)
    }

    func set(_ value: String, for key: String) -> OSStatus {
        var query = query()
        query[kSecAttrAccount as String] = key
        query[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUIFail
        switch SecItemCopyMatching(query as CFDictionary, nil) {
        case errSecSuccess, errSecInteractionNotAllowed:
            query[kSecUseAuthenticationUI as String] = nil
            return SecItemUpdate(query as CFDictionary, attributes(Data(value.utf8)) as CFDictionary)
        case errSecItemNotFound:
            query[kSecUseAuthenticationUI as String] = nil
            return SecItemAdd(query.merging(attributes(Data(value.utf8))) { _, new in new } as CFDictionary, nil)
        case let status: return status
        }
    }

    func keys() -> [String] {
        var query = query()
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        query[kSecReturnAttributes as String] = kCFBooleanTrue
        query[kSecReturnData as String] = kCFBooleanTrue
        var result: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess,
            let items = result as? [[String: Any]]
        else { return [] }
        return items.compactMap { $0[kSecAttrAccount as String] as? String }
    }

    func remove(_ key: String) -> OSStatus {
        var query = query()
        query[kSecAttrAccount as String] = key
        return SecItemDelete(query as CFDictionary)
    }

    func removeAll() -> OSStatus { SecItemDelete(query() as CFDictionary) }
}

/// A vault's wrapper: a service, an accessibility and a group in every dictionary, a canary, migration by persistent
/// references.
private struct Vault {
    let base: [String: AnyHashable]

    init(_ identifier: String, group: String? = nil, isCloud: Bool = false) {
        var base: [String: AnyHashable] = [
            kSecClass as String: kSecClassGenericPassword as String, kSecAttrService as String: identifier,
            kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked as String,
        ]
        base[kSecAttrAccessGroup as String] = group
        if isCloud { base[kSecAttrSynchronizable as String] = true }
        self.base = base
    }

    func with(_ more: [String: AnyHashable]) -> CFDictionary { base.merging(more) { _, new in new } as CFDictionary }

    func canAccess() -> Bool {
        let status = SecItemAdd(
            with([kSecAttrAccount as String: "canary", kSecValueData as String: Data("canary".utf8)]), nil)
        return status == errSecSuccess || status == errSecDuplicateItem
    }

    func set(_ value: Data, _ account: String) -> OSStatus {
        let query = with([kSecAttrAccount as String: account])
        if SecItemCopyMatching(query, nil) == errSecSuccess {
            return SecItemUpdate(query, [kSecValueData as String: value] as CFDictionary)
        }
        return SecItemAdd(with([kSecAttrAccount as String: account, kSecValueData as String: value]), nil)
    }

    func data(_ account: String) -> Data? {
        var result: AnyObject?
        let query = with([
            kSecAttrAccount as String: account, kSecMatchLimit as String: kSecMatchLimitOne as String,
            kSecReturnData as String: true,
        ])
        return SecItemCopyMatching(query, &result) == errSecSuccess ? result as? Data : nil
    }

    /// Every item's account and value, by way of its persistent reference.
    func migrated() -> [String: Data] {
        var result: AnyObject?
        let query = with([
            kSecMatchLimit as String: kSecMatchLimitAll as String, kSecReturnAttributes as String: true,
            kSecReturnPersistentRef as String: true,
        ])
        guard SecItemCopyMatching(query, &result) == errSecSuccess, let items = result as? [[String: Any]] else {
            return [:]
        }
        var all: [String: Data] = [:]
        for item in items {
            guard let reference = item[kSecValuePersistentRef as String] as? Data else { continue }
            var one: AnyObject?
            let query: [String: Any] = [
                kSecValuePersistentRef as String: reference, kSecReturnData as String: true,
                kSecReturnAttributes as String: true, kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
            ]
            guard SecItemCopyMatching(query as CFDictionary, &one) == errSecSuccess, let found = one as? [String: Any],
                let account = found[kSecAttrAccount as String] as? String
            else { continue }
            all[account] = found[kSecValueData as String] as? Data
        }
        return all
    }
}

@Suite("Keychain wrappers, unchanged", .ownThread)
struct KeychainWrapperTests {
    @Test("A subscript's wrapper sets, replaces, lists and removes generic and internet passwords")
    func subscripts() throws {
        let test = try KeychainFixture()
        test.run {
            for kind in [
                SubscriptWrapper.Kind.generic(service: "org.example.app"),
                .internet(server: "www.example.com", port: 8443),
            ] {
                let wrapper = SubscriptWrapper(kind: kind)
                #expect(wrapper.get("alice") == nil)
                #expect(wrapper.set("first", for: "alice") == errSecSuccess)
                #expect(wrapper.set("second", for: "alice") == errSecSuccess)
                #expect(wrapper.set("other", for: "bob") == errSecSuccess)
                #expect(wrapper.get("alice") == "second")
                #expect(Set(wrapper.keys()) == ["alice", "bob"])
                #expect(wrapper.remove("alice") == errSecSuccess)
                #expect(wrapper.remove("alice") == errSecItemNotFound)
                #expect(wrapper.keys() == ["bob"])
                #expect(wrapper.removeAll() == errSecSuccess)
                #expect(wrapper.keys().isEmpty)
            }
            // What becomes synchronised is one item still.
            let service = SubscriptWrapper.Kind.generic(service: "moves")
            #expect(SubscriptWrapper(kind: service).set("here", for: "alice") == errSecSuccess)
            #expect(SubscriptWrapper(kind: service, isSynchronizable: true).set("there", for: "alice") == errSecSuccess)
            #expect(SubscriptWrapper(kind: service).keys() == ["alice"])
            #expect(SubscriptWrapper(kind: service).get("alice") == "there")
        }
    }

    @Test("Vaults of other services, groups and clouds share nothing, and migrate by persistent references")
    func vaults() throws {
        let test = try KeychainFixture()
        test.run {
            let vaults = [
                Vault("one"), Vault("two"), Vault("one", group: "TEAM.shared"), Vault("two", isCloud: true),
            ]
            for (number, vault) in vaults.enumerated() {
                #expect(vault.canAccess())
                #expect(vault.canAccess())
                #expect(vault.set(Data([UInt8(number)]), "account") == errSecSuccess)
            }
            #expect(vaults[1].data("account") == Data([1]))
            #expect(vaults[2].data("account") == Data([2]))
            #expect(vaults[3].data("account") == Data([3]))
            #expect(vaults[1].set(Data("new".utf8), "account") == errSecSuccess)
            #expect(vaults[1].migrated() == ["canary": Data("canary".utf8), "account": Data("new".utf8)])
            #expect(vaults[3].migrated()["account"] == Data([3]))
        }
    }

    @Test("Delete and add with one dictionary replaces the value, as many programs do it")
    func deleteThenAdd() throws {
        let test = try KeychainFixture()
        test.run {
            for secret in ["one", "two", "three"] {
                let query = KeychainFixture.generic("alice", "service", secret) as CFDictionary
                SecItemDelete(query)
                #expect(SecItemAdd(query, nil) == errSecSuccess)
            }
            var query = KeychainFixture.generic("alice")
            query[kSecValueData] = nil
            #expect(KeychainFixture.data(query) == Data("three".utf8))
        }
    }

    @Test("Attributes that were found can be given back as a query and as a change")
    func attributesGivenBack() throws {
        let test = try KeychainFixture()
        try test.run {
            #expect(KeychainFixture.add(KeychainFixture.generic("alice")) == errSecSuccess)
            var result: CFTypeRef?
            let search: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: "alice", kSecReturnAttributes: kCFBooleanTrue!,
                kSecMatchLimit: kSecMatchLimitOne,
            ]
            #expect(SecItemCopyMatching(search as CFDictionary, &result) == errSecSuccess)
            var query = try #require(result as? [String: Any])
            query[kSecClass as String] = kSecClassGenericPassword
            var change = query
            change[kSecClass as String] = nil
            change[kSecAttrComment as String] = "changed"
            change[kSecValueData as String] = Data("new".utf8)
            #expect(SecItemUpdate(query as CFDictionary, change as CFDictionary) == errSecSuccess)
            let found = KeychainFixture.all([kSecClass: kSecClassGenericPassword])
            #expect(found.count == 1)
            #expect(found.first?[kSecAttrComment as String] as? String == "changed")
            #expect(
                found.first?[kSecAttrCreationDate as String] as? Date == query[kSecAttrCreationDate as String] as? Date)
        }
    }
}
