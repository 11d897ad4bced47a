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
    /// SecItemSchema.c has `acct`, `svce`, `gena`, `labl`, … as blobs, and SecDbItem.c's copyBlob keeps data as data
    /// and text as text.
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
            let names: [CFString: Any] = [kSecAttrAccount: "token", kSecAttrLabel: Data("l".utf8)]
            #expect(Keychain.update(asText, names) == errSecSuccess)
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

    /// SecItemSchema.c: what tells items apart is not null, and empty or 0 where nothing was given (flags E, Z and N);
    /// SecItemDb.c's query_pre_add puts it in, so that it is returned with the other attributes.
    @Test("What tells items apart is returned where nothing was given, and is the same as nothing")
    func emptyAttributes() throws {
        let test = try KeychainFixture()
        try test.run {
            #expect(Keychain.add(with(generic, [kSecAttrAccount: "a"])) == errSecSuccess)
            let found = try #require(Keychain.all(generic).first)
            #expect(found[kSecAttrService as String] as? String == "")
            #expect(found[kSecAttrLabel as String] == nil && found[kSecAttrComment as String] == nil)
            #expect(Keychain.add(with(generic, [kSecAttrAccount: "a", kSecAttrService: ""])) == errSecDuplicateItem)
            #expect(Keychain.find(with(generic, [kSecAttrService: ""])).status == errSecSuccess)

            let internet: [CFString: Any] = [kSecClass: kSecClassInternetPassword]
            let item = with(internet, [kSecAttrServer: "www.example.com", kSecAttrAccount: "a"])
            #expect(Keychain.add(item) == errSecSuccess)
            #expect(Keychain.add(with(item, [kSecAttrPort: 0, kSecAttrProtocol: 0])) == errSecDuplicateItem)
            var site = try #require(Keychain.all(internet).first)
            for key in [kSecAttrPath, kSecAttrSecurityDomain, kSecAttrAuthenticationType] {
                #expect(site[key as String] as? String == "", "\(key)")
            }
            #expect(site[kSecAttrPort as String] as? Int == 0)
            // What was returned finds the item again, and only that one.
            #expect(Keychain.add(with(item, [kSecAttrPort: 8443])) == errSecSuccess)
            site[kSecClass as String] = kSecClassInternetPassword
            site[kSecMatchLimit as String] = kSecMatchLimitAll
            site[kSecReturnAttributes as String] = true
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(site as CFDictionary, &result) == errSecSuccess)
            #expect((result as? [[String: Any]])?.count == 1)
        }
    }

    @Test("A realm of no name is found as one without a name is, and is another item")
    func namelessRealm() throws {
        let test = try KeychainFixture()
        test.run {
            let internet: [CFString: Any] = [kSecClass: kSecClassInternetPassword, kSecAttrServer: "www.example.com"]
            #expect(Keychain.add(internet) == errSecSuccess)
            #expect(Keychain.add(with(internet, [kSecAttrSecurityDomain: ""])) == errSecSuccess)
            #expect(Keychain.add(with(internet, [kSecAttrSecurityDomain: "Staff"])) == errSecSuccess)
            #expect(Keychain.all(with(internet, [kSecAttrSecurityDomain: ""])).count == 2)
            #expect(Keychain.all(with(internet, [kSecAttrSecurityDomain: "Staff"])).count == 1)
            // What was found without a realm has none after its attributes were given back.
            var back = Keychain.all(internet).first ?? [:]
            back[kSecClass as String] = nil
            back[kSecAttrComment as String] = "given back"
            let given = [CFString: Any](uniqueKeysWithValues: back.map { ($0.key as CFString, $0.value) })
            #expect(Keychain.update(with(internet, [kSecMatchLimit: kSecMatchLimitOne]), given) == errSecSuccess)
            #expect(Keychain.add(internet) == errSecDuplicateItem)
        }
    }

    @Test("An empty label is a label")
    func emptyLabel() throws {
        let test = try KeychainFixture()
        test.run {
            #expect(Keychain.add(with(Keychain.generic("a"), [kSecAttrLabel: ""])) == errSecSuccess)
            #expect(Keychain.add(Keychain.generic("b")) == errSecSuccess)
            #expect(Keychain.all(generic).first?[kSecAttrLabel as String] as? String == "")
            #expect(Keychain.all(with(generic, [kSecAttrLabel: ""])).count == 1)
        }
    }

    /// SecItem.h: "returning references is supported only for Certificate, Key or Identity items on iOS". Its
    /// implementation (SecItem.c, SecItemResultCopyPrepared) leaves the reference out of the others' results, and
    /// widely used wrappers ask for everything at once.
    @Test("Whoever asks for everything of a password gets all but a reference")
    func everything() throws {
        let test = try KeychainFixture()
        try test.run {
            let all: [CFString: Any] = [
                kSecReturnData: kCFBooleanTrue!, kSecReturnAttributes: kCFBooleanTrue!, kSecReturnRef: kCFBooleanTrue!,
                kSecReturnPersistentRef: kCFBooleanTrue!,
            ]
            var added: CFTypeRef?
            #expect(SecItemAdd(with(Keychain.generic("a"), all) as CFDictionary, &added) == errSecSuccess)
            let ofAdded = try #require(added as? [String: Any])
            let ofFound = try #require(Keychain.find(with(generic, all)).result as? [String: Any])
            for result in [ofAdded, ofFound] {
                #expect(result[kSecValueData as String] as? Data == Data("secret".utf8))
                #expect(result[kSecAttrAccount as String] as? String == "a")
                #expect(result[kSecValuePersistentRef as String] as? Data != nil)
                #expect(result[kSecValueRef as String] == nil)
            }
            let reference = Keychain.find(with(generic, [kSecReturnRef: true]))
            #expect(reference.status == errSecSuccess && reference.result == nil)
            let list = Keychain.find(with(generic, [kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll]))
            #expect(list.status == errSecSuccess && (list.result as? [Any])?.isEmpty == true)
        }
    }

    @Test("A certificate that cannot be read costs nothing but itself")
    func unreadable() async throws {
        let chain = try TrustFixture().chain()
        let store = MemoryItemStore()
        let damaged = try CredentialItem(
            .certificate, attributes: [.label: .text("damaged")], value: CredentialSecret("nothing"),
            at: TrustFixture.moment)
        try await store.put(damaged, .absent)
        ProcessCredentialStores.$ofTask.withValue(ProcessCredentialStores(permanent: store)) {
            let references: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
            ]
            #expect(Keychain.find(references).status == errSecDecode)
            #expect(Keychain.add([kSecValueRef: chain[0]]) == errSecSuccess)
            #expect(Keychain.find(references).result as? [SecCertificate] == [chain[0]])
        }
    }

    /// Programs keep bytes of their own as a key with a tag and a size, without class and type: widely copied code for
    /// the key of an encrypted database does. SecItemSchema.c: `kcls` and `type` are 0 where nothing is given.
    @Test("Bytes with a tag, as a database's key is kept")
    func bytesAsKey() throws {
        let test = try KeychainFixture()
        test.run {
            let tag = Data("io.example.EncryptionKey".utf8)
            let query: [NSString: AnyObject] = [
                kSecClass: kSecClassKey, kSecAttrApplicationTag: tag as AnyObject,
                kSecAttrKeySizeInBits: 512 as AnyObject, kSecReturnData: true as AnyObject,
            ]
            var found: AnyObject?
            #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecItemNotFound)
            let bytes = Data((0..<64).map { UInt8($0) })
            let item: [NSString: AnyObject] = [
                kSecClass: kSecClassKey, kSecAttrApplicationTag: tag as AnyObject,
                kSecAttrKeySizeInBits: 512 as AnyObject, kSecValueData: bytes as AnyObject,
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecDuplicateItem)
            #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
            #expect(found as? Data == bytes)
            let byTag: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag]
            let reference = Keychain.find(with(byTag, [kSecReturnRef: true]))
            #expect(reference.status == errSecSuccess && reference.result == nil)
            #expect(Keychain.update(byTag, [kSecValueData: Data("other".utf8)]) == errSecSuccess)
            #expect(Keychain.data(byTag) == Data("other".utf8))
            #expect(Keychain.delete(byTag) == errSecSuccess)
        }
    }

    @Test("Data that are said to be a key have to be one, and come back as they were where nothing is said")
    func keyOrBytes() throws {
        let test = try KeychainFixture()
        let parameters: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024]
        let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
        let half = try #require(SecKeyCopyPublicKey(key))
        let publicData = try #require(SecKeyCopyExternalRepresentation(half, nil)) as Data
        test.run {
            let rsa: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeRSA]
            // Without a class it is a public key: SecItemSchema.c has 0, kSecAttrKeyClassPublic.
            #expect(Keychain.add(with(rsa, [kSecValueData: publicData, kSecAttrApplicationTag: "p"])) == errSecSuccess)
            #expect(Keychain.find(with(rsa, [kSecReturnRef: true])).result as? SecKey == half)
            // A text of PEM, as some libraries keep it, is none.
            let pem = Data("-----BEGIN RSA PRIVATE KEY-----".utf8)
            #expect(Keychain.add(with(rsa, [kSecValueData: pem, kSecAttrApplicationTag: "t"])) == errSecSuccess)
            #expect(Keychain.data(with(rsa, [kSecAttrApplicationTag: "t"])) == pem)
            for keyClass in [kSecAttrKeyClassPublic, kSecAttrKeyClassPrivate] {
                #expect(Keychain.add(with(rsa, [kSecValueData: pem, kSecAttrKeyClass: keyClass])) == errSecParam)
            }
            #expect(Keychain.add([kSecClass: kSecClassKey, kSecAttrApplicationTag: "none"]) == errSecParam)
        }
    }
}
