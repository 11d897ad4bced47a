import Foundation
import HoldfastCredentials
import HoldfastSecurity
@testable import HoldfastSecurityNames
import TestSupport
import Testing

private typealias Keychain = KeychainFixture
private var generic: [CFString: Any] { [kSecClass: kSecClassGenericPassword] }

@Suite("Dictionaries that nobody can mean, and secrets that nobody is to see", .ownThread)
struct KeychainHostileTests {
    /// Values of other types than a key's.
    private static var values: [Any] {
        [
            Data("data".utf8), ["list"], ["key": "value"], Date(), NSNull(), Double.nan, Double.infinity, 1e300, -0.5,
            UInt64.max, NSObject(), URL(filePath: "/"), "\u{0}",
        ]
    }

    private static var keys: [CFString] {
        [
            kSecAttrAccount, kSecAttrService, kSecAttrLabel, kSecAttrAccessGroup, kSecAttrAccessible,
            kSecAttrAccessControl, kSecAttrSynchronizable, kSecAttrCreator, kSecAttrIsInvisible, kSecAttrGeneric,
            kSecAttrCreationDate, kSecValueData, kSecValueRef, kSecValuePersistentRef, kSecReturnData,
            kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef, kSecMatchLimit, kSecMatchIssuers,
            kSecMatchValidOnDate, kSecMatchSubjectContains, kSecMatchCaseInsensitive, kSecUseAuthenticationUI,
            kSecUseOperationPrompt, kSecUseDataProtectionKeychain, kSecClass, kSecAttrAccess, kSecUseKeychain,
        ]
    }

