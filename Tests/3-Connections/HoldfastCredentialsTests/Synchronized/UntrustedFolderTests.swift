import Foundation
import HoldfastCredentials
import HoldfastCrypto
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

/// What a service of synchronisation, or whoever can write to the folder, does with its files.
@Suite("A synchronised folder that cannot be trusted", .ownThread)
struct UntrustedFolderTests {
    private let device = Device()

    private func problems(_ store: SynchronizedCredentialFolder? = nil) async throws -> [CredentialStoreError.Reason] {
        try await (store ?? device.open()).items(matching: CredentialQuery()).problems.map(\.error.reason)
    }

    private func failure(_ key: CredentialFileKey = FileBench.key) async -> CredentialStoreError.Reason? {
        let store = device.open(key)
        return await FileBench.failure { () async throws(CredentialStoreError) in
            _ = try await store.items(matching: CredentialQuery())
        }
    }

    @Test("a file that has arrived in part loses itself alone, whatever its length, and stays")
    func truncated() async throws {
        try await device.put("bob", "b")
        try await device.put("alice", "old")
        let before = Set(device.folder.names)
        device.clock.advance(by: 1)
        try await device.put("alice", "new")
        let name = try #require(Set(device.folder.names).subtracting(before).first)
        let whole = try device.folder.bytes(name)
        for count in stride(from: 0, to: whole.count, by: 7) {
            try device.folder.write(whole.prefix(count), to: name)
            #expect(try await problems().count == 1, "\(count) bytes")
            #expect(try await device.passwords() == ["alice": "old", "bob": "b"])
        }
        // Others can be written meanwhile, and the part is not touched.
        let part = try device.folder.bytes(name)
        try await device.open().put(
            CredentialItem(
                PasswordCredential(user: "carol", password: "c"), for: FileBench.space, at: device.clock.now), .absent)
        #expect(try device.folder.bytes(name) == part)
        try device.folder.write(whole, to: name)
        #expect(try await device.passwords() == ["alice": "new", "bob": "b", "carol": "c"])
    }

    @Test("a bit that is changed anywhere")
    func damaged() async throws {
        try await device.put("bob", "b")
        let bob = Set(device.folder.names)
        try await device.put("alice", "a")
        let name = try #require(Set(device.folder.names).subtracting(bob).first)
        let good = try device.folder.bytes(name)
        for place in good.indices {
            var bad = good
            bad[place] ^= 0x10
            try device.folder.write(bad, to: name)
            #expect(try await device.passwords() == ["bob": "b"], "byte \(place)")
        }
    }

    @Test("a file under another record's name, another clock or another writer's, or twice")
    func renamed() async throws {
        let alice = try await device.put("alice", "a")
        let bob = try await device.put("bob", "b")
        let name = try #require(device.folder.names.first { $0.hasPrefix("\(alice.id)") })
        let bytes = try device.folder.bytes(name)
        let parts = name.split(separator: ".").map(String.init)
        for other in [
            "\(bob.id).ffffffffffffffff.\(parts[2]).hfcred", "\(parts[0]).ffffffffffffffff.\(parts[2]).hfcred",
            "\(parts[0]).\(parts[1]).\(String(repeating: "f", count: 32)).hfcred",
        ] {
            try device.folder.write(bytes, to: other)
            #expect(try await problems() == [.damaged(CredentialDamage.otherName.statement)], "\(other)")
            #expect(try await device.passwords() == ["alice": "a", "bob": "b"])
            try device.folder.remove(other)
        }
        // As services name what they cannot decide.
        for other in ["\(name) (conflicted copy).hfcred", "x.hfcred", ".hfcred", "..hfcred", "a.b.c.d.hfcred"] {
            try device.folder.write(bytes, to: other)
            #expect(try await problems() == [.damaged(CredentialDamage.noRecordName.statement)], "\(other)")
            try device.folder.remove(other)
        }
        // Who chooses a name does not write into the log.
        try device.folder.write(bytes, to: "\u{1B}[2J\nall is well\u{202E}.hfcred")
        let told = try await device.open().items(matching: CredentialQuery()).problems.map(\.description)
        #expect(told == ["'\(device.folder.path("?[2J?all is well?.hfcred"))': damaged: a name that no record has"])
        try device.folder.remove("\u{1B}[2J\nall is well\u{202E}.hfcred")
        try device.folder.write("what others keep there", to: "notes.txt")
        #expect(try await problems().isEmpty)
        #expect(try await device.passwords() == ["alice": "a", "bob": "b"])
    }

