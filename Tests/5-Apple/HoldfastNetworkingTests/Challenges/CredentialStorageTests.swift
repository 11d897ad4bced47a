import Foundation
import HoldfastCredentials
import HoldfastNetworking
import Synchronization
import Testing

@testable import HoldfastNetworkingNames

@Suite("URLCredentialStorage") struct CredentialStorageTests {
    private let storage = URLCredentialStorage()
    private let space = Self.space("a.test")

    private static func space(_ host: String) -> URLProtectionSpace {
        URLProtectionSpace(
            host: host, port: 443, protocol: NSURLProtectionSpaceHTTPS, realm: "R",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    }

    private static func credential(
        _ user: String, _ password: String = "p", _ persistence: URLCredential.Persistence = .forSession
    ) -> URLCredential {
        URLCredential(user: user, password: password, persistence: persistence)
    }

    @Test("kept by space and user; one that is not to be kept is not") func keeping() {
        storage.set(Self.credential("ann"), for: space)
        storage.set(Self.credential("bob", "p", .permanent), for: space)
        storage.set(Self.credential("eve", "p", .none), for: space)
        storage.setDefaultCredential(Self.credential("eve", "p", .none), for: space)
        #expect(storage.credentials(for: space)?.keys.sorted() == ["ann", "bob"])
        #expect(storage.defaultCredential(for: space)?.user == "ann")
        #expect(storage.credentials(for: Self.space("b.test")) == nil)
        storage.set(Self.credential("ann", "q"), for: space)
        #expect(storage.credentials(for: space)?["ann"]?.password == "q")
        #expect(storage.allCredentials[space]?.count == 2)
        #expect(URLCredentialStorage().allCredentials.isEmpty)
        #expect(URLCredentialStorage.shared === URLCredentialStorage.shared)
    }

    @Test("the default one is among the others, changes with them, and goes with them") func defaults() {
        storage.setDefaultCredential(Self.credential("ann"), for: space)
        #expect(storage.credentials(for: space)?.count == 1)
        storage.set(Self.credential("ann", "q"), for: space)
        #expect(storage.defaultCredential(for: space)?.password == "q")
        storage.remove(Self.credential("ann"), for: space)
        #expect(storage.defaultCredential(for: space) == nil)
        #expect(storage.allCredentials.isEmpty)
    }

    /// NSURLCredentialStorage.h: without the option "no attempt will be made to remove such a credential".
    @Test("what is synchronizable goes only by the option") func synchronizable() {
        let credential = Self.credential("ann", "p", .synchronizable)
        storage.set(credential, for: space)
        storage.remove(credential, for: space)
        storage.remove(Self.credential("ann"), for: space)
        let key = NSURLCredentialStorageRemoveSynchronizableCredentials
        storage.remove(credential, for: space, options: [key: NSNumber(value: false)])
        #expect(storage.credentials(for: space)?.count == 1)
        storage.remove(credential, for: space, options: [key: NSNumber(value: true)])
        #expect(storage.credentials(for: space) == nil)
    }

    @Test("an identity can be a default, and nothing else") func identities() throws {
        let credential = URLCredential(
            identity: try PeerFixture().secIdentity(), certificates: nil, persistence: .forSession)
        storage.set(credential, for: space)
        #expect(storage.defaultCredential(for: space) == nil)
        storage.setDefaultCredential(credential, for: space)
        #expect(storage.defaultCredential(for: space) === credential)
        #expect(storage.credentials(for: space) == nil && storage.allCredentials.isEmpty)
        storage.remove(credential, for: space)
        #expect(storage.defaultCredential(for: space) == nil)
    }

    /// swift-corelibs-foundation, pull request 2334, of macOS 10.14.5: "setting a credential for a protection space,
    /// even if it is not through setDefaultCredential(…), sets it as default".
    @Test("the first of a space is its default, and none that comes after it") func first() {
        storage.set(Self.credential("ann"), for: space)
        storage.set(Self.credential("bob"), for: space)
        #expect(storage.defaultCredential(for: space)?.user == "ann")
        storage.setDefaultCredential(Self.credential("bob"), for: space)
        #expect(storage.defaultCredential(for: space)?.user == "bob")
        // TestURLCredentialStorage.test_sessionDefaultCredentialCanBeRemovedFromSpace
        storage.remove(Self.credential("bob"), for: space)
        #expect(storage.defaultCredential(for: space) == nil)
        #expect(storage.credentials(for: space)?.count == 1)
    }

    @Test("each change is told, and what changes nothing is not") func notifications() {
        let count = Mutex(0)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSURLCredentialStorageChanged, object: storage, queue: nil
        ) { _ in count.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        storage.set(Self.credential("ann"), for: space)
        storage.setDefaultCredential(Self.credential("bob"), for: space)
        storage.set(Self.credential("eve", "p", .none), for: space)
        storage.remove(Self.credential("eve"), for: space)
        storage.remove(Self.credential("bob"), for: space)
        #expect(count.withLock { $0 } == 3)
        // TestURLCredentialStorage.test_storageWillNotSendNotificationWhenAddingExisting(Default)Credential
        storage.setDefaultCredential(Self.credential("ann"), for: space)
        storage.setDefaultCredential(Self.credential("ann"), for: space)
        storage.set(Self.credential("ann"), for: space)
        #expect(count.withLock { $0 } == 4)
        storage.set(Self.credential("ann", "q"), for: space)
        storage.removeAll()
        storage.removeAll()
        #expect(count.withLock { $0 } == 6)
    }

    @Test("bounded: what was set first is forgotten") func bounds() {
        for index in 0...URLCredentialStorage.spaceLimit {
            storage.set(Self.credential("ann"), for: Self.space("\(index).test"))
        }
        #expect(storage.allCredentials.count == URLCredentialStorage.spaceLimit)
        #expect(storage.credentials(for: Self.space("0.test")) == nil)
        #expect(storage.credentials(for: Self.space("1000.test")) != nil)
        for index in 0...URLCredentialStorage.userLimit {
            storage.set(Self.credential("user\(index)"), for: Self.space("1000.test"))
        }
        let users = storage.credentials(for: Self.space("1000.test"))
        #expect(users?.count == URLCredentialStorage.userLimit)
        #expect(users?["ann"] == nil && users?["user100"] != nil)
    }

    @Test("from many threads at once") func threads() async {
        let storage = self.storage
        await withTaskGroup { group in
            for index in 0..<64 {
                group.addTask {
                    let space = Self.space("\(index % 8).test")
                    storage.setDefaultCredential(Self.credential("user\(index)"), for: space)
                    _ = storage.allCredentials
                    if index % 2 == 0 { storage.remove(Self.credential("user\(index)"), for: space) }
                }
            }
        }
        #expect(storage.allCredentials.values.reduce(0) { $0 + $1.count } == 32)
    }

    @Test("a session's lookups find what programs have stored") func lookups() async {
        let store = StoredCredentials(storage)
        let basic = NSURLAuthenticationMethodHTTPBasic
        let server = CredentialSpace(host: "A.test", port: 443, realm: "R", method: basic)
        #expect(await store.defaultCredential(for: server) == nil)
        storage.setDefaultCredential(Self.credential("ann", "e\u{301}"), for: space)
        // RFC 7617 §2.1 and RFC 7616 §4: Normalization Form C.
        #expect(await store.defaultCredential(for: server) == PasswordCredential(user: "ann", password: "\u{e9}"))
        let other = CredentialSpace(host: "a.test", port: 443, realm: "other", method: basic)
        #expect(await store.defaultCredential(for: other) == nil)
        for type in [NSURLProtectionSpaceHTTPSProxy, NSURLProtectionSpaceHTTPProxy] {
            let space = URLProtectionSpace(
                proxyHost: "\(type).test", port: 3128, type: type, realm: "R", authenticationMethod: basic)
            storage.setDefaultCredential(Self.credential("ann"), for: space)
            let proxy = CredentialSpace(asker: .httpProxy, host: "\(type).test", port: 3128, realm: "R", method: basic)
            #expect(await store.defaultCredential(for: proxy)?.user == "ann")
        }
        let socks = CredentialSpace(asker: .socksProxy, host: "http.test", port: 3128, realm: "R", method: basic)
        #expect(await store.defaultCredential(for: socks) == nil)
    }

    @Test("what a session keeps, programs find") func storing() async {
        let store = StoredCredentials(storage)
        let space = CredentialSpace(
            host: "a.test", port: 443, realm: "R", method: NSURLAuthenticationMethodHTTPBasic)
        await store.set(PasswordCredential(user: "ann", password: "p"), for: space, isDefault: false)
        #expect(storage.credentials(for: self.space)?["ann"]?.password == "p")
        #expect(storage.defaultCredential(for: self.space) == nil)
        await store.set(PasswordCredential(user: "bob", password: "p"), for: space, isDefault: true)
        #expect(storage.defaultCredential(for: self.space)?.user == "bob")
        await store.remove(PasswordCredential(user: "bob", password: "x"), for: space)
        #expect(storage.credentials(for: self.space)?.keys.sorted() == ["ann"])
    }
}