    @Test("No value of any type ends the process, and one of another type is refused or changes nothing")
    func types() {
        let stores = ProcessCredentialStores(permanent: MemoryItemStore())
        ProcessCredentialStores.$ofTask.withValue(stores) {
            #expect(Keychain.add(Keychain.generic("alice")) == errSecSuccess)
            let allowed: Set<OSStatus> = [
                errSecSuccess, errSecParam, errSecItemNotFound, errSecNoSuchAttr, errSecNoSuchClass,
                errSecUnimplemented, errSecDuplicateItem,
            ]
            for key in Self.keys {
                for value in Self.values {
                    let query = generic.merging([key: value]) { _, new in new }
                    #expect(allowed.contains(Keychain.find(query).status), "\(key)")
                    #expect(allowed.contains(Keychain.update(generic, [key: value])), "\(key)")
                    #expect(allowed.contains(Keychain.update(query, [kSecAttrLabel: "x"])), "\(key)")
                    #expect(
                        allowed.contains(Keychain.add(Keychain.generic("x").merging([key: value]) { $1 })), "\(key)")
                    #expect(
                        allowed.contains(Keychain.delete(query.merging([kSecAttrService: "none"]) { $1 })), "\(key)")
                }
            }
        }
    }

    @Test(
        "A value of another type is errSecParam",
        arguments: [
            (kSecAttrAccount as String, "flag"), (kSecAttrAccessGroup as String, "number"),
            (kSecAttrAccessible as String, "text"), (kSecAttrSynchronizable as String, "text"),
            (kSecAttrIsInvisible as String, "text"), (kSecAttrCreator as String, "text"),
            (kSecAttrCreationDate as String, "number"), (kSecReturnData as String, "text"),
            (kSecMatchLimit as String, "text"), (kSecMatchLimit as String, "negative"),
            (kSecMatchLimit as String, "fraction"), (kSecMatchLimit as String, "flag"),
            (kSecValueData as String, "text"), (kSecValueRef as String, "text"),
            (kSecValuePersistentRef as String, "data"), (kSecMatchIssuers as String, "data"),
            (kSecAttrAccessControl as String, "text"), (kSecClass as String, "number"),
        ])
    func wrongType(_ key: String, _ kind: String) {
        let value: Any =
            switch kind {
            case "data": Data("data".utf8)
            case "number": 7
            case "negative": -1
            case "fraction": 1.5
            case "flag": true
            default: "nonsense"
            }
        let stores = ProcessCredentialStores(permanent: MemoryItemStore())
        ProcessCredentialStores.$ofTask.withValue(stores) {
            #expect(Keychain.find(generic.merging([key as CFString: value]) { $1 }).status == errSecParam)
        }
    }

    /// Docs/credentials.md, "Limits": 64 KiB a value, 4 KiB an attribute; 128 keys a dictionary.
    @Test("What is larger than may be stored is errSecParam, and nothing is stored")
    func huge() throws {
        let test = try KeychainFixture()
        test.run {
            let long = String(repeating: "a", count: 4097)
            #expect(Keychain.add(Keychain.generic(long)) == errSecParam)
            #expect(Keychain.add(Keychain.generic("a", "s", String(repeating: "a", count: 65_537))) == errSecParam)
            #expect(
                Keychain.find(generic.merging([kSecAttrGeneric: Data(count: 1 << 20)]) { $1 }).status == errSecParam)
            var many = generic
            for number in 0..<128 { many["k\(number)" as CFString] = number }
            #expect(Keychain.find(many).status == errSecParam)
            #expect(Keychain.all(generic).isEmpty)
            #expect(Keychain.add(Keychain.generic(String(long.dropLast()))) == errSecSuccess)
            #expect(Keychain.add(Keychain.generic("a", "s", String(repeating: "a", count: 65_536))) == errSecSuccess)
        }
    }

    @Test("Keys that are no text are refused")
    func keysOfOtherTypes() {
        let stores = ProcessCredentialStores(permanent: MemoryItemStore())
        ProcessCredentialStores.$ofTask.withValue(stores) {
            let query: NSDictionary = [kSecClass: kSecClassGenericPassword, NSNumber(value: 7): "seven"]
            #expect(SecItemCopyMatching(query, nil) == errSecParam)
            #expect(SecItemDelete(NSDictionary()) == errSecParam)
        }
    }

    @Test("What needs the user's presence is not stored without it")
    func userPresence() throws {
        let test = try KeychainFixture()
        try test.run {
            func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
                try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
            }
            for flags: SecAccessControlCreateFlags in [
                .userPresence, .biometryAny, .devicePasscode, [.privateKeyUsage], .touchIDAny, .touchIDCurrentSet,
                .watch, .companion, [.biometryCurrentSet, .or, .devicePasscode], .applicationPassword,
            ] {
                let item = Keychain.generic("a").merging([kSecAttrAccessControl: try control(flags)]) { $1 }
                #expect(Keychain.add(item) == errSecUnimplemented)
                #expect(Keychain.find(item).status == errSecItemNotFound)
                #expect(Keychain.update(generic, [kSecAttrAccessControl: try control(flags)]) == errSecUnimplemented)
            }
            #expect(Keychain.all(generic).isEmpty)
            let plain = Keychain.generic("a").merging([kSecAttrAccessControl: try control([])]) { $1 }
            #expect(Keychain.add(plain) == errSecSuccess)
            var error: Unmanaged<CFError>?
            #expect(SecAccessControlCreateWithFlags(nil, "nonsense" as CFString, [], &error) == nil)
            #expect(error?.takeRetainedValue().code == Int(errSecParam))
        }
    }

    @Test("No description, mirror or stored file shows a secret")
    func secrecy() throws {
        let test = try KeychainFixture()
        let secret = "correct horse battery staple"
        try test.run {
            let request = try ItemRequest(Keychain.generic("alice", "service", secret) as CFDictionary, for: .addition)
            var dumped = ""
            dump(request, to: &dumped)
            for text in ["\(request)", String(reflecting: request), dumped] { #expect(!text.contains(secret)) }
            #expect(Keychain.add(Keychain.generic("alice", "service", secret)) == errSecSuccess)
            let attributes = Keychain.all(generic)
            #expect(!"\(attributes)".contains(secret))
        }
        let stored = try test.folder.bytes("state/items")
        #expect(Data(stored).range(of: Data(secret.utf8)) == nil)
        #expect(Data(stored).range(of: Data("alice".utf8)) == nil)
    }

    @Test("Tasks on every thread that tasks share wait at once, and none for ever")
    func threads() async throws {
        let test = try KeychainFixture()
        let stores = test.stores
        // As many tasks as block every thread that tasks share, each inside a synchronous function.
        let tasks = (0..<16).map { number in
            Task.detached {
                ProcessCredentialStores.$ofTask.withValue(stores) {
                    Keychain.add(Keychain.generic("account \(number)")) == errSecSuccess
                        && Keychain.data(Keychain.generic("account \(number)")) != nil
                }
            }
        }
        for task in tasks { #expect(await task.value) }
        test.run { #expect(Keychain.all(generic).count == 16) }
    }

    @Test("A store that calls back from inside a call gets an error, and does not wait for itself")
    func reentrance() {
        let stores = ProcessCredentialStores(permanent: CallingStore())
        ProcessCredentialStores.$ofTask.withValue(stores) {
            #expect(Keychain.find(generic).status == errSecItemNotFound)
        }
        #expect(CallingStore.seen.all == [errSecInternalComponent])
    }
}

/// A store whose reading calls a function on keychain items.
private final class CallingStore: CredentialItemStore {
    static let seen = Notes<OSStatus>()
    private let store = MemoryItemStore()

    func items(matching query: CredentialQuery) async throws(CredentialStoreError) -> CredentialItems {
        Self.seen.add(KeychainFixture.find([kSecClass: kSecClassGenericPassword]).status)
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
