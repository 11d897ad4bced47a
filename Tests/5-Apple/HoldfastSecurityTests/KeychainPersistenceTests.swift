import Foundation
import HoldfastCredentials
import HoldfastSecurity
import TestSupport
import Testing

private typealias Keychain = KeychainFixture
private var generic: [CFString: Any] { [kSecClass: kSecClassGenericPassword] }

@Suite("Keychain items that last, and items that are synchronised", .ownThread)
struct KeychainPersistenceTests {
    @Test("Another process finds, changes and removes what one has stored")
    func processes() throws {
        let test = try KeychainFixture()
        let other = KeychainFixture.stores(test.folder)
        test.run { #expect(Keychain.add(Keychain.generic("alice")) == errSecSuccess) }
        ProcessCredentialStores.$ofTask.withValue(other) {
            #expect(Keychain.data(generic) == Data("secret".utf8))
            #expect(Keychain.add(Keychain.generic("alice")) == errSecDuplicateItem)
            #expect(Keychain.update(generic, [kSecValueData: Data("new".utf8)]) == errSecSuccess)
        }
        test.run {
            #expect(Keychain.data(generic) == Data("new".utf8))
            #expect(Keychain.delete(generic) == errSecSuccess)
        }
        ProcessCredentialStores.$ofTask.withValue(other) {
            #expect(Keychain.find(generic).status == errSecItemNotFound)
        }
    }

    /// kSecAttrSynchronizable: "If the key is not supplied, or has a value of kCFBooleanFalse, then no synchronizable
    /// items are added or returned. Use kSecAttrSynchronizableAny to query for both".
    @Test("Synchronised, not synchronised, and both", arguments: [false, true])
    func synchronizable(_ hasFolder: Bool) async throws {
        let folder = try TemporaryFolder()
        let key = CredentialFileKey { .key(CredentialSecret([UInt8](repeating: 9, count: 32))) }
        let shared = SynchronizedCredentialFolder(path: try folder.makeFolder("shared", mode: 0o700), key: key)
        let test = try KeychainFixture(synchronizable: hasFolder ? shared : nil)
        test.run {
            func accounts(_ value: Any?) -> Set<String> {
                var query = generic
                query[kSecAttrSynchronizable] = value
                return Set(Keychain.all(query).compactMap { $0[kSecAttrAccount as String] as? String })
            }
            let cloud: [CFString: Any] = [kSecAttrSynchronizable: kCFBooleanTrue!]
            #expect(Keychain.add(Keychain.generic("here")) == errSecSuccess)
            #expect(Keychain.add(Keychain.generic("both")) == errSecSuccess)
            #expect(Keychain.add(Keychain.generic("both").merging(cloud) { $1 }) == errSecSuccess)
            #expect(Keychain.add(Keychain.generic("there").merging(cloud) { $1 }) == errSecSuccess)
            #expect(Keychain.add(Keychain.generic("there").merging(cloud) { $1 }) == errSecDuplicateItem)
            #expect(accounts(nil) == ["here", "both"])
            #expect(accounts(false) == ["here", "both"])
            #expect(accounts(true) == ["there", "both"])
            #expect(accounts(kSecAttrSynchronizableAny) == ["here", "there", "both"])
            // A change takes an item from the one to the other.
            let here = generic.merging([kSecAttrAccount: "here"]) { $1 }
            #expect(Keychain.update(here, [kSecAttrSynchronizable: true]) == errSecSuccess)
            #expect(accounts(nil) == ["both"])
            #expect(accounts(true) == ["here", "there", "both"])
            #expect(Keychain.update(generic, [kSecAttrSynchronizable: true]) == errSecDuplicateItem)
            // What is not named is left alone.
            #expect(Keychain.delete(generic) == errSecSuccess)
            #expect(accounts(kSecAttrSynchronizableAny) == ["here", "there", "both"])
            #expect(
                Keychain.delete(generic.merging([kSecAttrSynchronizable: kSecAttrSynchronizableAny]) { $1 })
                    == errSecSuccess)
            #expect(accounts(kSecAttrSynchronizableAny).isEmpty)
        }
        if hasFolder { #expect(try await shared.items(matching: CredentialQuery()).items.isEmpty) }
    }

    /// SecItem.h has no word of kSecAttrSynchronizable for persistent references; Apple's implementation
    /// (SecDbQuery.c, query_create_with_limit) takes none for false only where there is no persistent reference, and
    /// programs that migrate items give nothing but the reference.
    @Test("A persistent reference finds its item, synchronised or not", arguments: [false, true])
    func persistentReference(_ isSynchronizable: Bool) throws {
        let test = try KeychainFixture()
        try test.run {
            var added: CFTypeRef?
            let more: [CFString: Any] = [kSecAttrSynchronizable: isSynchronizable, kSecReturnPersistentRef: true]
            let item = Keychain.generic("alice").merging(more) { $1 }
            #expect(SecItemAdd(item as CFDictionary, &added) == errSecSuccess)
            let reference = try #require(added as? Data)
            #expect(Keychain.data([kSecValuePersistentRef: reference]) == Data("secret".utf8))
            #expect(Keychain.update([kSecValuePersistentRef: reference], [kSecAttrLabel: "l"]) == errSecSuccess)
            #expect(Keychain.delete([kSecValuePersistentRef: reference]) == errSecSuccess)
            #expect(Keychain.find([kSecValuePersistentRef: reference]).status == errSecItemNotFound)
        }
    }

    @Test("A store is asked on a thread that tasks do not share, whoever waits")
    func apart() {
        let store = WatchedStore()
        let stores = ProcessCredentialStores(permanent: store)
        ProcessCredentialStores.$ofTask.withValue(stores) {
            #expect(Keychain.find(generic).status == errSecItemNotFound)
        }
        #expect(store.isShared.all == [false])
    }

    @Test("A process's name as that of a program")
    func programNames() {
        let names = ["/usr/bin/my-app": "my-app", "My App": "My_App", "/a/.hidden": "hidden", "": "program", "é": "_"]
        for (path, name) in names { #expect(ProcessCredentialStores.programName(path) == name) }
        #expect(ProcessCredentialStores.programName(nil) == "program")
        #expect(ProcessCredentialStores.programName(String(repeating: "a", count: 300)).count == 100)
    }
}

/// A store that notes whether it is asked on a thread that all tasks share.
private final class WatchedStore: CredentialItemStore {
    let isShared = Notes<Bool>()
    private let store = MemoryItemStore()

    func items(matching query: CredentialQuery) async throws(CredentialStoreError) -> CredentialItems {
        isShared.add(OwnThread.isShared)
        return try await store.items(matching: query)
    }

    func put(
        _ item: CredentialItem, _ condition: CredentialPutCondition
    ) async throws(CredentialStoreError) -> CredentialItem { try await store.put(item, condition) }

    func remove(matching query: CredentialQuery) async throws(CredentialStoreError) -> [CredentialItem] {
        try await store.remove(matching: query)
    }

    func changes() async -> AsyncStream<CredentialStoreChange> { await store.changes() }
}