    @Test("an older state of the folder is noticed by a process that has seen a later one, which counts")
    func replay() async throws {
        try await device.put("alice", "old")
        let old = device.folder.names
        device.clock.advance(by: 1)
        try await device.put("alice", "new")
        let name = try #require(Set(device.folder.names).subtracting(old).first)
        try device.folder.remove(name)
        let found = try await device.store.items(matching: CredentialQuery())
        #expect(Device.passwords(found) == ["alice": "new"])
        guard case .setBack = found.problems.first?.error.reason else {
            Issue.record("not noticed")
            return
        }
        // And one that was removed does not come back.
        try await device.remove("alice")
        for name in device.folder.names where !old.contains(name) { try device.folder.remove(name) }
        #expect(Device.passwords(try await device.store.items(matching: CredentialQuery())).isEmpty)
        // A new process believes what is there: the threat model says so.
        #expect(try await device.passwords() == ["alice": "old"])
    }

    @Test("what only this process remembers is no reason to take away the version before it")
    func remembered() async throws {
        try await device.put("alice", "old")
        let old = device.folder.names
        device.clock.advance(by: 1)
        try await device.put("alice", "new")
        let name = try #require(Set(device.folder.names).subtracting(old).first)
        device.clock.advance(by: (SynchronizedCredentialFolder.surpassedDays + 1) * 86_400)
        try device.folder.write(try device.folder.bytes(name).prefix(100), to: name)
        try await device.put("bob", "b")
        #expect(try await device.passwords() == ["alice": "old", "bob": "b"])
    }

