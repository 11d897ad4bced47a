import Foundation
import HoldfastSecurity
import TestSupport
import Testing

// A wrapper in another of the shapes that widely used ones have: a type says what its item is called and what stands
// beside it, and a dictionary is archived as the item's value. Written for these tests, as programs write it: nothing
// of Holdfast's own.

private struct StoreError: Error, Equatable {
    let status: OSStatus

    static func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else { throw StoreError(status: status) }
    }
}

/// A type whose values can be stored.
private protocol SecurelyStored {
    var account: String { get }
    var values: [String: String] { get }
    /// The class, and what identifies an item within it besides the account.
    var place: [String: Any] { get }
    /// The attributes that stand beside the values.
    var attributes: [String: Any] { get }
}

extension SecurelyStored {
    var attributes: [String: Any] { [:] }

    private var query: [String: Any] { place.merging([kSecAttrAccount as String: account]) { _, new in new } }

    func create() throws {
        var item = query.merging(attributes) { _, new in new }
        item[kSecValueData as String] = try JSONEncoder().encode(values)
        var result: AnyObject?
        try StoreError.check(SecItemAdd(item as CFDictionary, &result))
        // Nothing was asked for.
        #expect(result == nil)
    }

    func update() throws {
        var change = attributes
        change[kSecValueData as String] = try JSONEncoder().encode(values)
        try StoreError.check(SecItemUpdate(query as CFDictionary, change as CFDictionary))
    }

    /// Makes what is not there, and changes what is.
    func save() throws {
        do {
            try create()
        } catch let error as StoreError where error.status == errSecDuplicateItem {
            try update()
        }
    }

    func delete() throws { try StoreError.check(SecItemDelete(query as CFDictionary)) }

    /// The item's attributes, and the dictionary in it; nil where there is none.
    func read() throws -> (values: [String: String], found: [String: Any])? {
        var search = query
        search[kSecMatchLimit as String] = kSecMatchLimitOne
        search[kSecReturnData as String] = kCFBooleanTrue
        search[kSecReturnAttributes as String] = kCFBooleanTrue
        var result: AnyObject?
        let status = SecItemCopyMatching(search as CFDictionary, &result)
        guard status != errSecItemNotFound else { return nil }
        try StoreError.check(status)
        guard let found = result as? [String: Any], let data = found[kSecValueData as String] as? Data else {
            throw StoreError(status: errSecParam)
        }
        return (try JSONDecoder().decode([String: String].self, from: data), found)
    }
}

/// The tokens of an account at a service.
private struct ServiceAccount: SecurelyStored {
    var service = "org.example.service"
    let account: String
    var values: [String: String]

    var place: [String: Any] {
        [kSecClass as String: kSecClassGenericPassword as String, kSecAttrService as String: service]
    }
}

/// A login at a site, with everything that an internet password has.
private struct SiteLogin: SecurelyStored {
    let account: String
    var values: [String: String]
    var port = 8443

    var place: [String: Any] {
        [
            kSecClass as String: kSecClassInternetPassword as String, kSecAttrServer as String: "www.example.com",
            kSecAttrPort as String: port, kSecAttrProtocol as String: kSecAttrProtocolHTTPS as String,
            kSecAttrAuthenticationType as String: kSecAttrAuthenticationTypeHTMLForm as String,
            kSecAttrPath as String: "/login", kSecAttrSecurityDomain as String: "Staff",
        ]
    }

    var attributes: [String: Any] {
        [
            kSecAttrLabel as String: "A label", kSecAttrComment as String: "A comment",
            kSecAttrDescription as String: "A description", kSecAttrCreator as String: 0x484f_4c44,
            kSecAttrType as String: 7, kSecAttrIsInvisible as String: true, kSecAttrIsNegative as String: false,
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock as String,
        ]
    }
}

@Suite("Keychain wrappers that archive values, unchanged", .ownThread)
struct KeychainArchiveWrapperTests {
    @Test("A dictionary is made, read, changed, replaced and removed, under the codes that the wrapper tells apart")
    func lifeCycle() throws {
        let test = try KeychainFixture()
        try test.run {
            var alice = ServiceAccount(account: "alice", values: ["token": "one", "secret": "s\u{e9}cret"])
            #expect(try alice.read() == nil)
            #expect(throws: StoreError(status: errSecItemNotFound)) { try alice.update() }
            #expect(throws: StoreError(status: errSecItemNotFound)) { try alice.delete() }
            try alice.create()
            #expect(throws: StoreError(status: errSecDuplicateItem)) { try alice.create() }
            #expect(try alice.read()?.values == ["token": "one", "secret": "s\u{e9}cret"])
            alice.values = ["token": "two"]
            try alice.update()
            #expect(try alice.read()?.values == ["token": "two"])
            alice.values = [:]
            try alice.save()
            #expect(try alice.read()?.values == [:])
            // Another account, and another service, are others' items.
            let others = [
                ServiceAccount(account: "bob", values: ["token": "of bob"]),
                ServiceAccount(service: "org.example.other", account: "alice", values: ["token": "of another"]),
            ]
            for other in others {
                #expect(try other.read() == nil)
                try other.save()
            }
            try alice.delete()
            #expect(try alice.read() == nil)
            for other in others { #expect(try other.read()?.values == other.values) }
        }
    }

    @Test("An internet password comes back with every attribute that it was stored with, and its dates")
    func attributes() throws {
        let test = try KeychainFixture()
        try test.run {
            var login = SiteLogin(account: "alice", values: ["password": "hunter2"])
            try login.create()
            try SiteLogin(account: "alice", values: ["password": "of another port"], port: 443).create()
            login.values = ["password": "hunter3"]
            try login.save()
            let read = try #require(try login.read())
            #expect(read.values == ["password": "hunter3"])
            func text(_ key: CFString) -> String? { read.found[key as String] as? String }
            for (key, value) in [
                (kSecAttrAccount, "alice"), (kSecAttrServer, "www.example.com"), (kSecAttrPath, "/login"),
                (kSecAttrSecurityDomain, "Staff"), (kSecAttrLabel, "A label"), (kSecAttrComment, "A comment"),
                (kSecAttrDescription, "A description"), (kSecAttrProtocol, kSecAttrProtocolHTTPS as String),
                (kSecAttrAuthenticationType, kSecAttrAuthenticationTypeHTMLForm as String),
                (kSecAttrAccessible, kSecAttrAccessibleAfterFirstUnlock as String),
            ] {
                #expect(text(key) == value, "\(key)")
            }
            #expect(read.found[kSecAttrPort as String] as? Int == 8443)
            #expect(read.found[kSecAttrCreator as String] as? Int == 0x484f_4c44)
            #expect(read.found[kSecAttrType as String] as? Int == 7)
            #expect(read.found[kSecAttrIsInvisible as String] as? Bool == true)
            #expect(read.found[kSecAttrIsNegative as String] as? Bool == false)
            let created = try #require(read.found[kSecAttrCreationDate as String] as? Date)
            let modified = try #require(read.found[kSecAttrModificationDate as String] as? Date)
            #expect(created <= modified)
        }
    }
}
