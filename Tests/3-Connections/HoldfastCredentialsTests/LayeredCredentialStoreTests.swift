import HoldfastCredentials
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("A store of passwords that last as they are to", .serialized)
struct LayeredCredentialStoreTests {
    private let bench = FileBench()
    private let device = Device()
    private let notes = Notes<CredentialStoreError>()

    private func store(_ key: CredentialFileKey = FileBench.key) -> LayeredCredentialStore {
        LayeredCredentialStore(
            permanent: bench.store(key), synchronizable: device.open(), failed: { [notes] in notes.add($0) },
            now: bench.clock.read)
    }

    private func space(_ realm: String? = "the realm") -> CredentialSpace {
        CredentialSpace(host: "a.test", port: 443, realm: realm, method: "NSURLAuthenticationMethodHTTPDigest")
    }

    @Test("what is permanent or synchronised is there for the next process, what is for the session is not")
    func persistence() async {
        let users: [(CredentialPersistence, Bool)] = [
            (.none, false), (.forSession, false), (.permanent, true), (.synchronizable, true),
        ]
        let first = store()
        for (persistence, _) in users {
            let credential = PasswordCredential(user: "\(persistence)", password: "p")
            await first.set(credential, for: space(), persistence: persistence, isDefault: false)
            #expect((await first.credential(of: "\(persistence)", for: space()) != nil) == (persistence != .none))
        }
        let second = store()
        for (persistence, lasts) in users {
            #expect((await second.credential(of: "\(persistence)", for: space()) != nil) == lasts, "\(persistence)")
        }
        #expect(await second.credentials(for: space()).count == 2)
        #expect(await second.defaultCredential(for: space()) == nil)
        #expect(notes.all.isEmpty)
    }

    @Test(
        "the one that was called so is the default of its space, until it is removed",
        arguments: [
            CredentialPersistence.forSession, .permanent, .synchronizable,
        ])
    func defaults(persistence: CredentialPersistence) async {
        let store = store()
        let (alice, bob) = (FileBench.alice, FileBench.bob)
        await store.set(alice, for: space(), persistence: persistence, isDefault: false)
        #expect(await store.defaultCredential(for: space()) == nil)
        await store.set(bob, for: space(), persistence: persistence, isDefault: true)
        #expect(await store.defaultCredential(for: space()) == bob)
        let newer = PasswordCredential(user: "bob", password: "c")
        await store.set(newer, for: space(), persistence: persistence, isDefault: false)
        #expect(await store.defaultCredential(for: space()) == newer)
        await store.set(alice, for: space(), persistence: persistence, isDefault: true)
        #expect(await store.defaultCredential(for: space()) == alice)
        for other in [space(nil), space(""), space("The realm")] {
            #expect(await store.defaultCredential(for: other) == nil)
            #expect(await store.credentials(for: other).isEmpty)
        }
        await store.remove(alice, for: space())
        #expect(await store.defaultCredential(for: space()) == nil)
        #expect(await store.credentials(for: space()) == ["bob": newer])
        #expect(notes.all.isEmpty)
    }

    @Test("what is stored for longer takes the place of what the session had")
    func longer() async {
        let store = store()
        await store.set(FileBench.alice, for: space(), persistence: .forSession, isDefault: true)
        await store.set(FileBench.bob, for: space(), persistence: .forSession, isDefault: false)
        for (password, persistence) in [("permanent", CredentialPersistence.permanent), ("sync", .synchronizable)] {
            let newer = PasswordCredential(user: "alice", password: password)
            await store.set(newer, for: space(), persistence: persistence, isDefault: true)
            #expect(await store.defaultCredential(for: space()) == newer)
            #expect(await store.credential(of: "alice", for: space()) == newer)
        }
        #expect(await store.credential(of: "bob", for: space()) == FileBench.bob)
        // The session's default does not come before one that was stored later.
        await store.set(FileBench.bob, for: space(), persistence: .forSession, isDefault: true)
        await store.set(FileBench.alice, for: space(), persistence: .permanent, isDefault: true)
        #expect(await store.defaultCredential(for: space()) == FileBench.alice)
    }