    @Test("a folder that is gone: what this process has seen of it counts, and none is begun in its place")
    func gone() async throws {
        try await device.put("alice", "a")
        try FileManager.default.removeItem(atPath: device.folder.path)
        let found = try await device.store.items(matching: CredentialQuery())
        #expect(Device.passwords(found) == ["alice": "a"])
        guard case .setBack = found.problems.first?.error.reason else {
            Issue.record("not noticed")
            return
        }
        let (store, bob) = (device.store, try CredentialItem(FileBench.bob, for: FileBench.space, at: device.clock.now))
        #expect(
            await FileBench.failure { () async throws(CredentialStoreError) in
                try await store.put(bob, .absent)
            } != nil)
        #expect(!FileManager.default.fileExists(atPath: device.folder.path))
    }

    @Test("no number of problems hides a record that was set back, or fills a log")
    func manyProblems() async throws {
        try await device.put("alice", "old")
        let old = device.folder.names
        device.clock.advance(by: 1)
        try await device.put("alice", "new")
        for name in device.folder.names where !old.contains(name) { try device.folder.remove(name) }
        for number in 0..<150 { try device.folder.write("nothing", to: "\(number).hfcred") }
        let found = try await device.store.items(matching: CredentialQuery())
        #expect(found.problems.count == CredentialItems.maximumProblemCount)
        guard case .setBack = found.problems.first?.error.reason else {
            Issue.record("hidden")
            return
        }
    }

    @Test("the one file is damaged: a process that has opened it knows that its key is right")
    func oneDamaged() async throws {
        try await device.put("alice", "a")
        let name = try #require(device.folder.names.first)
        var bad = try device.folder.bytes(name)
        bad[100] ^= 1
        try device.folder.write(bad, to: name)
        #expect(try await Device.passwords(device.store.items(matching: CredentialQuery())) == ["alice": "a"])
        #expect(await failure() == .wrongKey)
    }

    @Test("another key is an error, and nothing is written with it")
    func wrongKey() async throws {
        try await device.put("alice", "a")
        let names = device.folder.names
        for key in [FileBench.otherKey, FileBench.passphrase] {
            #expect(await failure(key) == .wrongKey)
            let item = try CredentialItem(FileBench.bob, for: FileBench.space, at: device.clock.now)
            let store = device.open(key)
            #expect(
                await FileBench.failure { () async throws(CredentialStoreError) in
                    try await store.put(item, .absent)
                } == .wrongKey)
        }
        #expect(device.folder.names == names)
        #expect(await failure(CredentialFileKey { nil }) == .noKey(CredentialKeyFault.none.statement))
    }

    @Test("files that ask for scrypt without end get eight runs, and huge parameters none")
    func work() async throws {
        let store = device.open(FileBench.passphrase)
        for user in ["alice", "bob"] {
            let credential = PasswordCredential(user: user, password: "p")
            try await store.put(CredentialItem(credential, for: FileBench.space, at: device.clock.now), .absent)
        }
        let name = try #require(device.folder.names.first)
        let good = try device.folder.bytes(name)
        for number in 0..<30 {
            // Another salt each, and another name, as the header has to have it.
            var bad = good
            bad.replaceSubrange(20..<52, with: [UInt8](repeating: UInt8(number), count: 32))
            bad.replaceSubrange(52..<68, with: [UInt8](repeating: UInt8(number), count: 16))
            let record = hexText([UInt8](repeating: UInt8(number), count: 16))
            try device.folder.write(bad, to: "\(record)\(name.dropFirst(32))")
        }
        let fresh = device.open(FileBench.passphrase)
        let found = try await fresh.items(matching: CredentialQuery())
        let beyond = found.problems.filter { if case .tooMuchWork = $0.error.reason { true } else { false } }
        #expect(found.problems.count == 30)
        #expect(beyond.count == 23)
        // The salt of most files comes first; and one that is known needs no run.
        for known in [found, try await store.items(matching: CredentialQuery())] {
            #expect(Device.passwords(known) == ["alice": "p", "bob": "p"])
        }
        for (place, bytes) in [(11, [31] as [UInt8]), (12, [0x7f, 0xff, 0xff, 0xff]), (16, [0x7f, 0xff, 0xff, 0xff])] {
            var bad = good
            bad.replaceSubrange(place..<place + bytes.count, with: bytes)
            try device.folder.write(bad, to: name)
            let reasons = try? await problems(device.open(FileBench.passphrase))
            #expect(reasons?.contains { if case .tooMuchWork = $0 { true } else { false } } ?? true)
        }
    }

    @Test("one salt with other parameters each gets no more runs; what takes none keeps nobody from being read")
    func parameters() async throws {
        let store = device.open(FileBench.passphrase)
        for user in ["alice", "bob"] {
            let credential = PasswordCredential(user: user, password: "p")
            try await store.put(CredentialItem(credential, for: FileBench.space, at: device.clock.now), .absent)
        }
        let name = try #require(device.folder.names.first)
        let good = try device.folder.bytes(name)
        func plant(_ number: UInt8, _ change: (inout [UInt8]) -> Void) throws {
            let record = [UInt8](repeating: number, count: 16)
            var bad = good
            bad.replaceSubrange(52..<68, with: record)
            change(&bad)
            try device.folder.write(bad, to: "\(hexText(record))\(name.dropFirst(32))")
        }
        // Docs/credentials.md: the derivation at 10, p at 16, the salt at 20.
        for number in UInt8(0)..<30 { try plant(number) { $0[19] = number + 2 } }
        for number in UInt8(30)..<60 {
            let plain = [1] + [UInt8](repeating: 0, count: 9) + [UInt8](repeating: number, count: 32)
            try plant(number) { $0.replaceSubrange(10..<52, with: plain) }
        }
        let found = try await device.open(FileBench.passphrase).items(matching: CredentialQuery())
        #expect(Device.passwords(found) == ["alice": "p", "bob": "p"])
        let beyond = found.problems.filter { if case .tooMuchWork = $0.error.reason { true } else { false } }
        // The folder's own parameters, which most files have, and seven others.
        #expect(beyond.count == 23)
        #expect(found.problems.count == 60)
    }

    @Test("links, folders, pipes and files beyond the limit in the place of a record")
    func kinds() async throws {
        let alice = try await device.put("alice", "a")
        let name = try #require(device.folder.names.first)
        let other = String(repeating: "a", count: 32) + name.dropFirst(32)
        /// Whether the one problem is about the file, and not about what was read of it.
        func isUnread() async throws -> Bool {
            let found = try await problems()
            if found.count == 1, case .file = found.first { return true }
            return false
        }
        try device.folder.link(other, to: device.folder.path(name))
        #expect(try await isUnread())
        try device.folder.remove(other)
        try device.folder.makeFolder(other)
        #expect(try await isUnread())
        try device.folder.remove(other)
        unsafe mkfifo(device.folder.path(other), 0o600)
        #expect(try await isUnread())
        try device.folder.remove(other)
        try device.folder.write([UInt8](repeating: 0, count: 1 << 20), to: other)
        #expect(try await isUnread())
        #expect(try await device.open().items(matching: CredentialQuery()).items == [alice])
    }

    @Test("a folder that others may write to, a link to one, another user's")
    func rights() async throws {
        try await device.put("alice", "a")
        for (mode, isTaken) in [(0o755, true), (0o750, true), (0o770, false), (0o702, false), (0o1777, false)] {
            try device.folder.setMode(mode, of: "")
            #expect((await failure() == nil) == isTaken, "\(mode)")
        }
        try device.folder.setMode(0o700, of: "")
        let elsewhere = try TemporaryFolder()
        try elsewhere.link("link", to: device.folder.path)
        for name in ["link", "link/"] {
            let linked = SynchronizedCredentialFolder(path: elsewhere.path(name), key: FileBench.key)
            #expect(
                await FileBench.failure { () async throws(CredentialStoreError) in
                    _ = try await linked.items(matching: CredentialQuery())
                } != nil, "\(name)")
        }
        if geteuid() == 0 {
            try device.folder.setOwner(12345, of: "")
            #expect(await failure() != nil)
            try device.folder.setOwner(0, of: "")
        }
    }
}
