import HoldfastCredentials
import HoldfastX509
import TestSupport
import Testing

@Suite("A synchronised folder of credentials", .ownThread)
struct SynchronizedFolderTests {
    @Test("what two devices added is on both")
    func additions() async throws {
        let (one, other) = (Device(), Device())
        try await one.put("alice", "a")
        try await other.put("bob", "b")
        try one.receive(other)
        try other.receive(one)
        #expect(try await one.passwords() == ["alice": "a", "bob": "b"])
        #expect(try await other.passwords() == ["alice": "a", "bob": "b"])
        #expect(try await one.store.items(matching: CredentialQuery()).items.allSatisfy(\.isSynchronizable))
    }

    @Test("nothing of it can be read in the files, nor in their names")
    func unreadable() async throws {
        let device = Device()
        try await device.put("alice", "hunter2-of-alice")
        for name in device.folder.names {
            let bytes = Array(name.utf8) + (try device.folder.bytes(name))
            for secret in ["alice", "hunter2", "a.test"] { #expect(!bytes.contains(secret.utf8), "\(secret)") }
            #expect(try device.folder.mode(of: name) == 0o600)
        }
    }

    /// The files of two devices that changed the same store without knowing of each other.
    private func histories() async throws -> (files: [(String, [UInt8])], expected: [String: String]) {
        let (one, other) = (Device(), Device())
        try await one.put("both", "first")
        try await one.put("gone", "g")
        try other.receive(one)
        one.clock.advance(by: 10)
        try await one.put("both", "of one")
        other.clock.advance(by: 20)
        try await other.put("both", "of other")
        try await other.remove("gone")
        var files: [String: [UInt8]] = [:]
        for device in [one, other] {
            for name in device.folder.names { files[name] = try device.folder.bytes(name) }
        }
        // The later change of the one item counts, of which both know the first; the other is gone.
        return (files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, ["both": "of other"])
    }

    @Test("two writers' files in every order give the same store", .hangLimit)
    func orders() async throws {
        let (files, expected) = try await histories()
        #expect(files.count == 5)
        var orders = 0
        var order = Array(files.indices)
        // Heap's algorithm: each of the 120 orders once.
        func each(_ count: Int, _ body: ([Int]) async throws -> Void) async throws {
            guard count > 1 else { return try await body(order) }
            for index in 0..<count {
                try await each(count - 1, body)
                if index < count - 1 { order.swapAt(count.isMultiple(of: 2) ? index : 0, count - 1) }
            }
        }
        try await each(order.count) { order in
            let device = Device()
            let store = device.store
            for index in order {
                try device.folder.write(files[index].1, to: files[index].0)
                // A process that looks in between: what it sees later is the same in the end.
                guard orders.isMultiple(of: 6) else { continue }
                let found = try await store.items(matching: CredentialQuery())
                try #require(found.problems.isEmpty)
            }
            try #require(Device.passwords(try await store.items(matching: CredentialQuery())) == expected)
            orders += 1
        }
        #expect(orders == 120)
    }

    @Test("one user added on two devices is one item, the same on both, and goes with one removal")
    func sameUser() async throws {
        let (one, other) = (Device(), Device())
        try await one.put("alice", "of one")
        other.clock.advance(by: 1)
        try await other.put("alice", "of other")
        try one.receive(other)
        try other.receive(one)
        #expect(try await one.passwords() == ["alice": "of other"])
        #expect(try await other.passwords() == ["alice": "of other"])
        try await one.remove("alice")
        #expect(try await one.passwords().isEmpty)
        try other.receive(one)
        #expect(try await other.passwords().isEmpty)
    }

    @Test("a change of an item's identity brings nothing to light that the old one hid")
    func hidden() async throws {
        let (one, other) = (Device(), Device())
        try await one.put("alice", "of one")
        other.clock.advance(by: 1)
        var alice = try await other.put("alice", "of other")
        try other.receive(one)
        alice.attributes[.account] = .text("bob")
        let bob = alice
        try await other.store.put(bob, .present)
        #expect(try await other.passwords() == ["bob": "of other"])
        try one.receive(other)
        #expect(try await one.passwords() == ["bob": "of other"])
    }

    @Test("a change after the other device's was seen counts, whatever the clocks say")
    func clocks() async throws {
        // Ten years ahead.
        let (wrong, right) = (Device(TestClock(2_115_000_000)), Device())
        try await wrong.put("alice", "of wrong")
        try right.receive(wrong)
        try await right.put("alice", "of right")
        try wrong.receive(right)
        #expect(try await wrong.passwords() == ["alice": "of right"])
        #expect(try await right.passwords() == ["alice": "of right"])
    }

    @Test("what was removed does not come back with a device that was away, for as long as is promised")
    func tombstones() async throws {
        let (one, other) = (Device(), Device())
        try await one.put("alice", "a")
        try other.receive(one)
        try await one.remove("alice")
        let day: Int64 = 86_400
        one.clock.advance(by: SynchronizedCredentialFolder.tombstoneDays * day - 60)
        try await one.put("bob", "b")
        try one.receive(other)
        #expect(try await one.passwords() == ["bob": "b"])
        // The older version went after a week, and came again; the note is still there.
        one.clock.advance(by: 120)
        try await one.put("carol", "c")
        #expect(one.folder.names.count == 2)
        #expect(try await one.passwords() == ["bob": "b", "carol": "c"])
        // A process that was there all the time misses nothing.
        #expect(try await one.store.items(matching: CredentialQuery()).problems.isEmpty)
    }

    @Test("versions that count no more go after a week, and not before")
    func surpassed() async throws {
        let device = Device()
        for number in 0..<5 {
            try await device.put("alice", "\(number)")
            device.clock.advance(by: 60)
        }
        #expect(device.folder.names.count == 5)
        device.clock.advance(by: SynchronizedCredentialFolder.surpassedDays * 86_400)
        try await device.put("alice", "5")
        // The one before was in force until now.
        #expect(device.folder.names.count == 2)
        #expect(try await device.passwords() == ["alice": "5"])
    }

    @Test("what a process left that ended while it wrote goes after a week, and not what may yet be written")
    func drafts() async throws {
        let device = Device()
        try await device.put("alice", "a")
        let draft = try #require(device.folder.names.first) + ".new"
        try device.folder.write("a part", to: draft)
        try device.folder.write("of another program", to: "x.hfcred.new")
        device.clock.advance(by: SynchronizedCredentialFolder.surpassedDays * 86_400)
        try await device.put("bob", "b")
        #expect(device.folder.names.contains(draft))
        device.clock.advance(by: 60)
        try await device.put("carol", "c")
        #expect(!device.folder.names.contains(draft))
        #expect(device.folder.names.contains("x.hfcred.new"))
    }

    @Test("what expires is found no more on any device, and its file goes in the end")
    func expiry() async throws {
        let device = Device()
        let end = device.clock.now.advanced(bySeconds: 60)
        try await device.store.put(
            CredentialItem(FileBench.alice, for: FileBench.space, at: device.clock.now, expiresAt: end), .absent)
        #expect(try await device.passwords().count == 1)
        device.clock.advance(by: 60)
        #expect(try await device.passwords().isEmpty)
        device.clock.advance(by: (SynchronizedCredentialFolder.tombstoneDays + 1) * 86_400)
        try await device.put("bob", "b")
        #expect(device.folder.names.count == 1)
    }

    @Test("processes of one device add one user once")
    func atOnce() async throws {
        let device = Device()
        let results = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<6 {
                let (store, clock) = (device.open(), device.clock)
                group.addTask {
                    let item = try? CredentialItem(FileBench.alice, for: FileBench.space, at: clock.now)
                    guard let item else { return false }
                    return (try? await store.put(item, .absent)) != nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 } == 1)
        #expect(try await device.passwords().count == 1)
    }

    @Test("what arrives from another device is told of", .hangLimit)
    func changes() async throws {
        let (one, other) = (Device(), Device())
        try await one.put("alice", "a")
        var stream = await one.store.changes().makeAsyncIterator()
        let bob = try await other.put("bob", "b")
        try one.receive(other)
        #expect(await stream.next() == CredentialStoreChange(changed: [bob.id]))
    }

    @Test("a passphrase with which two devices began at once opens both one's files")
    func salts() async throws {
        let (one, other) = (Device(), Device())
        let (first, second) = (one.open(FileBench.passphrase), other.open(FileBench.passphrase))
        try await first.put(CredentialItem(FileBench.alice, for: FileBench.space, at: one.clock.now), .absent)
        try await second.put(CredentialItem(FileBench.bob, for: FileBench.space, at: one.clock.now), .absent)
        try one.receive(other)
        let found = try await first.items(matching: CredentialQuery())
        #expect(found.problems.isEmpty)
        #expect(Device.passwords(found).count == 2)
    }
}
