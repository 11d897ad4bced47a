import Foundation
import HoldfastCredentials
import HoldfastSecurity
import HoldfastX509
import TestSupport
import Testing

/// A call on a keychain that holds one generic and one internet password, and the code that Apple documents for it.
private struct StatusRow: CustomTestStringConvertible, @unchecked Sendable {
    enum Call { case add, find, delete, update([CFString: Any]) }
    let source: String
    let call: Call
    let dictionary: [CFString: Any]
    let status: OSStatus

    var testDescription: String { source }
}

private typealias Keychain = KeychainFixture
private var generic: [CFString: Any] { [kSecClass: kSecClassGenericPassword] }
private var internet: [CFString: Any] { [kSecClass: kSecClassInternetPassword] }
private var site: [CFString: Any] {
    [
        kSecClass: kSecClassInternetPassword, kSecAttrAccount: "alice", kSecAttrServer: "www.example.com",
        kSecAttrProtocol: kSecAttrProtocolHTTPS, kSecAttrPort: 443, kSecAttrPath: "/",
        kSecAttrAuthenticationType: kSecAttrAuthenticationTypeHTTPBasic, kSecAttrSecurityDomain: "Staff",
        kSecValueData: Data("secret".utf8),
    ]
}

private func with(_ dictionary: [CFString: Any], _ more: [CFString: Any]) -> [CFString: Any] {
    dictionary.merging(more) { _, new in new }
}

/// Sources: the pages of the constants and functions at developer.apple.com/documentation/security, and SecItem.h.
private var rows: [StatusRow] {
    var rows: [StatusRow] = []
    func row(_ source: String, _ call: StatusRow.Call, _ dictionary: [CFString: Any], _ status: OSStatus) {
        rows.append(StatusRow(source: source, call: call, dictionary: dictionary, status: status))
    }
    let duplicate = "errSecDuplicateItem: \"an item of the same class with the same set of composite primary keys\""
    row(duplicate + ", generic", .add, Keychain.generic("alice", "service", "other"), errSecDuplicateItem)
    row(
        duplicate + ", whose label is none", .add, with(Keychain.generic("alice"), [kSecAttrLabel: "x"]),
        errSecDuplicateItem)
    row(duplicate + ", internet", .add, with(site, [kSecAttrComment: "x"]), errSecDuplicateItem)
    row("kSecClassGenericPassword: kSecAttrAccount is a key", .add, Keychain.generic("bob"), errSecSuccess)
    row("kSecClassGenericPassword: kSecAttrService is a key", .add, Keychain.generic("alice", "other"), errSecSuccess)
    row(
        "kSecClassGenericPassword: kSecAttrAccessGroup is a key", .add,
        with(Keychain.generic("alice"), [kSecAttrAccessGroup: "group"]), errSecSuccess)
    row(
        "kSecClassGenericPassword: kSecAttrSynchronizable is a key", .add,
        with(Keychain.generic("alice"), [kSecAttrSynchronizable: true]), errSecSuccess)
    for (key, value) in [
        (kSecAttrAccount, "bob" as Any), (kSecAttrAuthenticationType, kSecAttrAuthenticationTypeHTTPDigest),
        (kSecAttrPath, "/other"), (kSecAttrPort, 8443), (kSecAttrProtocol, kSecAttrProtocolHTTP),
        (kSecAttrSecurityDomain, "Guests"), (kSecAttrServer, "other.example.com"), (kSecAttrSynchronizable, true),
        (kSecAttrAccessGroup, "group"),
    ] {
        row("kSecClassInternetPassword: \(key) is a key", .add, with(site, [key: value]), errSecSuccess)
    }
    let absent = "errSecItemNotFound: \"The item cannot be found.\""
    row(absent, .find, with(generic, [kSecAttrAccount: "nobody"]), errSecItemNotFound)
    row(absent, .delete, with(generic, [kSecAttrService: "none"]), errSecItemNotFound)
    row(absent, .update([kSecAttrLabel: "x"]), with(generic, [kSecAttrAccount: "nobody"]), errSecItemNotFound)
    row(absent, .find, [kSecClass: kSecClassCertificate], errSecItemNotFound)
    row(absent, .find, [kSecClass: kSecClassKey], errSecItemNotFound)
    row(absent, .find, [kSecClass: kSecClassIdentity], errSecItemNotFound)
    row(
        "kSecAttrSynchronizable: \"If the key is not supplied … then no synchronizable items are added or returned\"",
        .find, with(generic, [kSecAttrSynchronizable: true]), errSecItemNotFound)
    row(
        "kSecAttrAccessGroup: a search within a group", .find, with(generic, [kSecAttrAccessGroup: "g"]),
        errSecItemNotFound)
    let attribute = "errSecNoSuchAttr: \"The attribute does not exist.\""
    row(attribute, .find, with(internet, [kSecAttrService: "service"]), errSecNoSuchAttr)
    row(attribute, .add, with(Keychain.generic("bob"), [kSecAttrServer: "www.example.com"]), errSecNoSuchAttr)
    row(attribute, .find, with(generic, [kSecAttrApplicationTag: Data()]), errSecNoSuchAttr)
    row(attribute, .update([kSecAttrServer: "x"]), generic, errSecNoSuchAttr)
    row("errSecNoSuchClass: \"The keychain item class does not exist.\"", .find, [kSecClass: "none"], errSecNoSuchClass)
    let parameter = "errSecParam: \"One or more parameters passed to the function are not valid.\""
    row(parameter + " (no class)", .find, [kSecAttrAccount: "alice"], errSecParam)
    row(parameter + " (nothing)", .add, [:], errSecParam)
    row(parameter + " (limit 0)", .find, with(generic, [kSecMatchLimit: 0]), errSecParam)
    let real = "SecItemUpdate: \"Only real keychain attributes are permitted in this dictionary\""
    row(real, .update([kSecClass: kSecClassInternetPassword]), generic, errSecNoSuchAttr)
    row(real, .update([kSecReturnData: true]), generic, errSecNoSuchAttr)
    row(real, .update([kSecMatchLimit: kSecMatchLimitOne]), generic, errSecNoSuchAttr)
    row(
        parameter + " (kSecAttrAccessible of this device, synchronised)", .add,
        with(
            Keychain.generic("bob"),
            [
                kSecAttrSynchronizable: true,
                kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            ]), errSecParam)
    row(
        "SecItemUpdate: the changed item would be another one", .update([kSecAttrAccount: "carol"]),
        with(generic, [kSecAttrAccount: "alice"]), errSecDuplicateItem)
    row("SecItemUpdate: two items would be one", .update([kSecAttrAccount: "dora"]), generic, errSecDuplicateItem)
    let unimplemented = "errSecUnimplemented: \"A function or operation is not implemented.\""
    row(
        unimplemented, .add, with(Keychain.generic("bob"), [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]),
        errSecUnimplemented)
    // What cannot be stored is not there: programs look for a key on a token before they make one.
    let token: [CFString: Any] = [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]
    row(absent, .find, with([kSecClass: kSecClassKey], token), errSecItemNotFound)
    row(absent, .delete, with([kSecClass: kSecClassKey], token), errSecItemNotFound)
    row(unimplemented, .update(token), generic, errSecUnimplemented)
    // SecItem.c: "kSecUseAuthenticationUISkip is allowed only for SecItemCopyMatching".
    let skip: [CFString: Any] = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
    row("kSecUseAuthenticationUISkip", .find, with(generic, skip), errSecSuccess)
    row("kSecUseAuthenticationUISkip", .add, with(Keychain.generic("bob"), skip), errSecParam)
    row("kSecUseAuthenticationUISkip", .update([kSecAttrLabel: "x"]), with(generic, skip), errSecParam)
    row("kSecUseAuthenticationUISkip", .delete, with(generic, skip), errSecParam)
    row(
        unimplemented, .find, with([kSecClass: kSecClassCertificate], [kSecMatchTrustedOnly: true]), errSecUnimplemented
    )
    return rows
}

