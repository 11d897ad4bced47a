import Foundation
import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// The Secret Service as gnome-keyring has it, and secret-tool beside us.
@Suite(
    "Credentials in gnome-keyring", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct SecretServicePeerTests {
    private let desktop: SecretServiceDesktop
    private let store: SecretServiceStore
    private let space = CredentialSpace(
        host: "a.test", port: 8443, realm: "the realm", method: "NSURLAuthenticationMethodHTTPDigest")
    private let alice = PasswordCredential(user: "alice", password: "h\u{fc}nter2 of alice")

    init() async throws {
        desktop = try SecretServiceDesktop.shared.get()
        var found: SecretServiceStore?
        // It takes its time until it has its name on the bus.
        try await eventually("a Secret Service") {
            found = try? await SecretServiceStore.find(program: "tests", lookingEvery: .milliseconds(100))
            return found != nil
        }
        store = try #require(found)
        try await store.remove(matching: Self.everything)
    }

    private static var everything: CredentialQuery {
        var query = CredentialQuery()
        query.kinds = Set(CredentialItem.Kind.allCases)
        return query
    }

    private func item(_ credential: PasswordCredential, expiresAt: Instant? = nil) throws -> CredentialItem {
        try CredentialItem(credential, for: space, at: SystemClock.now(), expiresAt: expiresAt)
    }

    @Test("secret-tool finds what was stored, by the names that network passwords have")
    func secretTool() async throws {
        try await store.put(item(alice), .absent)
        let found = try desktop.run(
            "secret-tool",
            ["lookup", "server", "a.test", "user", "alice", "port", "8443", "domain", "the realm", "protocol", "https"])
        #expect(found.status == 0)
        #expect(found.output == alice.password)
        let other = try desktop.run("secret-tool", ["lookup", "server", "a.test", "user", "bob"])
        #expect(other.status != 0)
        // The note of who is proposed first has no password, and is not found in the place of one.
        try await store.keep(alice, for: space, at: SystemClock.now(), isDefault: true)
        let all = try desktop.run("secret-tool", ["search", "--all", "server", "a.test", "user", "alice"])
        #expect(all.output.components(separatedBy: "secret = ").count == 2)
    }

    @Test("a reading while others write finds what is there, each time", .hangLimit)
    func whileOthersWrite() async throws {
        let (store, other) = (store, try await SecretServiceStore.find(program: "tests"))
        let steady = try await store.put(item(alice), .absent)
        let bob = try item(PasswordCredential(user: "bob", password: "b"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<30 { try await other.put(bob, .always) } }
            group.addTask {
                for _ in 0..<60 {
                    let found = try await store.items(matching: CredentialQuery())
                    #expect(found.problems.isEmpty)
                    #expect(found.items.contains(steady))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("what one process stored, the next finds, with everything that it is")
    func roundTrip() async throws {
        let end = SystemClock.now().advanced(bySeconds: 3600)
        let stored = try await store.put(item(alice, expiresAt: end), .absent)
        let binary = try await store.put(
            CredentialItem(
                .key, attributes: [.applicationTag: .bytes([0, 1, 0xff]), .keySizeInBits: .number(256)],
                value: CredentialSecret([0, 0xff, 0x80, 0]), at: SystemClock.now()), .absent)
        let empty = try await store.put(
            CredentialItem(
                .genericPassword, attributes: [.service: .text(""), .account: .text("a\u{0}b")],
                value: CredentialSecret([UInt8]()), at: SystemClock.now()), .absent)
        let found = try await SecretServiceStore.find(program: "tests").items(matching: CredentialQuery())
        #expect(found.problems.isEmpty)
        #expect(Set(found.items) == [stored, binary, empty])
        let others = try await SecretServiceStore.find(program: "another").items(matching: CredentialQuery())
        #expect(others == CredentialItems([], problems: []))
    }

    @Test("a change replaces, and leaves nothing of the old; a removal leaves nothing")
    func changes() async throws {
        let stored = try await store.put(item(alice), .absent)
        for number in 0..<3 {
            var changed = stored
            changed.value = CredentialSecret("number \(number)")
            let now = try await store.put(changed, .present)
            #expect(now.id == stored.id)
        }
        let listed = try desktop.run("secret-tool", ["search", "--all", "xdg:schema", SecretServiceStore.schema])
        #expect(listed.output.components(separatedBy: "secret = ").count == 2)
        #expect(listed.output.contains("secret = number 2"))
        await #expect(throws: CredentialStoreError.self) { try await store.put(item(alice), .absent) }
        let replaced = try await store.put(item(alice), .always)
        #expect(replaced.id == stored.id)
        try await store.remove(matching: CredentialQuery(id: stored.id))
        let none = try desktop.run("secret-tool", ["search", "--all", "xdg:schema", SecretServiceStore.schema])
        #expect(!none.output.contains("secret ="))
    }

    @Test("what other programs left is no item, and a part that cannot be read is told of and stays")
    func others() async throws {
        try await store.put(item(alice), .absent)
        // Of its own schema: gnome-keyring would let one without any take the place of ours (Docs/credentials.md).
        let schema = ["xdg:schema", "org.gnome.keyring.NetworkPassword"]
        let words = ["--label=other"] + schema + ["server", "a.test", "user", "alice"]
        _ = try desktop.run("secret-tool", ["store"] + words, input: "of another program")
        #expect(try await store.items(matching: CredentialQuery()).items.count == 1)
        for value in ["zz", "00", "010201"] {
            let words = [
                "--label=broken", "xdg:schema", SecretServiceStore.schema, "holdfast-item", value, "holdfast-program",
                "tests",
            ]
            _ = try desktop.run("secret-tool", ["store"] + words, input: "broken")
        }
        let found = try await store.items(matching: CredentialQuery())
        #expect(found.items.count == 1)
        #expect(found.problems.count == 3)
        _ = try await store.put(item(PasswordCredential(user: "bob", password: "b")), .absent)
        #expect(try await store.items(matching: CredentialQuery()).problems.count == 3)
        for value in ["zz", "00", "010201"] { _ = try desktop.run("secret-tool", ["clear", "holdfast-item", value]) }
        _ = try desktop.run("secret-tool", ["clear"] + schema)
    }

    @Test("as the permanent store of a session: what is kept is proposed by the next one")
    func session() async throws {
        let first = LayeredCredentialStore(permanent: store)
        await first.set(alice, for: space, persistence: .permanent, isDefault: true)
        let second = LayeredCredentialStore(permanent: try await SecretServiceStore.find(program: "tests"))
        #expect(await second.defaultCredential(for: space) == alice)
        await second.remove(alice, for: space)
        #expect(await first.defaultCredential(for: space) == nil)
    }

    @Test("another program's removal is told of", .hangLimit)
    func told() async throws {
        let stored = try await store.put(item(alice), .absent)
        var stream = await store.changes().makeAsyncIterator()
        _ = try desktop.run("secret-tool", ["clear", "holdfast-id", "\(stored.id)"])
        #expect(await stream.next() == CredentialStoreChange(removed: [stored.id]))
    }

    @Test("a question ends at its time, and with its task", .hangLimit)
    func time() async throws {
        let hasty = try await SecretServiceStore.find(program: "tests", timeout: .milliseconds(500))
        desktop.pause()
        defer { desktop.goOn() }
        let start = ContinuousClock.now
        await #expect(throws: CredentialStoreError.self) { try await hasty.items(matching: CredentialQuery()) }
        #expect(ContinuousClock.now - start < .seconds(20))
        let patient = store
        let task = Task { try await patient.items(matching: CredentialQuery()) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        await #expect(throws: CredentialStoreError.self) { try await task.value }
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    /// To a program that is told that there is nothing, what is there is lost: it stores something new.
    @Test("a keyring that stays locked is an error, and not an empty one", .hangLimit)
    func locked() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let desktop = try SecretServiceDesktop()
                var found: SecretServiceStore?
                try await eventually("a Secret Service") {
                    found = try? await SecretServiceStore.find(program: "tests")
                    return found != nil
                }
                let store = try #require(found)
                let space = CredentialSpace(
                    host: "a.test", port: 443, realm: nil, method: "NSURLAuthenticationMethodHTTPBasic")
                let alice = PasswordCredential(user: "alice", password: "p")
                let item = try CredentialItem(alice, for: space, at: SystemClock.now())
                try await store.put(item, .absent)
                try await OwnThread.run { try desktop.lock() }
                await #expect(throws: CredentialStoreError.self) { try await store.items(matching: CredentialQuery()) }
                await #expect(throws: CredentialStoreError.self) {
                    try await store.remove(matching: CredentialQuery(id: item.id))
                }
                for condition in [CredentialPutCondition.always, .absent, .present] {
                    await #expect(throws: CredentialStoreError.self) { try await store.put(item, condition) }
                }
            }
        }
    }

    /// GLib: "exit-on-close … the process will be terminated by calling raise(SIGTERM)".
    @Test("a bus that ends takes the process down with it no more; the store says that it is gone")
    func endOfSession() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let desktop = try SecretServiceDesktop()
                var found: SecretServiceStore?
                try await eventually("a Secret Service") {
                    found = try? await SecretServiceStore.find(program: "tests")
                    return found != nil
                }
                let store = try #require(found)
                _ = try await store.items(matching: CredentialQuery())
                desktop.endBus()
                try await Task.sleep(for: .seconds(1))
                await #expect(throws: CredentialStoreError.self) { try await store.items(matching: CredentialQuery()) }
            }
        }
    }
}
