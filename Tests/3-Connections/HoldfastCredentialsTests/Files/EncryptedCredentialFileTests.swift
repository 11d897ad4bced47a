import Glibc
import HoldfastCredentials
import HoldfastCrypto
import HoldfastFiles
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@Suite("An encrypted file of credentials")
struct EncryptedCredentialFileTests {
    private let bench = FileBench()

    @Test("what one process stored, another finds; the file is its owner's alone")
    func roundTrip() async throws {
        let alice = try await bench.store().put(bench.item(), .absent)
        try await bench.store().put(bench.item(FileBench.bob), .absent)
        let found = try await bench.store().items(matching: CredentialQuery()).items
        #expect(found.count == 2)
        #expect(found.contains(alice))
        #expect(Set(found.compactMap(\.passwordCredential)) == [FileBench.alice, FileBench.bob])
        #expect(try bench.folder.mode(of: "credentials") == 0o600)
        #expect(try bench.folder.mode(of: "credentials.lock") == 0o600)
        #expect(try bench.folder.mode(of: "") == 0o700)
    }

    @Test("with a passphrase")
    func passphrase() async throws {
        try await bench.store(FileBench.passphrase).put(bench.item(), .absent)
        #expect(try await bench.store(FileBench.passphrase).items(matching: CredentialQuery()).items.count == 1)
        let other = CredentialFileKey { .passphrase(Passphrase("correct horsf")) }
        #expect(
            await FileBench.failure { () async throws(CredentialStoreError) in
                _ = try await bench.store(other).items(matching: CredentialQuery())
            } == .wrongKey)
    }

    @Test("a change with a key of the other kind is refused, and says of which file")
    func otherKind() async throws {
        try await bench.store(FileBench.passphrase).put(bench.item(), .absent)
        let store = bench.store()
        let item = try bench.item(FileBench.bob)
        await #expect(throws: CredentialStoreError(.wrongKey, path: store.path)) { try await store.put(item, .absent) }
    }

    @Test("nothing of it can be read in the file")
    func unreadable() async throws {
        try await bench.store().put(bench.item(), .absent)
        let bytes = try bench.folder.bytes("credentials")
        for secret in ["alice", "hunter2", "a.test", "the realm"] {
            #expect(!bytes.contains(secret.utf8), "\(secret)")
        }
    }

    /// inotify(7): an opening and a closing in turn, so that no two events are alike and become one.
    private func openings(of name: String, _ body: () async throws -> Void) async throws -> Int {
        let watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        #expect(watch >= 0)
        defer { close(watch) }
        let events = UInt32(IN_OPEN | IN_CLOSE_NOWRITE | IN_CLOSE_WRITE)
        let isWatched = unsafe inotify_add_watch(watch, bench.folder.path, events) >= 0
        #expect(isWatched)
        try await body()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(watch, &bytes, bytes.count)
        var (rest, opened) = (bytes.prefix(max(0, count)), 0)
        // struct inotify_event: wd, mask, cookie, len, and the name with zeros behind it.
        while rest.count >= 16 {
            let words = unsafe rest.prefix(16).withUnsafeBytes { buffer in
                (0..<4).map { unsafe buffer.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
            }
            let named = rest.dropFirst(16).prefix(Int(words[3])).prefix { $0 != 0 }
            if words[1] & UInt32(IN_OPEN) != 0, named.elementsEqual(name.utf8) { opened += 1 }
            rest = rest.dropFirst(16 + Int(words[3]))
        }
        return opened
    }

    @Test("a change reads the file once, under its lock; in a process's first, once before, to make the key")
    func readOnce() async throws {
        let store = bench.store()
        try await store.put(bench.item(), .absent)
        let carol = PasswordCredential(user: "carol", password: "hunter2-of-carol")
        #expect(try await openings(of: "credentials") { try await store.put(bench.item(FileBench.bob), .absent) } == 1)
        let other = bench.store()
        #expect(try await openings(of: "credentials") { try await other.put(bench.item(carol), .absent) } == 2)
        #expect(try await store.items(matching: CredentialQuery()).items.count == 3)
        // It has changed since: by another process, with the same key.
        #expect(
            try await openings(of: "credentials") {
                try await store.put(bench.item(FileBench.bob), .always)
            } == 1)
    }

    @Test("conditions: new only, there already, either")
    func conditions() async throws {
        let store = bench.store()
        let first = try await store.put(bench.item(), .absent)
        #expect(
            await FileBench.failure { () async throws(CredentialStoreError) in
                try await store.put(
                    try CredentialItem(FileBench.alice, for: FileBench.space, at: bench.clock.now), .absent)
            } == .duplicate(first.id))
        bench.clock.advance(by: 10)
        var changed = first
        changed.value = CredentialSecret("another")
        let stored = try await store.put(changed, .present)
        #expect(stored.id == first.id)
        #expect(stored.createdAt == first.createdAt)
        #expect(stored.modifiedAt == bench.clock.now)
        // An item of the same identity takes the place of the first, under its identifier.
        let replaced = try await store.put(bench.item(), .always)
        #expect(replaced.id == first.id)
        #expect(try await store.items(matching: CredentialQuery()).items == [replaced])
        // One of the same identifier too, whatever its identity has become.
        bench.clock.advance(by: 10)
        var renamed = replaced
        renamed.attributes[.account] = .text("carol")
        let carol = try await store.put(renamed, .always)
        #expect(carol.id == first.id)
        #expect(carol.createdAt == first.createdAt)
        #expect(carol.modifiedAt == bench.clock.now)
        try await store.put(replaced, .always)
        let unknown = try bench.item(FileBench.bob)
        #expect(
            await FileBench.failure { () async throws(CredentialStoreError) in
                try await store.put(unknown, .present)
            } == .notFound)
        // A change that would make two of one identity.
        let bob = try await store.put(unknown, .absent)
        var same = bob
        same.attributes[.account] = .text("alice")
        let asAlice = same
        #expect(
            await FileBench.failure { () async throws(CredentialStoreError) in
                try await store.put(asAlice, .present)
            } == .duplicate(first.id))
    }

    @Test("what expired is found no more, makes room for another, and goes with the next change")
    func expiry() async throws {
        let store = bench.store()
        let end = bench.clock.now.advanced(bySeconds: 60)
        let mortal = try await store.put(bench.item(expiresAt: end), .absent)
        bench.clock.advance(by: 59)
        #expect(try await store.items(matching: CredentialQuery()).items == [mortal])
        bench.clock.advance(by: 1)
        #expect(try await store.items(matching: CredentialQuery()).items.isEmpty)
        let count = try bench.folder.bytes("credentials").count
        try await store.put(bench.item(), .absent)
        #expect(try await store.items(matching: CredentialQuery()).items.count == 1)
        #expect(try bench.folder.bytes("credentials").count <= count)
    }

    @Test("what expired goes when something else is removed, too")
    func expiryByRemoval() async throws {
        let store = bench.store()
        try await store.put(bench.item(expiresAt: bench.clock.now.advanced(bySeconds: 60)), .absent)
        let bob = try await store.put(bench.item(FileBench.bob), .absent)
        bench.clock.advance(by: 60)
        try await store.remove(matching: CredentialQuery(id: bob.id))
        // A clock that is set back brings nothing back.
        bench.clock.advance(by: -60)
        #expect(try await bench.store().items(matching: CredentialQuery()).items.isEmpty)
    }

    @Test("what is removed is gone; a search that finds nothing writes nothing")
    func removal() async throws {
        let store = bench.store()
        let alice = try await store.put(bench.item(), .absent)
        let bob = try await store.put(bench.item(FileBench.bob), .absent)
        #expect(try await store.remove(matching: CredentialQuery(id: alice.id)) == [alice])
        let bytes = try bench.folder.bytes("credentials")
        #expect(try await store.remove(matching: CredentialQuery(id: alice.id)).isEmpty)
        #expect(try bench.folder.bytes("credentials") == bytes)
        #expect(try await bench.store().items(matching: CredentialQuery()).items == [bob])
    }

    @Test("a store that was never written has nothing, and makes no file")
    func nothing() async throws {
        #expect(try await bench.store().items(matching: CredentialQuery()).items.isEmpty)
        #expect(try await bench.store().remove(matching: CredentialQuery()).isEmpty)
        #expect(bench.folder.names.isEmpty)
    }

    @Test("each writing has a data key and nonces of its own")
    func fresh() async throws {
        let store = bench.store()
        var item = try await store.put(bench.item(), .absent)
        var seen: [Set<[UInt8]>] = [[], [], [], []]
        let count = 300
        for number in 0..<count {
            item.value = CredentialSecret("value \(number)")
            _ = try await store.put(item, .present)
            let bytes = try bench.folder.bytes("credentials")
            // Docs/credentials.md: the nonce of the key, the wrapped key, the nonce of the text, the text.
            for (index, range) in [60..<72, 72..<120, 120..<132, 168..<bytes.count].enumerated() {
                seen[index].insert(Array(bytes[range]))
            }
        }
        #expect(seen.map(\.count) == [count, count, count, count])
    }

    @Test("the largest item goes in, a larger one does not")
    func sizes() async throws {
        let store = bench.store()
        let limit = CredentialItem.maximumValueByteCount
        let large = try CredentialItem(
            .genericPassword, attributes: [.service: .text("s")],
            value: CredentialSecret([UInt8](repeating: 7, count: limit)), at: bench.clock.now)
        try await store.put(large, .absent)
        #expect(try await bench.store().items(matching: CredentialQuery()).items == [large])
        var larger = large
        larger.value = CredentialSecret([UInt8](repeating: 7, count: limit + 1))
        let tooLarge = larger
        #expect(
            await FileBench.failure { () async throws(CredentialStoreError) in
                try await store.put(tooLarge, .present)
            } == .tooLarge(CredentialSize.value(bytes: limit + 1).statement, limit: limit))
        #expect(try await bench.store().items(matching: CredentialQuery()).items == [large])
    }

    @Test("many processes' changes at once are all kept", .ownThread)
    func atOnce() async throws {
        let bench = bench
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    // A store of its own: what two processes share is the file and its lock.
                    let store = bench.store()
                    for turn in 0..<5 {
                        let user = PasswordCredential(user: "\(number)-\(turn)", password: "p")
                        _ = try await store.put(bench.item(user), .absent)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await bench.store().items(matching: CredentialQuery()).items.count == 40)
    }

    /// A file that was read before the process itself wrote the next one is not one that somebody has put back.
    @Test("a reading while another thread writes takes nothing for older than it is", .ownThread)
    func readingWhileWriting() async throws {
        let (store, now, ended) = (bench.store(), bench.clock.now, Notes<Int>())
        // Three megabytes of attributes: it takes longer to open them than to put a file in its place.
        let limit = CredentialAttributeValue.maximumByteCount
        var attributes: [CredentialAttribute: CredentialAttributeValue] = [:]
        for number in 0..<15 {
            let name = try #require(CredentialAttribute("long-\(number)"))
            attributes[name] = .bytes([UInt8](repeating: 7, count: limit))
        }
        for number in 0..<50 {
            attributes[.account] = .text("\(number)")
            let item = try CredentialItem(
                .genericPassword, attributes: attributes, value: CredentialSecret("p"), at: now)
            try await store.put(item, .absent)
        }
        let item = try CredentialItem(.genericPassword, attributes: attributes, value: CredentialSecret("q"), at: now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { ended.add(1) }
                for _ in 0..<25 { try await store.put(item, .always) }
            }
            group.addTask {
                while ended.all.isEmpty { _ = try await store.items(matching: CredentialQuery()) }
            }
            try await group.waitForAll()
        }
    }

    @Test("who listens to a store that is gone hears its end", .hangLimit)
    func endOfStore() async throws {
        var store: EncryptedCredentialFile? = bench.store()
        let changes = await store?.changes()
        var stream = try #require(changes).makeAsyncIterator()
        store = nil
        #expect(await stream.next() == nil)
    }

    @Test("changes are told of, one's own and another process's", .hangLimit)
    func changes() async throws {
        let store = bench.store()
        let mine = try await store.put(bench.item(), .absent)
        var stream = await store.changes().makeAsyncIterator()
        let bob = try await store.put(bench.item(FileBench.bob), .absent)
        #expect(await stream.next() == CredentialStoreChange(changed: [bob.id]))
        try await bench.store().remove(matching: CredentialQuery(id: mine.id))
        #expect(await stream.next() == CredentialStoreChange(removed: [mine.id]))
    }

    @Test("who listens after somebody else has ended hears too; nothing is told twice", .hangLimit)
    func laterListener() async throws {
        let store = bench.store()
        try await store.put(bench.item(), .absent)
        for user in ["x", "y"] {
            var stream = await store.changes().makeAsyncIterator()
            // Another process's, at once.
            let theirs = try await bench.store().put(bench.item(PasswordCredential(user: user, password: "p")), .absent)
            #expect(await stream.next() == CredentialStoreChange(changed: [theirs.id]))
            let mine = try await store.put(bench.item(PasswordCredential(user: "\(user)2", password: "p")), .absent)
            #expect(await stream.next() == CredentialStoreChange(changed: [mine.id]))
            try await bench.store().remove(matching: CredentialQuery(id: mine.id))
            #expect(await stream.next() == CredentialStoreChange(removed: [mine.id]))
        }
    }
}
