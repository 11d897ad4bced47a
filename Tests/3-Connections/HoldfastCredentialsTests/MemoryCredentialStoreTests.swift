import HoldfastCredentials
import Testing

@Suite("Credentials in memory")
struct MemoryCredentialStoreTests {
    private let store = MemoryCredentialStore()
    private let alice = PasswordCredential(user: "alice", password: "a")
    private let bob = PasswordCredential(user: "bob", password: "b")

    private func space(
        _ host: String = "a.test", port: UInt16 = 443, realm: String? = "r", method: String = "m",
        asker: CredentialSpace.Asker = .server
    ) -> CredentialSpace {
        CredentialSpace(asker: asker, host: host, port: port, realm: realm, method: method)
    }

    @Test("the one that was called so is the default, until it is removed")
    func defaults() async {
        await store.set(alice, for: space(), isDefault: false)
        #expect(await store.defaultCredential(for: space()) == nil)
        await store.set(bob, for: space("A.test"), isDefault: true)
        #expect(await store.defaultCredential(for: space()) == bob)
        let newer = PasswordCredential(user: "bob", password: "c")
        await store.set(newer, for: space(), isDefault: false)
        #expect(await store.defaultCredential(for: space()) == newer)
        #expect(await store.credentials(for: space()) == ["alice": alice, "bob": newer])
        await store.remove(bob, for: space())
        #expect(await store.defaultCredential(for: space()) == nil)
        #expect(await store.credentials(for: space()) == ["alice": alice])
        store.removeAll()
        #expect(await store.credentials(for: space()).isEmpty)
    }

    @Test("a space that differs in one member has another password")
    func spaces() async {
        // Swift takes U+212A, the sign of Kelvin, and K for the same text; a server that has written both has not.
        await store.set(alice, for: space(realm: "K"), isDefault: true)
        #expect(await store.defaultCredential(for: space(realm: "\u{212A}")) == nil)
        #expect(await store.defaultCredential(for: space(realm: "K")) == alice)
        await store.set(alice, for: space(), isDefault: true)
        for other in [
            space("b.test"), space(port: 8443), space(realm: "other"), space(realm: nil), space(method: "n"),
            space(asker: .httpProxy),
        ] {
            #expect(await store.defaultCredential(for: other) == nil)
        }
    }
}