    @Test("a credential ends at its time")
    func expiry() async {
        let store = store()
        let end = bench.clock.now.advanced(bySeconds: 5)
        await store.set(FileBench.alice, for: space(), persistence: .permanent, isDefault: true, expiresAt: end)
        #expect(await store.defaultCredential(for: space()) == FileBench.alice)
        bench.clock.advance(by: 5)
        #expect(await store.defaultCredential(for: space()) == nil)
    }

    @Test("where the permanent default has expired, the synchronised one is proposed")
    func expiredDefault() async {
        let store = store()
        await store.set(FileBench.bob, for: space(), persistence: .synchronizable, isDefault: true)
        let end = bench.clock.now.advanced(bySeconds: 5)
        await store.set(FileBench.alice, for: space(), persistence: .permanent, isDefault: true, expiresAt: end)
        #expect(await store.defaultCredential(for: space()) == FileBench.alice)
        bench.clock.advance(by: 5)
        #expect(await store.defaultCredential(for: space()) == FileBench.bob)
    }

    @Test("a file that cannot be opened is told of, proposes nothing, and is not written over")
    func failure() async throws {
        await store().set(FileBench.alice, for: space(), persistence: .permanent, isDefault: true)
        let before = try bench.folder.bytes("credentials")
        let store = store(FileBench.otherKey)
        #expect(await store.defaultCredential(for: space()) == nil)
        await store.set(FileBench.bob, for: space(), persistence: .permanent, isDefault: true)
        // For the session it is there.
        #expect(await store.defaultCredential(for: space()) == FileBench.bob)
        #expect(try bench.folder.bytes("credentials") == before)
        #expect(!notes.all.isEmpty)
        #expect(notes.all.allSatisfy { $0.reason == .wrongKey })
    }

    @Test("without a key what is permanent stays in memory, and that is said once")
    func noKey() async {
        let lines = Notes<String>()
        DangerLog.send(to: { if $0.contains("there is no key for a file") { lines.add($0) } })
        defer { DangerLog.send(to: nil) }
        for _ in 0..<2 {
            let store = LayeredCredentialStore(permanent: nil)
            await store.set(FileBench.alice, for: space(), persistence: .permanent, isDefault: true)
            #expect(await store.defaultCredential(for: space()) == FileBench.alice)
            await store.set(FileBench.bob, for: space(), persistence: .synchronizable, isDefault: false)
            #expect(await store.credential(of: "bob", for: space()) == FileBench.bob)
        }
        #expect(lines.all.count == 1)
    }

    @Test("a store that knows no persistence keeps whatever is to be kept at all")
    func simple() async {
        let store: any CredentialStore = MemoryCredentialStore()
        await store.set(FileBench.alice, for: space(), persistence: .none, isDefault: true)
        #expect(await store.defaultCredential(for: space()) == nil)
        await store.set(FileBench.alice, for: space(), persistence: .permanent, isDefault: true)
        #expect(await store.defaultCredential(for: space()) == FileBench.alice)
    }

    @Test("every kind of space comes back from its attributes")
    func spaces() {
        for asker in [CredentialSpace.Asker.server, .httpServer, .httpProxy, .httpsProxy, .socksProxy] {
            for realm in [nil, "", "r"] {
                for method in ["HTTPBasic", "HTTPDigest", "NTLM", "HTMLForm", "Default", "Negotiate"] {
                    let space = CredentialSpace(
                        asker: asker, host: "a.test", port: 8443, realm: realm,
                        method: "NSURLAuthenticationMethod\(method)")
                    #expect(CredentialSpace(space.attributes) == space)
                }
            }
        }
        // SecItem.h: kSecAttrProtocolHTTPS, kSecAttrAuthenticationTypeHTTPDigest.
        #expect(space().attributes[.networkProtocol] == .text("htps"))
        #expect(space().attributes[.authenticationType] == .text("httd"))
    }
}