@Suite("Statuses of the functions on keychain items", .ownThread)
struct KeychainStatusTests {
    @Test("The codes that Apple documents", arguments: rows)
    fileprivate func status(_ row: StatusRow) throws {
        let memory = ProcessCredentialStores(permanent: MemoryItemStore())
        try ProcessCredentialStores.$ofTask.withValue(memory) {
            for item in [Keychain.generic("alice"), Keychain.generic("carol"), site] {
                try #require(Keychain.add(item) == errSecSuccess)
            }
            let status =
                switch row.call {
                case .add: Keychain.add(row.dictionary)
                case .find: Keychain.find(row.dictionary).status
                case .delete: Keychain.delete(row.dictionary)
                case .update(let change): Keychain.update(row.dictionary, change)
                }
            #expect(status == row.status, "\(row.source)")
        }
    }

    @Test("A change that is refused changes nothing")
    func refusedChange() throws {
        let test = try KeychainFixture()
        test.run {
            for account in ["a", "b", "c"] { #expect(Keychain.add(Keychain.generic(account)) == errSecSuccess) }
            #expect(Keychain.update(generic, [kSecAttrAccount: "d"]) == errSecDuplicateItem)
            #expect(
                Set(Keychain.all(generic).compactMap { $0[kSecAttrAccount as String] as? String }) == ["a", "b", "c"])
        }
    }

