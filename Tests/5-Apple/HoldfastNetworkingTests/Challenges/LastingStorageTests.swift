import Foundation
import HoldfastCredentials
import HoldfastNetworking
@testable import HoldfastNetworkingNames
import HoldfastSecurityNames
import Synchronization
import TestSupport
import Testing

/// What is permanent or synchronizable (Apple, `URLCredential.Persistence`: "The credential should be stored in the
/// keychain", "… and synchronized to other devices") outlasts a storage that has stores.
@Suite("URLCredentialStorage that lasts", .ownThread)
struct LastingStorageTests {
    private let folder: TemporaryFolder
    private let space = Self.space("a.test")

    init() throws { folder = try TemporaryFolder() }

    private static func space(
        _ host: String, realm: String? = "Staff", protocol: String = NSURLProtectionSpaceHTTPS
    ) -> URLProtectionSpace {
        URLProtectionSpace(
            host: host, port: 443, protocol: `protocol`, realm: realm,
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    }

    private static func credential(
        _ user: String, _ password: String = "p", _ persistence: URLCredential.Persistence = .permanent
    ) -> URLCredential { URLCredential(user: user, password: password, persistence: persistence) }

    private func stores(isShared: Bool = false) throws -> ProcessCredentialStores {
        let key = CredentialFileKey { .key(CredentialSecret([UInt8](repeating: 7, count: 32))) }
        return ProcessCredentialStores(
            permanent: EncryptedCredentialFile(path: folder.path("state/items"), key: key),
            synchronizable: isShared ? SynchronizedCredentialFolder(path: folder.path("shared"), key: key) : nil)
    }

    /// A storage as another process makes it.
    private func storage(isShared: Bool = false) throws -> URLCredentialStorage {
        let stores = try stores(isShared: isShared)
        return URLCredentialStorage(lasting: LastingCredentials { () throws(CredentialStoreError) in stores })
    }

    @Test("what is permanent is found by the next process, what is for the session is not") func permanent() throws {
        let first = try storage()
        first.set(Self.credential("ann"), for: space)
        first.set(Self.credential("bob", "q"), for: space)
        first.set(Self.credential("carol", "r", .forSession), for: space)
        first.set(Self.credential("dora", "s", .none), for: space)
        #expect(first.credentials(for: space)?.keys.sorted() == ["ann", "bob", "carol"])
        let next = try storage()
        #expect(next.credentials(for: space)?.keys.sorted() == ["ann", "bob"])
        #expect(next.credentials(for: space)?["bob"]?.password == "q")
        #expect(next.credentials(for: space)?["bob"]?.persistence == .permanent)
        #expect(next.defaultCredential(for: space)?.user == "ann")
        #expect(next.allCredentials[space]?.count == 2)
        #expect(next.credentials(for: Self.space("a.test", realm: nil)) == nil)
        #expect(next.credentials(for: Self.space("b.test")) == nil)
        #expect(URLCredentialStorage().credentials(for: space) == nil)
    }

    @Test("the default of a space lasts, changes, and goes with its credential") func defaults() throws {
        try storage().set(Self.credential("ann"), for: space)
        try storage().setDefaultCredential(Self.credential("bob"), for: space)
        #expect(try storage().defaultCredential(for: space)?.user == "bob")
        try storage().set(Self.credential("ann", "new"), for: space)
        #expect(try storage().defaultCredential(for: space)?.user == "bob")
        try storage().remove(Self.credential("bob"), for: space)
        #expect(try storage().defaultCredential(for: space) == nil)
        #expect(try storage().credentials(for: space)?["ann"]?.password == "new")
        // What the process was given since counts before what lasts.
        let storage = try storage()
        storage.setDefaultCredential(Self.credential("eve", "p", .forSession), for: space)
        #expect(storage.defaultCredential(for: space)?.user == "eve")
        storage.setDefaultCredential(Self.credential("ann"), for: space)
        #expect(storage.defaultCredential(for: space)?.user == "ann")
    }

    /// NSURLCredentialStorage.h: without the option "no attempt will be made to remove such a credential".
    @Test("what is synchronizable goes only by the option", arguments: [false, true])
    func synchronizable(_ isShared: Bool) throws {
        let credential = Self.credential("ann", "p", .synchronizable)
        try storage(isShared: isShared).set(credential, for: space)
        let next = try storage(isShared: isShared)
        #expect(next.credentials(for: space)?["ann"]?.persistence == .synchronizable)
        #expect(next.defaultCredential(for: space)?.user == "ann")
        next.remove(credential, for: space)
        next.remove(Self.credential("ann"), for: space)
        let key = NSURLCredentialStorageRemoveSynchronizableCredentials
        next.remove(credential, for: space, options: [key: NSNumber(value: false)])
        #expect(try storage(isShared: isShared).credentials(for: space)?.count == 1)
        next.remove(credential, for: space, options: [key: NSNumber(value: true)])
        #expect(try storage(isShared: isShared).credentials(for: space) == nil)
        #expect(try storage(isShared: isShared).defaultCredential(for: space) == nil)
    }

    @Test("a user has one credential for a space, the one that was set last") func replaced() throws {
        let storage = try storage(isShared: true)
        for (password, persistence): (String, URLCredential.Persistence) in [
            ("1", .permanent), ("2", .synchronizable), ("3", .permanent), ("4", .forSession), ("5", .synchronizable),
        ] {
            storage.set(Self.credential("ann", password, persistence), for: space)
            #expect(storage.credentials(for: space)?["ann"]?.password == password)
            #expect(storage.defaultCredential(for: space)?.password == password)
        }
    }

    @Test("changes post a notification each, and what changes nothing does not") func notifications() throws {
        let storage = try storage()
        let count = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .NSURLCredentialStorageChanged, object: storage, queue: nil
        ) { _ in count.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        func posts(_ body: () -> Void) -> Int {
            count.withLock { $0 = 0 }
            body()
            return count.withLock(\.self)
        }
        #expect(posts { storage.set(Self.credential("ann"), for: space) } == 1)
        #expect(posts { storage.set(Self.credential("ann"), for: space) } == 0)
        #expect(posts { storage.set(Self.credential("ann", "q"), for: space) } == 1)
        #expect(posts { storage.setDefaultCredential(Self.credential("ann", "q"), for: space) } == 0)
        #expect(posts { storage.remove(Self.credential("nobody"), for: space) } == 0)
        #expect(posts { storage.remove(Self.credential("ann"), for: space) } == 1)
    }

    @Test("without a store, with one that fails, and for spaces without a place, it stays in memory") func memory() {
        let said = Notes<String>()
        let nothing = LastingCredentials(say: { said.add("\($0) \($1)") }) { () throws(CredentialStoreError) in
            ProcessCredentialStores(permanent: nil)
        }
        let none = URLCredentialStorage(lasting: nothing)
        let failing = URLCredentialStorage(
            lasting: LastingCredentials { [folder] () throws(CredentialStoreError) in
                let file = EncryptedCredentialFile(path: folder.path("state/items"), key: CredentialFileKey { nil })
                return ProcessCredentialStores(permanent: file)
            })
        for storage in [none, failing] {
            storage.set(Self.credential("ann"), for: space)
            #expect(storage.credentials(for: space)?["ann"]?.password == "p")
            #expect(storage.defaultCredential(for: space)?.user == "ann")
            storage.remove(Self.credential("ann"), for: space)
            #expect(storage.credentials(for: space) == nil)
        }
        // One line about one thing: a process says it once.
        none.set(Self.credential("bob", "secret"), for: Self.space("b.test"))
        #expect(said.all.count == 2 && Set(said.all).count == 1)
        #expect(said.all.allSatisfy { $0.contains("ends with the process") && !$0.contains("secret") })
    }

    @Test("a space of another protocol stays in memory") func otherProtocols() throws {
        let ftp = Self.space("a.test", protocol: NSURLProtectionSpaceFTP)
        let storage = try storage()
        storage.set(Self.credential("ann"), for: ftp)
        #expect(storage.credentials(for: ftp)?.count == 1)
        #expect(try self.storage().credentials(for: ftp) == nil)
    }

    @Test("sessions find what lasts, and keychain items are the same store") func oneStore() async throws {
        try storage().set(Self.credential("ann", "secret"), for: space)
        let store = StoredCredentials(try storage())
        let wanted = CredentialSpace(
            host: "a.test", port: 443, realm: "Staff", method: NSURLAuthenticationMethodHTTPBasic)
        #expect(await store.defaultCredential(for: wanted)?.password == "secret")
        #expect(await store.credential(of: "ann", for: wanted)?.password == "secret")
        let stores = try stores()
        ProcessCredentialStores.$ofTask.withValue(stores) {
            let query: [String: Any] = [
                kSecClass as String: kSecClassInternetPassword, kSecAttrServer as String: "a.test",
                kSecAttrProtocol as String: kSecAttrProtocolHTTPS, kSecAttrSecurityDomain as String: "Staff",
                kSecAttrAuthenticationType as String: kSecAttrAuthenticationTypeHTTPBasic,
                kSecReturnData as String: true,
            ]
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            #expect(result as? Data == Data("secret".utf8))
        }
        await store.remove(PasswordCredential(user: "ann", password: "secret"), for: wanted)
        #expect(try storage().credentials(for: space) == nil)
    }

    @Test("the shared storage keeps in the stores of the process, and sessions find it there")
    func shared() async throws {
        let (stores, space) = (try stores(), Self.space("shared.test"))
        await ProcessCredentialStores.$ofTask.withValue(stores) {
            let shared = URLCredentialStorage.shared
            shared.set(Self.credential("ann", "secret"), for: space)
            let wanted = CredentialSpace(
                host: "shared.test", port: 443, realm: "Staff", method: NSURLAuthenticationMethodHTTPBasic)
            let store = StoredCredentials(shared)
            #expect(await store.defaultCredential(for: wanted)?.password == "secret")
            #expect(await store.credential(of: "ann", for: wanted)?.password == "secret")
            #expect(shared.allCredentials[space]?.count == 1)
            await store.remove(PasswordCredential(user: "ann", password: "secret"), for: wanted)
            #expect(shared.credentials(for: space) == nil)
        }
        #expect(try storage().credentials(for: space) == nil)
    }

    @Test("no description of a storage or of what it found shows a password") func secrecy() throws {
        let storage = try storage()
        storage.set(Self.credential("ann", "correct horse"), for: space)
        var dumped = ""
        dump(storage, to: &dumped)
        dump(storage.allCredentials, to: &dumped)
        #expect(!dumped.contains("correct horse"))
        #expect(!"\(storage) \(storage.allCredentials)".contains("correct horse"))
    }
}
