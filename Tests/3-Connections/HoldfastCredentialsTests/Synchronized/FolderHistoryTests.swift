import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@Suite("Files of a synchronised folder, as devices leave them", .ownThread)
struct FolderHistoryTests {
    private func all(_ store: SynchronizedCredentialFolder) async throws -> Set<CredentialItem> {
        var query = CredentialQuery()
        query.kinds = Set(CredentialItem.Kind.allCases)
        let found = try await store.items(matching: query)
        try #require(found.problems.isEmpty)
        return Set(found.items)
    }

    /// The files of two devices that gave one user different passwords, and proposed different users first, without
    /// knowing of each other.
    private func histories() async throws -> [(name: String, bytes: [UInt8])] {
        let (one, other) = (Device(), Device())
        let space = FileBench.space
        try await one.store.keep(
            PasswordCredential(user: "alice", password: "of one"), for: space, at: one.clock.now, isDefault: true)
        other.clock.advance(by: 1)
        try await other.put("alice", "of other")
        try await other.store.keep(
            PasswordCredential(user: "bob", password: "b"), for: space, at: other.clock.now, isDefault: true)
        var files: [(name: String, bytes: [UInt8])] = []
        for device in [one, other] {
            for name in device.folder.names where name.hasSuffix(".hfcred") {
                files.append((name, try device.folder.bytes(name)))
            }
        }
        return files.sorted { $0.name < $1.name }
    }

    @Test("one user and one place of the first, taken on two devices, are the same in every order of their files")
    func orders() async throws {
        let files = try await histories()
        try #require(files.count == 5)
        let (space, whole) = (FileBench.space, Device())
        for file in files { try whole.folder.write(file.bytes, to: file.name) }
        let expected = try await all(whole.store)
        let passwords = expected.compactMap(\.passwordCredential)
        #expect(
            Set(passwords) == [
                PasswordCredential(user: "alice", password: "of other"), PasswordCredential(user: "bob", password: "b"),
            ])
        let proposed = try await whole.store.defaultAccount(for: space).items
        #expect(proposed.map { $0.attributes[.account]?.text } == ["bob"])
        var order = Array(files.indices)
        var orders = 0
        // Narayana Pandita's algorithm: each of the 120 orders once, in rising order.
        repeat {
            let device = Device()
            for index in order {
                try device.folder.write(files[index].bytes, to: files[index].name)
                // One that looks after each file has seen older states, and comes to the same.
                if orders.isMultiple(of: 5) { _ = try await all(device.store) }
            }
            try #require(try await all(device.store) == expected, "\(order)")
            orders += 1
        } while Self.advance(&order)
        #expect(orders == 120)
    }

    /// The next order; false after the last.
    private static func advance(_ order: inout [Int]) -> Bool {
        guard let pivot = order.indices.dropLast().last(where: { order[$0] < order[$0 + 1] }),
            let other = order.indices.last(where: { order[$0] > order[pivot] })
        else { return false }
        order.swapAt(pivot, other)
        order[(pivot + 1)...].reverse()
        return true
    }

    /// Under one key at most one text may have a nonce (NIST SP 800-38D §8): all devices share the key.
    @Test("each version has a data key and nonces of its own, whichever device wrote it")
    func fresh() async throws {
        let (one, other) = (Device(), Device())
        try await one.put("alice", "first")
        try other.receive(one)
        for number in 0..<60 {
            for device in [one, other] {
                device.clock.advance(by: 1)
                try await device.put("alice", "number \(number)")
            }
        }
        var seen: [Set<[UInt8]>] = [[], [], [], []]
        var count = 0
        for device in [one, other] {
            for name in device.folder.names where name.hasSuffix(".hfcred") {
                if device === other, one.folder.names.contains(name) { continue }
                let bytes = try device.folder.bytes(name)
                count += 1
                // Docs/credentials.md, of a record: the nonce of the key, the wrapped key, the nonce of the text, the
                // text.
                for (index, range) in [92..<104, 104..<152, 152..<164, 200..<bytes.count].enumerated() {
                    seen[index].insert(Array(bytes[range]))
                }
            }
        }
        #expect(count == 121)
        #expect(seen.map(\.count) == [count, count, count, count])
    }
}