    @Test("Stores that cannot be used have codes of their own")
    func unusable() throws {
        let test = try KeychainFixture()
        test.run { #expect(Keychain.add(Keychain.generic("alice")) == errSecSuccess) }
        func code(_ stores: ProcessCredentialStores) -> OSStatus {
            ProcessCredentialStores.$ofTask.withValue(stores) { Keychain.find(generic).status }
        }
        // "No keychain is available." "The user name or passphrase you entered is not correct."
        #expect(code(ProcessCredentialStores(permanent: nil)) == errSecNotAvailable)
        #expect(code(Self.withoutKey(test.folder)) == errSecNotAvailable)
        #expect(code(KeychainFixture.stores(test.folder, key: 8)) == errSecAuthFailed)
        try test.folder.write([UInt8]("nothing".utf8), to: "state/items", mode: 0o600)
        #expect(code(KeychainFixture.stores(test.folder)) == errSecDecode)
        try test.folder.setMode(0o755, of: "state")
        #expect(code(KeychainFixture.stores(test.folder)) == errSecIO)
    }

    private static func withoutKey(_ folder: TemporaryFolder) -> ProcessCredentialStores {
        ProcessCredentialStores(
            permanent: EncryptedCredentialFile(path: folder.path("state/items"), key: CredentialFileKey { nil }))
    }

    @Test("One item, all of them, or a number")
    func limits() throws {
        let test = try KeychainFixture()
        test.run {
            for account in ["a", "b", "c"] { #expect(Keychain.add(Keychain.generic(account)) == errSecSuccess) }
            func found(_ limit: Any?) -> CFTypeRef? {
                var query = with(generic, [kSecReturnAttributes: true])
                query[kSecMatchLimit] = limit
                return Keychain.find(query).result
            }
            // "By default, this function returns only the first match found."
            #expect((found(nil) as? [String: Any])?[kSecAttrAccount as String] as? String == "a")
            #expect((found(kSecMatchLimitOne) as? [String: Any])?[kSecAttrAccount as String] as? String == "a")
            #expect((found(kSecMatchLimitAll) as? [[String: Any]])?.count == 3)
            #expect((found(2) as? [[String: Any]])?.count == 2)
            #expect((found(99) as? [[String: Any]])?.count == 3)
            #expect(Keychain.delete(with(generic, [kSecMatchLimit: kSecMatchLimitOne])) == errSecSuccess)
            #expect(Keychain.all(generic).count == 2)
            // "By default, this function deletes all items that match the specified query."
            #expect(Keychain.delete(generic) == errSecSuccess)
            #expect(Keychain.all(generic).isEmpty)
            // Wrappers that empty macOS's keychain say so in words.
            for account in ["a", "b"] { #expect(Keychain.add(Keychain.generic(account)) == errSecSuccess) }
            #expect(Keychain.delete(with(generic, [kSecMatchLimit: kSecMatchLimitAll])) == errSecSuccess)
            #expect(Keychain.all(generic).isEmpty)
        }
    }

    /// "If more than one of these result types is specified, the result is returned as a CFDictionaryRef".
    @Test("Return types, singly and together")
    func returned() throws {
        let test = try KeychainFixture()
        try test.run {
            var reference: CFTypeRef?
            let item = with(site, [kSecReturnPersistentRef: true])
            #expect(SecItemAdd(item as CFDictionary, &reference) == errSecSuccess)
            let persistent = try #require(reference as? Data)
            #expect(Keychain.find(internet).result == nil)
            #expect(Keychain.data(internet) == Data("secret".utf8))
            let attributes = Keychain.find(with(internet, [kSecReturnAttributes: true])).result as? [String: Any]
            #expect(attributes?[kSecAttrPort as String] as? Int == 443)
            #expect(attributes?[kSecAttrProtocol as String] as? String == kSecAttrProtocolHTTPS as String)
            #expect(attributes?[kSecAttrCreationDate as String] is Date)
            #expect(attributes?[kSecAttrModificationDate as String] is Date)
            #expect(attributes?[kSecAttrSynchronizable as String] as? Bool == false)
            #expect(attributes?[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked as String)
            #expect(attributes?[kSecValueData as String] == nil)
            let both =
                Keychain.find(with(internet, [kSecReturnData: true, kSecReturnPersistentRef: true])).result
                as? [String: Any]
            #expect(both?.count == 2)
            #expect(both?[kSecValueData as String] as? Data == Data("secret".utf8))
            #expect(both?[kSecValuePersistentRef as String] as? Data == persistent)
            // It stays the same when what the item is found by changes.
            #expect(Keychain.update([kSecValuePersistentRef: persistent], [kSecAttrAccount: "carol"]) == errSecSuccess)
            #expect(Keychain.data([kSecValuePersistentRef: persistent]) == Data("secret".utf8))
            #expect(Keychain.data([kSecValuePersistentRef: persistent, kSecClass: kSecClassInternetPassword]) != nil)
            #expect(
                Keychain.find([kSecValuePersistentRef: persistent, kSecClass: kSecClassGenericPassword]).status
                    == errSecParam)
            #expect(Keychain.delete([kSecValuePersistentRef: persistent]) == errSecSuccess)
            #expect(Keychain.find([kSecValuePersistentRef: persistent]).status == errSecItemNotFound)
        }
    }
}
